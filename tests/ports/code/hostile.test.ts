import { createSocket } from 'node:dgram'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Runnable } from '../../../sidecar/kernel/define.ts'
import { type CodeHost, openHost } from '../../../sidecar/ports/code/host.ts'
import { runnerFile } from '../../../sidecar/ports/code/launch.ts'
import { contextOf, fixtures, hostOf, tools } from './fake.ts'

const names = [
  ...readFileSync(join(fixtures, 'hostile.mjs'), 'utf8').matchAll(/^ {2}(attempt|module)\('([^']+)'/gm),
].map(([, how, name]) => (how === 'module' ? `module_${String(name).replace(/\W/g, '_')}` : String(name)))

let folder = ''
let host: CodeHost
let hostile: Map<string, Runnable>
let reached = 0
const servers: Server[] = []
const udp = createSocket('udp4')
let at: Record<string, unknown> = {}

async function listening(where: number | string): Promise<Server> {
  const server = createServer((socket) => {
    reached += 1
    socket.destroy()
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(where, resolve))
  return server
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'steward-hostile-'))
  const inside = (name: string): string => join(folder, 'tools', name)
  const outside = (name: string, text: string | Uint8Array): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  mkdirSync(inside(''))
  for (const file of ['hostile.mjs', 'word_count.ts']) cpSync(join(fixtures, file), inside(file))
  const secret = outside('secret.txt', 'A=secret')
  const code = outside('secret.mjs', "export const secret = 'secret'")
  const json = outside('secret.json', '"secret"')
  const wasm = outside('empty.wasm', Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0]))
  symlinkSync(secret, inside('link.txt'))
  symlinkSync(code, inside('link.mjs'))
  const tcp = (await listening(0)).address() as { port: number }
  await listening(join(folder, 'unix.sock'))
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve))
  udp.on('message', () => {
    reached += 1
  })
  at = {
    ...{ secret, link: inside('link.txt'), code: pathToFileURL(code).href, json: pathToFileURL(json).href },
    ...{ wasm: pathToFileURL(wasm).href, runner: pathToFileURL(runnerFile()).href, parent: process.pid },
    ...{ port: tcp.port, url: `http://127.0.0.1:${tcp.port}/`, socket: join(folder, 'unix.sock') },
    ...{ udp: udp.address().port, database: join(folder, 'made.db') },
  }
  host = openHost({ file: inside('hostile.mjs'), toolsFolder: inside(''), log: () => {} })
  hostile = new Map((await host.load()).map((tool) => [tool.name, tool]))
})

afterAll(async () => {
  await host.close()
  for (const server of servers) server.close()
  udp.close()
  rmSync(folder, { recursive: true, force: true })
})

const run = (tool: Runnable | undefined, input: unknown = {}, ports = {}, context = contextOf()): Promise<unknown> =>
  Promise.resolve(tool?.run(input, ports, context, undefined))

describe('[enforce.custom-tool] a custom tool that reaches for what it was not given', () => {
  it('is tried in every way that the fixture knows', () => {
    expect([...hostile.keys()]).toEqual(names)
    expect(names.length).toBeGreaterThan(60)
  })

  it.each(names)('gets nothing: %s', async (name) => {
    expect(await run(hostile.get(name), at)).toEqual({ refused: expect.any(String) })
    expect(reached).toBe(0)
    expect(existsSync(join(folder, 'made.db'))).toBe(false)
  })

  it('gets no further with the socket it can lay hands on', async () => {
    const { dial } = await tools('misbehave.mjs')
    await expect(run(dial, { socket: at.socket })).rejects.toMatchObject({
      message: expect.stringMatching(/restricted|ERR_ACCESS_DENIED/),
    })
    await expect(run(dial, { socket: at.port })).rejects.toMatchObject({
      message: expect.stringMatching(/restricted|ERR_ACCESS_DENIED/),
    })
    expect(reached).toBe(0)
  })

  it('is told that a port was not granted', async () => {
    const { reach, reach_odd } = await tools('misbehave.mjs')
    let called = 0
    const ports = { readFile: () => called++ }
    await expect(run(reach, {}, ports)).rejects.toMatchObject({ code: 'NOT_GRANTED' })
    await expect(run(reach_odd, {}, ports)).rejects.toMatchObject({ code: 'NOT_GRANTED' })
    expect(called).toBe(0)
  })

  it('leaves it to the granted ports to refuse, so that they can record it', async () => {
    const { reach } = await tools('misbehave.mjs')
    const refusal = new Error('recorded')
    const ports = new Proxy(
      {},
      {
        get: () => {
          throw refusal
        },
      },
    )
    await expect(run(reach, {}, ports)).rejects.toBe(refusal)
  })
})

describe('[custom.breakdown] a custom tool that breaks down', () => {
  it.each(['heap_bomb', 'buffer_bomb'])('is ended when it uses too much memory: %s', async (name) => {
    const all = await tools('misbehave.mjs')
    await expect(run(all[name])).rejects.toMatchObject({
      code: 'INTERRUPTED',
      message: expect.stringContaining('memory'),
    })
    expect(await run(all.count)).toBe(1)
  })

  it('is reported when it leaves or throws outside of its call', async () => {
    const { leave, late_throw } = await tools('misbehave.mjs')
    await expect(run(leave)).rejects.toMatchObject({
      code: 'INTERRUPTED',
      message: expect.stringContaining('exit code 7'),
    })
    await expect(run(late_throw)).rejects.toMatchObject({
      code: 'INTERRUPTED',
      message: expect.stringContaining('too late'),
    })
  })

  it.each([
    ['throw_text', 'INTERNAL', 'just text'],
    ['throw_nothing', 'INTERNAL', 'undefined'],
    ['throw_trap', 'INTERNAL', 'not an error'],
    ['throw_denied', 'INTERNAL', 'The user said no'],
    ['give_function', 'BAD_OUTPUT', 'deep[0]: a function'],
    ['give_promise', 'BAD_OUTPUT', 'later: a Promise'],
    ['give_cycle', 'BAD_OUTPUT', 'holds itself'],
    ['give_class', 'BAD_OUTPUT', 'a Odd'],
    ['give_much', 'TOO_LARGE', '16 MB'],
  ])('fails in words that a person can read: %s', async (name, code, said) => {
    const all = await tools('misbehave.mjs')
    await expect(run(all[name])).rejects.toMatchObject({ code, message: expect.stringContaining(said) })
    expect(await run(all.count)).toBe(1)
  })

  it('can not pollute what crosses over', async () => {
    const { give_proto } = await tools('misbehave.mjs')
    const given = (await run(give_proto)) as { a: number; polluted?: unknown }
    expect(given.a).toBe(1)
    expect(Object.getPrototypeOf(given)).toBe(Object.prototype)
    expect([given.polluted, ({} as { polluted?: unknown }).polluted]).toEqual([undefined, undefined])
  })

  it.each(['flood', 'tell_flood', 'forge'])('is ended when it abuses the pipe: %s', async (name) => {
    const all = await tools('misbehave.mjs')
    const ports = { readFile: () => new Promise(() => {}) }
    const ended = { code: 'INTERRUPTED', message: expect.stringContaining('protocol') }
    await expect(run(all[name], {}, ports, { ...contextOf(), progress: () => {} })).rejects.toMatchObject(ended)
    expect(await run(all.count)).toBe(1)
  })

  it('prints into the log, and only so much, and nothing that a terminal obeys', async () => {
    const { host: noisy, lines } = hostOf('misbehave.mjs')
    const noise = (await noisy.load()).find((tool) => tool.name === 'noise')
    expect(await run(noise)).toBe('quiet')
    await vi.waitFor(() => expect(lines.at(-1)).toContain('left out'))
    expect(lines).toHaveLength(200)
    expect(lines.join('')).not.toContain('\u001b')
  })

  it('is held to the shape of plans, cards and undos', async () => {
    const { bad_plan, bad_target, bad_card } = await tools('misbehave.mjs')
    await expect(bad_plan?.plan({}, undefined, () => true, 's')).rejects.toMatchObject({ code: 'BAD_INPUT' })
    await expect(bad_target?.plan({}, undefined, () => true, 's')).rejects.toMatchObject({ code: 'BAD_OUTPUT' })
    await expect(bad_card?.preview({}, undefined, 's')).rejects.toMatchObject({ code: 'BAD_OUTPUT' })
    await expect(bad_card?.undo({}, {}, 's')).rejects.toMatchObject({ code: 'BAD_OUTPUT' })
  })

  it('is ended when its plan never comes', async () => {
    const { slow_plan, count } = await tools('misbehave.mjs')
    await expect(slow_plan?.plan({}, undefined, () => true, 's')).rejects.toMatchObject({ code: 'TIMEOUT' })
    expect(await run(count)).toBe(1)
  })
})
