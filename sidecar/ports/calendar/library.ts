// All that is known of the calendars' files, and the answers to what is asked of them. It is used in a thread of its own
// (worker.ts), so it may take its time; no calendar may take that of the others.
import { alarmsIn } from '../../text/agenda/alarms.ts'
import { filterTasks, orderTasks } from '../../text/agenda/order.ts'
import { remindersBefore } from '../../text/agenda/remind.ts'
import { tasksIn } from '../../text/agenda/tasks.ts'
import type { EventQuery, EventView } from '../../text/agenda/types.ts'
import { eventsIn } from '../../text/agenda/view.ts'
import { StewardError } from '../../text/errors.ts'
import { calendarText } from '../../text/ical/bytes.ts'
import type { Calendar } from '../../text/ical/document.ts'
import { freeSlots } from '../../text/ical/freeslots.ts'
import { occurrences, secondsOf } from '../../text/ical/occurrences.ts'
import { textOf } from '../../text/ical/params.ts'
import { Earliest } from './earliest.ts'
import { joinedText } from './joined.ts'
import { alarmsBefore, startsFor } from './linked.ts'
import { type Part, readParsed } from './parsed.ts'
import { findResource, planFor } from './plan.ts'
import type { AnswerTo, Ask, Question, Questions, Source, Told } from './questions.ts'
import { type Range, touches } from './range.ts'
import { Reading } from './reading.ts'
import { searchFor } from './search.ts'
import { readBytes, Shelf } from './shelf.ts'
import { Trees } from './trees.ts'
import type { Alarm } from './types.ts'

/** Bytes that parsed calendars may take, about. */
const MOST_KEPT = 400_000_000
/** What one calendar may take of one answer, to read and to work out; the rest of it is told as missing. */
const CALENDAR_MS = 3000
const ALL_MS = 8000

type Answers = { [Q in Question]: (ask: Ask<Q>) => Omit<AnswerTo<Q>, 'told'> }

const eventsWithin = (window: Range) => (part: Part) => part.events > 0 && touches(part.range, window)

export class Library {
  private readonly shelves = new Map<string, Shelf>()
  private readonly trees = new Trees(MOST_KEPT)
  private told: Told[] = []
  private begun = 0
  /** Which of the sources is being worked on, for whoever must name the guilty one. */
  private readonly at: (index: number) => void

  constructor(at: (index: number) => void = () => undefined) {
    this.at = at
  }

  /** Answers. What is wrong with a calendar is told beside; what is thrown is about the question. */
  answer<Q extends Question>(question: Q, ask: Ask<Q>): AnswerTo<Q> {
    this.told = []
    this.begun = performance.now()
    const answer = (this.answers[question] as (ask: Ask<Q>) => object)(ask)
    return { ...answer, told: this.told } as AnswerTo<Q>
  }

  private readonly answers: Answers = {
    events: ({ sources, query, limit, viewer }) => {
      const may = eventsWithin({ from: secondsOf(query.from), to: secondsOf(query.to) })
      const fits = fitting(query)
      const first = new Earliest(limit)
      this.each(sources, (reading) => {
        const question = { ...query, ...viewer }
        const events = reading.made(may, (calendar) => eventsIn(calendar, reading.source.id, question), query.uid)
        for (const event of events) if (fits(event)) first.add(event)
      })
      return first.taken()
    },
    tasks: ({ sources, query, limit, viewer, now }) => {
      // What is no instant is the fault of the question, not of a calendar.
      for (const bound of [query.dueBefore, query.dueAfter]) if (bound !== undefined) secondsOf(bound)
      const found = this.gathered(sources, (reading) => {
        const of = (calendar: Calendar) => filterTasks(tasksIn(calendar, reading.source.id, viewer.zone), query)
        return reading.made(({ tasks }) => tasks > 0, of, query.uid)
      })
      return limited(orderTasks(found, now, viewer.zone), limit)
    },
    free: ({ sources, mine, query, limit, viewer }) => {
      const may = eventsWithin({ from: secondsOf(query.from), to: secondsOf(query.to) })
      const calendars = new Map<string, Calendar[]>()
      // Each is worked out on its own first, so that one that can't be does not spoil the search among all.
      const tried = (calendar: Calendar) => {
        occurrences(calendar, { ...query, ...viewer })
        return [calendar]
      }
      const half = ALL_MS / 2
      this.each(
        sources,
        (reading) => void calendars.set(reading.source.id, [...reading.made(may, tried), ...reading.reports()]),
        half,
      )
      this.at(-1)
      const of = (ids: readonly string[]) => ids.flatMap((id) => calendars.get(id) ?? [])
      return limited(freeSlots(searchFor(query, viewer, of(mine), of)), limit)
    },
    alarms: ({ sources, from, to, reminders, viewer }) => {
      const window = { from: Math.floor(from / 1000), to: Math.ceil(to / 1000) }
      const may = ({ alarms }: Part) => alarms !== undefined && touches(alarms, window)
      const list = this.gathered(sources, (reading) => {
        const { id } = reading.source
        const question = { from, to, ...viewer, reminders: id === reminders }
        return reading.made(may, (calendar) => alarmsIn(calendar, id, question))
      })
      // What is wrong with them was told by now.
      const { told } = this
      list.push(...this.before({ sources, from, to, reminders, viewer }))
      this.told = told.slice(0, sources.length)
      return { list: list.sort((a, b) => a.at - b.at) }
    },
    export: ({ sources }) =>
      joinedText(this.gathered(sources, (reading) => [...reading.trees(() => true)].map(([tree]) => tree))),
    find: ({ sources, uid }) => {
      const [found] = this.gathered(
        sources,
        ({ shelf }) => [findResource(shelf, uid)].filter((each) => each !== undefined),
        uid,
      )
      return found ? { found } : {}
    },
    plan: ({ sources: [source], wish }) => {
      if (!source) throw new StewardError('INTERNAL', 'A plan needs a calendar.')
      this.at(0)
      const shelf = this.shelf(source)
      shelf.look(() => false, wish.uid)
      return { plan: planFor(shelf, wish) }
    },
    inspect: ({ file }) => inspected(file),
  }

  /** The alarms of reminders that go by an event. */
  private before({ sources, from, to, reminders, viewer }: Ask<'alarms'>): Alarm[] {
    const own = sources.filter(({ id }) => id === reminders)
    const links = this.gathered(own, (reading) => reading.made(({ tasks }) => tasks > 0, remindersBefore))
    return links.flatMap((link) => {
      const window = startsFor(link, { from, to })
      const may = eventsWithin({ from: secondsOf(window.from), to: secondsOf(window.to) })
      const events = this.gathered(
        sources.filter(({ id }) => id === link.calendar),
        (reading) =>
          reading
            .made(may, (calendar) => eventsIn(calendar, reading.source.id, { ...window, ...viewer }), link.event)
            .filter(({ uid }) => uid === link.event),
      )
      return alarmsBefore(link, events, { calendar: reminders, from, to })
    })
  }

  private shelf({ folder }: Source): Shelf {
    let shelf = this.shelves.get(folder)
    if (!shelf) {
      shelf = new Shelf(folder, this.trees)
      this.shelves.set(folder, shelf)
    }
    return shelf
  }

  /** Does the same to each calendar. One that fails is told, and the others go on. */
  private each(sources: readonly Source[], use: (reading: Reading) => void, all = ALL_MS, uid?: string): void {
    for (const [index, source] of sources.entries()) {
      this.at(index)
      try {
        const reading = new Reading(this.shelf(source), source, CALENDAR_MS, this.begun + all, uid)
        use(reading)
        this.told.push({ id: source.id, fault: reading.fault })
      } catch (thrown) {
        this.told.push({ id: source.id, fault: (thrown as Error).message })
      }
    }
  }

  private gathered<T>(sources: readonly Source[], use: (reading: Reading) => Iterable<T>, uid?: string): T[] {
    const all: T[] = []
    const take = (reading: Reading) => {
      for (const each of use(reading)) all.push(each)
    }
    this.each(sources, take, ALL_MS, uid)
    return all
  }
}

const limited = <T>(all: T[], limit: number): { list: T[]; cut: boolean } => ({
  list: all.length > limit ? all.slice(0, limit) : all,
  cut: all.length > limit,
})

const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Whether an event has all the words, wherever they stand. */
function fitting({ text, uid }: EventQuery): (event: EventView) => boolean {
  const words = fold(text ?? '')
    .split(/\s+/)
    .filter(Boolean)
  return (event) => {
    if (uid !== undefined && event.uid !== uid) return false
    if (words.length === 0) return true
    const all = fold(`${event.title}\n${event.location ?? ''}\n${event.notes ?? ''}`)
    return words.every((word) => all.includes(word))
  }
}

function inspected(file: string): Omit<Questions['inspect']['answer'], 'told'> {
  const { calendar, parts, complaint } = readParsed(calendarText(readBytes(file).bytes))
  const [holder] = calendar.items.filter((item) => item.kind === 'component')
  const name = holder && (textOf(holder, 'X-WR-CALNAME') ?? textOf(holder, 'NAME'))
  const color = holder && (textOf(holder, 'X-APPLE-CALENDAR-COLOR') ?? textOf(holder, 'COLOR'))
  const sum = (of: (part: Part) => number) => parts.reduce((total, part) => total + of(part), 0)
  return {
    events: sum((part) => part.events),
    tasks: sum((part) => part.tasks),
    ...(name ? { name } : {}),
    ...(color ? { color } : {}),
    ...(complaint ? { why: complaint } : {}),
  }
}
