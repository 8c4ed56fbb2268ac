// A password: typed without being shown, or read from a pipe; never from an argument, which others can see.
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { UsageError } from './exit.ts'
import type { CliHost, Run } from './types.ts'

const LONGEST = 4096

/** Asks at the terminal. Whoever else listens to the keys hears nothing of it. */
export function askSecret({ stdin, stderr }: CliHost, question: string, onInterrupt: () => void) {
  return new Promise<string | undefined>((resolve) => {
    const others = stdin.listeners('keypress') as ((...key: unknown[]) => void)[]
    const wasRaw = stdin.isRaw === true
    stdin.removeAllListeners('keypress')
    const nowhere = new Writable({ write: (_piece, _encoding, done) => done() })
    const lines = createInterface({ input: stdin, output: nowhere, terminal: true, historySize: 0 })
    let answer: string | undefined
    lines.once('SIGINT', () => {
      onInterrupt()
      lines.close()
    })
    lines.once('close', () => {
      stderr.write('\n')
      for (const other of others) stdin.on('keypress', other)
      if (others.length > 0) {
        stdin.setRawMode?.(wasRaw)
        stdin.resume()
      }
      resolve(answer)
    })
    stderr.write(question)
    lines.question('', (line) => {
      answer = line
      lines.close()
    })
  })
}

/** The password for something. */
export async function readSecret(run: Run, what: string): Promise<string> {
  const text = run.person ? await run.person.secret(`${what} (not shown): `) : await fromPipe(run.host.stdin)
  if (text === undefined || text === '')
    throw new UsageError(`${what} is missing.`, 'Type it when you are asked, or give it on stdin: … < FILE')
  if (text.length > LONGEST) throw new UsageError(`${what} is too long.`, `It may have ${LONGEST} characters.`)
  return text
}

async function fromPipe(stdin: NodeJS.ReadStream): Promise<string> {
  // At a terminal it would be shown; in a shell on a pipe it would be the next command.
  if (stdin.isTTY || stdin.listenerCount('data') > 0) return ''
  const pieces: Buffer[] = []
  for await (const piece of stdin) {
    pieces.push(Buffer.from(piece))
    if (pieces.reduce((sum, { length }) => sum + length, 0) > 4 * LONGEST) break
  }
  const [line = ''] = Buffer.concat(pieces).toString('utf8').split(/\r?\n/)
  return line
}
