// What a run gives back is bounded: a long output goes to a file that the result refers to.
import { StewardError } from '../text/errors.ts'
import type { LiveCall } from './live.ts'

export const MAX_OUTPUT_CHARS = 256 * 1024
export const MAX_ATTACHMENT_BYTES = 64 * 1024 * 1024
const MAX_ATTACHMENTS = 50

/** Keeps bytes under a name that was never used before. */
export interface Blobs {
  write(id: string, bytes: Uint8Array): void
  read(id: string, offset: number, length: number): { bytes: Uint8Array; end: boolean }
}

/** Adds an attachment to the call's result. */
export function attach(live: LiveCall, blobs: Blobs, name: string, mime: string, bytes: Uint8Array): string {
  if (bytes.length > MAX_ATTACHMENT_BYTES)
    throw new StewardError(
      'TOO_LARGE',
      `The attachment ${name} has ${bytes.length} bytes; ${MAX_ATTACHMENT_BYTES} is the most.`,
    )
  const { attachments, id: call } = live.row
  if (attachments.length >= MAX_ATTACHMENTS)
    throw new StewardError('TOO_LARGE', `A result has at most ${MAX_ATTACHMENTS} attachments.`)
  const id = `${call}.${attachments.length}`
  blobs.write(id, bytes)
  attachments.push({ id, name, mime, bytes: bytes.length })
  return id
}

/** Puts the output into the row, or into a file that the row names. */
export function keepOutput(live: LiveCall, blobs: Blobs, output: unknown): void {
  if (output === undefined) {
    live.row.output = null
    return
  }
  if (isShort(output)) {
    live.row.output = output
    return
  }
  const text = JSON.stringify(output)
  if (text === undefined) throw new StewardError('BAD_OUTPUT', `${live.tool.name} returned what JSON can not say.`)
  if (text.length <= MAX_OUTPUT_CHARS) live.row.output = output
  else live.row.outputRef = attach(live, blobs, 'output.json', 'application/json', Buffer.from(text))
}

// Most outputs are a few short fields: no need to spell them out only to measure them.
function isShort(output: unknown): boolean {
  if (typeof output !== 'object' || output === null || Array.isArray(output)) return false
  let size = 0
  for (const key in output) {
    const value = (output as Record<string, unknown>)[key]
    if (typeof value === 'object' && value !== null) return false
    if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') return false
    size += 20 + (typeof value === 'string' ? value.length : 0)
  }
  return size < MAX_OUTPUT_CHARS / 6
}
