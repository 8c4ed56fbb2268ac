// What calls brought along, read piece by piece.
import { call } from './link.ts'

const PIECE = 1_000_000

/** All bytes of one, or as many as are wanted. */
export async function readAttachment(id: string, most = Number.POSITIVE_INFINITY): Promise<Uint8Array<ArrayBuffer>[]> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  while (offset < most) {
    const length = Math.min(PIECE, most - offset)
    const { base64, bytes, end } = await call('attachment/read', { id, offset, length })
    pieces.push(decode(base64))
    offset += bytes
    if (end) break
  }
  return pieces
}

// Byte by byte: what turns a whole text at once is not in every engine yet.
function decode(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at)
  return bytes
}

/** The same as text. */
export async function readText(id: string, most?: number): Promise<string> {
  return new Blob(await readAttachment(id, most)).text()
}

/** Hands one to the browser as a file to save. */
export async function saveAttachment({ id, name }: { id: string; name: string }): Promise<void> {
  const url = URL.createObjectURL(new Blob(await readAttachment(id), { type: 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name.replace(/[/\\\p{C}]/gu, '_')
  link.click()
  // The browser has taken it by then; at once would be too early for some.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

// How pictures begin.
const beginnings: readonly (readonly [string, RegExp])[] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[\s\S]{4}WEBP/],
]

/** The kind of picture that it is by its first bytes, for one that nobody named the kind of. */
export async function pictureKind(id: string): Promise<string | undefined> {
  const { base64 } = await call('attachment/read', { id, length: 16 })
  const start = atob(base64)
  return beginnings.find(([, begins]) => begins.test(start))?.[0]
}
