// All that is known of the calendars' files, and the answers to what is asked of them. It is used in a thread of its own
// (worker.ts), so it may take its time; no calendar may take that of the others.
import { alarmsIn } from '../../text/agenda/alarms.ts'
import { filterTasks, orderTasks } from '../../text/agenda/order.ts'
import { tasksIn } from '../../text/agenda/tasks.ts'
import type { EventQuery, EventView, SlotQuery } from '../../text/agenda/types.ts'
import { eventsIn } from '../../text/agenda/view.ts'
import { StewardError } from '../../text/errors.ts'
import { calendarText } from '../../text/ical/bytes.ts'
import type { Calendar } from '../../text/ical/document.ts'
import { freeSlots, type Person } from '../../text/ical/freeslots.ts'
import { secondsOf } from '../../text/ical/occurrences.ts'
import { textOf } from '../../text/ical/params.ts'
import { joinedText } from './joined.ts'
import { keeping, type Part, readParsed, uidOf } from './parsed.ts'
import { findResource, planFor } from './plan.ts'
import type { AnswerTo, Ask, Question, Questions, Source, Told, Viewer } from './questions.ts'
import { type Range, touches } from './range.ts'
import { type Filed, readBytes, Shelf } from './shelf.ts'
import { Trees } from './trees.ts'

/** Bytes that parsed calendars may take, about. */
const MOST_KEPT = 400_000_000
/** Occurrences of one answer before they are cut; a calendar with more is told. */
const MOST_FOUND = 200_000
/** What one calendar may take of one answer; the rest of it is told as missing. */
const CALENDAR_MS = 4000
const ALL_MS = 8000

type Answers = { [Q in Question]: (ask: Ask<Q>) => Omit<AnswerTo<Q>, 'told'> }

/** Milliseconds that pass, whatever happens to the clock. */
const now = (): number => performance.now()

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
    this.begun = now()
    const answer = (this.answers[question] as (ask: Ask<Q>) => object)(ask)
    return { ...answer, told: this.told } as AnswerTo<Q>
  }

  private readonly answers: Answers = {
    events: ({ sources, query, limit, viewer }) => {
      const window = { from: secondsOf(query.from), to: secondsOf(query.to) }
      const fits = fitting(query)
      const found = this.each(sources, (shelf, source, late) => {
        const events: EventView[] = []
        for (const calendar of this.within(shelf, window, query.uid, late)) {
          for (const event of eventsIn(calendar, source.id, { ...query, ...viewer }))
            if (fits(event)) events.push(event)
          if (events.length > MOST_FOUND) throw tooMany()
        }
        return events
      })
      return limited(found.sort(byStart), limit)
    },
    tasks: ({ sources, query, limit, viewer, now: at }) => {
      // What is no instant is the fault of the question, not of a calendar.
      for (const bound of [query.dueBefore, query.dueAfter]) if (bound !== undefined) secondsOf(bound)
      const found = this.each(sources, (shelf, source, late) => {
        const all = this.treesOf(shelf, ({ tasks }) => tasks > 0, query.uid, late)
        return filterTasks([...all.flatMap((calendar) => tasksIn(calendar, source.id, viewer.zone))], query)
      })
      return limited(orderTasks(found, at, viewer.zone), limit)
    },
    free: ({ sources, mine, query, limit, viewer }) => {
      const window = { from: secondsOf(query.from), to: secondsOf(query.to) }
      const calendars = new Map<string, Calendar[]>()
      this.each(sources, (shelf, { id }, late) => {
        calendars.set(id, this.busyIn(shelf, window, late))
        return []
      })
      const of = (ids: readonly string[]) => ids.flatMap((id) => calendars.get(id) ?? [])
      return limited(freeSlots(searchFor(query, viewer, of(mine), of)), limit)
    },
    alarms: ({ sources, from, to, reminders, viewer }) => {
      const window = { from: Math.floor(from / 1000), to: Math.ceil(to / 1000) }
      const list = this.each(sources, (shelf, { id }, late) => {
        const isReminders = id === reminders
        const may = ({ alarms, tasks }: Part) =>
          (isReminders && tasks > 0) || (alarms !== undefined && touches(alarms, window))
        const question = { from, to, ...viewer, reminders: isReminders }
        return this.treesOf(shelf, may, undefined, late).flatMap((calendar) => alarmsIn(calendar, id, question))
      })
      return { list: list.sort((a, b) => a.at - b.at) }
    },
    export: ({ sources }) => {
      const trees = this.each(sources, (shelf, _source, late) => this.treesOf(shelf, () => true, undefined, late))
      return joinedText(trees)
    },
    find: ({ sources, uid }) => {
      const [found] = this.each(sources, (shelf) => {
        const resource = findResource(shelf, uid)
        return resource ? [resource] : []
      })
      return found ? { found } : {}
    },
    plan: ({ sources, wish }) => {
      const source = sources[0]
      if (!source) throw new StewardError('INTERNAL', 'A plan needs a calendar.')
      this.at(0)
      const shelf = this.shelf(source)
      shelf.look(() => false)
      return { plan: planFor(shelf, wish) }
    },
    inspect: ({ file }) => inspected(file),
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
  private each<T>(
    sources: readonly Source[],
    use: (shelf: Shelf, source: Source, late: () => boolean) => Iterable<T>,
  ): T[] {
    const found: T[] = []
    for (const [index, source] of sources.entries()) {
      this.at(index)
      const shelf = this.shelf(source)
      const ends = Math.min(now() + CALENDAR_MS, this.begun + ALL_MS)
      let isCut = false
      const late = () => {
        if (now() <= ends) return false
        isCut = true
        return true
      }
      try {
        shelf.look(late)
        for (const each of use(shelf, source, late)) found.push(each)
        const fault = shelf.fault ?? (isCut ? 'It takes too long to read; not all of it is shown.' : undefined)
        this.told.push({ id: source.id, fault })
      } catch (thrown) {
        this.told.push({ id: source.id, fault: (thrown as Error).message })
      }
    }
    return found
  }

  /** The calendars in a window, each with only what can be in it. */
  private within(shelf: Shelf, window: Range, uid: string | undefined, late: () => boolean): Iterable<Calendar> {
    return this.treesOf(shelf, ({ events, range }) => events > 0 && touches(range, window), uid, late)
  }

  private busyIn(shelf: Shelf, window: Range, late: () => boolean): Calendar[] {
    const reports = [...shelf.all()].filter(({ reports }) => reports).flatMap((filed) => shelf.tree(filed) ?? [])
    const others = this.treesOf(
      shelf,
      ({ events, range }) => events > 0 && touches(range, window),
      undefined,
      late,
      ({ reports }) => !reports,
    )
    return [...reports, ...others]
  }

  /** The trees of files with a part that may be meant, without the parts that are not. */
  private *treesOf(
    shelf: Shelf,
    may: (part: Part) => boolean,
    uid: string | undefined,
    late: () => boolean,
    also: (filed: Filed) => boolean = () => true,
  ): Generator<Calendar, undefined> {
    for (const filed of shelf.all()) {
      if (!also(filed)) continue
      const parts = filed.parts.filter((part) => (uid === undefined || part.uid === uid) && may(part))
      if (parts.length === 0) continue
      if (late()) return
      const tree = shelf.tree(filed)
      if (!tree) continue
      if (parts.length === filed.parts.length) yield tree
      else {
        const uids = new Set(parts.map((part) => part.uid))
        yield keeping(tree, (component) => uids.has(uidOf(component)))
      }
    }
  }
}

const tooMany = () =>
  new StewardError('TOO_LARGE', `There are more than ${MOST_FOUND} events in that time.`, 'Ask for a shorter time.')

const limited = <T>(all: T[], limit: number): { list: T[]; cut: boolean } => ({
  list: all.length > limit ? all.slice(0, limit) : all,
  cut: all.length > limit,
})

const byStart = (a: EventView, b: EventView): number =>
  a.startsAt - b.startsAt || a.endsAt - b.endsAt || (a.title < b.title ? -1 : a.title > b.title ? 1 : 0)

/** Whether an event has all the words, wherever they stand. */
function fitting({ text, uid }: EventQuery): (event: EventView) => boolean {
  const fold = (some: string) => some.normalize('NFKC').toLowerCase()
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

/** `09:30` as 9.5. */
function hours(text: string): number {
  const [hour = 0, minute = 0] = text.split(':').map(Number)
  return hour + minute / 60
}

const working = ({ from, to, days }: SlotQuery['workingHours']): Pick<Person, 'workingHours' | 'days'> => ({
  workingHours: [hours(from), hours(to)],
  days,
})

function searchFor(
  query: SlotQuery,
  { zone, me }: Viewer,
  mine: Calendar[],
  of: (ids: readonly string[]) => Calendar[],
) {
  const others = (query.others ?? []).map((other) => ({
    calendars: of(other.calendars ?? []),
    zone: other.zone,
    ...working(other.workingHours ?? query.workingHours),
  }))
  const { from, to, minutes, buffer, overTentative } = query
  return {
    ...{ from, to, minutes, zone, me, others, calendars: mine },
    ...working(query.workingHours),
    ...(buffer === undefined ? {} : { buffer }),
    ...(overTentative === undefined ? {} : { overTentative }),
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
