// Tasks and reminders of the week.
import { done, nextOf } from './days.ts'
import { type Beat, type Stage, zone } from './stage.ts'

const today = (stage: Stage) => Temporal.Instant.fromEpochMilliseconds(stage.end).toZonedDateTimeISO(zone)
const due = (stage: Stage, days: number): string => String(today(stage).toPlainDate().add({ days }))

const task =
  (title: string, days: number | undefined, more: object = {}) =>
  (stage: Stage) =>
    done(stage, 'create_task', { title, ...(days === undefined ? {} : { due: due(stage, days) }), ...more })

async function report(stage: Stage): Promise<void> {
  const whole = await task('Tidewater annual report', 12, { priority: 3, tags: ['tidewater'], calendar: 'studio' })(
    stage,
  )
  const parent = String((whole.output as { uid?: unknown }).uid)
  for (const [title, days] of [
    ['Choose the photographs', 3],
    ['First proofs', 5],
    ['Write to the printer', 8],
  ] as const)
    await task(title, days, { parent, tags: ['tidewater'], calendar: 'studio' })(stage)
  await done(stage, 'update_task', { task: parent, percent: 40, state: 'started' })
}

const plants = (stage: Stage) =>
  task('Water the plants', nextOf(stage, 6), { repeat: 'every saturday', calendar: 'family' })(stage)

async function finished(stage: Stage): Promise<void> {
  await task('Order pear wood', -2, { tags: ['craft'] })(stage)
  await done(stage, 'update_task', { task: 'Order pear wood', state: 'done' })
}

const remind =
  (text: string, when: (stage: Stage) => string, more: object = {}) =>
  (stage: Stage) =>
    done(stage, 'set_reminder', { text, when: when(stage), ...more })

const onClock = (days: number, clock: string) => (stage: Stage) => `${due(stage, days)}T${clock}`
/** So many minutes from the end of the week on, which is now. */
const fromNow = (minutes: number) => (stage: Stage) =>
  today(stage).add({ minutes }).toPlainDateTime().toString({ smallestUnit: 'minute' })

const TOLD_MS = 5000

/** The clock stands at now: what has come is told, as it is on any day. */
async function tellDue({ client, end }: Stage): Promise<void> {
  for (const until = Date.now() + TOLD_MS; Date.now() < until; ) {
    const { due: told } = await client.call('reminder/list', {})
    if (told.some(({ at }) => at <= end)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** A dozen tasks, some of them late, one done; and reminders, of which one has come. */
export const todo = (): Beat[] => [
  { at: [6, '08:46'], play: report },
  { at: [6, '17:02'], play: task('Send the invoice to Harbour Café', -1, { priority: 1, tags: ['admin'] }) },
  { at: [5, '08:31'], play: task('Back up the archive', -3, { priority: 5, tags: ['admin'] }) },
  { at: [5, '08:33'], play: finished },
  { at: [5, '18:00'], play: plants },
  { at: [4, '09:58'], play: task('Call Bergström Bakery about invoice 2026-033', 0, { priority: 2, tags: ['admin'] }) },
  { at: [4, '12:10'], play: task('Renew the parking permit', 4, { tags: ['home'], calendar: 'family' }) },
  { at: [3, '13:20'], play: task('打样：菜单封面换成暖一点的绿色', 1, { tags: ['harbour-cafe'], calendar: 'studio' }) },
  { at: [2, '21:30'], play: task('Book a hotel in Copenhagen', 2, { notes: 'Near the fair, two nights.' }) },
  { at: [1, '10:05'], play: task('Learn to bind a book', undefined, { priority: 9, tags: ['some-day'] }) },
  { at: [1, '17:40'], play: remind('Take the proofs along', fromNow(-18)) },
  { at: [1, '17:41'], play: remind('Buy flowers for Grandma', onClock(2, '16:00')) },
  { at: { minutesAgo: 90 }, play: remind('Call the carpenter about the sign', fromNow(95)) },
  {
    at: { minutesAgo: 2 },
    play: (stage) => done(stage, 'set_reminder', { text: 'Put the bins out', repeat: 'every tuesday at 19:00' }),
  },
  { at: { minutesAgo: 1 }, play: tellDue },
]
