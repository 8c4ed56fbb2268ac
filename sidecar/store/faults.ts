// What the file system and SQLite report, as errors that a person can act on.
import { type ErrorCode, StewardError } from '../text/errors.ts'

/** The system's code (ENOENT, EROFS, …) of a thrown value. */
export function errno(thrown: unknown): string | undefined {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
  return typeof code === 'string' && /^E[A-Z0-9]+$/.test(code) ? code : undefined
}

function caused(thrown: unknown, code: ErrorCode, message: string, hint: string): StewardError {
  const error = new StewardError(code, message, hint)
  error.cause = thrown
  return error
}

const full = new Set(['ENOSPC', 'EDQUOT'])
const closed = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'EISDIR'])

/** A failed write to `path`. */
export function writeFault(thrown: unknown, path: string): Error {
  if (thrown instanceof StewardError) return thrown
  const code = errno(thrown)
  if (code === undefined) return thrown instanceof Error ? thrown : new Error(String(thrown))
  if (full.has(code))
    return caused(
      thrown,
      'STORE_READ_ONLY',
      `There is no room left to write ${path}.`,
      'Free some space and try again.',
    )
  const hint = closed.has(code)
    ? 'Make it writable for you (owner and mode; the disk may be mounted read-only), or set STEWARD_HOME to another folder.'
    : 'The disk may be failing or gone. Check it, then start Steward again.'
  return caused(thrown, 'STORE_READ_ONLY', `${path} can not be written (${code}).`, hint)
}

const damaged = 'Bring back a backup with `steward restore FILE`; what is there now will be kept aside.'

/** Data that can't be what was once written. */
export function damage(path: string, why: string, thrown?: unknown): StewardError {
  return caused(thrown, 'STORE_DAMAGED', `${path} is damaged: ${why}.`, damaged)
}

function resultCode(thrown: unknown): number | undefined {
  const code = thrown instanceof Error && 'errcode' in thrown ? thrown.errcode : undefined
  // The low byte is the primary code (https://sqlite.org/rescode.html).
  return typeof code === 'number' ? code & 0xff : undefined
}

/** Whether another connection holds the lock that SQLite wanted. */
export const isBusy = (thrown: unknown): boolean => resultCode(thrown) === 5

/** A failure of SQLite on `file`; what is the caller's own mistake (constraints, wrong SQL) passes unchanged. */
export function databaseFault(thrown: unknown, file: string): unknown {
  switch (resultCode(thrown)) {
    case 5:
      return new StewardError('BUSY', `${file} is held by another process.`, 'Try again in a moment.', true)
    case 8:
    case 14:
      return writeFault(Object.assign(new Error('read-only'), { code: 'EACCES', cause: thrown }), file)
    case 10:
      return writeFault(Object.assign(new Error('input/output'), { code: 'EIO', cause: thrown }), file)
    case 13:
      return writeFault(Object.assign(new Error('full'), { code: 'ENOSPC', cause: thrown }), file)
    case 11:
    case 26:
      return damage(file, 'it is not a whole database', thrown)
    default:
      return thrown
  }
}
