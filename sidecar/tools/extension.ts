// Steward extended: custom tools from disk.
import * as z from 'zod'
import { defineTool, type Tool } from '../kernel/define.ts'

export const reloadTools = defineTool({
  name: 'reload_tools',
  summary: 'Loads the custom tools in your tools folder again, with no restart. What changed, went or failed is told.',
  category: 'planning',
  input: z.object({}),
  output: z.object({
    loaded: z.array(z.object({ file: z.string(), tools: z.array(z.string()) })),
    removed: z.array(z.string()),
    failed: z.array(z.object({ file: z.string(), why: z.string() })),
  }),
  // The port knows where the folder is; no caller can name another.
  effects: { loadCode: () => ['tools'] },
  preview: () => ({
    title: 'Load custom tools',
    body: 'Files in your tools folder become tools. Each still asks before it acts.',
  }),
  // Custom tools name and describe themselves.
  labels: { trust: 'untrusted', secrecy: 'private' },
  examples: [{}],
  run: (_input, { loadCode }) => loadCode('tools'),
})

export const extensionTools: readonly Tool[] = [reloadTools]
