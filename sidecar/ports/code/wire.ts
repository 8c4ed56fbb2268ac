// What is said between Steward and the process of a custom tool. The parent asks one call at a time; the child may ask back
// for its ports and its context while that call runs.
import type { ErrorView } from '../../text/errors.ts'

export type Operation = 'load' | 'parse' | 'prepare' | 'plan' | 'preview' | 'run' | 'parseOutput' | 'undo'

/** The ports of a call: kind, and the names of its functions; '' is the port itself. */
export type PortShape = Record<string, string[]>

export type ToChild =
  | { t: 'call'; id: number; op: Operation; tool: string; args: unknown[]; ports: PortShape; session: unknown }
  | { t: 'answer'; id: number; n: number; value: unknown }
  | { t: 'refusal'; id: number; n: number; error: ErrorView }
  | { t: 'abort'; id: number }

/** `ref` names the refusal of a port that the tool let through: the parent throws on what it had thrown then. */
export interface Fault {
  code: string
  message: string
  hint?: string
  ref?: number
}

export type FromChild =
  | { t: 'done'; id: number; value: unknown }
  | { t: 'failed'; id: number; fault: Fault }
  | { t: 'ask'; id: number; n: number; of: string; method: string; args: unknown[] }
  | { t: 'tell'; id: number; what: string; args: unknown[] }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

const isWord = (value: unknown): value is string => typeof value === 'string' && value.length <= 100

/** A message of the child, or undefined where it is none. */
export function fromChild(message: unknown): FromChild | undefined {
  if (!isRecord(message) || !isCount(message.id)) return undefined
  const { t, id, n, of, method, what, args } = message
  if (t === 'done') return { t, id, value: message.value }
  if (t === 'failed') {
    const fault = faultOf(message.fault)
    return fault && { t, id, fault }
  }
  if (!Array.isArray(args) || args.length > 20) return undefined
  if (t === 'tell' && isWord(what)) return { t, id, what, args }
  if (t === 'ask' && isCount(n) && isWord(of) && isWord(method)) return { t, id, n, of, method, args }
  return undefined
}

function faultOf(value: unknown): Fault | undefined {
  if (!isRecord(value) || typeof value.code !== 'string' || typeof value.message !== 'string') return undefined
  return {
    code: value.code,
    message: value.message.slice(0, 2000),
    ...(typeof value.hint === 'string' ? { hint: value.hint.slice(0, 1000) } : {}),
    ...(isCount(value.ref) ? { ref: value.ref } : {}),
  }
}
