// `steward audit`
import { readFileSync } from 'node:fs'
import { counted } from '../text/count.ts'
import { count, given, need, noMore, pick } from './args.ts'
import { exits, UsageError } from './exit.ts'
import { table } from './table.ts'
import type { Action, Answer, Run } from './types.ts'
import { safeJson, visible } from './visible.ts'
import { parseWhen, showTime } from './when.ts'

async function verify(run: Run): Promise<Answer> {
  noMore(run.args, 1, 'steward audit verify [--from SEQ:HASH]')
  const from = given(run.options, 'from')
  const result = await (await run.client()).call('audit/verify', from === undefined ? {} : { from: parseSeal(from) })
  const { ok, records, head, sealed, firstBad } = result
  const { paint } = run
  if (ok) {
    const text = [`${paint.green('The audit log verifies')}: ${counted(records, 'record')}, head ${visible(head)}`]
    if (sealed?.key) text.push(`  ${paint.dim('first key')}    ${visible(sealed.key)}`)
    if (sealed) text.push(`  ${paint.dim('newest seal')}  ${sealed.seq}:${visible(sealed.hash)}`)
    if (sealed?.restarts)
      text.push(
        `  Sealing began anew, after a restore or with a key that was lost, ${counted(sealed.restarts, 'time')}.`,
      )
    return { value: result, text }
  }
  const where = firstBad
    ? `line ${firstBad.line}${firstBad.seq === undefined ? '' : `, record ${firstBad.seq}`}: ${visible(firstBad.why)}`
    : 'the first bad record is not known'
  const text = `${paint.red('The audit log does not verify')}: ${where}`
  return { value: result, text, code: exits.audit }
}

function parseSeal(text: string): { seq: number; hash: string } {
  const [, seq, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text) ?? []
  if (seq === undefined || hash === undefined)
    throw new UsageError(
      '--from needs a seal as SEQ:HASH.',
      'Copy it from "newest seal" of an earlier `steward audit verify`.',
    )
  return { seq: Number(seq), hash }
}

async function receipt(run: Run): Promise<Answer> {
  const usage = 'steward audit export CALL > FILE'
  const callId = need(run.args, 1, 'The call', usage)
  noMore(run.args, 2, usage)
  const { proof, left } = await (await run.client()).call('audit/export', { callId })
  const notes = left > 0 ? [`${counted(left, 'record of it has', 'records of it have')} no proof.`] : []
  return { value: proof, text: safeJson(proof, 2), notes }
}

async function check(run: Run): Promise<Answer> {
  const usage = 'steward audit check FILE [--key KEY]'
  const file = need(run.args, 1, 'The file', usage)
  noMore(run.args, 2, usage)
  const key = given(run.options, 'key')
  const proof = readProof(file)
  const found = await (await run.client()).call('audit/check', { proof, ...(key === undefined ? {} : { key }) })
  const { paint } = run
  if (!found.ok) {
    const text = `${paint.red('The proof does not hold')}: ${visible(found.why ?? '')}`
    return { value: found, text, code: exits.audit }
  }
  const text = [
    `${paint.green('The proof holds')}: ${counted(found.records.length, 'record')} of ${visible(found.call)}, sealed ${showTime(found.sealedAt)}`,
    recordTable(found.records, run),
  ]
  const notes =
    key === undefined
      ? [`The first key of its log is ${found.key}. Compare it with the one you know, or use --key.`]
      : []
  return { value: found, text, notes }
}

function readProof(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (thrown) {
    const why = thrown instanceof SyntaxError ? 'is not JSON' : 'can not be read'
    throw new UsageError(`${file} ${why}.`, 'Name a file that `steward audit export CALL > FILE` made.')
  }
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
  return { value: records, text: recordTable(records, run) }
}

function recordTable(records: readonly unknown[], run: Run): string {
  return table(
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
  ).join('\n')
}

/** The log of everything done. */
export const audit: Action = async (run) =>
  pick('audit', run.args[0] ?? 'query', { verify, query, export: receipt, check })(run)
