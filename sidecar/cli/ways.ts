// Commands that are several: each sub-command as data, and how the right one is run.
import { given, pick } from './args.ts'
import { globalOptions } from './commands.ts'
import { UsageError } from './exit.ts'
import type { Action, Answer, Run, Ways } from './types.ts'

/**
 * Runs the sub-command that the first word names. An option that it does not take is refused: whoever gave it may have meant
 * to hold it back.
 */
export async function runWay(
  name: string,
  word: string,
  run: Run,
  ways: Ways,
  table: Readonly<Record<string, Action>>,
): Promise<Answer> {
  const action = pick(name, word, table)
  const { usage = '', options = [] } = ways[word] ?? {}
  const known = (option: string) => options.includes(option) || Object.hasOwn(globalOptions, option)
  const foreign = Object.keys(run.options).find((option) => run.options[option] !== undefined && !known(option))
  if (foreign !== undefined) throw new UsageError(`"${name} ${word}" takes no --${foreign}.`, `Usage: ${usage}`)
  return action(run)
}

/** The words of a place in argv to its end, or what was left out. */
export function sentence(run: Run, from: number, what: string, usage: string): string {
  const text = run.args.slice(from).join(' ').trim()
  if (text === '') throw new UsageError(`${what} is missing.`, `Usage: ${usage}`)
  return text
}

/** The named options that were given, under the names that a tool has for them. */
export function fields(run: Run, names: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([option, field]) => {
      const text = given(run.options, option)
      return text === undefined ? [] : [[field, text]]
    }),
  )
}
