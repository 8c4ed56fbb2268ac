import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { launch } from '../../../sidecar/ports/code/launch.ts'
import { StewardError } from '../../../sidecar/text/errors.ts'
import { contextOf, hostOf, tools, toolsFolder } from './fake.ts'
import { isAlive, orphanOf } from './orphan.ts'

const hello = new TextEncoder().encode('one two  three\n')
const readFile = Object.assign(async () => hello, { hash: async (path: string) => `hash of ${path}` })

async function written(text: string): Promise<unknown> {
  const folder = toolsFolder()
  writeFileSync(join(folder, 'mine.mjs'), text)
  return hostOf('mine.mjs', { toolsFolder: folder })
    .host.load()
    .catch((error: unknown) => error)
}

const spec = (more: string): string => `import { z } from 'steward'
export default { name: 'mine', summary: 'Mine.', category: 'custom', input: z.object({ a: z.string() }), output: z.any(), effects: {}, examples: [], run() {}, ${more} }`

describe('[custom.like-built-in] a custom tool', () => {
  it('declares itself as a built-in does, but for its trust', async () => {
    const { word_count: tool } = await tools('word_count.ts')
    expect(tool).toMatchObject({
      ...{ name: 'word_count', aliases: ['wc'], category: 'custom', source: 'external', version: 1, hasPrepare: true },
      ...{ kinds: ['readFile', 'writeEnv'], idempotent: false, timeoutMs: 30_000, examples: [{ path: 'a.txt' }] },
      labels: { trust: 'untrusted', secrecy: 'private' },
    })
    expect(tool?.file).toMatch(/word_count\.ts$/)
    expect(tool?.schemas().input).toMatchObject({ type: 'object', required: ['path'] })
  })

  it('goes through all of its steps', async () => {
    const { word_count: tool } = await tools('word_count.ts')
    const input = await tool?.parse({ path: 'a.txt' }, 'session')
    expect(input).toEqual({ path: 'a.txt', fail: false })
    expect(await tool?.plan(input, undefined, (kind) => kind === 'readFile', 'session')).toEqual([
      { kind: 'readFile', target: 'a.txt' },
    ])
    const context = contextOf()
    const prepared = await tool?.prepare(input, { readFile }, context)
    expect(prepared).toEqual({ text: 'hash of a.txt' })
    expect(await tool?.plan(input, prepared, () => true, 'session')).toContainEqual({
      kind: 'writeEnv',
      target: 'WORDS_hash of a.txt',
    })
    expect(await tool?.preview(input, prepared, 'session')).toEqual({
      title: 'Count a.txt',
      body: 'hash of a.txt',
      format: 'text',
    })
    const output = await tool?.run(input, { readFile }, context, prepared)
    expect(output).toEqual({ words: 3, at: 42, zone: 'Europe/Berlin', chance: 0.25, session: 'session' })
    expect(context.told).toEqual([
      ['progress', 'Counting', { bytes: 15 }],
      ['attach', 'copy.txt', 'text/plain', hello],
      ['sleep', 1],
    ])
    expect(await tool?.parseOutput(output, 'session')).toEqual(output)
    expect(await tool?.undo(input, output, 'session')).toEqual({ tool: 'forget', input: { words: 3 } })
  })

  it('may be one of several in a file, and import what only computes', async () => {
    const { echo, digest } = await tools('pair.mjs')
    expect(digest).toMatchObject({ version: 3, idempotent: true, timeoutMs: 1000, hasPrepare: false })
    expect(await digest?.run({ text: 'a' }, {}, contextOf(), undefined)).toEqual({
      sha256: createHash('sha256').update('a').digest('hex'),
    })
    const value = { bytes: hello, none: undefined, big: 2n ** 80n, day: new Date(5), deep: [{ $: 1 }] }
    const readSystem = async (_part: string, given: unknown): Promise<unknown> => given
    expect(await echo?.run({ value }, { readSystem }, contextOf(), undefined)).toEqual({ value })
  })

  it('says what is wrong with an input and an output', async () => {
    const { word_count: tool } = await tools('word_count.ts')
    await expect(tool?.parse({ path: 5 }, 'session')).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringContaining('path:'),
    })
    await expect(tool?.parseOutput({}, 'session')).rejects.toMatchObject({ code: 'BAD_OUTPUT' })
  })

  it('fails with the error it throws, of the codes that are for tools to use', async () => {
    const { word_count: tool } = await tools('word_count.ts')
    const failing = tool?.run({ path: 'a', fail: true }, { readFile }, contextOf(), { text: '' })
    await expect(failing).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'There are no words.',
      hint: 'Write some.',
    })
  })

  it('lets a refusal of its port through as the very same error', async () => {
    const { pass_on: tool } = await tools('misbehave.mjs')
    const refusal = new StewardError('DENIED', 'No.')
    const failing = tool?.run({}, { readFile: () => Promise.reject(refusal) }, contextOf(), undefined)
    await expect(failing).rejects.toBe(refusal)
  })

  it('is abandoned when a port parks it, even if it catches everything', async () => {
    const { catch_all: tool, suspends } = await tools('misbehave.mjs')
    const parked = { parked: true }
    const reading = tool?.run({}, { readFile: () => Promise.reject(parked) }, contextOf(), undefined)
    await expect(reading).rejects.toBe(parked)
    const suspend = (): Promise<unknown> => {
      throw parked
    }
    await expect(suspends?.run({}, {}, contextOf({ suspend }), undefined)).rejects.toBe(parked)
    expect(await suspends?.run({}, {}, contextOf(), undefined)).toEqual({ reason: 'wait', data: { a: 1 } })
  })

  it('need not wait for a port', async () => {
    const { unawaited: tool } = await tools('misbehave.mjs')
    const failing = (): Promise<never> => Promise.reject(new StewardError('NOT_FOUND', 'Not there.'))
    expect(await tool?.run({}, { readFile: failing }, contextOf(), undefined)).toBe('done')
  })
})

describe('[custom.no-orphan] the processes of a file', () => {
  it('are started once and kept warm', async () => {
    const spawn = vi.fn(launch)
    const { count } = await tools('misbehave.mjs', { spawn })
    expect(await count?.run({}, {}, contextOf(), undefined)).toBe(1)
    expect(await count?.run({}, {}, contextOf(), undefined)).toBe(2)
    expect(spawn).toHaveBeenCalledTimes(1)
  })

  it('are at most so many, and further calls take their turn', async () => {
    const spawn = vi.fn(launch)
    const { hold } = await tools('misbehave.mjs', { spawn, children: 2 })
    const waiting: (() => void)[] = []
    const blocked = (): Promise<string> => new Promise((resolve) => waiting.push(() => resolve('x')))
    const calls = Array.from({ length: 5 }, () => hold?.run({}, { readFile: blocked }, contextOf(), undefined))
    for (let done = 0; done < 5; done++) {
      await vi.waitFor(() => expect(waiting.length).toBeGreaterThan(done), { timeout: 10_000 })
      expect(waiting.length - done).toBeLessThanOrEqual(2)
      waiting[done]?.()
    }
    expect(await Promise.all(calls)).toEqual(['x', 'x', 'x', 'x', 'x'])
    expect(spawn).toHaveBeenCalledTimes(2)
  })

  it('end when idle, and come back', async () => {
    const spawn = vi.fn(launch)
    const { count } = await tools('misbehave.mjs', { spawn, idleMs: 20 })
    await vi.waitFor(() => expect(spawn.mock.results[0]?.value.signalCode).toBe('SIGKILL'), { timeout: 10_000 })
    expect(await count?.run({}, {}, contextOf(), undefined)).toBe(1)
    expect(spawn).toHaveBeenCalledTimes(2)
  })

  it('end with the host, and with them what ran', async () => {
    const { host } = hostOf('misbehave.mjs')
    const deaf = (await host.load()).find((tool) => tool.name === 'deaf')
    const running = expect(deaf?.run({}, {}, contextOf(), undefined)).rejects.toMatchObject({ code: 'INTERRUPTED' })
    await new Promise((resolve) => setTimeout(resolve, 50))
    await host.close()
    await running
    await expect(deaf?.run({}, {}, contextOf(), undefined)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })

  it.each(['spin', 'deaf', 'polite'])('end when the call is cancelled: %s', async (name) => {
    const spawn = vi.fn(launch)
    const all = await tools('misbehave.mjs', { spawn })
    const abort = new AbortController()
    const running = all[name]?.run({}, {}, contextOf({ signal: abort.signal }), undefined)
    setTimeout(() => abort.abort(new StewardError('STOPPED', 'STOP is set.')), 50)
    await expect(running).rejects.toMatchObject({ code: 'STOPPED' })
    expect(spawn.mock.results[0]?.value.signalCode).toBe('SIGKILL')
    expect(await all.count?.run({}, {}, contextOf(), undefined)).toBe(1)
  })

  it('are not even asked when the call is cancelled already', async () => {
    const { count } = await tools('misbehave.mjs')
    const signal = AbortSignal.abort(new StewardError('CANCELLED', 'Cancelled.'))
    await expect(count?.run({}, {}, contextOf({ signal }), undefined)).rejects.toMatchObject({ code: 'CANCELLED' })
  })

  it('do not outlive Steward, even while a tool spins', async () => {
    const child = await orphanOf('spin')
    await vi.waitFor(() => expect(isAlive(child)).toBe(false), { timeout: 10_000 })
  })
})

describe('a file that is no tool', () => {
  it.each([
    ['no default export', 'export const a = 1', 'no default export'],
    ['a syntax error', 'export default {', 'mine.mjs'],
    ['an error while it loads', 'throw new Error("broken on purpose")', 'broken on purpose'],
    ['a forbidden import', 'import fs from "node:fs"\nexport default fs', '"node:fs"'],
    ['a name with capitals', spec("name: 'Mine'"), 'small letters'],
    ['a long summary', spec(`summary: '${'x'.repeat(301)}'`), 'summary'],
    ['an unknown effect', spec('effects: { flyAway: () => [] }'), 'no effect that has a port'],
    ['an effect that is no function', spec("effects: { readFile: ['x'] }"), 'effects.readFile'],
    ['no effects written out', spec('effects: undefined'), 'effects'],
    ['no schema', spec('input: {}'), 'input is not a schema'],
    ['an example that does not fit', spec('examples: [{ a: 1 }]'), 'example 1'],
    ['an unknown category', spec("category: 'evil'"), 'category'],
    [
      'a list with the same tool twice',
      `${spec('').replace('export default', 'const a =')}\nexport default [a, a]`,
      'two tools',
    ],
    ['nothing in its list', 'export default []', 'no default export'],
    ['a promise of a tool', 'export default Promise.resolve({})', 'not a schema'],
  ])('is refused with its name and the reason: %s', async (_what, text, reason) => {
    const error = await written(text)
    expect(error).toBeInstanceOf(StewardError)
    expect(error).toMatchObject({ code: 'BAD_INPUT', message: expect.stringContaining(reason) })
    expect((error as StewardError).message).toContain('mine.mjs')
  })

  it('is refused when it never finishes loading', async () => {
    const folder = toolsFolder()
    writeFileSync(join(folder, 'mine.mjs'), 'for (;;);')
    const { host } = hostOf('mine.mjs', { toolsFolder: folder, loadMs: 1500 })
    await expect(host.load()).rejects.toMatchObject({ code: 'TIMEOUT', message: expect.stringContaining('mine.mjs') })
  })

  it('[custom.approved-text] is refused when it is not the text that was approved, or not in the folder', async () => {
    await expect(hostOf('pair.mjs', { sha256: '0'.repeat(64) }).host.load()).rejects.toMatchObject({ code: 'CONFLICT' })
    const other = toolsFolder('pair.mjs')
    await expect(hostOf('pair.mjs', { file: join(other, 'pair.mjs') }).host.load()).rejects.toMatchObject({
      code: 'BAD_INPUT',
    })
  })

  it('keeps running the text that was loaded when the file changes afterwards', async () => {
    const folder = toolsFolder('pair.mjs')
    const { digest } = await tools('pair.mjs', { toolsFolder: folder, idleMs: 1 })
    writeFileSync(join(folder, 'pair.mjs'), 'throw new Error("swapped")')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await digest?.run({ text: 'a' }, {}, contextOf(), undefined)).toMatchObject({ sha256: expect.any(String) })
  })
})
