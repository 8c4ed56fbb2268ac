// The tools, as they are listed and as each describes itself.
import { signal } from '@preact/signals'
import type { ResultOf } from '../../sidecar/protocol/methods.ts'
import { call, hear, whenFresh } from './link.ts'

export type ToolSummary = ResultOf<'tool/list'>['tools'][number]
export type ToolDetail = ResultOf<'tool/describe'>

export const tools = signal<readonly ToolSummary[]>([])

/** Reads the list again. */
export async function loadTools(): Promise<void> {
  tools.value = (await call('tool/list', {})).tools
}

whenFresh(loadTools)
// Switched on or off elsewhere, or loaded anew.
hear('state/changed', ({ what }) => {
  if (what === 'settings') void loadTools().catch(() => {})
})
hear('call/finished', ({ tool }) => {
  if (tool === 'reload_tools') void loadTools().catch(() => {})
})

/** Switches a tool on or off. */
export async function enableTool(tool: string, enabled: boolean): Promise<void> {
  await call('tool/enable', { tool, enabled })
  await loadTools()
}
