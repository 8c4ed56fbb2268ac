import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { openClient } from '../../sidecar/rpc/client.ts'
import { type Answer, hello, request } from './harness.ts'

const server = new URL('server.ts', import.meta.url).pathname
const lines = (...messages: unknown[]) => messages.map((message) => `${JSON.stringify(message)}\n`).join('')
const exit = (child: ReturnType<typeof spawn>) => new Promise((resolve) => child.once('exit', resolve))
const answers = (output: string) =>
  output
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Answer)

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
async function isGone(pid: number): Promise<boolean> {
  for (let n = 0; n < 200 && isAlive(pid); n++) await new Promise((resolve) => setTimeout(resolve, 50))
  return !isAlive(pid)
}

describe('a server on stdio', () => {
  it('[wire.stdout] answers on stdout, and nothing else is printed there', async () => {
    const child = spawn(process.execPath, [server], { stdio: 'pipe' })
    child.stdin.end(lines(hello, request(1, 'tool/list'), request(2, 'tool/stats')))
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), exit(child)])
    expect(answers(out).map((answer) => answer.id)).toEqual(['hello', 1, 2])
    expect(err).toBe('stray console\nstray write\n')
    expect(child.exitCode).toBe(0)
  })

  it('[wire.exit] exits when stdin ends, also with a request that never settles', async () => {
    const child = spawn(process.execPath, [server], { stdio: ['pipe', 'pipe', 'ignore'] })
    child.stdin.end(lines(hello, request(1, 'call/show', { callId: 'a' })))
    expect(answers(await text(child.stdout))).toMatchObject([{ id: 'hello' }, { id: 1, error: { code: -32000 } }])
    expect(child.exitCode ?? (await exit(child))).toBe(0)
  })

  it('[wire.exit] exits when its parent is killed, although stdin stays open', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'steward-stdio-'))
    const log = path.join(folder, 'out')
    const code = `
      const fs = require('node:fs')
      require('node:child_process').spawn(process.execPath, [${JSON.stringify(server)}],
        { stdio: ['inherit', fs.openSync(${JSON.stringify(log)}, 'a'), 'ignore'] })
      setInterval(() => {}, 1000)`
    const parent = spawn(process.execPath, ['-e', code], { stdio: ['pipe', 'ignore', 'inherit'] })
    parent.stdin.write(lines(hello))
    while (!fs.existsSync(log) || !fs.readFileSync(log, 'utf8').includes('\n'))
      await new Promise((resolve) => setTimeout(resolve, 20))
    const [first] = answers(fs.readFileSync(log, 'utf8'))
    const pid = Number((first?.result as { pid: number } | undefined)?.pid)
    expect(isAlive(pid)).toBe(true)
    parent.kill('SIGKILL')
    expect(await isGone(pid)).toBe(true)
    parent.stdin.destroy()
    fs.rmSync(folder, { recursive: true })
  })

  it('ends quietly when nobody reads its answers any more', async () => {
    const child = spawn(process.execPath, [server], { stdio: 'pipe' })
    const errors = text(child.stderr)
    const client = openClient({ input: child.stdout, output: child.stdin })
    await client.initialize({ name: 'test' })
    child.stdin.on('error', () => {})
    child.stdout.destroy()
    child.stdin.write(lines(request(1, 'tool/list')))
    await exit(child)
    expect(child.exitCode).toBe(0)
    expect(await errors).not.toContain('Error')
  })

  it('reads a file and writes a file', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'steward-stdio-'))
    const from = path.join(folder, 'in')
    const to = path.join(folder, 'out')
    fs.writeFileSync(from, lines(hello, request(1, 'settings/get', { key: '200000' })))
    const child = spawn(process.execPath, [server], { stdio: [fs.openSync(from, 'r'), fs.openSync(to, 'w'), 'ignore'] })
    await exit(child)
    const result = { settings: 'x'.repeat(200_000) }
    expect(answers(fs.readFileSync(to, 'utf8'))).toMatchObject([{ id: 'hello' }, { id: 1, result }])
    fs.rmSync(folder, { recursive: true })
  })

  it('carries frames of megabytes both ways', async () => {
    const child = spawn(process.execPath, [server], { stdio: ['pipe', 'pipe', 'ignore'] })
    const client = openClient({ input: child.stdout, output: child.stdin })
    await client.initialize({ name: 'test' })
    const value = '😀é'.repeat(2_000_000)
    const both = await Promise.all([1, 2].map(() => client.call('settings/set', { key: 'k', value })))
    expect(both.every(({ settings }) => settings === value)).toBe(true)
    expect(await client.call('shutdown', {})).toEqual({ ok: true })
    await exit(child)
    await client.ended
  })
})
