// Random series, random changes: what happens afterwards is what a plain model of the list says, and what ical.js reads.
import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { changeEvent, removeEvent } from '../../../sidecar/text/agenda/change.ts'
import { newEvent } from '../../../sidecar/text/agenda/make.ts'
import type { EventChanges, EventView } from '../../../sidecar/text/agenda/types.ts'
import { laterBy, type SeriesWish, series, stampOf } from './arbitrary.ts'
import { AT, viewsOf } from './seen.ts'

const runs = process.env.STEWARD_FULL ? 1000 : 120
/** So many of each series are looked at. */
const MANY = 25

interface Known {
  id: string
  start: string
  end: string
  title: string
  place: string
}

const known = ({ recurrenceId, start, end, title, location }: EventView): Known => ({
  id: recurrenceId ?? start,
  start,
  end,
  title,
  place: location ?? '',
})
const inOrder = (list: Known[]): Known[] => list.sort((a, b) => (a.id < b.id ? -1 : 1))
function listOf(text: string | null): Known[] {
  if (text === null) return []
  for (const to of ['2026-06-01', '2030-01-01']) {
    const some = inOrder(viewsOf(text, '2023-01-01', to).map(known))
    // What was moved on its own may be listed out of turn near the end.
    if (some.length > MANY + 15) return some.slice(0, MANY)
  }
  return inOrder(viewsOf(text, '2023-01-01', '2200-01-01').map(known)).slice(0, MANY)
}

function newSeries(wish: SeriesWish): string {
  const first = Temporal.PlainDateTime.from(wish.first)
  const end = wish.allDay ? first.add({ days: 1 + (wish.minutes % 3) }) : first.add({ minutes: wish.minutes })
  const { zone, allDay, rule } = wish
  const [start, until] = [stampOf(first, zone, allDay), stampOf(end, zone, allDay)]
  return newEvent({ uid: 'u1', title: 'S', start, end: until, rule, location: 'L' }, AT)
}

/** The stamp of an instant or a date so many minutes later on the clock of the zone. */
const stampAt = (text: string, { zone, allDay }: SeriesWish, minutes: number): string => {
  const later = laterBy(text, zone, minutes)
  return allDay ? later : Temporal.Instant.from(later).toZonedDateTimeISO(zone).toString({ smallestUnit: 'second' })
}

const minutesOf = ({ allDay }: SeriesWish, minutes: number) => (allDay ? Math.sign(minutes) * 1440 : minutes)

/** A change to one of them, for the text and for the model. */
interface Step {
  kind: 'remove' | 'title' | 'move'
  at: number
  minutes: number
}

function stepped(text: string, list: Known[], wish: SeriesWish, { kind, at, minutes }: Step): [string | null, Known[]] {
  const one = list[at % list.length] as Known
  const base = { uid: 'u1', scope: 'this' as const, recurrenceId: one.id, at: AT }
  if (kind === 'remove') return [removeEvent(text, base).text, list.filter((each) => each !== one)]
  const by = minutesOf(wish, minutes)
  const changes: EventChanges = kind === 'title' ? { title: 'Other' } : { start: stampAt(one.start, wish, by) }
  const fresh =
    kind === 'title'
      ? { ...one, title: 'Other' }
      : { ...one, start: laterBy(one.start, wish.zone, by), end: laterBy(one.end, wish.zone, by) }
  const changed = changeEvent(text, { ...base, changes, newUid: 'n' }).text
  return [changed, list.map((each) => (each === one ? fresh : each))]
}

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('remove' as const, 'title' as const, 'move' as const),
    at: fc.nat({ max: 15 }),
    minutes: fc.integer({ min: -200, max: 200 }).filter((minutes) => minutes !== 0),
  }),
  { maxLength: 4 },
)

/** A series with some of it changed, and what it must look like. */
function prepared(wish: SeriesWish, changes: readonly Step[]): { text: string; list: Known[] } | undefined {
  let text: string | null = newSeries(wish)
  let list = listOf(text)
  for (const step of changes) {
    if (text === null || list.length === 0) return undefined
    ;[text, list] = stepped(text, list, wish, step)
    // An endless series shows one more where one was removed.
    expect(listOf(text).slice(0, list.length)).toEqual(list)
  }
  return text === null || list.length === 0 ? undefined : { text, list }
}

/** What a change to all of a list makes of it: what was changed on its own stays as it was changed. */
function moved(list: readonly Known[], { zone }: SeriesWish, minutes: number, lengthen: number): Known[] {
  return list.map((each) => {
    const id = laterBy(each.id, zone, minutes)
    if (each.start !== each.id) return { ...each, id, place: 'New' }
    const end = laterBy(each.end, zone, minutes + lengthen)
    return { ...each, id, start: id, end, place: 'New' }
  })
}

/** The same events by another reader. Its own count of COUNT and UNTIL, its own matching of changes. */
function byIcal(text: string): string[] {
  const root = new ICAL.Component(ICAL.parse(text))
  ICAL.TimezoneService.reset()
  for (const zone of root.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  const all = root.getAllSubcomponents('vevent')
  const isChange = (component: ICAL.Component) => component.hasProperty('recurrence-id')
  const main = all.find((component) => !isChange(component)) as ICAL.Component
  const event = new ICAL.Event(main, { exceptions: all.filter(isChange) })
  const show = (time: ICAL.Time) =>
    time.isDate ? time.toString() : new Date(time.toUnixTime() * 1000).toISOString().replace('.000', '')
  const found: string[] = []
  const iterator = event.iterator()
  for (let time = iterator.next(); time && found.length < MANY; time = iterator.next()) {
    const { startDate, endDate, item } = event.getOccurrenceDetails(time)
    found.push(`${show(startDate)}/${show(endDate)} ${item.summary}`)
  }
  return found.sort()
}

function agrees(text: string | null): void {
  if (text === null) return
  const own = listOf(text).map(({ start, end, title }) => `${start}/${end} ${title}`)
  expect(byIcal(text)).toEqual(own.sort())
}

const property = (check: (wish: SeriesWish, text: string, list: Known[], at: number, minutes: number) => void) =>
  fc.assert(
    fc.property(series, steps, fc.nat(), fc.integer({ min: -200, max: 200 }), (wish, changes, at, minutes) => {
      const ready = prepared(wish, changes)
      if (ready) check(wish, ready.text, ready.list, at % Math.min(20, ready.list.length), minutes)
    }),
    { numRuns: runs },
  )

const lines = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')

describe('random series', { timeout: 900_000 }, () => {
  test('[calendar.change] what is done to single occurrences is seen by ical.js too', () => {
    property((_, text) => agrees(text))
  })

  test('[calendar.change] a removal of this and all following leaves what is before, as it was', () => {
    property((_, text, list, at) => {
      const recurrenceId = list[at]?.id
      const left = removeEvent(text, { uid: 'u1', scope: 'following', recurrenceId, at: AT }).text
      expect(listOf(left)).toEqual(list.slice(0, at))
      if (at === 0) expect(left).toBeNull()
      else agrees(left)
      expect(removeEvent(text, { uid: 'u1', scope: 'all', at: AT }).text).toBeNull()
    })
  })

  test('[calendar.change] a change to this and all following leaves what is before, and moves the rest', () => {
    property((wish, text, list, at, minutes) => {
      const one = list[at] as Known
      // A change of an occurrence that was moved on its own goes by where the series had it.
      fc.pre(one.start === one.id)
      const by = minutesOf(wish, minutes)
      fc.pre(!wish.allDay || wish.moves)
      const changes = { start: stampAt(one.id, wish, by), location: 'New' }
      const wanted = { uid: 'u1', scope: 'following' as const, recurrenceId: one.id, changes, at: AT, newUid: 'u2' }
      const { text: before, split } = changeEvent(text, wanted)
      const after = moved(list.slice(at), wish, by, 0)
      if (at === 0) expect(split).toBeUndefined()
      const second = at === 0 ? before : (split?.text ?? '')
      if (at > 0) expect(listOf(before)).toEqual(list.slice(0, at))
      if (at > 0) expect(viewsOf(second).every(({ uid }) => uid === 'u2')).toBe(true)
      expect(listOf(second).slice(0, after.length)).toEqual(after)
      agrees(before)
      agrees(second)
    })
  })

  test('[calendar.change] a change to all moves all, and what was moved on its own stays where it is', () => {
    property((wish, text, list, at, minutes) => {
      const one = list[at] as Known
      fc.pre(one.start === one.id && (!wish.allDay || wish.moves))
      const by = minutesOf(wish, minutes)
      const longer = wish.allDay ? 1440 : 7
      const changes = { start: stampAt(one.id, wish, by), end: stampAt(one.end, wish, by + longer), location: 'New' }
      const { text: all } = changeEvent(text, {
        uid: 'u1',
        scope: 'all',
        recurrenceId: one.id,
        changes,
        at: AT,
        newUid: 'u2',
      })
      expect(listOf(all).slice(0, list.length)).toEqual(moved(list, wish, by, longer))
      agrees(all)
    })
  })

  test('[calendar.change] a series moves by days where its rule can, and is refused where it can not', () => {
    property((wish, text, list, at, minutes) => {
      const one = list[at] as Known
      const days = (minutes % 6) + (minutes < 0 ? -1 : 1)
      fc.pre(one.start === one.id)
      const changes = { start: stampAt(one.id, wish, days * 1440), location: 'New' }
      const run = () =>
        changeEvent(text, { uid: 'u1', scope: 'all', recurrenceId: one.id, changes, at: AT, newUid: 'u2' }).text
      if (!wish.moves && !/BYDAY=\d/.test(wish.rule))
        return expect(run).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }))
      const all = run()
      if (wish.moves) expect(listOf(all).slice(0, list.length)).toEqual(moved(list, wish, days * 1440, 0))
      expect(listOf(all)).toHaveLength(listOf(text).length)
      agrees(all)
    })
  })

  test('[calendar.lossless] a change of fields touches no other line', () => {
    const other =
      'BEGIN:VEVENT\r\nUID:o\r\nDTSTART:20240101T000000Z\r\nX-A;B="c":d\r\nEND:VEVENT\r\nBEGIN:X-ODD\r\nY:1\r\nEND:X-ODD\r\n'
    property((_, plain, list, at) => {
      const text = plain
        .replace('END:VCALENDAR', `${other}END:VCALENDAR`)
        .replaceAll('SUMMARY', 'X-KEEP;P=1:a\\, b\r\nSUMMARY')
      const wish = { uid: 'u1', at: AT, newUid: 'u2', recurrenceId: list[at]?.id }
      const { text: all } = changeEvent(text, { ...wish, scope: 'all', changes: { notes: 'New', tags: ['t'] } })
      const isNew = (line: string) => !/^(?:DESCRIPTION|CATEGORIES|DTSTAMP|LAST-MODIFIED|SEQUENCE):/.test(line)
      expect(lines(all).filter(isNew)).toEqual(lines(text).filter(isNew))
      const { text: old, split } = changeEvent(text, { ...wish, scope: 'following', changes: { notes: 'New' } })
      expect(old).toContain(other)
      if (split)
        expect(split.text.match(/X-KEEP;P=1:a\\, b\r\n/g)).toHaveLength(split.text.split('BEGIN:VEVENT').length - 1)
      expect(removeEvent(text, { ...wish, scope: 'this' }).text).toContain(other)
    })
  })
})
