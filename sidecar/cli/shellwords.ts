// The shell's own short words, and how a typed line becomes a command.

import { counted } from '../text/count.ts'
import { nearest } from '../text/nearest.ts'
import { commands } from './commands.ts'
import { UsageError } from './exit.ts'
import { offers } from './offer.ts'
import type { Client, Paint } from './types.ts'
import { splitLine } from './words.ts'

const short: Readonly<Record<string, readonly string[]>> = {
  list: ['tools'],
  approve: ['approvals', 'allow'],
  deny: ['approvals', 'deny'],
  answer: ['waiting', 'answer'],
}

export const quitWords: readonly string[] = ['quit', 'exit']

const unfit = new Set(['serve', 'shell', 'restore', 'completion', '__complete'])
const usable = () => commands.filter((command) => !unfit.has(command.name)).map((command) => command.name)

/** A hint as it is typed in here: `steward` in front is only for what this shell does not do. */
export const withoutName = (hint: string): string =>
  hint.replaceAll(/\bsteward ([\w-]+)/g, (whole, name) => (usable().includes(name) ? name : whole))

async function toolNames(client: () => Promise<Client>): Promise<string[]> {
  const { tools } = await (await client()).call('tool/list', {})
  return tools.flatMap((tool) => [tool.name, ...tool.aliases])
}

/** Our short words spelled out; `last` stands in where no id was given. */
function spellOut(words: readonly string[], last: string | undefined): string[] {
  const [head = '', ...rest] = words
  const full = Object.hasOwn(short, head) ? short[head] : undefined
  if (!full) return [...words]
  const bare = rest.length === 0 || rest[0]?.startsWith('-')
  return full[0] === 'approvals' && bare && last ? [...full, last, ...rest] : [...full, ...rest]
}

/** The words of a line. One with an apostrophe is no command, but it may be a sentence. */
function wordsOf(line: string): { typed: string[]; fault?: unknown } {
  try {
    return { typed: splitLine(line) }
  } catch (fault) {
    return { typed: line.trim().split(/\s+/), fault }
  }
}

function sound(words: string[], fault: unknown): string[] {
  if (fault) throw fault
  return words
}

/** Whether words after a tool's name are its input; otherwise they and the name may be a sentence. */
const isInput = (words: readonly string[]): boolean => {
  const [first] = words
  return first === undefined || /^(?:-|[[{"]|[^=:\s]+:?=)/.test(first)
}

/** Whether a line is understood as plain words. A single word, or a tool's name, that only comes near to something is a slip. */
async function isMeant(line: string, isSentence: boolean, client: () => Promise<Client>): Promise<boolean> {
  const meant = await (await client()).call('intent/run', { text: line, run: false }).catch(() => undefined)
  return meant?.understood === 'call' || (isSentence && meant?.understood === 'choices')
}

/** One line as the arguments of a command, or nothing for an empty line. A tool's bare name calls it. */
export async function toArgv(
  line: string,
  last: string | undefined,
  client: () => Promise<Client>,
): Promise<string[] | undefined> {
  const { typed, fault } = wordsOf(line)
  const words = typed[0] === 'steward' ? typed.slice(1) : typed
  const [head] = words
  if (head === undefined || head.startsWith('#')) return undefined
  if (head === 'help' && words[1] !== undefined) return ['help', ...spellOut(words.slice(1, 2), undefined).slice(0, 1)]
  if (Object.hasOwn(short, head)) return spellOut(words, last)
  if (head.startsWith('-') || usable().includes(head)) return sound(words, fault)
  const tools = await toolNames(client)
  const isTool = tools.includes(head)
  if (isTool && !fault && isInput(words.slice(1))) return ['call', ...words]
  if (await isMeant(line, !isTool && words.length > 1, client)) return ['do', '--', line.trim()]
  if (isTool || fault) return ['call', ...sound(words, fault)]
  const meant = nearest(head, [...usable(), ...Object.keys(short), ...quitWords, ...tools])
  throw new UsageError(
    `There is no command and no tool "${head}".`,
    meant ? `Did you mean "${meant}"? All commands: help. All tools: list` : 'All commands: help. All tools: list',
  )
}

/** What Tab offers: the candidates, and the part of the line they stand for. */
export async function complete(line: string, client: () => Promise<Client>): Promise<[string[], string]> {
  const typed = line.trimStart().split(/\s+/)
  const current = typed.at(-1) ?? ''
  const starts = (words: readonly string[]) => words.filter((word) => word.startsWith(current)).sort()
  if (typed.length <= 1) {
    const tools = await toolNames(client).catch(() => [])
    return [starts([...new Set([...usable(), ...Object.keys(short), ...quitWords, ...tools])]), current]
  }
  const argv = spellOut(typed, undefined)
  const known = usable().includes(argv[0] ?? '')
  return [await offers(known ? argv : ['call', ...argv], client), current]
}

/** The shell's help: its words, shortest first. */
export function shellHelp(paint: Paint): string[] {
  const rows: [string, string][] = [
    ['list [WORDS]', 'the tools, or those that match'],
    ['describe TOOL', 'one tool, with examples'],
    ['TOOL key=value …', 'call a tool (also: call TOOL …)'],
    ['plain words', 'what time is it in Tokyo; 纽约现在几点'],
    ['approve [ID]', 'say yes; without an id to what was shown last'],
    ['deny [ID]', 'say no'],
    ['waiting', 'parked calls and their questions'],
    ['answer ID TEXT', 'answer one'],
    ['calls, undo ID', 'what was called; take a call back'],
    ['audit [verify]', 'the log of everything done; check it'],
    ['stop, release', 'let nothing more happen; go on'],
    ['status, doctor', 'how things stand; what is wrong'],
    ['help COMMAND', 'more, with examples'],
    ['quit', 'leave; what waits, waits on disk'],
  ]
  const others = usable().filter((name) => !rows.some(([words]) => words.includes(name)))
  return [
    ...rows.map(([words, says]) => `  ${paint.cyan(words.padEnd(20))}${says}`),
    `  ${paint.dim(`also: ${others.join(', ')}`)}`,
  ]
}

/** The first lines anyone sees. */
export function greeting(version: string, waiting: number, paint: Paint): string[] {
  const rest =
    waiting > 0 ? [paint.yellow(`${counted(waiting, 'approval waits', 'approvals wait')} for you: approvals`)] : []
  return [
    `${paint.bold(`Steward ${version}`)} asks before it acts. Try:`,
    `  ${paint.cyan('current_time')}`,
    `  ${paint.cyan('get_system_info')}`,
    `  ${paint.cyan('list_directory path=.')}`,
    ...rest,
    paint.dim('Tab completes, help helps, quit leaves.'),
  ]
}
