// `steward audit`
import { counted } from '../text/count.ts'
import { count, given, noMore, pick } from './args.ts'
import { exits } from './exit.ts'
import { table } from './table.ts'
import type { Action, Answer, Run } from './types.ts'
import { safeJson, visible } from './visible.ts'
import { parseWhen, showTime } from './when.ts'

async function verify(run: Run): Promise<Answer> {
  noMore(run.args, 1, 'steward audit verify')
  const result = await (await run.client()).call('audit/verify', {})
  const { ok, records, head, firstBad } = result
  if (ok)
    return {
      value: result,
      text: `${run.paint.green('The audit log verifies')}: ${counted(records, 'record')}, head ${visible(head)}`,
    }
  const where = firstBad
    ? `line ${firstBad.line}${firstBad.seq === undefined ? '' : `, record ${firstBad.seq}`}: ${visible(firstBad.why)}`
    : 'the first bad record is not known'
  const text = `${run.paint.red('The audit log does not verify')}: ${where}`
  return { value: result, text, code: exits.audit }
}

type Row = Record<string, unknown>

const asRow = (record: unknown): Row => (typeof record === 'object' && record !== null ? (record as Row) : { record })
const first = (row: Row, ...names: string[]) => {
  const value = names.map((name) => row[name]).find((each) => each !== undefined && each !== null)
  return typeof value === 'string' ? value : value === undefined ? '' : safeJson(value)
}
const known = new Set(['seq', 'at', 'time', 'type', 'tool', 'decision', 'prev', 'hash', 'v', 'sig'])
const rest = (row: Row) => safeJson(Object.fromEntries(Object.entries(row).filter(([name]) => !known.has(name))))

async function query(run: Run): Promise<Answer> {
  noMore(run.args, 1, 'steward audit query [FILTERS]')
  const params: Record<string, string | number> = {}
  for (const name of ['tool', 'call', 'effect', 'decision', 'type']) {
    const value = given(run.options, name)
    if (value !== undefined) params[name] = value
  }
  for (const name of ['since', 'until']) {
    const value = given(run.options, name)
    if (value !== undefined) params[name] = parseWhen(name, value, Date.now(), true)
  }
  const limit = count(run.options, 'limit')
  if (limit !== undefined) params.limit = limit
  const { records } = await (await run.client()).call('audit/query', params)
  if (records.length === 0) return { value: records, text: 'No record matches.' }
  const text = table(
    records.map(asRow),
    [
      { title: 'seq', of: (row) => first(row, 'seq'), whole: true },
      {
        title: 'time',
        of: (row) => (typeof row.at === 'number' ? showTime(row.at) : first(row, 'at', 'time')),
      },
      { title: 'type', of: (row) => first(row, 'type') },
      { title: 'tool', of: (row) => first(row, 'tool') },
      { title: 'decision', of: (row) => first(row, 'decision') },
      { title: 'more', of: rest },
    ],
    run.width,
    run.paint,
  )
  return { value: records, text }
}

/** The log of everything done. */
export const audit: Action = async (run) => pick('audit', run.args[0] ?? 'query', { verify, query })(run)
