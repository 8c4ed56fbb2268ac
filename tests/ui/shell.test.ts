// The way from a page to the sidecar and back, over the real process.
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ask,
  cleanUp,
  isAlive,
  keyOf,
  openPage,
  processTree,
  type Shell,
  startShell,
  statusOf,
  tempFolder,
  tryWire,
  until,
  withKey,
} from './shellprocess.ts'

const MB = 1024 * 1024
const linux = process.platform === 'linux'
let shell: Shell
let key = ''

beforeAll(async () => {
  shell = await startShell()
  key = await keyOf(shell)
})
afterAll(cleanUp)

const memoryOf = (pid: number) =>
  Number(fs.readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1]) * 1024

describe('[shell.wire] a page', () => {
  test('calls a tool and gets its result', async () => {
    const page = await openPage(shell.port, key)
    const answer = await page.call('tool/call', { tool: 'current_time', input: {} })
    expect(answer).toMatchObject({ jsonrpc: '2.0', result: { state: 'done' } })
    page.socket.close()
    expect(await page.closed).toBe(1005)
  })

  test('sends a message with line breaks as one frame', async () => {
    const page = await openPage(shell.port, key)
    const answers: string[] = []
    page.socket.on('message', (data) => answers.push(String(data)))
    page.socket.send(JSON.stringify({ jsonrpc: '2.0', id: 'x', method: 'control/status', params: {} }, null, 2))
    await until('an answer', () => answers[0])
    expect(answers.map((text) => JSON.parse(text))).toMatchObject([{ id: 'x', result: { stopped: false } }])
    page.socket.close()
  })

  test('is a client of its own: two see the same calls, and one goes without the other', async () => {
    const one = await openPage(shell.port, key, 'one')
    const two = await openPage(shell.port, key, 'two')
    const made = await one.call('tool/call', { tool: 'current_time', input: {}, callId: 'from-one' })
    expect(made).toMatchObject({ result: { state: 'done' } })
    expect(await two.call('call/show', { callId: 'from-one' })).toMatchObject({ result: { state: 'done' } })
    one.socket.close()
    await one.closed
    expect(await two.call('control/status', {})).toMatchObject({ result: { stopped: false } })
    two.socket.close()
  })

  test('that sends bytes instead of text is closed', async () => {
    const page = await openPage(shell.port, key)
    page.socket.send(Buffer.from([1, 2, 3]))
    expect(await page.closed).toBe(1003)
  })

  test('that sends more than 16 MB at once is closed, and the others are not', async () => {
    const other = await openPage(shell.port, key)
    const page = await openPage(shell.port, key)
    page.socket.on('error', () => {})
    page.socket.send('x'.repeat(16 * MB + 1))
    expect([1009, 1006]).toContain(await page.closed)
    expect(await other.call('control/status', {})).toMatchObject({ result: { stopped: false } })
    other.socket.close()
  })

  test('gets an error for what is no request, and stays connected', async () => {
    const page = await openPage(shell.port, key)
    const answers: unknown[] = []
    page.socket.on('message', (data) => answers.push(JSON.parse(String(data)).error?.code))
    for (const text of ['{', '[]', '7', '{"jsonrpc":"2.0","id":1,"method":"nothing/there"}']) page.socket.send(text)
    await until('four errors', () => (answers.length === 4 ? true : undefined))
    expect(answers).toEqual([-32700, -32600, -32600, -32601])
    page.socket.close()
  })

  test('is turned away where sixteen are open, and let in when one has gone', async () => {
    const own = await startShell()
    const ownKey = await keyOf(own)
    const protocols = ['steward.v1', `key.${ownKey}`]
    const another = () => tryWire(own.port, { protocols, origin: `http://127.0.0.1:${own.port}` })
    const pages = await Promise.all(Array.from({ length: 16 }, () => openPage(own.port, ownKey)))
    expect(await another()).toBe(503)
    pages[0]?.socket.close()
    await until('room', async () => (await another()) === 'open' || undefined)
  })
})

describe.runIf(linux)('[shell.pressure] a page', () => {
  test('that floods and never reads holds up itself only, and costs little memory', async () => {
    const before = processTree(shell.child.pid ?? 0).map(memoryOf)
    const rude = await openPage(shell.port, key, 'rude')
    rude.socket.pause()
    const frame = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tool/list', params: {}, more: 'x'.repeat(MB / 16) })
    // Far more than the buffers on the way: it stops at the page's own end.
    for (let sent = 0; sent < 3000; sent++) rude.socket.send(frame)
    const polite = await openPage(shell.port, key, 'polite')
    for (let call = 0; call < 50; call++)
      expect(await polite.call('tool/call', { tool: 'current_time', input: {} })).toMatchObject({ result: {} })
    expect(rude.socket.bufferedAmount).toBeGreaterThan(50 * MB)
    const after = processTree(shell.child.pid ?? 0).map(memoryOf)
    for (const [at, memory] of after.entries()) expect(memory - (before[at] ?? 0)).toBeLessThan(150 * MB)
    rude.socket.terminate()
    polite.socket.close()
    expect((await statusOf(shell.port, key)).sidecar).toBe('running')
  })
})

describe('[shell.quit] quitting', () => {
  test.runIf(linux)('from the page tells the pages, and ends every process and the server', async () => {
    const own = await startShell()
    const ownKey = await keyOf(own)
    const page = await openPage(own.port, ownKey)
    const pids = processTree(own.child.pid ?? 0)
    expect(pids.length).toBeGreaterThan(1)
    expect((await withKey(own.port, ownKey, { method: 'POST', path: '/quit', body: '{}' })).status).toBe(200)
    expect(await page.closed).toBe(4001)
    expect(await own.exited).toBe(0)
    expect(pids.filter(isAlive)).toEqual([])
    await expect(ask(own.port)).rejects.toThrow('ECONNREFUSED')
    expect(fs.existsSync(path.join(own.home, 'state', 'holder.json'))).toBe(false)
  })

  test.runIf(linux).each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('by %s leaves nothing behind', async (signal) => {
    const own = await startShell()
    const pids = processTree(own.child.pid ?? 0)
    own.child.kill(signal)
    expect(await own.exited).toBe(0)
    expect(pids.filter(isAlive)).toEqual([])
  })
})

describe('[shell.flags] the command', () => {
  test('takes the port that it is given, and says what to do where that is taken', async () => {
    await expect(startShell(tempFolder(), ['--port', String(shell.port)])).rejects.toThrow(
      /Port \d+ .*\n {2}Name another/,
    )
  })

  test.each([['--port', 'x'], ['--port', '70000'], ['--nonsense'], ['word'], ['--browser']])(
    'refuses %s %s',
    async (...args) => {
      await expect(startShell(tempFolder(), args)).rejects.toThrow('steward open --help')
    },
  )

  test('is known to the launcher', async () => {
    const bin = path.join(import.meta.dirname, '../../sidecar/cli/bin.mjs')
    const { execFileSync } = await import('node:child_process')
    expect(execFileSync(process.execPath, [bin, 'open', '--help'], { encoding: 'utf8' })).toContain('--headless')
  })
})
