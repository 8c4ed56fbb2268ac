// Runs the command line in this process, with streams that are or are not a terminal.
import { PassThrough } from 'node:stream'
import { runCli } from '../../sidecar/cli/run.ts'
import type { CliHost } from '../../sidecar/cli/types.ts'
import { createFake, type Fake } from './fake.ts'

export interface Given {
  fake?: Fake
  /** What is on stdin, for a pipe; or each line a person types, for a terminal. */
  stdin?: string
  types?: string[]
  terminal?: boolean
  columns?: number
  env?: NodeJS.ProcessEnv
  host?: Partial<CliHost>
}

export interface Ran {
  code: number
  out: string
  err: string
  fake: Fake
}

function sink(terminal: boolean, columns: number, onText: (text: string) => void): NodeJS.WriteStream {
  const stream = new PassThrough()
  stream.on('data', (piece) => onText(String(piece)))
  return Object.assign(stream, terminal ? { isTTY: true, columns } : {}) as unknown as NodeJS.WriteStream
}

const prompt = /(\): |New input: .*|steward> )$/

/** One command, from start to exit code. */
export async function steward(argv: string[], given: Given = {}): Promise<Ran> {
  const fake = given.fake ?? createFake()
  const terminal = given.terminal === true
  const typed = [...(given.types ?? [])]
  const ran = { out: '', err: '' }
  const stdin = new PassThrough()
  // Types the next line whenever something asks.
  let seen = ''
  const answer = (text: string) => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what readline writes to move the cursor
    seen = (seen + text).replace(/\x1b\[[0-9;]*[A-Za-z]/g, '').slice(-400)
    if (!terminal || !prompt.test(seen)) return
    seen = ''
    const next = typed.shift()
    setImmediate(() => (next === undefined ? stdin.end() : stdin.write(next)))
  }
  const columns = given.columns ?? 80
  const host: CliHost = {
    connect: async ({ onEvent }) => fake.connect(onEvent),
    serve: async () => 0,
    replay: async () => 0,
    restore: async () => ({ movedAside: '/old-data', configMovedAside: '/old-config', entries: 2 }),
    demo: async (folder) => ({ folder, calls: 1, approvals: 0, suspensions: 0 }),
    paths: { config: '/c', data: '/d', state: '/nowhere/s', configFile: '/c/config.jsonc' },
    version: '1.2.3',
    stdin: Object.assign(stdin, terminal ? { isTTY: true, setRawMode: () => stdin } : {}) as never,
    stdout: sink(terminal, columns, (text) => {
      ran.out += text
      answer(text)
    }),
    stderr: sink(terminal, columns, (text) => {
      ran.err += text
      answer(text)
    }),
    env: given.env ?? {},
    ...given.host,
  }
  if (!terminal) stdin.end(given.stdin ?? '')
  const code = await runCli(argv, host)
  await new Promise(setImmediate)
  return { code, ...ran, fake }
}

/** What a fake was asked by one method. */
export const asked = (fake: Fake, method: string): unknown[] =>
  fake.log.filter((each) => each.method === method).map((each) => each.params)
