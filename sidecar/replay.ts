// `steward policy replay`: events as JSON lines on stdin, one answer for each call on stdout. Nothing is run or kept.
import { createReplay, type Replay, type ReplayEvent, unseen } from '../policy/replay.ts'
import { createSplitter, type Frame } from './rpc/frames.ts'
import { takeStdio } from './rpc/stdio.ts'

/** Judges until stdin ends. What is no event is told on stderr, and the rest goes on; nothing that was missed makes a call pass. */
export async function replay(): Promise<number> {
  const { input, output } = takeStdio()
  const judge = createReplay()
  const splitter = createSplitter()
  const answer = (frame: Frame) => {
    const said =
      typeof frame === 'string' ? take(frame, judge) : miss(judge, `A line could not be read: ${frame.fault}`)
    if (said !== undefined) output.write(`${JSON.stringify(said)}\n`)
  }
  for await (const chunk of input) for (const frame of splitter.push(chunk as Buffer)) answer(frame)
  for (const frame of splitter.end()) answer(frame)
  await new Promise<void>((resolve) => output.end(() => resolve()))
  return 0
}

function take(line: string, judge: Replay): unknown {
  const event = parsed(line)
  // Whoever sent a call waits for its answer.
  const isCall = event ? 'call' in event : /"call"\s*:/u.test(line)
  if (typeof event?.session !== 'string') {
    const why = 'An event is an object with a "session".'
    miss(judge, why)
    return isCall ? unseen(why) : undefined
  }
  try {
    return judge(event)
  } catch (thrown) {
    tell(thrown instanceof Error ? thrown.message : String(thrown))
    return undefined
  }
}

function parsed(line: string): ReplayEvent | undefined {
  try {
    const event: unknown = JSON.parse(line)
    return typeof event === 'object' && event !== null ? (event as ReplayEvent) : undefined
  } catch {
    return undefined
  }
}

function miss(judge: Replay, why: string): undefined {
  judge.missed()
  tell(why)
}

const tell = (why: string): void => void process.stderr.write(`${why}\n`)
