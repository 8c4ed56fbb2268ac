// `steward demo DIR`: fills an empty folder with a believable week, through the one door and over the wire, as any client
// would. Each capability has its scene; the week is all of them in the order of their times.
import { mkdirSync, readdirSync, realpathSync } from 'node:fs'
import { compose } from './compose.ts'
import { days } from './demo/days.ts'
import { documents } from './demo/documents.ts'
import { notes } from './demo/notes.ts'
import { open } from './demo/open.ts'
import { type Beat, momentOf, type Scene, Stage } from './demo/stage.ts'
import { todo } from './demo/todo.ts'
import { week } from './demo/week.ts'
import { openClient, pipePair } from './rpc/client.ts'
import { writeFault } from './store/faults.ts'
import { resolvePaths } from './store/paths.ts'
import { StewardError } from './text/errors.ts'

const scenes: readonly Scene[] = [documents, week, notes, days, todo, open]

export interface DemoReport {
  folder: string
  calls: number
  approvals: number
  suspensions: number
}

/** Makes the demo in a new or empty folder. */
export async function makeDemo(wanted: string, version: string, end = Date.now()): Promise<DemoReport> {
  const folder = emptyFolder(wanted)
  const clock = startClock()
  const beats = scenes.flatMap((scene) => scene())
  const times = beats.map((beat): [number, Beat] => [momentOf(beat, end), beat]).sort(([a], [b]) => a - b)
  clock.set(times[0]?.[0] ?? end)
  // Nothing of this computer's own environment shows, and its keychain is left alone.
  const env = { STEWARD_HOME: folder, LANG: 'sv_SE.UTF-8', EDITOR: 'nano' }
  const paths = resolvePaths(env)
  const steward = await compose({ paths, version, kind: 'demo', shutdown() {}, log() {}, now: clock.now, env })
  try {
    const [here, there] = pipePair()
    const served = steward.open(there)
    const client = openClient(here)
    await client.initialize({ name: 'steward demo', version, events: false })
    const stage = new Stage({ client, folder, end })
    await steward.remind(false)
    for (const [at, beat] of times) {
      clock.set(at)
      await beat.play(stage)
    }
    clock.set(end)
    const report = await count(stage)
    await client.close()
    await served.close()
    return report
  } finally {
    await steward.close()
  }
}

async function count({ client, folder }: Stage): Promise<DemoReport> {
  const { calls } = await client.call('call/list', { limit: 1000 })
  const { approvals } = await client.call('approval/list', {})
  const { suspensions } = await client.call('suspension/list', {})
  return { folder, calls: calls.length, approvals: approvals.length, suspensions: suspensions.length }
}

/** A clock that is set, and then goes at its usual pace. It is never set back. */
function startClock() {
  let from = 0
  let since = Date.now()
  const now = () => from + Date.now() - since
  return {
    now,
    set(at: number) {
      from = Math.max(at, now())
      since = Date.now()
    },
  }
}

function emptyFolder(wanted: string): string {
  try {
    mkdirSync(wanted, { recursive: true, mode: 0o700 })
    if (readdirSync(wanted).length === 0) return realpathSync(wanted)
  } catch (thrown) {
    throw writeFault(thrown, wanted)
  }
  throw new StewardError(
    'CONFLICT',
    `${wanted} is not empty.`,
    'Name a new or an empty folder: nothing is written over.',
  )
}
