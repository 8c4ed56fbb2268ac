// Few errors, each with a code that programs can test and a hint that tells a person what to do next.

export const errorCodes = {
  UNKNOWN_TOOL: 'No tool has that name.',
  TOOL_DISABLED: 'The tool is switched off.',
  NOT_CONFIGURED: 'The tool needs an account, a key or a program first.',
  BAD_INPUT: 'The input does not fit the tool.',
  BAD_TARGET: 'A path, address or name can not be used.',
  BAD_OUTPUT: 'The tool returned something it did not promise.',
  ID_REUSED: 'The call id belongs to another call.',
  NOT_FOUND: 'What was named is not there.',
  CONFLICT: 'The world changed in between.',
  NOT_GRANTED: 'The tool reached for something it did not declare.',
  DENIED: 'The policy or the user said no.',
  NEEDS_APPROVAL: 'The user must be asked, and there is nobody to ask.',
  STALE_APPROVAL: 'The question was answered already, or shows another call.',
  DIVERGED: 'Entered again, the tool did something else than the first time.',
  INTERRUPTED: 'The call was cut off and could not go on.',
  CANCELLED: 'The call was cancelled.',
  STOPPED: 'STOP is set.',
  TIMEOUT: 'It took too long.',
  TOO_LARGE: 'It is larger than the limit.',
  BUSY: 'Too much is under way; try again.',
  NOT_UNDOABLE: 'It can not be taken back.',
  LOCKED: 'Another Steward uses this data folder.',
  STORE_READ_ONLY: 'The data folder can not be written.',
  STORE_TOO_NEW: 'The data was written by a newer Steward.',
  STORE_DAMAGED: 'The data can not be read.',
  AUDIT_BROKEN: 'The audit log does not verify.',
  UNAVAILABLE: 'A program or service it needs did not answer.',
  INTERNAL: 'A fault in Steward.',
} as const

export type ErrorCode = keyof typeof errorCodes

/** The shape an error has in results, in the journal and on the wire. */
export interface ErrorView {
  code: ErrorCode
  message: string
  hint?: string
}

export class StewardError extends Error {
  readonly code: ErrorCode
  readonly hint: string | undefined
  /** Trying again later may help. */
  readonly retryable: boolean
  constructor(code: ErrorCode, message: string, hint?: string, retryable = false) {
    super(message)
    this.name = 'StewardError'
    this.code = code
    this.hint = hint
    this.retryable = retryable
  }
}

/** Any thrown value as an error that can be shown. What is not ours is a fault, told by its message alone. */
export function toView(thrown: unknown): ErrorView {
  if (thrown instanceof StewardError)
    return { code: thrown.code, message: thrown.message, ...(thrown.hint === undefined ? {} : { hint: thrown.hint }) }
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return { code: 'INTERNAL', message, hint: 'This is a fault in the tool or in Steward. The log has more.' }
}
