// A day or a week by the hours: whole days on top, what is at the same time side by side, and a line where it is now.
import type { ComponentChildren, RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { preferences } from '../../state/calendar.ts'
import { eventKey } from '../../state/moves.ts'
import { type Day, dayAt, instantOf, stampOf, weekdayOf } from '../../state/zoned.ts'
import { clockName, dayName, dayNumber, weekdayName } from '../text/days.ts'
import { t } from '../text/t.ts'
import { AllDayRow } from './allday.tsx'
import { type Axis, axisOf, type DayAxis, hourLines, instantAt, missing, placeOn } from './axis.ts'
import { Chip, type Shown } from './chip.tsx'
import { type Spot, snapped, takePointer, topOf } from './drag.ts'
import { type Placed, type Span, sideBySide } from './layout.ts'
import { now, show } from './look.ts'
import { beginEvent } from './open.ts'

/** Height of a minute in pixels. */
const PX = 0.8
/** So many minutes are drawn at least, that there is room for a line. */
const LEAST = 26
const HOUR = 60
const STEP_SLACK = 14
/** Height of a line in an event, and of what is around them. */
const LINE_PX = 16.25
const FRAME_PX = 4
/** Beside so many there is no room for a line. */
const NARROW = 3
const DAY_MS = 86_400_000

/** Whether it is drawn over the days, not in their hours. */
export const isLong = ({ allDay, startsAt, endsAt }: Shown): boolean => allDay || endsAt - startsAt >= DAY_MS

const px = (minutes: number): string => `${Math.round(minutes * PX * 10) / 10}px`

export function TimeGrid({ days, events }: { days: readonly Day[]; events: readonly Shown[] }) {
  const { zone } = preferences.value
  const axis = axisOf(days, zone)
  const box = useRef<HTMLDivElement>(null)
  return (
    <section class="timegrid" data-days={days.length} aria-label={t('calendar.hours')}>
      <Hours axis={axis} days={days} box={box} events={events.filter((event) => !isLong(event))}>
        <div class="overhead">
          <DayHeads days={days} />
          <AllDayRow
            {...{ axis, days }}
            spotOver={(x, y) => spotIn(box.current, axis, x, y)}
            events={events.filter(isLong)}
          />
        </div>
      </Hours>
    </section>
  )
}

function DayHeads({ days }: { days: readonly Day[] }) {
  const today = dayAt(now.value, preferences.value.zone)
  return (
    <div class="heads">
      <span class="gutter-head" />
      {days.map((day) => (
        <button
          type="button"
          key={day}
          class="dayhead"
          aria-current={day === today ? 'date' : undefined}
          aria-label={dayName(day)}
          onClick={() => show({ mode: 'day', day })}
        >
          <span>{weekdayName(day)}</span> <b>{dayNumber(day)}</b>
        </button>
      ))}
    </div>
  )
}

interface HoursProps {
  axis: Axis
  days: readonly Day[]
  events: readonly Shown[]
  box: RefObject<HTMLDivElement | null>
  /** What stays on top. */
  children: ComponentChildren
}

function Hours({ axis, days, events, box, children }: HoursProps) {
  const [drawn, setDrawn] = useState<[Spot, Spot]>()
  const { zone, workingHours } = preferences.value
  const surface = {
    ...{ days, zone, axis },
    spot: (x: number, y: number) => spotIn(box.current, axis, x, y),
    eventOf: (key: string) => events.find((event) => eventKey(event) === key),
    onDraw: (from: Spot | undefined, to: Spot | undefined) => setDrawn(from && to ? [from, to] : undefined),
    onNew: (from: Spot, to: Spot) => beginAt(axis, zone, from, to),
    get scroller() {
      return box.current
    },
  }
  // To where the day begins, once for each look.
  const first = days[0] ?? ''
  useLayoutEffect(() => {
    const [hour = 9] = workingHours.from.split(':').map(Number)
    if (box.current) box.current.scrollTop = Math.max(0, (hour - 1) * HOUR * PX)
  }, [first, days.length])
  return (
    <div class="hours" ref={box}>
      {children}
      <div class="hourrow">
        <div class="gutter-hours" style={{ height: px(axis.length) }} aria-hidden="true">
          {hourLines(axis).map(({ at, clock, isAgain }) => (
            <span key={at} style={{ top: px(at) }} class={isAgain ? 'again' : undefined}>
              {/* Full hours: where AM or PM follows, that is enough. */}
              {clockName(clock).replace(/:00(?=\s)/u, '')}
            </span>
          ))}
        </div>
        <div
          class="columns"
          style={{ height: px(axis.length), '--days': String(days.length) }}
          onPointerDown={(down) => takePointer(down, surface)}
        >
          {axis.days.map((one) => (
            <Column key={one.day} axis={axis} one={one} />
          ))}
          {hourLines(axis).map(({ at }) => (
            <span key={at} class="hourline" style={{ top: px(at) }} />
          ))}
          {axis.days.flatMap((one, column) =>
            placedOn(axis, one, events).map((placed) => (
              <Block
                key={`${eventKey(placed.item)}${one.start > placed.item.startsAt ? one.day : ''}`}
                {...{ placed, column, one }}
              />
            )),
          )}
          {drawn && <Ghost axis={axis} drawn={drawn} />}
          <NowLine axis={axis} />
        </div>
      </div>
    </div>
  )
}

function Column({ axis, one }: { axis: Axis; one: DayAxis }) {
  const { zone, workingHours } = preferences.value
  const isWork = workingHours.days.includes(weekdayOf(one.day))
  const minutes = (clock: string) => {
    const [hour = 0, minute = 0] = clock.split(':').map(Number)
    return hour * HOUR + minute
  }
  const place = (clock: string, isEnd: boolean) => placeOn(axis, one, instantOf(one.day, minutes(clock), zone), isEnd)
  const [from, to] = [place(workingHours.from, false), place(workingHours.to, true)]
  return (
    <div class="column" data-slot data-day={one.day}>
      {isWork && to > from && <span class="work" data-slot style={{ top: px(from), height: px(to - from) }} />}
      {missing(axis, one).map((gap) => (
        <span key={gap.from} class="gap" data-slot style={{ top: px(gap.from), height: px(gap.to - gap.from) }} />
      ))}
    </div>
  )
}

function placedOn(axis: Axis, one: DayAxis, events: readonly Shown[]): Placed<Shown>[] {
  const spans = events
    .filter(({ startsAt, endsAt }) => startsAt < one.end && (endsAt > one.start || startsAt >= one.start))
    .map(
      (item): Span<Shown> => ({
        ...{ item, from: placeOn(axis, one, item.startsAt), to: placeOn(axis, one, item.endsAt, true) },
      }),
    )
  return sideBySide(spans, LEAST)
}

function Block({ placed, column, one }: { placed: Placed<Shown>; column: number; one: DayAxis }) {
  const { item, from, to, columns, width } = placed
  const [before, after] = [item.startsAt < one.start, item.endsAt > one.end]
  return (
    <Chip
      event={item}
      shape="block"
      isSmall={to - from < 2 * LEAST - STEP_SLACK}
      isNarrow={columns / width >= NARROW}
      goesOn={before ? (after ? 'both' : 'before') : after ? 'after' : undefined}
      edges={[...(before ? [] : (['start'] as const)), ...(after ? [] : (['end'] as const))]}
      style={{
        top: px(from),
        height: `calc(${px(to - from)} - 2px)`,
        '--lines': String(Math.max(1, Math.floor(((to - from) * PX - FRAME_PX) / LINE_PX) - 1)),
        left: `calc(100% / var(--days) * ${column + placed.column / columns} + 1px)`,
        width: `calc(100% / var(--days) * ${width / columns} - 3px)`,
      }}
    />
  )
}

function NowLine({ axis }: { axis: Axis }) {
  const at = now.value
  const column = axis.days.findIndex(({ start, end }) => at >= start && at < end)
  const one = axis.days[column]
  if (!one) return null
  return (
    <span
      class="nowline"
      style={{ top: px(placeOn(axis, one, at)), left: `calc(100% / var(--days) * ${column})` }}
      title={t('calendar.now')}
    />
  )
}

function Ghost({ axis, drawn }: { axis: Axis; drawn: [Spot, Spot] }) {
  const [{ column }] = drawn
  const { from, to } = rangeOf(axis, drawn)
  return (
    <span
      class="ghost"
      style={{ top: px(from), height: px(to - from), left: `calc(100% / var(--days) * ${column} + 1px)` }}
    />
  )
}

function rangeOf(axis: Axis, [a, b]: [Spot, Spot]): { from: number; to: number } {
  const [low, high] = [Math.min(a.place, b.place), Math.max(a.place, b.place)]
  const from = Math.floor(low / 15) * 15
  return { from, to: Math.min(axis.length, Math.max(from + 15, snapped(high))) }
}

// A click is an hour from the half hour that it is in; what was drawn is what was drawn.
function beginAt(axis: Axis, zone: string, from: Spot, to: Spot): void {
  const one = axis.days[from.column]
  if (!one) return
  const isClick = from === to
  const start = isClick ? Math.floor(from.place / 30) * 30 : rangeOf(axis, [from, to]).from
  const end = isClick ? Math.min(axis.length, start + HOUR) : rangeOf(axis, [from, to]).to
  const stamp = (place: number) => stampOf(instantAt(axis, one, place), zone)
  beginEvent({ start: stamp(start), end: stamp(end) })
}

// What is on top hides hours below it: over it are whole days. A place is always one that can be seen.
function spotIn(box: HTMLElement | null, axis: Axis, x: number, y: number): Spot {
  const columns = box?.querySelector('.columns')
  if (!box || !columns) return { column: 0, place: 0 }
  const { left, top, width } = columns.getBoundingClientRect()
  const column = Math.floor(((x - left) / width) * axis.days.length)
  const head = topOf(box)
  const shown = Math.min(y, box.getBoundingClientRect().bottom)
  return {
    column: Math.max(0, Math.min(axis.days.length - 1, column)),
    place: Math.max(0, Math.min(axis.length, (Math.max(head, shown) - top) / PX)),
    isDays: y < head,
  }
}
