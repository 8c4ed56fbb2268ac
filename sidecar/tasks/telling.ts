// When reminders are told: a look at the calendars whenever one is due or something changed, and between looks a timer that
// costs nothing. All that it must know after a restart is in the rows.
import type { Kernel } from '../kernel/kernel.ts'
import type { Agenda, Alarm } from '../ports/calendar/types.ts'
import { toView } from '../text/errors.ts'
import { type Deliveries, type Delivery, deliveryId, type Looked, viewDelivery } from './deliveries.ts'

export interface ReminderParts {
  kernel: Kernel
  agenda: Agenda
  now: () => number
  /** Whether alarms of events and tasks count too. */
  alarms: () => boolean
  log: (line: string) => void
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

/** How far ahead the calendars are asked; after that, or when they say that something changed, they are asked again. */
const AHEAD_MS = 10 * MINUTE
/** No timer is longer: a computer that slept or a clock that was set shows itself within this time. */
const TICK_MS = MINUTE
/** What is written just before its time may be known of only a moment after it. */
const OVERLAP_MS = MINUTE
/** Nothing older is told. */
const FURTHEST_MS = 30 * DAY
/** So late it was missed, also where something ran. */
const LATE_MS = MINUTE
/** For so long what a calendar holds that could not be read is looked for again. */
const FAULT_MS = DAY
const KEPT_MS = 90 * DAY
const RETRY_MS = 10 * SECOND
/** A synchronisation tells of many changes at once, and a look at large calendars takes a while: most of the time is free. */
const SETTLE_MS = 100
const SHARE = 4
const LONGEST_REST_MS = 5 * SECOND

/**
 * From when on something may be due that nobody was told of. Never from before the first start; a clock that was set back is
 * followed, since what was told has a row and is not told again.
 */
export function lookFrom(looked: Looked | undefined, at: number): number {
  if (!looked) return at
  return Math.max(Math.min(looked.since, at), Math.min(looked.to, at) - OVERLAP_MS, at - FURTHEST_MS)
}

/** Those that the user wants to hear of, in their order. */
export const wantedAlarms = (alarms: readonly Alarm[], areAll: boolean): Alarm[] =>
  alarms
    .filter(({ of, at }) => (areAll || of === 'reminder') && Number.isSafeInteger(at))
    .toSorted((a, b) => a.at - b.at)

export class Telling {
  readonly #parts: ReminderParts
  readonly #rows: Deliveries
  #ends: (() => void)[] = []
  #timer: NodeJS.Timeout | undefined
  #soon: NodeJS.Timeout | undefined
  #startedAt: number | undefined
  /** When to look next, and until when it is known that there was nothing. */
  #next = 0
  #seen: number | undefined
  #isCurrent = false
  #isLooking = false
  #isStale = false
  #restMs = SETTLE_MS
  #prunedAt = Number.NEGATIVE_INFINITY
  #fault = ''

  constructor(parts: ReminderParts, rows: Deliveries) {
    this.#parts = parts
    this.#rows = rows
  }

  start(): void {
    if (this.#startedAt !== undefined) return
    const { kernel, agenda, now } = this.#parts
    this.#startedAt = now()
    this.#ends = [
      agenda.onChange(() => this.wake()),
      // STOP was lifted, or the user wants other alarms.
      kernel.events.listen(({ event, data }) => {
        const isOther = event === 'state/changed' && (data as { what: string }).what === 'settings'
        if (event === 'health/changed' || isOther) this.wake()
      }),
    ]
    void this.#look()
  }

  stop(): void {
    for (const end of this.#ends.splice(0)) end()
    clearTimeout(this.#timer)
    clearTimeout(this.#soon)
    this.#soon = undefined
    this.#startedAt = undefined
  }

  /** Looks soon. */
  wake(): void {
    if (this.#startedAt === undefined) return
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined
      void this.#look()
    }, this.#restMs).unref()
  }

  // One look at a time; what changes during one is looked at after it.
  async #look(): Promise<void> {
    this.#isStale = true
    if (this.#isLooking) return
    this.#isLooking = true
    while (this.#isStale && this.#startedAt !== undefined) {
      this.#isStale = false
      const begun = performance.now()
      try {
        await this.#tell()
        this.#fault = ''
      } catch (thrown) {
        this.#next = this.#parts.now() + RETRY_MS
        this.#log(toView(thrown).message)
      }
      this.#restMs = Math.min(LONGEST_REST_MS, Math.max(SETTLE_MS, SHARE * (performance.now() - begun)))
    }
    this.#isLooking = false
    this.#arm()
  }

  #log(fault: string): void {
    // Whoever ends it has no calendars any more.
    if (this.#startedAt === undefined) return
    if (fault !== this.#fault) this.#parts.log(`Reminders could not be looked at: ${fault}`)
    this.#fault = fault
  }

  #arm(): void {
    clearTimeout(this.#timer)
    if (this.#startedAt === undefined) return
    const ms = Math.min(TICK_MS, Math.max(0, this.#next - this.#parts.now()))
    this.#timer = setTimeout(() => this.#tick(), ms).unref()
  }

  // The disk is asked only when something is due, or when the clock went another way than time does.
  #tick(): void {
    const at = this.#parts.now()
    if (at >= this.#next || at < (this.#seen ?? at)) return void this.#look()
    if (this.#isCurrent) this.#seen = at
    this.#arm()
  }

  async #tell(): Promise<void> {
    const { kernel, agenda, now, alarms: areAll } = this.#parts
    const at = now()
    this.#next = at + AHEAD_MS
    this.#isCurrent = false
    const looked = this.#looked(at)
    // STOP holds everything back, and it is told when that is lifted; a clock that is set back meanwhile is followed all the same.
    if (kernel.latch.stopped) return this.#follow(looked, at)
    const { alarms, faults } = await agenda.alarms(lookFrom(looked, at), at + AHEAD_MS)
    const wanted = wantedAlarms(alarms, areAll())
    const snoozed = this.#rows.list('snoozed')
    const { again, gone } = await this.#again(snoozed, at)
    if (kernel.latch.stopped || this.#startedAt === undefined) return
    this.#prune(at)
    const isWhole = faults.length === 0
    const to = isWhole ? at : Math.min(at, Math.max(looked.to, at - FAULT_MS))
    const told = await this.#rows.keep({
      ...{ now: at, fresh: this.#fresh(wanted, at), again, gone },
      looked: { since: Math.min(looked.since, at), to },
    })
    this.#isCurrent = isWhole
    if (isWhole) this.#seen = at
    this.#next = [...wanted.map((alarm) => alarm.at), ...snoozed.map(({ dueAt }) => dueAt)]
      .filter((time) => time > at)
      .reduce((least, time) => Math.min(least, time), at + AHEAD_MS)
    for (const one of told) kernel.events.emit('reminder/due', viewDelivery({ ...one, state: 'due' }))
    if (gone.length > 0) kernel.events.emit('state/changed', { what: 'reminders' })
  }

  async #follow({ since, to }: Looked, at: number): Promise<void> {
    if (at >= to) return
    this.#seen = at
    const looked = { since: Math.min(since, at), to: at }
    await this.#rows.keep({ now: at, looked, fresh: [], again: [], gone: [] })
  }

  // The first look ever begins here and now. What was seen since the last one needs no row.
  #looked(at: number): Looked {
    const { since, to } = this.#rows.looked() ?? { since: at, to: at }
    return { since, to: Math.max(to, this.#seen ?? to) }
  }

  #isMissed(dueAt: number, at: number): boolean {
    return dueAt <= (this.#startedAt ?? at) || at - dueAt > LATE_MS
  }

  #fresh(wanted: readonly Alarm[], at: number): Delivery[] {
    const due = wanted.filter((alarm) => alarm.at <= at).map((alarm): [string, Alarm] => [deliveryId(alarm), alarm])
    return [...new Map(due)]
      .filter(([id]) => this.#rows.find(id) === undefined)
      .map(([id, alarm]) => ({
        ...alarm,
        ...{ id, dueAt: alarm.at, state: 'due', missed: this.#isMissed(alarm.at, at) },
      }))
  }

  // What was put off may have been taken back meanwhile. One whose calendar can't be read is told all the same.
  async #again(snoozed: readonly Delivery[], at: number): Promise<{ again: Delivery[]; gone: Delivery[] }> {
    const again: Delivery[] = []
    const gone: Delivery[] = []
    for (const one of snoozed.filter(({ dueAt }) => dueAt <= at)) {
      const { alarms, faults } = await this.#parts.agenda.alarms(one.at - 1, one.at)
      const isThere = alarms.some((alarm) => deliveryId(alarm) === one.id)
      const isDoubtful = faults.some(({ calendar }) => calendar === one.calendar)
      if (isThere || isDoubtful) again.push({ ...one, missed: this.#isMissed(one.dueAt, at) })
      else gone.push(one)
    }
    return { again, gone }
  }

  #prune(at: number): void {
    if (Math.abs(at - this.#prunedAt) < DAY) return
    this.#prunedAt = at
    this.#rows.prune(at - KEPT_MS)
  }
}
