// From the start of the process to its first answers, against a bare Node process that answers one line.
import { join } from 'node:path'
import {
  ask,
  type Bench,
  end,
  initialize,
  median,
  newline,
  type Options,
  request,
  resultOf,
  start,
  toolCall,
} from './measure.ts'

const runs = 25
const oneline = join(import.meta.dirname, 'peers/oneline.mjs')

async function startBare(home: string): Promise<number> {
  const from = performance.now()
  const child = start([oneline], home)
  await ask(child, [initialize()], newline)
  const took = performance.now() - from
  await end(child)
  return took
}

async function startOurs({ entry, home }: Options): Promise<{ opened: number; called: number }> {
  const from = performance.now()
  const child = start([entry, 'serve'], home)
  resultOf(await ask(child, [initialize()], newline))
  const opened = performance.now() - from
  const call = resultOf(await ask(child, [toolCall()], newline))
  const called = performance.now() - from
  if (call.state !== 'done') throw new Error(`the call is ${call.state}`)
  await end(child)
  return { opened, called }
}

async function countTools({ entry, home }: Options): Promise<number> {
  const child = start([entry, 'serve'], home)
  await ask(child, [initialize()], newline)
  const { tools } = resultOf(await ask(child, [request('tool/list', {})], newline))
  await end(child)
  return (tools as unknown[]).length
}

export const startBench: Bench = {
  name: 'start',
  async run(options) {
    // The first of each pays for cold disks and a new data folder, and is not counted.
    await startBare(options.home)
    const tools = await countTools(options)
    const bare: number[] = []
    const ours: { opened: number; called: number }[] = []
    for (let run = 0; run < runs; run += 1) {
      bare.push(await startBare(options.home))
      ours.push(await startOurs(options))
    }
    const peer = { peer: median(bare), unit: 'ms', peerName: 'bare node, one line' }
    return [
      { name: 'start to initialize', ours: median(ours.map((one) => one.opened)), ...peer, aim: { most: 2 } },
      {
        name: 'start to first tool/call',
        ours: median(ours.map((one) => one.called)),
        ...peer,
        aim: { most: 2.5 },
        note: `${tools} tools listed`,
      },
    ]
  },
}
