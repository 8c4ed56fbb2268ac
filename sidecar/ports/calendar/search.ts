// A search for free time as text/ical wants it.
import type { SlotQuery } from '../../text/agenda/types.ts'
import type { Calendar } from '../../text/ical/document.ts'
import type { Person, SlotSearch } from '../../text/ical/freeslots.ts'
import type { Viewer } from './questions.ts'

/** `09:30` as 9.5. */
function hours(text: string): number {
  const [hour = 0, minute = 0] = text.split(':').map(Number)
  return hour + minute / 60
}

const working = ({ from, to, days }: SlotQuery['workingHours']): Pick<Person, 'workingHours' | 'days'> => ({
  workingHours: [hours(from), hours(to)],
  days,
})

/** The search: the user's own calendars, and those of the others by their ids. */
export function searchFor(
  query: SlotQuery,
  { zone, me }: Viewer,
  mine: readonly Calendar[],
  of: (ids: readonly string[]) => Calendar[],
): SlotSearch {
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
