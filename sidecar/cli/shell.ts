// `steward shell`: the same commands line by line, on one connection, at a terminal or from a pipe.
import { noMore } from './args.ts'
import { type Arrivals, createArrivals } from './arrivals.ts'
import { execute, fail } from './dispatch.ts'
import { exits } from './exit.ts'
import { createFeed } from './feed.ts'
import { listenForInterrupts, openLines, personOn } from './lines.ts'
import { complete, greeting, quitWords, shellHelp, toArgv, withoutName } from './shellwords.ts'
import type { Answer, Client, CliHost, Run, Surroundings, WireEvent } from './types.ts'

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

async function greet(run: Run, terminal: boolean, client: () => Promise<Client>): Promise<void> {
  const { waiting } = await (await client()).call('control/status', {})
  const hello = greeting(run.host.version, waiting, terminal ? run.paint : run.errPaint).join('\n')
  if (terminal) run.host.stdout.write(`${hello}\n`)
  else if (!run.json) run.note(hello)
}

/** Runs one line. Returns its exit code, or nothing for an empty one; no error gets out. */
async function runLine(line: string, run: Run, around: Surroundings, arrivals: Arrivals): Promise<number | undefined> {
  try {
    if (line.trim() === 'help' && !run.json) {
      run.host.stdout.write(`${shellHelp(run.paint).join('\n')}\n`)
      return exits.done
    }
    const argv = await toArgv(line, arrivals.last(), around.client)
    return argv && (await execute(argv, around, { ...run.options, json: run.json }))
  } catch (thrown) {
    return fail(run, thrown)
  }
}

/** The interactive session. At a terminal it ends well; from a pipe it ends as its last line did. */
export async function shell(run: Run): Promise<Answer> {
  noMore(run.args, 0, 'steward shell')
  const { host } = run
  const terminal = host.stdin.isTTY === true && host.stdout.isTTY === true && !run.json
  const events = createFeed<WireEvent>()
  const interrupts = createFeed<void>()
  const { client, close } = keepConnected(host, events.emit)
  await greet(run, terminal, client)
  let busy = false
  let asking = false
  const lines = openLines(
    host,
    terminal,
    (line) => complete(line, client),
    () => asking,
  )
  let code: number = exits.done
  const arrivals = createArrivals({
    width: run.width,
    paint: run.paint,
    idle: () => terminal && !busy,
    tell: (told) => {
      const text = `${told.join('\n')}\n`
      if (!terminal) return void host.stderr.write(text)
      host.stdout.write(`\r\x1b[K${text}`)
      if (!busy) lines.prompt(true)
    },
  })
  events.on(arrivals.onEvent)
  const onAsking = (now: boolean) => {
    asking = now
  }
  const around: Surroundings = {
    host,
    client,
    person: terminal ? personOn(host, lines, interrupts.on, onAsking) : undefined,
    onInterrupt: interrupts.on,
    onEvent: events.on,
    spell: (command) => command,
    hint: withoutName,
    shown: arrivals.shown,
  }
  const onCtrlC = () => {
    // The question stands on the line that the next words would go to.
    if (asking) host.stdout.write('\n')
    interrupts.emit()
  }
  const stopInterrupts = listenForInterrupts(lines, host, terminal, () => busy, onCtrlC)
  if (terminal) lines.prompt()
  for await (const line of lines) {
    if (quitWords.includes(line.trim())) break
    busy = true
    code = (await runLine(line, run, around, arrivals)) ?? code
    arrivals.flush()
    busy = false
    if (terminal) lines.prompt()
  }
  lines.close()
  stopInterrupts()
  await close()
  return { value: undefined, text: [], code: terminal ? exits.done : code }
}
