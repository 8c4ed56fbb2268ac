// Looking calls up in the journal.
import type { Store } from '../store/database.ts'
import { type CallRow, fromCells } from './rows.ts'

export interface CallFilter {
  state?: string | undefined
  tool?: string | undefined
  session?: string | undefined
  before?: number | undefined
  /** Those older than this call: exact where many were asked for at once. */
  beforeCall?: string | undefined
  limit: number
}

/** Calls that fit, newest first. */
export function queryCalls(store: Store, filter: CallFilter): CallRow[] {
  const where: string[] = []
  const values: (string | number)[] = []
  const add = (condition: string, value: string | number | undefined) => {
    if (value === undefined) return
    where.push(condition)
    values.push(value)
  }
  add('state = ?', filter.state)
  add('tool = ?', filter.tool)
  add('session = ?', filter.session)
  add('created_at < ?', filter.before)
  add('rowid < (SELECT rowid FROM calls WHERE id = ?)', filter.beforeCall)
  const condition = where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`
  const sql = `SELECT * FROM calls ${condition} ORDER BY rowid DESC LIMIT ?`
  return store.db
    .prepare(sql)
    .all(...values, filter.limit)
    .map(fromCells)
}
