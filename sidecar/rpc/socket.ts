// The same frames on a socket that only its owner can open: a Unix socket in a closed folder, a named pipe on Windows.
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { wireErrors } from '../protocol/errors.ts'
import { StewardError } from '../text/errors.ts'
import { refusalText } from './messages.ts'

export interface SocketServer {
  close(): Promise<void>
}
export type OnClient = (input: Readable, output: Writable, close: () => void) => void

const MOST_CLIENTS = 32
// The shortest limit of the systems we run on (macOS); a longer name would be cut without a word.
const LONGEST_PATH = 103
const onWindows = process.platform === 'win32'

/** Listens. The caller holds the lock of the data folder, so whatever socket lies there is stale. */
export async function serveSocket(address: string, onClient: OnClient): Promise<SocketServer> {
  if (!onWindows) makeRoom(address)
  const clients = new Set<net.Socket>()
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => socket.destroy())
    if (clients.size >= MOST_CLIENTS) {
      turnAway(socket)
      return
    }
    clients.add(socket)
    socket.on('close', () => clients.delete(socket))
    onClient(socket, socket, () => socket.destroy())
  })
  await listen(server, address)
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of clients) socket.destroy()
      }),
  }
}

function makeRoom(address: string): void {
  if (Buffer.byteLength(address) > LONGEST_PATH)
    throw new StewardError(
      'BAD_TARGET',
      `The socket's path is longer than ${LONGEST_PATH} bytes: ${address}`,
      'Set STEWARD_HOME to a shorter path.',
    )
  const folder = path.dirname(address)
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (fs.statSync(folder).mode & 0o077)
    throw new StewardError('BAD_TARGET', `Other users can look into ${folder}.`, `Run: chmod 700 '${folder}'`)
  const there = fs.lstatSync(address, { throwIfNoEntry: false })
  if (there && !there.isSocket())
    throw new StewardError('BAD_TARGET', `${address} is there and is not a socket.`, 'Move it away.')
  fs.rmSync(address, { force: true })
}

async function listen(server: net.Server, address: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).once('listening', resolve)
  // The file gets its mode from the umask as it is made: a chmod afterwards would leave a moment for others.
  const before = onWindows ? undefined : process.umask(0o177)
  try {
    server.listen(address)
  } finally {
    if (before !== undefined) process.umask(before)
  }
  await promise
}

function turnAway(socket: net.Socket): void {
  const message = `Steward has ${MOST_CLIENTS} clients already. Close one and try again.`
  socket.end(`${refusalText(null, wireErrors.BUSY, message, { retryable: true })}\n`, () => socket.destroy())
}

/** Connects to a Steward that runs already. */
export async function connectSocket(address: string): Promise<{ input: Readable; output: Writable }> {
  const socket = net.connect({ path: address, allowHalfOpen: true })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  socket.once('error', reject).once('connect', resolve)
  try {
    await promise
  } catch (thrown) {
    throw unreachable(address, thrown)
  }
  // Whoever reads the socket sees it close; there is nothing to add.
  socket.on('error', () => {})
  return { input: socket, output: socket }
}

function unreachable(address: string, thrown: unknown): StewardError {
  const why = (thrown as NodeJS.ErrnoException).code
  if (why === 'EACCES' || why === 'EPERM')
    return new StewardError(
      'UNAVAILABLE',
      `The Steward at ${address} belongs to another user.`,
      'Use your own data folder.',
    )
  return new StewardError('UNAVAILABLE', `No Steward listens at ${address}.`, 'Start one with: steward serve', true)
}
