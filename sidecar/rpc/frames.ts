// Bytes into lines. Whole chunks are checked, decoded and cut at once: a loop over bytes would cost more than the JSON.
import { isUtf8 } from 'node:buffer'
import { MAX_FRAME_BYTES } from '../protocol/errors.ts'

export interface FrameFault {
  fault: 'PARSE' | 'TOO_LARGE'
}
export type Frame = string | FrameFault

export interface Splitter {
  /** The lines that this chunk completes. */
  push(chunk: Buffer): Frame[]
  /** What stood after the last newline. */
  end(): Frame[]
}

const NEWLINE = 10
const SMALL = 64 * 1024
const broken: FrameFault = { fault: 'PARSE' }
const tooLarge: FrameFault = { fault: 'TOO_LARGE' }
const blank = /^[ \t\r]*$/

/** Cuts a byte stream into lines of at most `limit` bytes. A longer one is reported once and skipped to its newline. */
export function createSplitter(limit = MAX_FRAME_BYTES): Splitter {
  let held = Buffer.allocUnsafe(0)
  let length = 0
  let skipping = false

  // Copied, so that a slow trickle of tiny chunks holds its bytes and not its chunks.
  function hold(piece: Buffer, out: Frame[]): void {
    if (skipping || piece.length === 0) return
    const needed = length + piece.length
    if (needed > limit) {
      out.push(tooLarge)
      forget()
      skipping = true
      return
    }
    if (needed > held.length) {
      const larger = Buffer.allocUnsafe(Math.min(limit, Math.max(needed, 2 * held.length)))
      held.copy(larger, 0, 0, length)
      held = larger
    }
    piece.copy(held, length)
    length = needed
  }

  function forget(): void {
    length = 0
    skipping = false
    if (held.length > SMALL) held = Buffer.allocUnsafe(0)
  }

  function finish(out: Frame[]): void {
    if (length > 0) addLine(held.subarray(0, length), limit, out)
    forget()
  }

  return {
    push(chunk) {
      const out: Frame[] = []
      const last = chunk.lastIndexOf(NEWLINE)
      if (last === -1) {
        hold(chunk, out)
        return out
      }
      let start = 0
      if (length > 0 || skipping) {
        const first = chunk.indexOf(NEWLINE)
        hold(chunk.subarray(0, first), out)
        finish(out)
        start = first + 1
      }
      if (start < last) addLines(chunk.subarray(start, last), limit, out)
      hold(chunk.subarray(last + 1), out)
      return out
    },
    end() {
      const out: Frame[] = []
      finish(out)
      return out
    },
  }
}

function addLines(bytes: Buffer, limit: number, out: Frame[]): void {
  if (bytes.length <= limit && isUtf8(bytes)) {
    for (const line of bytes.toString().split('\n')) addText(line, out)
    return
  }
  let start = 0
  for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
    addLine(bytes.subarray(start, end), limit, out)
    start = end + 1
  }
  addLine(bytes.subarray(start), limit, out)
}

function addLine(bytes: Buffer, limit: number, out: Frame[]): void {
  if (bytes.length > limit) out.push(tooLarge)
  else if (isUtf8(bytes)) addText(bytes.toString(), out)
  else out.push(broken)
}

function addText(text: string, out: Frame[]): void {
  const line = text.endsWith('\r') ? text.slice(0, -1) : text
  if (line.charCodeAt(0) > 32 || !blank.test(line)) out.push(line)
}
