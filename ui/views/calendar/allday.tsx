// Whole days, and what is longer than one, over the hours.
import { useRef, useState } from 'preact/hooks'
import { preferences } from '../../state/calendar.ts'
import { eventKey } from '../../state/moves.ts'
import { type Day, plusDays } from '../../state/zoned.ts'
import { t } from '../text/t.ts'
import type { Axis } from './axis.ts'
import { barsOver, goesOn } from './bars.ts'
import { Chip, type Shown } from './chip.tsx'
import { type Spot, takePointer } from './drag.ts'
import { inLanes } from './layout.ts'
import { beginEvent } from './open.ts'

interface AllDayProps {
  axis: Axis
  days: readonly Day[]
  events: readonly Shown[]
  /** The place under the pointer, also over the hours. */
  spotOver: (x: number, y: number) => Spot
}

export function AllDayRow({ axis, days, events, spotOver }: AllDayProps) {
  const box = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<[Spot, Spot]>()
  const { zone } = preferences.value
  const bars = inLanes(barsOver(days, events, zone))
  const rows = bars.reduce((most, { lane }) => Math.max(most, lane + 1), 1)
  const surface = {
    ...{ days, zone, axis, spot: spotOver },
    eventOf: (key: string) => events.find((event) => eventKey(event) === key),
    onDraw: (from: Spot | undefined, to: Spot | undefined) => setDrawn(from && to ? [from, to] : undefined),
    onNew: (from: Spot, to: Spot) => beginDays(days, from, to),
  }
  const range = drawn && ([...drawn].map(({ column }) => column).sort((a, b) => a - b) as [number, number])
  return (
    <div class="alldays">
      <span class="gutter-head small quiet">{t('calendar.allDay')}</span>
      <div
        class="alldaybox"
        ref={box}
        data-slot
        style={{ '--days': String(days.length), '--rows': String(rows) }}
        onPointerDown={(down) => takePointer(down, surface)}
      >
        {bars.map(({ item, from, to, lane }) => (
          <Chip
            key={eventKey(item)}
            event={item}
            shape="bar"
            goesOn={goesOn(days, item, zone)}
            edges={item.allDay && to <= days.length ? ['end'] : []}
            style={{ gridColumn: `${from + 1} / ${to + 1}`, gridRow: String(lane + 1) }}
          />
        ))}
        {range && <span class="ghost" style={{ gridColumn: `${range[0] + 1} / ${range[1] + 2}`, gridRow: '1' }} />}
      </div>
    </div>
  )
}

/** Begins an event over the days from one place to another. */
export function beginDays(days: readonly Day[], a: Spot, b: Spot): void {
  const [first, last] = [a.column, b.column].sort((one, other) => one - other)
  const [start, end] = [days[first ?? 0], days[last ?? 0]]
  if (start !== undefined && end !== undefined) beginEvent({ start, end: plusDays(end, 1), allDay: true })
}
