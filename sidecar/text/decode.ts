// Bytes as text: which encoding, where a cut falls between characters, and which lines.

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/** The encoding that a file's first bytes announce (UTF-8 unless a mark says otherwise), and how long the mark is. */
export function encodingOf(head: Uint8Array): { encoding: Encoding; mark: number } {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { encoding: 'utf-8', mark: 3 }
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', mark: 2 }
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', mark: 2 }
  return { encoding: 'utf-8', mark: 0 }
}

/** Whether bytes without a mark are hardly text: text has no NUL. */
export const looksBinary = (bytes: Uint8Array, encoding: Encoding): boolean => encoding === 'utf-8' && bytes.includes(0)

/** How many of the bytes make whole characters; what is left over began a character that was cut. */
export function wholeCharacters(bytes: Uint8Array, encoding: Encoding): number {
  if (encoding !== 'utf-8') {
    const even = bytes.length - (bytes.length % 2)
    const high = bytes[encoding === 'utf-16le' ? even - 1 : even - 2] ?? 0
    return high >= 0xd8 && high <= 0xdb && even > 2 ? even - 2 : even
  }
  for (let back = 1; back <= Math.min(3, bytes.length - 1); back++) {
    const byte = bytes[bytes.length - back] as number
    if (byte < 0x80) break
    if (byte >= 0xc0) {
      const needs = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return needs > back ? bytes.length - back : bytes.length
    }
  }
  return bytes.length
}

/** Where the first whole character starts, for a range that began in the middle of one. */
export function firstCharacter(bytes: Uint8Array, encoding: Encoding, offset: number): number {
  if (encoding !== 'utf-8') return offset % 2
  let skip = 0
  while (offset > 0 && skip < 3 && ((bytes[skip] ?? 0) & 0xc0) === 0x80) skip++
  return skip
}

/** Text of bytes; what is not valid becomes U+FFFD. A byte order mark is left out. */
export const decodeText = (bytes: Uint8Array, encoding: Encoding): string => new TextDecoder(encoding).decode(bytes)

/** Text of bytes that must be UTF-8, or undefined. */
export function decodeStrict(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Lines `from` to `from + count - 1` (the first is 1), and how many lines there are. Line ends are kept as they are. */
export function lineRange(text: string, from: number, count: number): { text: string; to: number; of: number } {
  const lines = text.split(/(?<=\n)/)
  const of = text === '' ? 0 : lines.length
  const chosen = lines.slice(from - 1, from - 1 + count)
  return { text: chosen.join(''), to: Math.min(of, from - 1 + count), of }
}
