// What a line of the audit log is, and what is said of a log that was checked.

export interface AuditHead {
  seq: number
  hash: string
}

export interface AuditRecord {
  seq: number
  prev: string
  at: number
  type: string
  [field: string]: unknown
}

/** The seals of a log that verifies. */
export interface SealReport {
  /** The first public key; unknown where only the end of the log was checked. */
  key?: string
  checkpoints: number
  /** The newest seal: what an incremental check can start from. */
  seq: number
  hash: string
  /** How often sealing began anew, after a backup was put back. */
  restarts: number
}

export interface Verification {
  ok: boolean
  records: number
  head: string
  sealed?: SealReport
  firstBad?: { line: number; seq?: number; why: string }
}

export const GENESIS = '0'.repeat(64)

/** The record on a line; nothing where there is none. */
export function parseRecord(line: string): AuditRecord | undefined {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value !== 'object' || value === null) return undefined
    const record = value as AuditRecord
    return Number.isSafeInteger(record.seq) && typeof record.prev === 'string' ? record : undefined
  } catch {
    return undefined
  }
}
