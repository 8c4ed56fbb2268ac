// JSON-RPC 2.0 messages as text: what may come in, and what goes out.
import { MAX_FRAME_BYTES, wireErrors } from '../protocol/errors.ts'

export type Id = string | number | null
type WireError = (typeof wireErrors)[keyof typeof wireErrors]

/** One entry of the numbered stream of events. */
export interface WireEvent {
  seq: number
  at: number
  event: string
  data: unknown
}

/** A message that came in, as far as it can be told what it is. */
export type Incoming =
  | { kind: 'request'; id: Id; method: string; params: unknown }
  | { kind: 'notification'; method: string; params: unknown }
  | { kind: 'invalid'; id: Id; why: string }
  | { kind: 'answer' }

export const MAX_DEPTH = 1000
const MAX_ID = 256
const MAX_MESSAGE = 10_000
const MAX_ISSUES = 5

/** Tells what a parsed message is. */
export function readMessage(value: unknown): Incoming {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return invalid(null, 'It must be an object.')
  const { jsonrpc, id, method, params } = value as Record<string, unknown>
  if (id !== undefined && !isId(id))
    return invalid(null, `The id must be a string of at most ${MAX_ID} characters, a safe number or null.`)
  const known = id ?? null
  if (jsonrpc !== '2.0') return invalid(known, '"jsonrpc" must be "2.0".')
  if (method === undefined && ('result' in value || 'error' in value)) return { kind: 'answer' }
  if (typeof method !== 'string') return invalid(known, '"method" must be a string.')
  return id === undefined ? { kind: 'notification', method, params } : { kind: 'request', id, method, params }
}

const invalid = (id: Id, why: string): Incoming => ({ kind: 'invalid', id, why })

// A number that loses digits on the way would come back as another id.
function isId(id: unknown): id is Id {
  if (typeof id === 'string') return id.length <= MAX_ID
  if (typeof id === 'number') return Math.abs(id) <= Number.MAX_SAFE_INTEGER
  return id === null
}

/** The text of an answer; `undefined` if it is too large to send. */
export function answerText(id: Id, result: unknown): string | undefined {
  const text = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${JSON.stringify(result) ?? 'null'}}`
  return fits(text) ? text : undefined
}

/** The text of a refusal. */
export function refusalText(
  id: Id | undefined,
  error: WireError,
  message: string = error.message,
  data?: unknown,
): string {
  const body = { code: error.code, message: message.slice(0, MAX_MESSAGE), ...(data === undefined ? {} : { data }) }
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id ?? null)},"error":${JSON.stringify(body)}}`
}

/** The refusal of a result that can't be sent. */
export const tooLargeText = (id: Id): string =>
  refusalText(id, wireErrors.TOO_LARGE, 'The result is larger than 16 MB.', {
    code: 'TOO_LARGE',
    hint: 'Ask for less at a time.',
  })

let lastEvent: WireEvent | undefined
let lastText: string | undefined

/** The text of an event. Serialised once, however many connections are given the same event in turn. */
export function eventText(event: WireEvent): string | undefined {
  if (event === lastEvent) return lastText
  const text = `{"jsonrpc":"2.0","method":"event","params":${JSON.stringify(event)}}`
  lastText = fits(text) ? text : undefined
  lastEvent = event
  queueMicrotask(forgetEvent)
  return lastText
}

function forgetEvent(): void {
  lastEvent = undefined
  lastText = undefined
}

/** Whether a frame is within the limit. Bytes are only counted where characters do not settle it. */
export function fits(text: string): boolean {
  if (text.length * 3 <= MAX_FRAME_BYTES) return true
  return text.length <= MAX_FRAME_BYTES && Buffer.byteLength(text) <= MAX_FRAME_BYTES
}

interface Issue {
  path: readonly PropertyKey[]
  message: string
}

/** Path and reason of the first few faults in the params. */
export function issuesText(issues: readonly Issue[]): string {
  const lines = issues.slice(0, MAX_ISSUES).map(({ path, message }) => `${['params', ...path].join('.')}: ${message}`)
  const more = issues.length > MAX_ISSUES ? `; and ${issues.length - MAX_ISSUES} more` : ''
  return lines.join('; ') + more
}

/**
 * Whether arrays and objects stand deeper in each other than any honest message has them. Looked for before parsing:
 * millions of levels take the parser seconds, and a few thousand overflow the stack of whoever walks them.
 */
export function isTooDeep(text: string): boolean {
  if (text.length < 2 * MAX_DEPTH) return false
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) at = endOfString(text, at)
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > MAX_DEPTH) return true
    } else if (code === 0x5d || code === 0x7d) depth--
  }
  return false
}

function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes++
    if (slashes % 2 === 0) return at
  }
  return text.length
}
