// Reading line files: from the front as a stream, from the back for the last line. Never a whole file at once.
import fs from 'node:fs'
import { join } from 'node:path'
import { damage, errno } from './faults.ts'

/** The longest line, without its end, in bytes. */
export const longestLine = 1024 * 1024

export interface LogLine {
  line: string
  segment: string
  /** Counts from 1 over all segments. */
  number: number
}

export const newline = 0x0a
export const chunk = 64 * 1024
const segmentName = /^audit-(\d{6,})\.jsonl$/

/** The file name of the n-th segment. */
export const nameSegment = (number: number): string => `audit-${String(number).padStart(6, '0')}.jsonl`

/** The numbers of the segments that are there, oldest first. */
export function listSegments(folder: string): number[] {
  try {
    const numbers = fs.readdirSync(folder).map((name) => Number(segmentName.exec(name)?.[1]))
    return numbers.filter((number) => number > 0).sort((a, b) => a - b)
  } catch (thrown) {
    if (errno(thrown) === 'ENOENT') return []
    throw thrown
  }
}

/** The bytes of a file from `start` to `end`, as far as there are any. */
export function readAt(handle: number, start: number, end: number): Buffer {
  const buffer = Buffer.allocUnsafe(end - start)
  let filled = 0
  while (filled < buffer.length) {
    const got = fs.readSync(handle, buffer, filled, buffer.length - filled, start + filled)
    if (got === 0) break
    filled += got
  }
  return buffer.subarray(0, filled)
}

/** The offset after the last newline before `end`: where the last, perhaps partial, line starts. */
export function lineStart(handle: number, end: number): number {
  for (let high = end; high > 0; ) {
    const low = Math.max(0, high - chunk)
    const found = readAt(handle, low, high).lastIndexOf(newline)
    if (found >= 0) return low + found + 1
    high = low
  }
  return 0
}

/** The last line of a file of `size` bytes. */
export function readLast(handle: number, size: number, file: string): string | undefined {
  if (size === 0) return undefined
  const end = readAt(handle, size - 1, size)[0] === newline ? size - 1 : size
  const start = lineStart(handle, end)
  if (end - start > longestLine) throw damage(file, 'its last line is too long')
  return readAt(handle, start, end).toString('utf8')
}

/** Copies what a file holds from `start` to `end` into a new file, and puts that on disk. */
export function copyRange(handle: number, start: number, end: number, target: string): void {
  const output = fs.openSync(target, 'wx', 0o600)
  try {
    for (let at = start; at < end; at += chunk) fs.writeFileSync(output, readAt(handle, at, Math.min(end, at + chunk)))
    fs.fsyncSync(output)
  } finally {
    fs.closeSync(output)
  }
}

/**
 * A line as text. What is not UTF-8 must not look like what is: every broken byte would become the same sign, and a
 * change in it no change.
 */
export function decode(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  return text.includes('\ufffd') && !Buffer.from(text).equals(bytes) ? bytes.toString('latin1') : text
}

function* splitLines(handle: number, file: string): Generator<string> {
  let parts: Buffer[] = []
  let held = 0
  for (let position = 0; ; ) {
    const block = readAt(handle, position, position + chunk)
    if (block.length === 0) break
    position += block.length
    let start = 0
    for (let end = block.indexOf(newline); end >= 0; end = block.indexOf(newline, start)) {
      const line =
        parts.length === 0 ? block.subarray(start, end) : Buffer.concat([...parts, block.subarray(start, end)])
      yield decode(line)
      parts = []
      held = 0
      start = end + 1
    }
    if (start < block.length) parts.push(block.subarray(start))
    held += block.length - start
    if (held > longestLine) throw damage(file, 'a line in it is too long')
  }
  if (held > 0) yield decode(Buffer.concat(parts))
}

/** Every line from the `from`-th on, oldest first. Opens for reading only, so any process or thread may use it. */
export function* readLines(folder: string, from = 1): Generator<LogLine> {
  let number = 0
  for (const segment of listSegments(folder).map(nameSegment)) {
    const file = join(folder, segment)
    const handle = fs.openSync(file, 'r')
    try {
      for (const line of splitLines(handle, file)) {
        number++
        if (number >= from) yield { line, segment, number }
      }
    } finally {
      fs.closeSync(handle)
    }
  }
}

/** Cuts a partial last line off a copy that was made while the original grew. */
export function cutToLines(file: string): void {
  const handle = fs.openSync(file, 'r+')
  try {
    fs.ftruncateSync(handle, lineStart(handle, fs.fstatSync(handle).size))
  } finally {
    fs.closeSync(handle)
  }
}
