// `steward policy test | set | backtest`: rules tried before they are in force.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ResultOf } from '../protocol/methods.ts'
import { counted } from '../text/count.ts'
import { StewardError } from '../text/errors.ts'
import { count, need, noMore } from './args.ts'
import { exits } from './exit.ts'
import { table } from './table.ts'
import type { Answer, Run } from './types.ts'
import { visible } from './visible.ts'

type Tested = ResultOf<'policy/setRules'>
type Backtest = ResultOf<'policy/backtest'>

function readRules(file: string): { text: string; name: string } {
  try {
    return { text: readFileSync(resolve(file), 'utf8'), name: file }
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown)
    throw new StewardError('NOT_FOUND', `${file} can not be read: ${why}`, 'Name a file of rules.')
  }
}

const fileLines = ({ files }: Tested): string[] =>
  files.map(({ file, rules, refused }) =>
    refused
      ? `${visible(file)}, line ${refused.line}: ${visible(refused.why)}`
      : `${visible(file)}: ${counted(rules, 'rule')}, and every example comes out as it says.`,
  )

const codeOf = ({ files }: Tested): { code?: number } =>
  files.some(({ refused }) => refused) ? { code: exits.failed } : {}

/** Checks a file of rules, or those in the rules folder. Changes nothing. */
export async function test(run: Run): Promise<Answer> {
  noMore(run.args, 2, 'steward policy test [FILE]')
  const given = run.args[1] === undefined ? {} : readRules(run.args[1])
  const done = await (await run.client()).call('policy/setRules', { ...given, check: true })
  const lines = fileLines(done)
  return { value: done, text: lines.length > 0 ? lines : 'You have no rule files.', ...codeOf(done) }
}

/** Puts a file of rules in force, and says what it would have changed; without one, reads the rules folder again. */
export async function set(run: Run): Promise<Answer> {
  noMore(run.args, 2, 'steward policy set [FILE]')
  const client = await run.client()
  if (run.args[1] === undefined) {
    const done = await client.call('policy/setRules', {})
    const lines = fileLines(done)
    return { value: done, text: lines.length > 0 ? lines : 'You have no rule files.', ...codeOf(done) }
  }
  const given = readRules(run.args[1])
  const tried = await client.call('policy/backtest', { ...given, limit: 0 })
  const done = await client.call('policy/setRules', given)
  const former = done.former === undefined ? [] : [`The former rules are in ${visible(done.former)}`]
  return {
    value: { ...done, changed: tried.changed },
    text: ['The rules are in force.', ...fileLines(done)],
    notes: [...former, `Of ${counted(tried.decisions, 'past decision')}, ${tried.changed} would have been another.`],
    ...codeOf(done),
  }
}

/** What a file of rules would have said to everything on record. */
export async function backtest(run: Run): Promise<Answer> {
  const file = need(run.args, 1, 'The file', 'steward policy backtest FILE [--limit N]')
  noMore(run.args, 2, 'steward policy backtest FILE [--limit N]')
  const limit = count(run.options, 'limit')
  const found = await (await run.client()).call('policy/backtest', { ...readRules(file), ...(limit ? { limit } : {}) })
  const text = [...totals(found), ...changeLines(found, run), ...lackLines(found)]
  return { value: found, text }
}

function totals({ decisions, before, after, changed }: Backtest): string[] {
  const line = (word: 'allow' | 'warn' | 'ask' | 'deny') =>
    `  ${word.padEnd(6)} ${String(after[word]).padStart(6)}   was ${before[word]}`
  return [
    `${counted(decisions, 'decision')} on record, ${changed} would have been another:`,
    ...(['allow', 'warn', 'ask', 'deny'] as const).map(line),
  ]
}

function changeLines({ changes, changed }: Backtest, run: Run): string[] {
  if (changes.length === 0) return []
  const rows = table(
    changes,
    [
      { title: 'record', of: ({ seq }) => String(seq), whole: true },
      { title: 'tool', of: ({ tool }) => tool },
      { title: 'was', of: ({ from }) => from },
      { title: 'would be', of: ({ to, lacks }) => (lacks.length > 0 ? `${to} (?)` : to) },
      { title: 'by', of: ({ rules }) => rules.join(', ') || 'the score' },
      { title: 'on', of: ({ effects }) => effects.map(({ kind, target }) => `${kind} ${target}`).join(', ') },
    ],
    run.width,
    run.paint,
  )
  const more = changed - changes.length
  return ['', ...(typeof rows === 'string' ? [rows] : rows), ...(more > 0 ? [`… and ${more} more (--limit)`] : [])]
}

function lackLines({ lacking }: Backtest): string[] {
  const parts = Object.entries(lacking).map(([fact, times]) => `${fact} (${times})`)
  return parts.length === 0
    ? []
    : ['', `Not on record, so that rules which ask for it could not be tried: ${parts.join(', ')}.`]
}
