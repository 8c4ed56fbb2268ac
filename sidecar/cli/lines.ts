// The line that the shell reads from: an editor with history at a terminal, plain lines from a pipe.
import { createInterface, type Interface } from 'node:readline'
import { exits } from './exit.ts'
import { loadHistory, saveHistory } from './history.ts'
import { askSecret } from './secret.ts'
import type { CliHost, Person } from './types.ts'

/** Opens it. */
export function openLines(
  host: CliHost,
  terminal: boolean,
  complete: (line: string) => Promise<[string[], string]>,
  asking: () => boolean,
): Interface {
  if (!terminal) return createInterface({ input: host.stdin, terminal: false, crlfDelay: Number.POSITIVE_INFINITY })
  const lines = createInterface({
    input: host.stdin,
    output: host.stdout,
    terminal: true,
    prompt: 'steward> ',
    history: loadHistory(host.paths.state),
    historySize: 500,
    removeHistoryDuplicates: true,
    completer: (line: string, done: (error: null, found: [string[], string]) => void) => {
      complete(line).then(
        (found) => done(null, found),
        () => done(null, [[], line]),
      )
    },
  })
  let history: string[] = []
  lines.on('history', (newest) => {
    // An answer to a question is no command, and may be a secret.
    if (asking()) newest.shift()
    history = [...newest]
  })
  lines.once('close', () => {
    if (history.length > 0) saveHistory(host.paths.state, history)
  })
  return lines
}

/** Questions on the same line. Ctrl-C and the end of input leave them unanswered. */
export function personOn(
  host: CliHost,
  lines: Interface,
  onInterrupt: (listener: () => void) => () => void,
  onAsking: (asking: boolean) => void,
): Person {
  return {
    secret: (question) => askSecret(host, question, () => {}),
    ask: (question, prefill) =>
      new Promise((resolve) => {
        const abort = new AbortController()
        onAsking(true)
        const end = (answer: string | undefined) => {
          onAsking(false)
          stop()
          lines.off('close', onClose)
          resolve(answer)
        }
        const onClose = () => end(undefined)
        const stop = onInterrupt(() => {
          abort.abort()
          end(undefined)
        })
        lines.once('close', onClose)
        lines.question(question, { signal: abort.signal }, end)
        if (prefill) lines.write(prefill)
      }),
  }
}

/** Ctrl-C ends what runs; at the prompt of a terminal it empties the line and says how to leave. */
export function listenForInterrupts(
  lines: Interface,
  host: CliHost,
  terminal: boolean,
  busy: () => boolean,
  emit: () => void,
): () => void {
  if (!terminal) {
    const onSignal = () => (busy() ? emit() : process.exit(exits.interrupted))
    process.on('SIGINT', onSignal)
    return () => process.off('SIGINT', onSignal)
  }
  lines.on('SIGINT', () => {
    if (busy()) return emit()
    lines.write(null, { ctrl: true, name: 'e' })
    lines.write(null, { ctrl: true, name: 'u' })
    host.stdout.write('\n(quit leaves)\n')
    lines.prompt()
  })
  return () => {}
}
