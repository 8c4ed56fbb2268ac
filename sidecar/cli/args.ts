// argv to a command, its options and its words. Wrong use is told with what was probably meant.
import { parseArgs } from 'node:util'
import { nearest } from '../text/nearest.ts'
import { commands, globalOptions } from './commands.ts'
import { UsageError } from './exit.ts'
import type { Command, Options, Values } from './types.ts'

export interface Parsed {
  command: Command | undefined
  args: string[]
  options: Values
}

/** The options as node:util wants them. */
function config(options: Options) {
  return Object.fromEntries(
    Object.entries(options).map(([name, option]) => [
      name,
      {
        type: option.value === undefined ? ('boolean' as const) : ('string' as const),
        ...(option.short ? { short: option.short } : {}),
      },
    ]),
  )
}

/** Where in argv the command stands: the first word that is no option and no option's value. */
function commandAt(argv: string[]): number | undefined {
  const { tokens } = parseArgs({
    args: argv,
    options: config(globalOptions),
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  return tokens.find((token) => token.kind === 'positional')?.index
}

/** The command of that name. */
export function findCommand(name: string): Command {
  const found = commands.find((command) => command.name === name)
  if (found) return found
  const meant = nearest(
    name,
    commands.filter((command) => !command.hidden).map((command) => command.name),
  )
  throw new UsageError(
    `There is no command "${name}".`,
    meant ? `Did you mean "${meant}"? All commands: steward help` : 'All commands: steward help',
  )
}

function wrongOption(thrown: unknown, command: Command | undefined, options: Options): never {
  const { code, message } = thrown as Error & { code?: string }
  const help = `steward ${command ? `help ${command.name}` : 'help'}`
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const typed = /'(-[^']*)'/.exec(message)?.[1] ?? ''
    const meant = nearest(typed.replace(/^-+/, ''), Object.keys(options))
    throw new UsageError(
      `There is no option ${typed}${command ? ` for "${command.name}"` : ''}.`,
      `${meant ? `Did you mean --${meant}? ` : ''}Words that start with a dash go after "--". More: ${help}`,
    )
  }
  if (code?.startsWith('ERR_PARSE_ARGS')) throw new UsageError(message.split('\n')[0] ?? message, `More: ${help}`)
  throw thrown
}

/** Reads the whole of argv. */
export function parse(argv: string[]): Parsed {
  const at = commandAt(argv)
  const command = at === undefined ? undefined : findCommand(argv[at] ?? '')
  const options = { ...globalOptions, ...command?.options }
  try {
    const parsed = parseArgs({
      args: argv.filter((_, i) => i !== at),
      options: config(options),
      strict: true,
      allowPositionals: true,
    })
    return { command, args: parsed.positionals, options: parsed.values as Values }
  } catch (thrown) {
    return wrongOption(thrown, command, options)
  }
}

/** A whole number of at least one from an option. */
export function count(options: Values, name: string): number | undefined {
  const text = options[name]
  if (typeof text !== 'string') return undefined
  if (!/^[1-9]\d{0,6}$/.test(text))
    throw new UsageError(`--${name} needs a whole number of at least 1, not "${text}".`, `For example --${name} 3`)
  return Number(text)
}

/** The text of an option, if it was given. */
export function given(options: Values, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

/** The word at a place, or what was left out. */
export function need(args: readonly string[], at: number, what: string, usage: string): string {
  const word = args[at]
  if (word === undefined || word === '') throw new UsageError(`${what} is missing.`, `Usage: ${usage}`)
  return word
}

/** Nothing may come after so many words. */
export function noMore(args: readonly string[], most: number, usage: string): void {
  if (args.length > most) throw new UsageError(`"${args[most]}" is one word too many.`, `Usage: ${usage}`)
}

/** The sub-command, by a table of them. */
export function pick<T>(name: string, word: string, table: Readonly<Record<string, T>>): T {
  const found = Object.hasOwn(table, word) ? table[word] : undefined
  if (found !== undefined) return found
  const words = Object.keys(table)
  const meant = nearest(word, words)
  throw new UsageError(
    `"${name}" has no "${word}".`,
    `${meant ? `Did you mean "${meant}"? ` : ''}There are: ${words.join(', ')}.`,
  )
}
