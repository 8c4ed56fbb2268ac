// Reading line files from the back: the newest line first, and no more of the file than is asked for.
import fs from 'node:fs'
import { join } from 'node:path'
import { damage } from './faults.ts'
import { chunk, decode, listSegments, longestLine, nameSegment, newline, readAt } from './lines.ts'

function* splitBackward(handle: number, file: string): Generator<string> {
  // What stands before the first newline of the pieces read so far: the end of a line whose start is further up.
  let parts: Buffer[] = []
  let held = 0
  let isLast = true
  for (let high = fs.fstatSync(handle).size; high > 0; ) {
    const low = Math.max(0, high - chunk)
    const block = readAt(handle, low, high)
    let end = block.length
    for (let at = block.lastIndexOf(newline); at >= 0; at = at === 0 ? -1 : block.lastIndexOf(newline, at - 1)) {
      const line = Buffer.concat([block.subarray(at + 1, end), ...parts])
      if (!isLast || line.length > 0) yield decode(line)
      isLast = false
      parts = []
      held = 0
      end = at
    }
    parts.unshift(block.subarray(0, end))
    held += end
    if (held > longestLine) throw damage(file, 'a line in it is too long')
    high = low
  }
  if (!isLast || held > 0) yield decode(Buffer.concat(parts))
}

/** Every line, newest first. */
export function* readNewest(folder: string): Generator<string> {
  for (const segment of listSegments(folder).reverse().map(nameSegment)) {
    const file = join(folder, segment)
    const handle = fs.openSync(file, 'r')
    try {
      yield* splitBackward(handle, file)
    } finally {
      fs.closeSync(handle)
    }
  }
}
