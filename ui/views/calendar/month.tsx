// A month: a row a week, longer events as bars, and where there are more than fit, how many.
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { preferences } from '../../state/calendar.ts'
import { eventKey } from '../../state/moves.ts'
import { type Day, dayAt } from '../../state/zoned.ts'
import { dayInMonth, dayName, weekdayName } from '../text/days.ts'
import { t, tn } from '../text/t.ts'
import { beginDays } from './allday.tsx'
import { barsOver, goesOn } from './bars.ts'
import { Chip, type Shown } from './chip.tsx'
import { type Spot, takePointer } from './drag.ts'
import { fitted, inLanes } from './layout.ts'
import { look, now, show } from './look.ts'

const WEEK = 7
const LINE_PX = 23
const HEAD_PX = 26
const LEAST_ROWS = 2

export function Month({ days, events }: { days: readonly Day[]; events: readonly Shown[] }) {
  const box = useRef<HTMLDivElement>(null)
  const [rows, setRows] = useState(LEAST_ROWS)
  const [drawn, setDrawn] = useState<[number, number]>()
  const { zone } = preferences.value
  const weeks = Array.from({ length: days.length / WEEK }, (_, at) => days.slice(at * WEEK, (at + 1) * WEEK))
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => {
      const height = element.clientHeight / weeks.length - HEAD_PX
      setRows(Math.max(LEAST_ROWS, Math.floor(height / LINE_PX)))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [weeks.length])
  const surface = {
    ...{ days, zone },
    spot: (x: number, y: number) => ({ column: cellIn(box.current, weeks.length, x, y), place: Number.NaN }),
    eventOf: (key: string) => events.find((event) => eventKey(event) === key),
    onDraw: (from: Spot | undefined, to: Spot | undefined) =>
      setDrawn(from && to ? [Math.min(from.column, to.column), Math.max(from.column, to.column)] : undefined),
    onNew: (from: Spot, to: Spot) => beginDays(days, from, to),
  }
  return (
    <section class="month" aria-label={t('calendar.monthOf')}>
      <div class="monthheads">
        {days.slice(0, WEEK).map((day) => (
          <span key={day}>{weekdayName(day)}</span>
        ))}
      </div>
      <div class="weeks" ref={box} onPointerDown={(down) => takePointer(down, surface)}>
        {weeks.map((week, at) => (
          <Week
            key={week[0]}
            week={week}
            rows={rows}
            events={events}
            drawn={drawn && [drawn[0] - at * WEEK, drawn[1] - at * WEEK]}
          />
        ))}
      </div>
    </section>
  )
}

interface WeekProps {
  week: readonly Day[]
  rows: number
  events: readonly Shown[]
  drawn: [number, number] | undefined
}

function Week({ week, rows, events, drawn }: WeekProps) {
  const { zone } = preferences.value
  const month = look.value.day.slice(0, 7)
  const today = dayAt(now.value, zone)
  const { bars, more } = fitted(inLanes(barsOver(week, events, zone)), WEEK, rows)
  return (
    <div class="monthweek">
      {week.map((day, at) => (
        <div
          key={day}
          class={`cell${drawn && at >= drawn[0] && at <= drawn[1] ? ' drawn' : ''}`}
          data-slot
          data-day={day}
          data-other={!day.startsWith(month)}
          style={{ gridColumn: String(at + 1) }}
        />
      ))}
      {week.map((day, at) => (
        <button
          type="button"
          key={day}
          class="daynumber"
          aria-current={day === today ? 'date' : undefined}
          aria-label={dayName(day)}
          data-other={!day.startsWith(month)}
          style={{ gridColumn: String(at + 1) }}
          onClick={() => show({ mode: 'day', day })}
        >
          <b>{dayInMonth(day)}</b>
        </button>
      ))}
      {bars.map(({ item, from, to, lane }) => {
        const isLine = !item.allDay && item.endsAt - item.startsAt < 86_400_000
        return (
          <Chip
            key={eventKey(item)}
            event={item}
            shape={isLine ? 'line' : 'bar'}
            goesOn={isLine ? undefined : goesOn(week, item, zone)}
            edges={item.allDay ? ['end'] : []}
            style={{ gridColumn: `${from + 1} / ${to + 1}`, gridRow: String(lane + 2) }}
          />
        )
      })}
      {week.map((day, at) =>
        (more[at] ?? 0) > 0 ? (
          <button
            type="button"
            key={day}
            class="more"
            style={{ gridColumn: String(at + 1), gridRow: String(rows + 1) }}
            aria-label={`${tn('calendar.more', more[at] ?? 0)}, ${dayName(day)}`}
            onClick={() => show({ mode: 'day', day })}
          >
            {tn('calendar.more', more[at] ?? 0)}
          </button>
        ) : null,
      )}
    </div>
  )
}

function cellIn(box: HTMLElement | null, weeks: number, x: number, y: number): number {
  if (!box) return 0
  const { left, top, width, height } = box.getBoundingClientRect()
  const within = (value: number, most: number) => Math.max(0, Math.min(most - 1, Math.floor(value)))
  return within(((y - top) / height) * weeks, weeks) * WEEK + within(((x - left) / width) * WEEK, WEEK)
}
