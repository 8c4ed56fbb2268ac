// The process's own stdin and stdout as a wire. Nobody else may write to stdout: one stray line breaks the protocol.
import fs from 'node:fs'
import net from 'node:net'
import type { Readable, Writable } from 'node:stream'
import tty from 'node:tty'

export interface Stdio {
  input: Readable
  output: Writable
}

const POLL_MS = 1000
let taken: Stdio | undefined

/** Takes stdin and stdout for the wire. From then on console and process.stdout write to stderr. */
export function takeStdio(): Stdio {
  if (!taken) {
    turnStrayPrints()
    taken = { input: openInput(0), output: openOutput(1) }
  }
  return taken
}

// Getters, so that a process which prints nothing does not pay for opening stderr.
function turnStrayPrints(): void {
  const toStderr = { configurable: true, get: () => process.stderr }
  Object.defineProperty(process, 'stdout', { ...toStderr, enumerable: true })
  // A console that was used before keeps the stream it found then.
  Object.defineProperty(console, '_stdout', toStderr)
}

function openInput(fd: number): Readable {
  if (tty.isatty(fd)) return new tty.ReadStream(fd)
  if (isPipe(fd)) return new net.Socket({ fd, readable: true, writable: false })
  return fs.createReadStream('', { fd, autoClose: false })
}

// process.stdout writes to some kinds of pipe while everything else waits. A socket of our own never does.
function openOutput(fd: number): Writable {
  if (tty.isatty(fd)) return new tty.WriteStream(fd)
  if (isPipe(fd)) return new net.Socket({ fd, readable: false, writable: true })
  return fs.createWriteStream('', { fd, autoClose: false })
}

function isPipe(fd: number): boolean {
  const stat = fs.fstatSync(fd)
  return stat.isFIFO() || stat.isSocket()
}

/**
 * Calls once when the wire is over (stdin ended and the last answer is written, or nobody reads any more) or when the
 * parent process dies. Returns a function that stops watching.
 */
export function watchParent(onGone: () => void): () => void {
  const parent = process.ppid
  const output = taken?.output
  const stop = () => {
    clearInterval(timer)
    output?.off('finish', gone).off('close', gone)
  }
  const gone = () => {
    stop()
    onGone()
  }
  // An orphan gets another parent; there is no event for it.
  const timer = setInterval(() => process.ppid !== parent && gone(), POLL_MS).unref()
  output?.on('finish', gone).on('close', gone)
  return stop
}
