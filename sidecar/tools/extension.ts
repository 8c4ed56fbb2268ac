// Steward extended: custom tools from disk.
import * as z from 'zod'
import { defineTool, type Tool } from '../kernel/define.ts'
import { StewardError } from '../text/errors.ts'

const file = z.object({ path: z.string(), state: z.enum(['new', 'changed', 'same', 'gone']), target: z.string() })
const found = z.object({ folder: z.string(), files: z.array(file) })

export const reloadTools = defineTool({
  name: 'reload_tools',
  summary: 'Loads the custom tools in your tools folder again, with no restart. What changed, went or failed is told.',
  category: 'planning',
  input: z.object({}),
  output: z.object({
    folder: z.string(),
    loaded: z.array(z.object({ file: z.string(), tools: z.array(z.string()) })),
    removed: z.array(z.string()).describe('Files that are gone, with all of their tools'),
    failed: z.array(z.object({ file: z.string(), why: z.string() })),
  }),
  prepare: async (_input, { readSystem }) => found.parse(await readSystem('custom-tools')),
  effects: {
    readSystem: () => ['custom-tools'],
    // One effect for each file that is new, changed or gone; its target holds the hash of what would be loaded.
    loadCode: (_input, { files }) => files.filter((one) => one.state !== 'same').map((one) => one.target),
  },
  preview: (_input, { files }) => ({
    title: 'Load custom tools',
    body: files.map((one) => `${one.state.padEnd(8)}${one.path}`).join('\n'),
  }),
  // Custom tools name and describe themselves.
  labels: { trust: 'untrusted', secrecy: 'private' },
  examples: [{}],
  phrases: [
    '(reload|refresh|rescan|load) [all|the|my] [custom] tools [again]',
    '(重新加载|重载|刷新|加载)[我的|所有|全部][自定义]工具',
  ],
  sentences: [
    ['reload my custom tools', {}],
    ['重新加载工具', {}],
  ],
  words: ['refresh', 'plugin', '重新加载', '重载', '自定义工具'],
  async run(_input, { loadCode }, context, { folder, files }) {
    const report = {
      folder,
      loaded: [] as { file: string; tools: string[] }[],
      removed: [] as string[],
      failed: [] as { file: string; why: string }[],
    }
    for (const { path, state, target } of files.filter((one) => one.state !== 'same'))
      try {
        const { tools } = await loadCode(target)
        if (state === 'gone') report.removed.push(path)
        else report.loaded.push({ file: path, tools })
      } catch (thrown) {
        // One bad file does not keep the others from loading; a call that is stopped or parked is not a bad file.
        context.signal.throwIfAborted()
        if (!(thrown instanceof StewardError) || thrown.code === 'NOT_GRANTED') throw thrown
        report.failed.push({ file: path, why: thrown.message })
      }
    return report
  },
})

export const extensionTools: readonly Tool[] = [reloadTools]
