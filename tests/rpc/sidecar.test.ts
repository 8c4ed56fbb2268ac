// The real process over stdio: its handshake, every method, its events, its socket and its end.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { events as eventSchemas } from '../../sidecar/protocol/events.ts'
import { type MethodName, methods } from '../../sidecar/protocol/methods.ts'
import { openClient } from '../../sidecar/rpc/client.ts'
import { connectSocket } from '../../sidecar/rpc/socket.ts'
import { resolvePaths } from '../../sidecar/store/paths.ts'
import { askAboutDays } from './days.ts'
import { type Answer, hello, request } from './harness.ts'
import { ending, eventOf, mainScript, type Sidecar, spawnSidecar, startSidecar, tempFolder, until } from './process.ts'

const lines = (...messages: unknown[]) => messages.map((message) => `${JSON.stringify(message)}\n`).join('')
const parse = (output: string) =>
  output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer)
/** Whether a process runs; one that is dead and not yet fetched by anybody does not. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || fs.readFileSync(`/proc/${pid}/cmdline`).length > 0
  } catch {
    return false
  }
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A second client, on the socket. */
async function attach(home: string, events = false) {
  const { socket } = resolvePaths({ STEWARD_HOME: home })
  // A moment lies between the file and somebody who listens behind it.
  const ends = await until('the socket is there', () => connectSocket(socket).catch(() => undefined))
  const client = openClient(ends)
  await client.initialize({ name: 'second', events })
  return client
}

describe('[wire.initialize] [wire.stdout] a sidecar', () => {
  it('says who it is, and refuses everything before that', async () => {
    const child = spawnSidecar({ home: tempFolder() })
    child.stdin.end(lines(request(1, 'tool/list', {}), hello, request(2, 'tool/list', {})))
    const [early, welcome, list] = parse(await text(child.stdout))
    expect(early).toMatchObject({ id: 1, error: { code: -32002 } })
    expect(welcome).toMatchObject({ id: 'hello', result: { protocolVersion: 1, pid: child.pid, seq: 0 } })
    expect(list).toMatchObject({ id: 2, result: { tools: expect.any(Array) } })
    expect(await ending(child)).toBe(0)
  })

  it('answers a batch in one line, and a broken line with its code', async () => {
    const child = spawnSidecar({ home: tempFolder() })
    const batch = [request(1, 'control/status', {}), request(2, 'no/such', {}), request(3, 'tool/describe', {}), 5]
    child.stdin.end(`${lines(hello, batch)}{"broken\n`)
    const [, answers, broken] = parse(await text(child.stdout)) as unknown as [Answer, Answer[], Answer]
    const codes = answers.map(({ id, error }) => [id ?? null, error?.code])
    expect(codes).toHaveLength(4)
    expect(codes).toEqual(
      expect.arrayContaining([
        [1, undefined],
        [2, -32601],
        [3, -32602],
        [null, -32600],
      ]),
    )
    expect(broken).toMatchObject({ error: { code: -32700 } })
  })

  it('sends what anything in it prints to stderr', async () => {
    const print =
      "process.on('SIGUSR2', () => { console.log('stray console'); process.stdout.write('stray write\\n') })"
    const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(print)}` }
    const child = spawnSidecar({ home: tempFolder(), env })
    let output = ''
    let printed = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
    child.stdin.write(lines(hello))
    await until('it answers', () => output.includes('\n'))
    child.kill('SIGUSR2')
    await until('it prints', () => printed.includes('stray write'))
    child.stdin.end(lines(request(1, 'control/status', {})))
    await ending(child)
    expect(parse(output).map(({ id }) => id)).toEqual(['hello', 1])
    expect(printed).toBe('stray console\nstray write\n')
  })
})

describe('[wire.methods] a sidecar', () => {
  it('answers every method with what the contract promises', async () => {
    const home = tempFolder()
    const answered = new Set<string>(['initialize'])
    let sidecar = await startSidecar({ home })
    expect(methods.initialize.result().safeParse(sidecar.hello).success).toBe(true)
    const ask = async (name: MethodName, params: object = {}) => {
      const result = await sidecar.client.call(name, params as never)
      const checked = methods[name].result().safeParse(result)
      expect(checked.success, `${name}: ${checked.error?.message}`).toBe(true)
      answered.add(name)
      // biome-ignore lint/suspicious/noExplicitAny: the contract was just checked
      return result as any
    }
    await askAboutTools(ask)
    await askAboutCalls(ask)
    await askAboutLeave(ask)
    await askAboutDays(ask)
    await askAboutItself(ask, home)
    const { callId } = await ask('tool/call', { tool: 'current_time' })
    await sidecar.end()
    markUnknown(home, callId)
    sidecar = await startSidecar({ home })
    expect(await ask('call/settle', { callId, as: 'done' })).toMatchObject({ state: 'done' })
    await ask('shutdown')
    expect(await sidecar.exited).toBe(0)
    expect([...answered].sort()).toEqual(Object.keys(methods).sort())
  })
})

// biome-ignore lint/suspicious/noExplicitAny: answers of every method
type Ask = (name: MethodName, params?: object) => Promise<any>

async function askAboutTools(ask: Ask): Promise<void> {
  const { tools } = await ask('tool/list')
  expect(tools.length).toBeGreaterThan(10)
  for (const { name } of tools) await ask('tool/describe', { tool: name })
  for (const format of ['json-schema', 'openai', 'ai-sdk', 'mcp']) await ask('tool/export', { format })
  await ask('tool/batch', { calls: [{ tool: 'current_time' }, { tool: 'no_such' }] })
  await ask('tool/enable', { tool: 'sleep', enabled: false })
  await ask('tool/enable', { tool: 'sleep', enabled: true })
  expect(await ask('tool/reload')).toMatchObject({ state: 'done' })
  await ask('tool/stats')
}

async function askAboutCalls(ask: Ask): Promise<void> {
  const long = await ask('tool/call', { tool: 'base64_encode', input: { text: 'x'.repeat(500_000) } })
  expect(await ask('attachment/read', { id: long.outputRef })).toMatchObject({ bytes: expect.any(Number) })
  const asked = await ask('tool/call', { tool: 'ask_user', input: { question: 'Which?' } })
  expect(asked).toMatchObject({ state: 'suspended' })
  await ask('suspension/list')
  await ask('suspension/resume', { id: asked.suspensionId, answer: ['this'] })
  expect(await ask('call/show', { callId: asked.callId, wait: true })).toMatchObject({ output: { answers: ['this'] } })
  const dropped = await ask('tool/call', { tool: 'ask_user', input: { question: 'And?' } })
  expect(await ask('suspension/cancel', { id: dropped.suspensionId })).toMatchObject({ state: 'failed' })
  const cancelled = await ask('tool/call', { tool: 'sleep', input: { ms: 60_000 }, wait: false })
  expect(await ask('call/cancel', { callId: cancelled.callId })).toMatchObject({ error: { code: 'CANCELLED' } })
  await ask('call/list')
}

async function askAboutLeave(ask: Ask): Promise<void> {
  const input = { name: 'STEWARD_TEST_A', value: 'a' }
  expect(await ask('policy/explain', { tool: 'set_env', input })).toMatchObject({ decision: 'ask' })
  await ask('policy/rules')
  await ask('policy/source')
  await ask('briefing/today')
  await ask('tool/call', { tool: 'quick_note', input: { text: 'Buy milk #home' } })
  expect(await ask('note/list', { query: 'milk' })).toMatchObject({ notes: [{ file: 'Buy milk.md', tags: ['home'] }] })
  expect(await ask('note/read', { file: 'Buy milk.md' })).toMatchObject({
    text: expect.stringContaining('Buy milk #home'),
  })
  await ask('intent/run', { text: 'what time is it in Tokyo', run: false })
  await ask('policy/backtest', { text: '[]' })
  await ask('policy/setRules', { text: '[]', check: true })
  const call = await ask('tool/call', { tool: 'set_env', input })
  const { approvals } = await ask('approval/list')
  await ask('approval/decide', { id: call.approvalId, hash: approvals[0].hash, decision: 'allow' })
  expect(await ask('call/show', { callId: call.callId, wait: true })).toMatchObject({ state: 'done' })
  expect(await ask('call/undo', { callId: call.callId })).toMatchObject({ state: 'done' })
  const grant = await ask('grant/create', { kind: 'writeEnv', pattern: 'STEWARD_*', times: 2 })
  await ask('grant/list')
  expect(await ask('grant/revoke', { id: grant.id })).toMatchObject({ revokedAt: expect.any(Number) })
  for (let i = 0; i < 3; i++) {
    await ask('tool/call', { tool: 'set_env', input: { name: 'PLAIN_TEST_A', value: 'a' } })
    const [{ id, hash, callId }] = (await ask('approval/list')).approvals
    await ask('approval/decideMany', { answers: [{ id, hash, decision: 'allow' }] })
    await ask('call/show', { callId, wait: true })
  }
  const [suggestion] = (await ask('grant/suggest')).suggestions
  await ask('grant/dismiss', { id: suggestion.id })
}

async function askAboutItself(ask: Ask, home: string): Promise<void> {
  await ask('control/stop', { reason: 'a test' })
  expect(await ask('control/status')).toMatchObject({ stopped: true, reason: 'a test' })
  await ask('control/release')
  const session = (await ask('session/open', { name: 'work', root: home })).id
  await ask('session/say', { session, text: 'Tell me the time' })
  await ask('tool/call', { tool: 'current_time', session, by: 'agent' })
  const { events } = await ask('session/trace', { session })
  expect(events).toContainEqual({ session, user: 'Tell me the time' })
  expect((await ask('session/list')).sessions).toContainEqual(expect.objectContaining({ name: 'work', root: home }))
  expect((await ask('doctor/run')).findings.filter((one: { level: string }) => one.level === 'error')).toEqual([])
  await ask('events/since', { epoch: 'another', seq: 0 })
  expect((await ask('audit/query', { type: 'outcome' })).records.length).toBeGreaterThan(0)
  expect(await ask('audit/verify')).toMatchObject({ ok: true })
  const [{ call: callId }] = (await ask('audit/query', { type: 'outcome' })).records
  const { proof } = await ask('audit/export', { callId })
  expect(await ask('audit/check', { proof })).toMatchObject({ ok: true, call: callId })
  await ask('settings/set', { key: 'concurrency', value: 4 })
  expect(await ask('settings/get', { key: 'concurrency' })).toEqual({ settings: 4 })
  await ask('backup/create', { file: path.join(home, 'backup.tar.gz') })
}

// No built-in tool leaves an unknown outcome by itself.
function markUnknown(home: string, callId: string): void {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
  const db = new DatabaseSync(resolvePaths({ STEWARD_HOME: home }).database)
  db.prepare("UPDATE calls SET state = 'unknown' WHERE id = ?").run(callId)
  db.close()
}

describe('[wire.events] events', () => {
  /** Makes one of nearly every kind. */
  async function bustle({ client }: Sidecar): Promise<void> {
    const calls = Array.from({ length: 20 }, () => client.call('tool/call', { tool: 'current_time' }))
    await Promise.all(calls)
    const { suspensionId = '' } = await client.call('tool/call', { tool: 'ask_user', input: { question: 'Which?' } })
    await client.call('suspension/resume', { id: suspensionId, answer: 'that' })
    const input = { name: 'STEWARD_TEST_B', value: 'b' }
    const { approvalId: id = '', callId } = await client.call('tool/call', { tool: 'set_env', input })
    const [approval] = (await client.call('approval/list', {})).approvals
    await client.call('approval/decide', { id, hash: approval?.hash ?? '', decision: 'allow' })
    await client.call('call/show', { callId, wait: true })
    await client.call('control/stop', {})
    await client.call('control/release', {})
  }

  it('are numbered without gaps and are what the contract promises', async () => {
    const sidecar = await startSidecar({ home: tempFolder() })
    await bustle(sidecar)
    await eventOf(sidecar, 'health/changed', ({ stopped }: { stopped: boolean }) => !stopped)
    expect(sidecar.events.map(({ seq }) => seq)).toEqual(
      sidecar.events.map((_, index) => sidecar.hello.seq + index + 1),
    )
    for (const { event, data } of sidecar.events) {
      const checked = eventSchemas[event as keyof typeof eventSchemas]().safeParse(data)
      expect(checked.success, `${event}: ${checked.error?.message}`).toBe(true)
    }
    const kinds = new Set(sidecar.events.map(({ event }) => event))
    for (const kind of ['call/started', 'call/finished', 'approval/requested', 'approval/resolved', 'health/changed'])
      expect(kinds).toContain(kind)
    expect(kinds).toContain('suspension/opened')
    expect(kinds).toContain('suspension/closed')
  })

  it('that a client missed can be had, and those of another start are lost', async () => {
    const home = tempFolder()
    const sidecar = await startSidecar({ home })
    const second = await attach(home)
    await bustle(sidecar)
    await eventOf(sidecar, 'health/changed', ({ stopped }: { stopped: boolean }) => !stopped)
    const { epoch, seq } = sidecar.hello
    const all = await second.call('events/since', { epoch, seq })
    expect(all).toEqual({ epoch, lost: false, events: sidecar.events })
    const some = await second.call('events/since', { epoch, seq: seq + 3, limit: 4 })
    expect(some.events).toEqual(sidecar.events.slice(3, 7))
    expect(await second.call('events/since', { epoch: 'of another start', seq })).toMatchObject({ epoch, lost: true })
    await second.close()
  })
})

describe('[wire.socket] the socket', () => {
  it('belongs to its owner alone, carries the same frames, and goes with the sidecar', async () => {
    const home = tempFolder()
    const { socket } = resolvePaths({ STEWARD_HOME: home })
    const sidecar = await startSidecar({ home })
    const second = await attach(home)
    expect(fs.statSync(socket).mode & 0o777).toBe(0o600)
    expect(fs.statSync(path.dirname(socket)).mode & 0o777).toBe(0o700)
    expect(await second.call('tool/list', {})).toEqual(await sidecar.client.call('tool/list', {}))
    const asked = await sidecar.client.call('tool/call', { tool: 'ask_user', input: { question: 'Who?' } })
    const resumed = await second.call('suspension/resume', { id: asked.suspensionId ?? '', answer: 'me' })
    expect(resumed.callId).toBe(asked.callId)
    expect(await sidecar.end()).toBe(0)
    await second.ended
    expect(fs.existsSync(socket)).toBe(false)
  })
})

describe('[wire.exit] a sidecar ends', () => {
  it('by itself when stdin ends, also with a call under way', async () => {
    const sidecar = await startSidecar({ home: tempFolder() })
    const call = sidecar.client.call('tool/call', { tool: 'sleep', input: { ms: 900 } })
    call.catch(() => {})
    await pause(50)
    expect(await sidecar.end()).toBe(0)
    expect(sidecar.stderr).toBe('')
  })

  it('by itself when its parent is killed, and leaves nobody behind', async () => {
    const home = tempFolder()
    const log = path.join(tempFolder(), 'out')
    const code = `
      const fs = require('node:fs')
      require('node:child_process').spawn(process.execPath, [${JSON.stringify(mainScript)}, 'serve'],
        { stdio: ['inherit', fs.openSync(${JSON.stringify(log)}, 'a'), 'ignore'] })
      setInterval(() => {}, 1000)`
    const parent = spawn(process.execPath, ['-e', code], {
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { ...process.env, STEWARD_HOME: home },
    })
    onTestFinished(() => void parent.kill('SIGKILL'))
    parent.stdin.write(lines(hello))
    await until('it answers', () => fs.existsSync(log) && fs.readFileSync(log, 'utf8').includes('\n'))
    const [welcome] = parse(fs.readFileSync(log, 'utf8'))
    const { pid } = (welcome as Answer).result as { pid: number }
    expect(isAlive(pid)).toBe(true)
    parent.kill('SIGKILL')
    await until('it is gone', () => !isAlive(pid))
    parent.stdin.destroy()
    const next = await startSidecar({ home })
    expect(await next.client.call('audit/verify', {})).toMatchObject({ ok: true })
  })
})
