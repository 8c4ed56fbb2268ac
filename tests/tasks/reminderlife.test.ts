// Any life of a sidecar: time passes, clocks jump, STOP is set, the process dies, reminders come and go.
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { type Alarm, reminderWorld, settle } from './reminderworld.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const noon = Date.parse('2026-11-16T12:00:00Z')

type Step =
  | { do: 'pass' | 'ahead' | 'back'; minutes: number }
  | { do: 'set'; minutes: number }
  | { do: 'cancel'; which: number }
  | { do: 'end' | 'kill' | 'stop' | 'release' | 'change' }

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pass' as const), minutes: fc.integer({ min: 0, max: 40 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('ahead', 'back'), minutes: fc.integer({ min: 1, max: 2 * 24 * 60 }) }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('set' as const), minutes: fc.integer({ min: 1, max: 90 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), which: fc.nat(20) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('end', 'kill', 'stop', 'release', 'change') }) },
) as fc.Arbitrary<Step>

const reminder = (uid: string, at: number): Alarm => ({
  ...{ calendar: 'reminders', uid, title: uid, at, of: 'reminder', recurring: false },
})

async function live(steps: readonly Step[]): Promise<void> {
  vi.setSystemTime(noon)
  const world = reminderWorld()
  const { agenda, kernel, pass, told } = world
  let alarms: Alarm[] = []
  const cancelled = new Set<string>()
  await pass(0)
  for (const [nth, one] of steps.entries()) {
    if (one.do === 'pass') await pass(one.minutes * MINUTE)
    if (one.do === 'ahead') vi.setSystemTime(Date.now() + one.minutes * MINUTE)
    if (one.do === 'back') {
      vi.setSystemTime(Date.now() - one.minutes * MINUTE)
      // It is noticed within a minute.
      await pass(MINUTE)
    }
    if (one.do === 'set') alarms = [...alarms, reminder(`u${nth}`, Date.now() + one.minutes * MINUTE)]
    if (one.do === 'cancel') {
      const gone = alarms[one.which % Math.max(1, alarms.length)]
      const isTold = gone !== undefined && told().some((line) => line.startsWith(`${gone.uid} `))
      if (gone && !isTold) cancelled.add(gone.uid)
      alarms = alarms.filter((alarm) => alarm !== gone)
    }
    if (one.do === 'stop') kernel().latch.set('a test')
    if (one.do === 'release' && kernel().latch.stopped) kernel().release()
    if (one.do === 'kill') await world.restart('killed')
    if (one.do === 'end') await world.restart()
    agenda.set(alarms)
    await settle()
  }
  if (kernel().latch.stopped) kernel().release()
  const last = Math.max(Date.now(), ...alarms.map(({ at }) => at))
  await pass(2 * MINUTE)
  while (Date.now() < last) {
    vi.setSystemTime(Date.now() + 10 * DAY)
    await pass(2 * MINUTE)
  }
  const uids = told().map((line) => line.split(' ')[0] ?? '')
  expect(new Set(uids).size, 'told once').toBe(uids.length)
  for (const { uid } of alarms) expect(uids, `${uid} was told`).toContain(uid)
  for (const uid of cancelled) expect(uids, `${uid} was cancelled`).not.toContain(uid)
}

test('[reminder.once] [reminder.clock] in any life every reminder that was not cancelled is told once', {
  timeout: 600_000,
}, async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: noon })
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => live(steps)),
      { numRuns: process.env.STEWARD_FULL ? 500 : 25 },
    )
  } finally {
    vi.useRealTimers()
  }
})
