// Buses that are none, or that say what nobody should.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Bus } from '../../ui/shell/tray/dbus/bus.ts'
import { encode, type Incoming } from '../../ui/shell/tray/dbus/message.ts'

const hello = (serial: number) => encode({ kind: 'signal', path: '/a', interface: 'a.b', member: 'C' }, serial)

describe.skipIf(process.platform === 'win32')('a bus that is not one', () => {
  let folder: string
  const servers: { close(): void }[] = []
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'steward-nobus-'))
  })
  afterEach(() => {
    for (const server of servers.splice(0)) server.close()
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  async function pretend(path: string, talk: (socket: Socket, said: string) => void): Promise<string> {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('data', (chunk) => talk(socket, chunk.toString('latin1')))
    })
    server.listen(path)
    servers.push({
      close() {
        server.close()
        for (const socket of sockets) socket.destroy()
      },
    })
    await once(server, 'listening')
    return path
  }

  test('[tray.none] one that lets nobody in is no bus', async () => {
    const path = await pretend(join(folder, 'rejects'), (socket) => socket.write('REJECTED EXTERNAL\r\n'))
    await expect(Bus.open([path])).rejects.toThrow('There is no bus.')
  })

  test('[tray.none] one that talks without end before it lets us in is no bus', async () => {
    const path = await pretend(join(folder, 'talks'), (socket) => socket.write('O'.repeat(100_000)))
    await expect(Bus.open([path])).rejects.toThrow('There is no bus.')
  })

  test('[tray.none] one that hangs up is no bus, and the next address is tried', async () => {
    const first = await pretend(join(folder, 'hangs-up'), (socket) => socket.destroy())
    const second = await pretend('\0steward-test-bus', (socket) => socket.end('REJECTED\r\n'))
    await expect(Bus.open([join(folder, 'missing'), first, second])).rejects.toThrow('There is no bus.')
  })

  const poke = { destination: 'a.b', path: '/', interface: 'a.b', member: 'Poke' }

  /** Lets us in, answers the greeting, and sends these bytes when it is called again. */
  async function joined(name: string, bytes: Buffer): Promise<Bus> {
    const path = await pretend(join(folder, name), (socket, said) => {
      if (said.includes('AUTH')) socket.write('OK 1234\r\n')
      if (said.includes('Hello'))
        socket.write(encode({ kind: 'return', replyTo: 1, signature: 's', body: [':1.7'] }, 1))
      if (said.includes('Poke')) socket.write(bytes)
    })
    return Bus.open([path])
  }

  test('[tray.hostile] bytes that make no sense end the connection and nothing else', async () => {
    const bus = await joined('nonsense', Buffer.from('this is no message of any kind at all'))
    await expect(bus.call(poke)).rejects.toThrow('The bus is gone.')
    await bus.closed
    await expect(bus.call(poke)).rejects.toThrow('The bus is gone.')
  })

  test('[tray.hostile] answers that nobody asked for, of any shape, are passed over', async () => {
    const odd = [
      encode({ kind: 'return', replyTo: 99, signature: 's', body: ['?'] }, 2),
      encode({ kind: 'error', errorName: 'a.b', replyTo: 98 }, 3),
      encode({ kind: 'return' }, 4),
      hello(5),
      encode({ kind: 'return', replyTo: 2, signature: 's', body: ['here'] }, 6),
    ]
    const bus = await joined('odd', Buffer.concat(odd))
    const heard: Incoming[] = []
    bus.onSignal = (signal) => heard.push(signal)
    expect(await bus.call(poke)).toEqual(['here'])
    expect(heard.map(({ member }) => member)).toEqual(['C'])
    bus.close()
    await bus.closed
  })
})
