// What was done in this window and can be taken back, the last one first.
import { attempt, dismiss, tell } from './notices.ts'

interface Entry {
  /** The message that tells of it. */
  notice: number
  run: () => Promise<void> | void
}

const MOST = 30
let done: readonly Entry[] = []

/** Tells that something was done, with the way back: by its button once, or by the keys. */
export function tellDone(text: string, label: string, run: Entry['run']): void {
  const entry: Entry = { notice: 0, run }
  entry.notice = tell({ level: 'info', text, action: { label, run: () => void takeBack(entry) } })
  done = [...done, entry].slice(-MOST)
}

/** Takes back the last thing that was done here; false where there is none. */
export function takeBackLast(): boolean {
  const entry = done.at(-1)
  if (entry) void takeBack(entry)
  return entry !== undefined
}

async function takeBack(entry: Entry): Promise<void> {
  if (!done.includes(entry)) return
  done = done.filter((one) => one !== entry)
  dismiss(entry.notice)
  await attempt(async () => entry.run())
}
