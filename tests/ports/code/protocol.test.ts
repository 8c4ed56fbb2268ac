import { spawn } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { pack } from '../../../sidecar/ports/code/codec.ts'
import type { HostOptions } from '../../../sidecar/ports/code/host.ts'
import { contextOf, hostOf } from './fake.ts'

const tool = {
  ...{ name: 'liar', summary: 'Lies.', category: 'custom', kinds: ['readFile'], examples: [], hasPrepare: false },
  schemas: { input: {}, output: {} },
}
const loaded = { t: 'done', id: 1, value: [tool] }

// A child of its own that waits for each message on the pipe and then writes the next of its frames, whatever was asked.
const program = `
const net = require('node:net')
const frames = process.argv.slice(1).map((frame) => Buffer.from(frame, 'base64'))
const pipe = new net.Socket({ fd: 3 })
pipe.on('data', () => { const next = frames.shift(); if (next) pipe.write(next) })
pipe.on('close', () => process.exit())
`
const speaking = (...frames: Buffer[]): NonNullable<HostOptions['spawn']> => {
  const args = ['-e', program, ...frames.map((frame) => frame.toString('base64'))]
  return () => spawn(process.execPath, args, { env: {}, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
}

const broken = { code: 'INTERRUPTED', message: expect.stringContaining('protocol') }

describe('[enforce.forged-messages] a child that forges messages', () => {
  it.each([
    ['bytes that are no frame', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
    ['a message that is no object', pack('hello')],
    ['a message without a number', pack({ t: 'done', value: 1 })],
    ['an unknown message', pack({ t: 'grant', id: 1 })],
    ['an answer to a call that was never made', pack({ t: 'done', id: 99, value: [tool] })],
    ['a question without its parts', pack({ t: 'ask', id: 1, args: 'all' })],
    ['a failure without a reason', pack({ t: 'failed', id: 1, fault: 'x' })],
  ])('is ended: %s', async (_what, frame) => {
    const { host } = hostOf('pair.mjs', { spawn: speaking(frame) })
    await expect(host.load()).rejects.toMatchObject(broken)
  })

  it.each([
    ['that is no list', {}],
    ['with a name that runs away', [{ ...tool, name: '../x' }]],
    ['with an unknown effect', [{ ...tool, kinds: ['__proto__'] }]],
    ['with a time-out of days', [{ ...tool, timeoutMs: 1e9 }]],
    ['without schemas', [{ ...tool, schemas: null }]],
  ])('is refused with a declaration %s', async (_what, value) => {
    const { host } = hostOf('pair.mjs', { spawn: speaking(pack({ ...loaded, value })) })
    await expect(host.load()).rejects.toMatchObject({ code: 'BAD_INPUT', message: expect.stringContaining('pair.mjs') })
  })

  it.each([
    ['a port by a name from a prototype', { of: 'constructor', method: '' }],
    ['a method of functions', { of: 'readFile', method: 'call' }],
    ['a port that was not granted', { of: 'sendMail', method: '' }],
    ['a part of the context that is not for tools', { of: 'context', method: 'constructor' }],
  ])('is refused when it asks for %s', async (_what, asked) => {
    const ask = pack({ t: 'ask', id: 2, n: 1, args: ['x'], ...asked })
    const failed = pack({ t: 'failed', id: 2, fault: { code: 'INTERNAL', message: '', ref: 1 } })
    const { host } = hostOf('pair.mjs', { spawn: speaking(pack(loaded), ask, failed) })
    const [liar] = await host.load()
    let called = 0
    const running = liar?.run({}, { readFile: () => called++ }, contextOf(), undefined)
    await expect(running).rejects.toMatchObject({ code: 'NOT_GRANTED' })
    expect(called).toBe(0)
  })

  it('gets no port in a step that has none', async () => {
    const ask = pack({ t: 'ask', id: 2, n: 1, of: 'readFile', method: '', args: ['x'] })
    const failed = pack({ t: 'failed', id: 2, fault: { code: 'INTERNAL', message: '', ref: 1 } })
    const { host } = hostOf('pair.mjs', { spawn: speaking(pack(loaded), ask, failed) })
    const [liar] = await host.load()
    await expect(liar?.parse({}, 's')).rejects.toMatchObject({ code: 'NOT_GRANTED' })
  })

  it('can not claim a refusal that never was, nor speak for the user', async () => {
    const fault = { code: 'STOPPED', message: 'x', ref: 5 }
    const { host } = hostOf('pair.mjs', { spawn: speaking(pack(loaded), pack({ t: 'failed', id: 2, fault })) })
    const [liar] = await host.load()
    await expect(liar?.run({}, {}, contextOf(), undefined)).rejects.toMatchObject({ code: 'INTERNAL' })
  })

  it('can not plan effects that it was not asked for', async () => {
    const value = [
      { kind: 'writeEnv', target: 'x' },
      { kind: 'readFile', target: 'y' },
    ]
    const { host } = hostOf('pair.mjs', { spawn: speaking(pack(loaded), pack({ t: 'done', id: 2, value })) })
    const [liar] = await host.load()
    expect(await liar?.plan({}, undefined, () => true, 's')).toEqual([{ kind: 'readFile', target: 'y' }])
  })

  it('is reported when it can not be started at all', async () => {
    const missing = (): ReturnType<typeof spawn> =>
      spawn('/nowhere/node', [], { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
    const { host } = hostOf('pair.mjs', { spawn: missing })
    await expect(host.load()).rejects.toMatchObject({
      code: 'INTERRUPTED',
      message: expect.stringContaining('started'),
    })
  })
})
