// Resident memory of an idle sidecar that has listed its tools, against an idle bare Node process.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ask, type Bench, type Child, end, initialize, median, newline, request, sleep, start } from './measure.ts'

const runs = 5
const oneline = join(import.meta.dirname, 'peers/oneline.mjs')

function residentMb(child: Child): number {
  const kilobytes =
    process.platform === 'linux'
      ? readFileSync(`/proc/${child.pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })
  return Number(kilobytes) / 1024
}

async function idle(child: Child, requests: readonly (() => string)[]): Promise<number> {
  for (const make of requests) await ask(child, [make()], newline)
  await sleep(1000)
  const resident = residentMb(child)
  await end(child)
  return resident
}

export const memoryBench: Bench = {
  name: 'memory',
  async run({ entry, home }) {
    const bare: number[] = []
    const ours: number[] = []
    for (let run = 0; run < runs; run += 1) {
      bare.push(await idle(start([oneline], home), [initialize]))
      ours.push(await idle(start([entry, 'serve'], home), [initialize, () => request('tool/list', {})]))
    }
    const peer = { peer: median(bare), peerName: 'bare node, idle' }
    return [{ name: 'idle resident memory', ours: median(ours), ...peer, unit: 'MB', aim: { most: 1.6 } }]
  },
}
