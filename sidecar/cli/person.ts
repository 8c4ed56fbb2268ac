// Someone at a terminal. Questions go to stderr, so that stdout holds the answer and nothing else.
import { createInterface } from 'node:readline'
import { askSecret } from './secret.ts'
import type { CliHost, Person } from './types.ts'

/** Whoever sits at the terminal, or nobody where there is none. */
export function personAt(host: CliHost, onInterrupt: () => void): Person | undefined {
  if (!host.stdin.isTTY || !host.stderr.isTTY) return undefined
  return {
    secret: (question) => askSecret(host, question, onInterrupt),
    ask: (question, prefill) =>
      new Promise((resolve) => {
        const lines = createInterface({ input: host.stdin, output: host.stderr, terminal: true })
        let answer: string | undefined
        lines.once('SIGINT', () => {
          host.stderr.write('\n')
          onInterrupt()
          lines.close()
        })
        lines.once('close', () => resolve(answer))
        lines.question(question, (line) => {
          answer = line
          lines.close()
        })
        if (prefill) lines.write(prefill)
      }),
  }
}
