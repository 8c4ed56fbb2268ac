// One command per process: connects when first needed, listens for Ctrl-C, closes at the end.
import { execute } from './dispatch.ts'
import { exits } from './exit.ts'
import { createFeed } from './feed.ts'
import { personAt } from './person.ts'
import type { Client, CliHost, WireEvent } from './types.ts'

/** What reads our output may go away before we are done (`steward tools | head -1`): that is no fault of ours. */
export function forgiveClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

/** Runs one command with a client of its own. */
export async function runOnce(argv: string[], host: CliHost): Promise<number> {
  forgiveClosedPipe(host.stdout)
  forgiveClosedPipe(host.stderr)
  const events = createFeed<WireEvent>()
  const interrupts = createFeed<void>()
  let opened: Promise<Client> | undefined
  let presses = 0
  const onSignal = () => {
    if (++presses > 1) process.exit(exits.interrupted)
    interrupts.emit()
  }
  const onInterrupt = (listener: () => void) => {
    if (interrupts.size() === 0) process.on('SIGINT', onSignal)
    const end = interrupts.on(listener)
    return () => {
      end()
      if (interrupts.size() === 0) process.off('SIGINT', onSignal)
    }
  }
  try {
    return await execute(argv, {
      host,
      client: () => {
        opened ??= host.connect({ kind: 'cli', onEvent: events.emit })
        return opened
      },
      person: personAt(host, onSignal),
      onInterrupt,
      onEvent: events.on,
      spell: (command) => `steward ${command}`,
      hint: (text) => text,
      shown: () => {},
    })
  } finally {
    const client = await opened?.catch(() => undefined)
    await client?.close()
  }
}
