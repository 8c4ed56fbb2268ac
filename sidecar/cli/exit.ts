// Exit codes that scripts can test, and what leads to each.
import { type ErrorView, StewardError, toView } from '../text/errors.ts'

export const exits = {
  done: 0,
  failed: 1,
  usage: 2,
  denied: 3,
  waiting: 4,
  notFound: 5,
  unavailable: 6,
  audit: 7,
  interrupted: 130,
} as const

/** The same for help. */
export const exitWords: readonly (readonly [number, string])[] = [
  [0, 'done'],
  [1, 'failed'],
  [2, 'wrong use'],
  [3, 'denied'],
  [4, 'waiting for you'],
  [5, 'not found'],
  [6, 'locked or unavailable'],
  [7, 'audit does not verify'],
  [130, 'interrupted'],
]

const byCode: Readonly<Record<string, number>> = {
  BAD_INPUT: exits.usage,
  BAD_TARGET: exits.usage,
  DENIED: exits.denied,
  NEEDS_APPROVAL: exits.denied,
  NOT_GRANTED: exits.denied,
  UNKNOWN_TOOL: exits.notFound,
  NOT_FOUND: exits.notFound,
  NOT_CONFIGURED: exits.unavailable,
  TOOL_DISABLED: exits.unavailable,
  STOPPED: exits.unavailable,
  BUSY: exits.unavailable,
  LOCKED: exits.unavailable,
  STORE_READ_ONLY: exits.unavailable,
  STORE_TOO_NEW: exits.unavailable,
  STORE_DAMAGED: exits.unavailable,
  UNAVAILABLE: exits.unavailable,
  AUDIT_BROKEN: exits.audit,
}

/** The exit code of an error code; what is not listed has failed. */
export const exitOf = (code: string): number => byCode[code] ?? exits.failed

/** An error as the command line shows it: its code may also be one of the wire. */
export interface Failure {
  code: string
  message: string
  hint?: string
}

const wireCodes: Readonly<Record<number, string>> = {
  [-32602]: 'BAD_INPUT',
  [-32001]: 'BUSY',
  [-32800]: 'CANCELLED',
  [-32003]: 'TOO_LARGE',
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Whatever was thrown, as a failure: ours, the sidecar's (told by its data), the system's, or a fault. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof StewardError || !(thrown instanceof Error)) return toView(thrown)
  const { code, data } = thrown as Error & { code?: unknown; data?: unknown }
  const told = typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {}
  const name = text(told.code) ?? (typeof code === 'number' ? wireCodes[code] : undefined)
  if (name) {
    const hint = text(told.hint)
    return { code: name, message: thrown.message, ...(hint ? { hint } : {}) }
  }
  if (code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === 'EPIPE')
    return {
      code: 'UNAVAILABLE',
      message: 'The sidecar did not answer.',
      hint: 'Try again: a new one is started when none runs.',
    }
  return toView(thrown) satisfies ErrorView
}

/** Wrong use: exit code 2, and where to read more. */
export class UsageError extends StewardError {
  constructor(message: string, hint: string) {
    super('BAD_INPUT', message, hint)
    this.name = 'UsageError'
  }
}
