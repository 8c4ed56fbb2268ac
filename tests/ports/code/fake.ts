// A kernel of a few lines: granted ports as plain functions, a context that remembers.
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { RunContext, Runnable } from '../../../sidecar/kernel/define.ts'
import { type CodeHost, type HostOptions, openHost } from '../../../sidecar/ports/code/host.ts'

export const fixtures = fileURLToPath(new URL('../../fixtures/tools', import.meta.url))

/** A folder of its own with copies of the tools, gone after the test. */
export function toolsFolder(...files: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'steward-tools-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const file of readdirSync(fixtures)) if (files.includes(file)) cpSync(join(fixtures, file), join(folder, file))
  return folder
}

/** A host of one file that is closed after the test, and what it logged. */
export function hostOf(file: string, more: Partial<HostOptions> = {}): { host: CodeHost; lines: string[] } {
  const lines: string[] = []
  const folder = more.toolsFolder ?? fixtures
  const host = openHost({ file: join(folder, file), toolsFolder: folder, log: (line) => lines.push(line), ...more })
  onTestFinished(() => host.close())
  return { host, lines }
}

/** The tools of one file by name. */
export async function tools(file: string, more?: Partial<HostOptions>): Promise<Record<string, Runnable>> {
  const loaded = await hostOf(file, more).host.load()
  return Object.fromEntries(loaded.map((tool) => [tool.name, tool]))
}

/** A context whose clock stands at 42, and what was told to it. */
export function contextOf(more: Partial<RunContext> = {}): RunContext & { told: unknown[] } {
  const told: unknown[] = []
  return {
    told,
    signal: new AbortController().signal,
    session: { id: 'session', root: '/', allowed: [] },
    clock: { now: () => 42, zone: () => 'Europe/Berlin', sleep: async (ms) => void told.push(['sleep', ms]) },
    random: () => 0.25,
    progress: (title, metadata) => void told.push(['progress', title, metadata]),
    suspend: async (reason, data) => ({ reason, data }),
    attach: (name, mime, bytes) => void told.push(['attach', name, mime, bytes]),
    ...more,
  }
}
