// The window is a program of its own. The `steward` command hands `open` over to it; from inside a shell it is started here.
import { spawn } from 'node:child_process'
import { StewardError } from '../text/errors.ts'
import { noMore } from './args.ts'
import type { Answer, Run } from './types.ts'

/** Opens the window and waits for it to be closed. */
export async function open(run: Run): Promise<Answer> {
  noMore(run.args, 0, 'steward open')
  const given = ['browser', 'headless', 'demo', 'port'].flatMap((name) => {
    const value = run.options[name]
    return value === true ? [`--${name}`] : typeof value === 'string' ? [`--${name}`, value] : []
  })
  const [, command] = process.argv
  if (command === undefined)
    throw new StewardError('UNAVAILABLE', 'The window can’t be started from here.', 'Run: npm start')
  // Its output is its own: in a shell, stdout carries nothing but answers.
  const child = spawn(process.execPath, [command, 'open', ...given], { stdio: ['ignore', 'inherit', 'inherit'] })
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (status) => resolve(status ?? 1))
  })
  return { value: undefined, text: [], code }
}
