// `steward shell`: the same commands line by line, on one connection, at a terminal or from a pipe.
import { createInterface, type Interface } from 'node:readline'
import { noMore } from './args.ts'
import { createArrivals } from './arrivals.ts'
import { execute, fail } from './dispatch.ts'
import { exits } from './exit.ts'
import { createFeed } from './feed.ts'
import { loadHistory, saveHistory } from './history.ts'
import { complete, greeting, quitWords, shellHelp, toArgv } from './shellwords.ts'
import type { Answer, Client, CliHost, Person, Run, Surroundings, WireEvent } from './types.ts'

/** A connection that is made anew when the sidecar behind it went away. */
function keepConnected(host: CliHost, onEvent: (event: WireEvent) => void) {
  let opened: Promise<Client> | undefined
  const client = () => {
    if (opened) return opened
    const mine = host.connect({ kind: 'terminal', onEvent })
    const forget = () => {
      if (opened === mine) opened = undefined
    }
    mine.then((made) => made.ended.then(forget, forget), forget)
    opened = mine
    return mine
  }
  const close = async () => (await opened?.catch(() => undefined))?.close()
  return { client, close }
}

/** Questions on the shell's own line. */
function personOn(lines: Interface, interrupts: { on(listener: () => void): () => void }): Person {
  return {
    ask: (question, prefill) =>
      new Promise((resolve) => {
        const abort = new AbortController()
        const end = (answer: string | undefined) => {
          stop()
          lines.off('close', onClose)
          resolve(answer)
        }
        const onClose = () => end(undefined)
        const stop = interrupts.on(() => {
          abort.abort()
          end(undefined)
        })
        lines.once('close', onClose)
        lines.question(question, { signal: abort.signal }, end)
        if (prefill) lines.write(prefill)
      }),
  }
}

function openLines(host: CliHost, terminal: boolean, client: () => Promise<Client>): Interface {
  if (!terminal) return createInterface({ input: host.stdin, terminal: false, crlfDelay: Number.POSITIVE_INFINITY })
  return createInterface({
    input: host.stdin,
    output: host.stdout,
    terminal: true,
    prompt: 'steward> ',
    history: loadHistory(host.paths.state),
    historySize: 500,
    removeHistoryDuplicates: true,
    completer: (line: string, done: (error: null, found: [string[], string]) => void) => {
      complete(line, client).then(
        (found) => done(null, found),
        () => done(null, [[], line]),
      )
    },
  })
}

/** Ctrl-C ends what runs; at an empty prompt it only says how to leave. */
function listenForInterrupts(lines: Interface, run: Run, terminal: boolean, busy: () => boolean, emit: () => void) {
  if (terminal) {
    lines.on('SIGINT', () => {
      if (busy()) return emit()
      lines.write(null, { ctrl: true, name: 'u' })
      run.host.stdout.write('\n(quit leaves)\n')
      lines.prompt()
    })
    return () => {}
  }
  const onSignal = () => (busy() ? emit() : process.exit(exits.interrupted))
  process.on('SIGINT', onSignal)
  return () => process.off('SIGINT', onSignal)
}

/** The interactive session. At a terminal it ends well; from a pipe it ends as its last line did. */
export async function shell(run: Run): Promise<Answer> {
  noMore(run.args, 0, 'steward shell')
  const { host } = run
  const terminal = host.stdin.isTTY === true && host.stdout.isTTY === true
  const events = createFeed<WireEvent>()
  const interrupts = createFeed<void>()
  let busy = false
  let code: number = exits.done
  const { client, close } = keepConnected(host, events.emit)
  const status = await (await client()).call('control/status', {})
  const lines = openLines(host, terminal, client)
  const arrivals = createArrivals(
    run.paint,
    () => terminal && !busy,
    (told) => {
      const out = terminal ? host.stdout : host.stderr
      out.write(`${terminal ? '\r\x1b[K' : ''}${told.join('\n')}\n`)
      if (terminal && !busy) lines.prompt(true)
    },
  )
  events.on(arrivals.onEvent)
  const around: Surroundings = {
    host,
    client,
    person: terminal ? personOn(lines, interrupts) : undefined,
    onInterrupt: interrupts.on,
    onEvent: events.on,
    spell: (command) => command,
    shown: arrivals.shown,
  }
  const always = { ...run.options, ...(run.json ? { json: true } : {}) }
  const one = async (line: string): Promise<void> => {
    try {
      if (line.trim() === 'help' && !run.json) host.stdout.write(`${shellHelp(run.paint).join('\n')}\n`)
      else {
        const argv = await toArgv(line, arrivals.last(), client)
        if (argv) code = await execute(argv, around, always)
      }
    } catch (thrown) {
      code = fail(run, thrown)
    }
  }
  const hello = greeting(host.version, status.waiting, terminal ? run.paint : run.errPaint).join('\n')
  if (terminal) host.stdout.write(`${hello}\n`)
  else if (!run.json) run.note(hello)
  const stopInterrupts = listenForInterrupts(lines, run, terminal, () => busy, interrupts.emit)
  if (terminal) lines.prompt()
  for await (const line of lines) {
    if (quitWords.includes(line.trim())) break
    busy = true
    await one(line)
    arrivals.flush()
    busy = false
    if (terminal) lines.prompt()
  }
  lines.close()
  stopInterrupts()
  if (terminal) saveHistory(host.paths.state, (lines as Interface & { history?: string[] }).history ?? [])
  await close()
  return { value: undefined, text: [], code: terminal ? exits.done : code }
}
