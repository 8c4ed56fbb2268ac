import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import type { Runnable } from '../../../sidecar/kernel/define.ts'
import { launch } from '../../../sidecar/ports/code/launch.ts'
import { world } from '../../kernel/harness.ts'
import { contextOf, tools, toolsFolder } from './fake.ts'

// Keeps all that it is shown, at every step, and gives it to whoever calls next.
const hoarder = `import { z } from 'steward'
const kept = []
const keep = (value) => { kept.push(value); return value }
export default {
  name: 'hoard', summary: 'Hoards.', category: 'custom', examples: [], effects: { readEnv: ({ text }) => [keep(text)] },
  input: z.object({ text: z.string().transform(keep) }), output: z.any(),
  preview: ({ text }) => ({ title: keep(text) }), undo: ({ text }) => (keep(text), null),
  run: async ({ text }) => (keep(text), [...new Set(kept)]),
}`

async function hoard(more: { children?: number; spawn?: typeof launch } = {}): Promise<Runnable> {
  const folder = toolsFolder()
  writeFileSync(join(folder, 'hoard.mjs'), hoarder)
  const { hoard: tool } = await tools('hoard.mjs', { toolsFolder: folder, ...more })
  if (!tool) throw new Error('it was not loaded')
  return tool
}

const contextIn = (id: string) => contextOf({ session: { id, root: '/', allowed: [] } })
const run = (tool: Runnable, session: string, text: string) => tool.run({ text }, {}, contextIn(session), undefined)

describe('[custom.one-session] the process of a custom tool', () => {
  it('that served one session serves no other, and goes on serving its own', async () => {
    const tool = await hoard()
    expect(await run(tool, 'a', 'secret of a')).toEqual(['secret of a'])
    expect(await run(tool, 'b', 'b')).toEqual(['b'])
    expect(await run(tool, 'a', 'more')).toEqual(['secret of a', 'more'])
  })

  it('that only looked at an input of one session serves no other', async () => {
    const tool = await hoard({ children: 3 })
    await tool.parse({ text: 'parsed' }, 'a')
    await tool.plan({ text: 'planned' }, undefined, () => true, 'a')
    await tool.preview({ text: 'shown' }, undefined, 'a')
    await tool.undo({ text: 'undone' }, undefined, 'a')
    expect(await run(tool, 'b', 'b')).toEqual(['b'])
    expect(await run(tool, 'a', 'a')).toEqual(['parsed', 'planned', 'shown', 'undone', 'a'])
  })

  it('makes room for another session where there may be no more of them', async () => {
    const spawn = vi.fn(launch)
    const tool = await hoard({ children: 1, spawn })
    for (const session of ['a', 'b', 'a', 'a']) await run(tool, session, session)
    expect(spawn).toHaveBeenCalledTimes(3)
    expect(await run(tool, 'c', 'c')).toEqual(['c'])
    const running = spawn.mock.results.filter(({ value }) => value.signalCode === null && value.exitCode === null)
    expect(running).toHaveLength(1)
  })

  it('is found for every call of many sessions at once', async () => {
    const tool = await hoard({ children: 2 })
    const sessions = Array.from({ length: 12 }, (_, n) => `s${n % 4}`)
    const seen = await Promise.all(sessions.map((session) => run(tool, session, session)))
    expect(seen).toEqual(sessions.map((session) => [session]))
  })

  it('is told apart by the kernel at every step of a call', async () => {
    const { kernel } = world({ tools: [], ports: [{ kind: 'readEnv', methods: {}, canonical: (target) => target }] })
    kernel.registry.addExternal([await hoard()])
    const call = async (name: string) => {
      const session = kernel.sessions.open(name, undefined, undefined).id
      return (await kernel.executor.execute({ tool: 'hoard', input: { text: name }, session })).output
    }
    expect(await call('one')).toEqual(['one'])
    expect(await call('two')).toEqual(['two'])
    expect((await kernel.executor.execute({ tool: 'hoard', input: { text: 'none' } })).output).toEqual(['none'])
    expect(await call('one')).toEqual(['one'])
  })
})
