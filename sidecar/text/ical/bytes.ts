// The bytes of a calendar file as text.
import { encodingOf } from '../decode.ts'

/** Text of a calendar file. Old programs fold lines within a character, and older ones write Windows-1252. */
export function calendarText(bytes: Uint8Array): string {
  const { encoding } = encodingOf(bytes)
  const read = (from: Uint8Array) => new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(from)
  try {
    return read(bytes)
  } catch {
    try {
      return read(unfolded(bytes))
    } catch {
      return new TextDecoder('windows-1252').decode(bytes)
    }
  }
}

/** Without the line ends that are followed by a blank. */
function unfolded(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length)
  let size = 0
  for (let at = 0; at < bytes.length; at++) {
    const skip = foldAt(bytes, at)
    if (skip > 0) at += skip - 1
    else out[size++] = bytes[at] as number
  }
  return out.subarray(0, size)
}

function foldAt(bytes: Uint8Array, at: number): number {
  const breaks = bytes[at] === 13 && bytes[at + 1] === 10 ? 2 : bytes[at] === 10 ? 1 : 0
  const next = bytes[at + breaks]
  return breaks > 0 && (next === 32 || next === 9) ? breaks + 1 : 0
}
