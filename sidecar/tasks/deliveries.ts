// What was told of reminders, as rows: one for each time at which one came due, and how far the clock was looked at.
import { sha256 } from '../../policy/canonical.ts'
import type { Journal } from '../kernel/journal.ts'
import type { Alarm } from '../ports/calendar/types.ts'
import type { ReminderView } from '../text/agenda/types.ts'

/** Told and not answered, to be told again, or over. */
export type DeliveryState = 'due' | 'snoozed' | 'dismissed'

export interface Delivery extends Alarm {
  id: string
  state: DeliveryState
  /** When it was or will be told: `at`, unless it was put off. */
  dueAt: number
  /** It came while nothing ran, or while nothing could be told. */
  missed: boolean
}

/** How far was looked, in milliseconds, and since when there are reminders at all. */
export interface Looked {
  since: number
  to: number
}

export interface Batch {
  now: number
  looked: Looked
  /** Told for the first time. */
  fresh: readonly Delivery[]
  /** Told again, as the user wished. */
  again: readonly Delivery[]
  /** Put off, and gone from its calendar since. */
  gone: readonly Delivery[]
}

export interface Deliveries {
  looked(): Looked | undefined
  find(id: string): Delivery | undefined
  /** Oldest first. */
  list(state: 'due' | 'snoozed'): Delivery[]
  /** Keeps it all in one commit. Resolves, once that is on the disk, with what nobody was told before. */
  keep(batch: Batch): Promise<Delivery[]>
  answer(id: string, state: 'snoozed' | 'dismissed', now: number, dueAt: number): void
  /** Forgets what was answered and came before a time. */
  prune(before: number): void
}

/** Of those that nobody answers the newest are shown. */
const MOST_DUE = 1000
const INSERT = `INSERT OR IGNORE INTO reminders
  (calendar, uid, occurrence, at, id, title, kind, starts_at, recurring, rule, state, due_at, missed, told_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'due', ?, ?, ?)`
/** Unless it was answered or put off once more in this very moment. */
const REPEAT = `UPDATE reminders SET state = 'due', missed = ?, told_at = ?
  WHERE id = ? AND state = 'snoozed' AND due_at <= ?`

/** The name of one delivery: the same reminder at the same time has the same, whether it came or will come. */
export const deliveryId = ({ calendar, uid, occurrence, at }: Alarm): string =>
  `r${sha256(JSON.stringify([calendar, uid, occurrence ?? '', at])).slice(0, 24)}`

/** The rows on a journal. */
export function openDeliveries(journal: Journal): Deliveries {
  const { store } = journal
  const insert = (one: Delivery, now: number): boolean => {
    const { calendar, uid, occurrence = '', at, id, title, of, startsAt, recurring, rule, dueAt, missed } = one
    const key = [calendar, uid, occurrence, at, id]
    const rest = [
      title,
      of,
      Number.isSafeInteger(startsAt) ? Number(startsAt) : null,
      Number(recurring),
      rule ?? null,
      dueAt,
      Number(missed),
      now,
    ]
    return Number(store.statement(INSERT).run(...key, ...rest).changes) === 1
  }
  const repeat = ({ id, missed }: Delivery, now: number): boolean =>
    Number(store.statement(REPEAT).run(Number(missed), now, id, now).changes) === 1
  const close = (id: string, state: DeliveryState, now: number, dueAt: number) =>
    store
      .statement('UPDATE reminders SET state = ?, answered_at = ?, due_at = ? WHERE id = ?')
      .run(state, now, dueAt, id)

  return {
    looked() {
      const row = store.statement("SELECT value FROM facts WHERE key = 'reminders'").get()
      if (row) return JSON.parse(String(row.value)) as Looked
      // Nobody has told any yet: those count that came due since something was first asked of Steward, by a command perhaps.
      journal.flush()
      const first = store.statement('SELECT min(created_at) AS at FROM calls').get()?.at
      return typeof first === 'number' ? { since: first, to: first } : undefined
    },
    find(id) {
      journal.flush()
      const row = store.statement('SELECT * FROM reminders WHERE id = ?').get(id)
      return row && toDelivery(row)
    },
    list(state) {
      journal.flush()
      const newest = store.statement('SELECT * FROM reminders WHERE state = ? ORDER BY due_at DESC, id DESC LIMIT ?')
      // What is to be told again is told, however much it is.
      const rows = newest.all(state, state === 'due' ? MOST_DUE : -1)
      return rows.reverse().map(toDelivery)
    },
    keep({ now, looked, fresh, again, gone }) {
      const told: Delivery[] = []
      journal.later(() => {
        // A commit that the disk refused is done again from the start.
        told.length = 0
        for (const one of fresh) if (insert(one, now)) told.push(one)
        for (const one of again) if (repeat(one, now)) told.push(one)
        for (const { id, dueAt } of gone) close(id, 'dismissed', now, dueAt)
        store.statement("INSERT OR REPLACE INTO facts (key, value) VALUES ('reminders', ?)").run(JSON.stringify(looked))
      })
      const ids = [...fresh, ...again].map(({ id }) => id)
      if (ids.length > 0) journal.record('reminder.told', { ids: ids.slice(0, 100), count: ids.length })
      const { promise, resolve } = Promise.withResolvers<Delivery[]>()
      journal.whenKept(() => resolve(told), ids.length > 0)
      return promise
    },
    answer: (id, state, now, dueAt) => journal.later(() => void close(id, state, now, dueAt)),
    prune: (before) =>
      journal.later(() => {
        store.statement("DELETE FROM reminders WHERE state = 'dismissed' AND due_at < ?").run(before)
      }),
  }
}

function toDelivery(row: Record<string, unknown>): Delivery {
  const { occurrence, rule, starts_at: startsAt } = row
  return {
    ...{ id: String(row.id), calendar: String(row.calendar), uid: String(row.uid), title: String(row.title) },
    ...{ at: Number(row.at), dueAt: Number(row.due_at) },
    of: row.kind as Alarm['of'],
    state: row.state as DeliveryState,
    recurring: row.recurring === 1,
    missed: row.missed === 1,
    ...(occurrence === '' ? {} : { occurrence: String(occurrence) }),
    ...(startsAt === null ? {} : { startsAt: Number(startsAt) }),
    ...(rule === null ? {} : { rule: String(rule) }),
  }
}

/** How a client sees one that was told. */
export const viewDelivery = (one: Delivery): ReminderView => ({
  ...viewAlarm(one, one.dueAt),
  state: one.state === 'snoozed' ? 'waiting' : one.state,
  ...(one.missed && one.state !== 'snoozed' ? { missed: true } : {}),
})

/** How a client sees one that is to come. */
export function viewAlarm(alarm: Alarm, at = alarm.at): ReminderView {
  const { uid, calendar, title, of, startsAt, recurring, rule } = alarm
  return {
    ...{ id: deliveryId(alarm), uid, calendar, title, at, of, recurring, state: 'waiting' },
    ...(startsAt === undefined || startsAt === at ? {} : { startsAt }),
    ...(rule === undefined ? {} : { rule }),
  }
}
