// One shell for each state folder, tried with processes.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { instanceSocket, singleInstance } from '../../ui/shell/instance.ts'

let state: string
const running: ChildProcessByStdio<null, Readable, null>[] = []

beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'steward-instance-'))
})

afterEach(async () => {
  for (const child of running.splice(0)) await kill(child)
  rmSync(state, { recursive: true, force: true })
})

async function kill(child: ChildProcessByStdio<null, Readable, null>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

function start(folder = state) {
  const program = join(import.meta.dirname, '..', 'fixtures', 'instance.ts')
  const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  running.push(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return { child, line: async () => (await lines.next()).value as string | undefined }
}

test('[shell.one] a second start raises the first and ends', async () => {
  const first = start()
  expect(await first.line()).toBe('first')
  const second = start()
  expect(await second.line()).toBe('later')
  expect(await first.line()).toBe('raised')
})

test('[shell.one] of several that start at once exactly one is first', async () => {
  const all = [1, 2, 3, 4, 5].map(() => start())
  const said = await Promise.all(all.map((each) => each.line()))
  // The first may be asked before it has said that it is.
  const firsts = said.filter((line) => line !== 'later')
  expect(firsts).toHaveLength(1)
  expect(said.filter((line) => line === 'later')).toHaveLength(4)
})

test('[shell.one] one that was killed is in nobody’s way', async () => {
  const dead = start()
  expect(await dead.line()).toBe('first')
  await kill(dead.child)
  expect(await start().line()).toBe('first')
})

test('[shell.one] another state folder is another instance', async () => {
  const demo = join(state, 'demo')
  mkdirSync(demo)
  expect(await start().line()).toBe('first')
  expect(await start(demo).line()).toBe('first')
})

test.skipIf(process.platform === 'win32')('its socket is its owner’s alone and not the sidecar’s', async () => {
  const instance = await singleInstance({ statePath: state, onRaise: () => {} })
  const path = instanceSocket(state)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(path).toBe(join(state, 'shell.sock'))
  if (instance.first) instance.release()
})

test('what is no wish to be raised is not one', async () => {
  let raised = 0
  const instance = await singleInstance({ statePath: state, onRaise: () => raised++ })
  const socket = connect(instanceSocket(state))
  socket.on('error', () => {})
  socket.write('raise the roof\n'.repeat(10_000))
  await new Promise<void>((resolve) => socket.on('close', () => resolve()))
  expect(raised).toBe(0)
  if (instance.first) instance.release()
})

test('once released, the next is first', async () => {
  const one = await singleInstance({ statePath: state, onRaise: () => {} })
  if (one.first) one.release()
  const two = await singleInstance({ statePath: state, onRaise: () => {} })
  expect(two.first).toBe(true)
  if (two.first) two.release()
})

test.skipIf(process.platform === 'win32')('a folder too deep for a socket has one elsewhere', async () => {
  const deep = join(state, 'd'.repeat(120))
  mkdirSync(deep)
  const path = instanceSocket(deep)
  expect(Buffer.byteLength(path)).toBeLessThanOrEqual(100)
  try {
    const first = start(deep)
    expect(await first.line()).toBe('first')
    expect(await start(deep).line()).toBe('later')
    expect(statSync(dirname(path)).mode & 0o077).toBe(0)
  } finally {
    rmSync(dirname(path), { recursive: true, force: true })
  }
})
