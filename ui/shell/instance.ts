// One shell for each state folder. Who is first is settled by a lock that goes with its process, so nothing is ever stale
// and of two that start at once one wins; the socket only carries the wish of the others, that the window be raised.
import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { StewardError } from '../../sidecar/text/errors.ts'

export interface InstanceOptions {
  /** The state folder: a demo has one of its own, and so is another instance. It must be there. */
  statePath: string
  /** Called in the first for every later start. */
  onRaise: () => void
}

export type Instance = { first: true; release(): void } | { first: false }

const wish = 'raise\n'
const granted = 'ok\n'
// sockaddr_un holds 104 bytes on macOS and 108 on Linux.
const longestSocket = 100
/** The first holds its lock a moment before it listens. */
const patience = 5000

/** Where the shell of a state folder listens: not the sidecar's socket, and short enough to be one. */
export function instanceSocket(statePath: string, platform = process.platform): string {
  const digest = createHash('sha256').update(statePath).digest('hex').slice(0, 16)
  if (platform === 'win32') return `\\\\.\\pipe\\steward-shell-${digest}`
  const usual = join(statePath, 'shell.sock')
  if (Buffer.byteLength(usual) <= longestSocket) return usual
  return join(tmpdir(), `steward-shell-${userInfo().uid}-${digest}`, 'shell.sock')
}

/** In a folder that everybody may write, somebody else may have made ours first. */
function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = lstatSync(folder)
  if (found.isDirectory() && (process.platform === 'win32' || found.uid === userInfo().uid)) return
  const hint = 'Remove it, or set STEWARD_HOME to a shorter path.'
  throw new StewardError('STORE_READ_ONLY', `${folder} belongs to somebody else.`, hint)
}

function lock(statePath: string): DatabaseSync | undefined {
  const database = new DatabaseSync(join(statePath, 'shell.lock'), { timeout: 0 })
  try {
    database.exec('BEGIN EXCLUSIVE')
    return database
  } catch (thrown) {
    database.close()
    if ((thrown as { errcode?: number }).errcode === 5) return undefined
    throw thrown
  }
}

function serve(path: string, onRaise: () => void): Promise<Server> {
  const server = createServer((socket) => {
    socket.setTimeout(2000, () => socket.destroy())
    socket.on('error', () => {})
    socket.setEncoding('utf8').once('data', (text) => {
      if (String(text) !== wish) return void socket.destroy()
      socket.end(granted)
      onRaise()
    })
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => resolve(server))
  })
}

/** Whether the one that listens there took the wish. */
function askToRaise(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => socket.write(wish))
    socket.setTimeout(2000, () => socket.destroy())
    socket.setEncoding('utf8').once('data', (text) => {
      resolve(String(text) === granted)
      socket.destroy()
    })
    socket.on('error', () => resolve(false))
    socket.on('close', () => resolve(false))
  })
}

async function become(database: DatabaseSync, path: string, onRaise: () => void): Promise<Instance> {
  const isFile = process.platform !== 'win32'
  try {
    if (isFile) {
      if (dirname(path) !== dirname(database.location() ?? '')) makeFolder(dirname(path))
      // Whoever left it there held the lock, and does no more.
      rmSync(path, { force: true })
    }
    const server = await serve(path, onRaise)
    if (isFile) chmodSync(path, 0o600)
    // A window keeps the shell alive, this does not.
    server.unref()
    const release = () => {
      server.close()
      if (database.isOpen) database.close()
    }
    return { first: true, release }
  } catch (thrown) {
    database.close()
    throw thrown
  }
}

/** Becomes the one shell of the state folder, or raises the one that is there. */
export async function singleInstance({ statePath, onRaise }: InstanceOptions): Promise<Instance> {
  const path = instanceSocket(statePath)
  const end = Date.now() + patience
  do {
    const database = lock(statePath)
    if (database) return become(database, path, onRaise)
    if (await askToRaise(path)) return { first: false }
    await pause(50)
  } while (Date.now() < end)
  throw new StewardError(
    'BUSY',
    'Steward has a window already, and it does not answer.',
    'Close it, or end its process, and start again.',
    true,
  )
}
