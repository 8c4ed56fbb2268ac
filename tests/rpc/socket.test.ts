import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openClient } from '../../sidecar/rpc/client.ts'
import { openConnection } from '../../sidecar/rpc/connection.ts'
import { connectSocket, type SocketServer, serveSocket } from '../../sidecar/rpc/socket.ts'
import { toView } from '../../sidecar/text/errors.ts'
import { trivialHandlers } from './harness.ts'

let folder: string
let address: string
let server: SocketServer | undefined

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'steward-socket-'))
  address = path.join(folder, 'state', 'steward.sock')
})
afterEach(async () => {
  await server?.close()
  server = undefined
  fs.rmSync(folder, { recursive: true, force: true })
})

const serve = () =>
  serveSocket(address, (input, output) => {
    openConnection({ input, output, handlers: trivialHandlers(), role: 'hand', describeError: toView })
  })
const attach = async () => openClient(await connectSocket(address))
const mode = (file: string) => fs.lstatSync(file).mode & 0o777

describe('[wire.socket] the socket', () => {
  it('serves the same frames, and only to its owner', async () => {
    server = await serve()
    expect(mode(address)).toBe(0o600)
    expect(mode(path.dirname(address))).toBe(0o700)
    const [one, other] = await Promise.all([attach(), attach()])
    await Promise.all([one.initialize({ name: 'one' }), other.initialize({ name: 'other' })])
    expect(await one.call('tool/list', {})).toEqual({ tools: [] })
    await one.close()
    expect(await other.call('tool/list', {})).toEqual({ tools: [] })
  })

  it('leaves the umask as it was', async () => {
    const before = process.umask()
    server = await serve()
    expect(process.umask()).toBe(before)
  })

  it('says clearly that nobody listens', async () => {
    await expect(connectSocket(address)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      hint: expect.stringContaining('serve'),
    })
  })

  it('takes the place of the socket that a killed process left', async () => {
    fs.mkdirSync(path.dirname(address), { mode: 0o700 })
    const code = `require('node:net').createServer().listen(${JSON.stringify(address)}, () => console.log('up'))`
    const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
    await new Promise((resolve) => child.stdout.once('data', resolve))
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('exit', resolve))
    expect(fs.existsSync(address)).toBe(true)
    await expect(connectSocket(address)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    server = await serve()
    await (await attach()).initialize({ name: 'test' })
  })

  it('does not remove a file that is no socket', async () => {
    fs.mkdirSync(path.dirname(address), { mode: 0o700 })
    fs.writeFileSync(address, 'precious')
    await expect(serve()).rejects.toMatchObject({ code: 'BAD_TARGET' })
    expect(fs.readFileSync(address, 'utf8')).toBe('precious')
  })

  it('refuses a folder that is open to others, and a path that is too long', async () => {
    fs.mkdirSync(path.dirname(address), { mode: 0o755 })
    await expect(serve()).rejects.toMatchObject({ code: 'BAD_TARGET', hint: expect.stringContaining('chmod 700') })
    address = path.join(folder, 'x'.repeat(120), 's')
    await expect(serve()).rejects.toMatchObject({ code: 'BAD_TARGET' })
  })

  it('[wire.busy] turns the 33rd client away with -32001', async () => {
    server = await serve()
    const clients = await Promise.all(Array.from({ length: 32 }, attach))
    await Promise.all(clients.map((client) => client.initialize({ name: 'test' })))
    const { input, output } = await connectSocket(address)
    expect(JSON.parse(await text(input))).toMatchObject({
      id: null,
      error: { code: -32001, data: { retryable: true } },
    })
    output.destroy()
    await clients[0]?.close()
    const late = async (): Promise<string> => {
      const client = await attach()
      return client.initialize({ name: 'late' }).then(({ epoch }) => epoch, late)
    }
    expect(await late()).toBe('e1')
  })

  it('is gone after close, and so are its clients', async () => {
    server = await serve()
    const client = await attach()
    await client.initialize({ name: 'test' })
    await server.close()
    await client.ended
    expect(fs.existsSync(address)).toBe(false)
  })
})
