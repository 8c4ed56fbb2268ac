// Stamps taken apart before they are believed, and times of files moved.
import { DAY } from '../ical/days.ts'
import { readMoment, type When } from '../ical/values.ts'

const shape =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?(?:\[!?([A-Za-z0-9_+\-/:]{1,60})\])?)?$/i

/** The parts of a stamp. */
export interface Stamp {
  date: string
  /** None for a whole day. */
  time?: string
  /** `Z` or `+01:00`. */
  offset?: string
  zone?: string
}

/** A stamp taken apart; undefined where it is none. */
export function stampParts(text: string): Stamp | undefined {
  const [, date, time, offset, zone] = shape.exec(text.trim()) ?? []
  if (date === undefined || date < '0002' || !readMoment(time === undefined ? date : `${date}T${time}`))
    return undefined
  if (time?.startsWith('24') || (time && time.slice(6) > '59')) return undefined
  return {
    date,
    ...(time === undefined ? {} : { time: time.length === 5 ? `${time}:00` : time }),
    ...(offset === undefined ? {} : { offset: offset.toUpperCase() }),
    ...(zone === undefined ? {} : { zone }),
  }
}

/** The same time so many seconds later on its clock. */
export const moved = (when: When, seconds: number): When => ({ ...when, wall: when.wall + seconds })

/** A time cut down to its day. */
export const dayOnly = (when: When): When => ({ wall: Math.floor(when.wall / DAY) * DAY, date: true, utc: false })
