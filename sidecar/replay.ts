// `steward policy replay`: events as JSON lines on stdin, an answer for each call on stdout. Nothing is run or kept.
import { createReplay, type ReplayEvent } from '../policy/replay.ts'
import { createSplitter } from './rpc/frames.ts'
import { takeStdio } from './rpc/stdio.ts'

/** Judges until stdin ends. A line that is no event is answered with why, and the rest goes on. */
export async function replay(): Promise<number> {
  const { input, output } = takeStdio()
  const judge = createReplay()
  const splitter = createSplitter()
  const answer = (frame: ReturnType<typeof splitter.push>[number]) => {
    const said = typeof frame === 'string' ? take(frame, judge) : { error: frame.fault }
    if (said !== undefined) output.write(`${JSON.stringify(said)}\n`)
  }
  for await (const chunk of input) for (const frame of splitter.push(chunk as Buffer)) answer(frame)
  for (const frame of splitter.end()) answer(frame)
  await new Promise<void>((resolve) => output.end(() => resolve()))
  return 0
}

function take(line: string, judge: ReturnType<typeof createReplay>): unknown {
  try {
    const event = JSON.parse(line) as ReplayEvent
    if (typeof event !== 'object' || event === null || typeof event.session !== 'string')
      return { error: 'An event is an object with a "session".' }
    return judge(event)
  } catch (thrown) {
    return { error: thrown instanceof Error ? thrown.message : String(thrown) }
  }
}
