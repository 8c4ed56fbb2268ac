// One line of arguments to one answer, printed once: for a person, or as exactly one JSON value.
import { parse } from './args.ts'
import { exitOf, type Failure, failureOf } from './exit.ts'
import { paintFor } from './paint.ts'
import type { Answer, Run, Surroundings, Values } from './types.ts'
import { safeJson, visible, visibleLines } from './visible.ts'
import { widthOf } from './width.ts'

const asked = (argv: readonly string[], flag: string) => {
  const end = argv.indexOf('--')
  return (end < 0 ? argv : argv.slice(0, end)).includes(flag)
}

function frame(argv: readonly string[], around: Surroundings, always: Values): Run {
  const { host } = around
  const json = always.json === true || asked(argv, '--json')
  const quiet = always.quiet === true || asked(argv, '--quiet') || asked(argv, '-q')
  const plain = always['no-color'] === true || asked(argv, '--no-color')
  return {
    ...around,
    person: json ? undefined : around.person,
    args: [],
    options: {},
    json,
    quiet,
    width: host.stdout.isTTY ? widthOf(host.stdout) : Number.POSITIVE_INFINITY,
    paint: paintFor(host.stdout, host.env, plain),
    errPaint: paintFor(host.stderr, host.env, plain),
    note: (line) => {
      if (!quiet) host.stderr.write(`${line}\n`)
    },
  }
}

async function answer(argv: string[], run: Run, always: Values): Promise<Answer> {
  const { command, args, options } = parse(argv)
  if (options.version === true) return { value: { version: run.host.version }, text: run.host.version }
  if (!command || options.help === true) {
    const { helpFor } = await import('./help.ts')
    return helpFor(run, command)
  }
  const action = await command.load()
  return action({ ...run, args, options: { ...always, ...options } })
}

function print(run: Run, { value, text, notes }: Answer): void {
  const { stdout, stderr } = run.host
  const lines = typeof text === 'string' ? [text] : text
  if (!run.json) {
    if (lines.length > 0) stdout.write(`${lines.join('\n')}\n`)
  } else if (value !== undefined) stdout.write(`${safeJson(value, stdout.isTTY ? 2 : undefined)}\n`)
  if (notes?.length) stderr.write(`${notes.join('\n')}\n`)
}

function printFailure(run: Run, failure: Failure): void {
  if (run.json) {
    run.host.stdout.write(`${safeJson({ error: failure })}\n`)
    return
  }
  const hint = failure.hint ? visibleLines(run.hint(failure.hint)) : []
  const lines = [`${run.errPaint.red('error:')} ${visible(failure.message)}`, ...hint.map((line) => `  ${line}`)]
  run.host.stderr.write(`${lines.join('\n')}\n`)
}

/** Prints something thrown and returns its exit code. */
export function fail(run: Run, thrown: unknown): number {
  const failure = failureOf(thrown)
  printFailure(run, failure)
  return exitOf(failure.code)
}

/** Runs one command in its surroundings, prints, and returns the exit code. Never throws. */
export async function execute(argv: string[], around: Surroundings, always: Values = {}): Promise<number> {
  const run = frame(argv, around, always)
  try {
    const given = await answer(argv, run, always)
    print(run, given)
    return given.code ?? 0
  } catch (thrown) {
    return fail(run, thrown)
  }
}
