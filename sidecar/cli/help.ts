// Help, made from the table of commands.
import { findCommand, noMore } from './args.ts'
import { commands, globalOptions } from './commands.ts'
import { exitWords } from './exit.ts'
import type { Answer, Command, Options, Paint, Run } from './types.ts'
import { pad } from './width.ts'

const flag = (name: string, option: Options[string]) =>
  `${option.short ? `-${option.short}, ` : ''}--${name}${option.value ? ` ${option.value}` : ''}`

function optionLines(options: Options): string[] {
  const flags = Object.entries(options).map(([name, option]) => [flag(name, option), option.summary] as const)
  const wide = Math.max(...flags.map(([text]) => text.length)) + 2
  return flags.map(([text, summary]) => `  ${pad(text, wide)}${summary}`)
}

/** Commands that share a line of the whole, so that it fits. */
const opposites: Readonly<Record<string, string>> = {
  tools: 'describe',
  tasks: 'remind',
  config: 'doctor',
  enable: 'disable',
  calls: 'undo',
  stop: 'release',
  backup: 'restore',
}

function commandLines(paint: Paint): string[] {
  const shown = commands.filter(({ name, hidden }) => !hidden && !Object.values(opposites).includes(name))
  return shown.map(({ name, summary }) => {
    const other = commands.find((command) => command.name === opposites[name])
    const names = other ? `${name}, ${other.name}` : name
    const says = other ? `${summary}; ${other.summary[0]?.toLowerCase()}${other.summary.slice(1)}` : summary
    return `  ${paint.cyan(pad(names, 17))}${says}`
  })
}

/** The whole on one screen of 80 by 40. */
export function topHelp(version: string, paint: Paint): string[] {
  const codes = exitWords.map(([code, words]) => `${code} ${words}`)
  return [
    `${paint.bold(`steward ${version}`)}: an assistant that asks before it acts.`,
    `${paint.bold('Usage:')} steward COMMAND [OPTIONS]   help and examples: steward help COMMAND`,
    '',
    ...commandLines(paint),
    '',
    paint.bold('Everywhere:'),
    ...optionLines(globalOptions),
    '',
    `${paint.bold('Exit codes:')} ${codes.slice(0, 5).join(', ')},`,
    `  ${codes.slice(5).join(', ')}`,
  ]
}

/** One command: usage, options, examples. */
export function commandHelp(command: Command, paint: Paint): string[] {
  const options = command.options ? ['', paint.bold('Options:'), ...optionLines(command.options)] : []
  return [
    `${paint.bold(command.name)}: ${command.summary}`,
    '',
    paint.bold('Usage:'),
    ...command.usage.map((line) => `  ${line}`),
    ...options,
    '',
    paint.bold('Examples:'),
    ...command.examples.map((line) => `  ${line}`),
    '',
    `Options for every command, and exit codes: steward help`,
  ]
}

const asData = (command: Command) => ({
  name: command.name,
  summary: command.summary,
  usage: command.usage,
  examples: command.examples,
  options: Object.fromEntries(Object.entries(command.options ?? {}).map(([name, option]) => [name, option.summary])),
})

/** Help as an answer: for one command, or for all. */
export function helpFor(run: Pick<Run, 'host' | 'paint'>, command: Command | undefined): Answer {
  if (command) return { value: asData(command), text: commandHelp(command, run.paint) }
  const value = {
    version: run.host.version,
    commands: commands.filter((each) => !each.hidden).map(asData),
    options: Object.fromEntries(Object.entries(globalOptions).map(([name, option]) => [name, option.summary])),
    exitCodes: Object.fromEntries(exitWords),
  }
  return { value, text: topHelp(run.host.version, run.paint) }
}

/** `steward help [COMMAND]` */
export async function help(run: Run): Promise<Answer> {
  noMore(run.args, 1, 'steward help [COMMAND]')
  const [name] = run.args
  return helpFor(run, name === undefined ? undefined : findCommand(name))
}
