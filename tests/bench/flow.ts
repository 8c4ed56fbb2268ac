// How long the flow guard looks at a call in a session that has heard a megabyte of other people's text.
import { doubts } from '../../policy/guard.ts'
import { Origins } from '../../policy/origin.ts'
import type { Bench } from './measure.ts'

const CALLS = 2000
const AIM_US = 2000

/** A session that heard about so many characters. */
function session(size: number): Origins {
  const origins = new Origins()
  origins.say('Read my mail and tell ana@example.org about it')
  const lines = Array.from(
    { length: Math.ceil(size / 60) },
    (_, i) => `line ${i} of a letter, by someone${i}@example${i}.net, about word${i % 977}`,
  )
  origins.hear({
    from: 'mail',
    value: lines.join('\n'),
    trust: 'untrusted',
    untrustedFields: [],
    secrecy: 'private',
    input: {},
  })
  return origins
}

function measure(origins: Origins): number[] {
  const times: number[] = []
  for (let i = 0; i < CALLS; i++) {
    const input = {
      to: i % 2 === 0 ? 'ana@example.org' : `someone${i}@example${i}.net`,
      body: `see www.place${i}.com, it costs $${i}`,
    }
    const begun = performance.now()
    doubts({ kind: 'sendMail', input, destination: ['to'], object: [], payload: ['body'] }, origins)
    times.push((performance.now() - begun) * 1000)
  }
  return times.sort((a, b) => a - b)
}

export const flowBench: Bench = {
  name: 'flow',
  async run() {
    const [little, much] = [session(100), session(1_000_000)]
    measure(little)
    const at = (times: readonly number[], share: number) => times[Math.floor(times.length * share)] ?? 0
    const [few, many] = [measure(little), measure(much)]
    return [
      {
        name: 'flow guard, 1 MB heard, p50',
        ours: at(many, 0.5),
        peer: at(few, 0.5),
        unit: 'µs',
        peerName: 'next to nothing heard',
      },
      {
        name: 'flow guard, 1 MB heard, p99',
        ours: at(many, 0.99),
        peer: AIM_US,
        unit: 'µs',
        peerName: 'the aim of 2 ms',
        aim: { most: 1 },
      },
    ]
  },
}
