// Times in the user's zone and language.
import { zone } from '../../state/settings.ts'
import { locale } from './t.ts'

const DAY_MS = 86_400_000

// A formatter is dear to make, and a list that is scrolled wants many: each is made once.
const dates = new Map<string, Intl.DateTimeFormat>()
const numbers = new Map<string, Intl.NumberFormat>()

function kept<T, O>(cache: Map<string, T>, Format: new (name: string, options: O) => T, name: string, options: O): T {
  const key = name + JSON.stringify(options)
  const made = cache.get(key) ?? new Format(name, options)
  cache.set(key, made)
  return made
}

/** A time in the user's zone, or in that of the options. */
export const format = (at: number, options: Intl.DateTimeFormatOptions, name = locale.value): string =>
  kept(dates, Intl.DateTimeFormat, name, { timeZone: zone.value, ...options }).format(at)

/** The time of day. */
export const clock = (at: number): string => format(at, { hour: 'numeric', minute: '2-digit' })

/** The day, in full. */
export const longDay = (at: number): string => format(at, { weekday: 'long', day: 'numeric', month: 'long' })

/** Everything: for records. */
export const stamp = (at: number): string =>
  format(at, { year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' })

/** The clock today, else the day and the clock. */
export const moment = (at: number): string =>
  dayOf(at) === dayOf(Date.now())
    ? clock(at)
    : format(at, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' })

/** How long ago, in words. */
export function ago(at: number, now = Date.now()): string {
  const words = new Intl.RelativeTimeFormat(locale.value, { numeric: 'auto', style: 'short' })
  const seconds = Math.round((at - now) / 1000)
  const size = Math.abs(seconds)
  if (size < 60) return words.format(Math.min(0, seconds), 'second')
  if (size < 3600) return words.format(Math.round(seconds / 60), 'minute')
  if (size < 86_400) return words.format(Math.round(seconds / 3600), 'hour')
  return words.format(Math.round(seconds / 86_400), 'day')
}

/** A length of time. */
export function span(ms: number): string {
  const unit = (value: number, name: string, digits = 0) =>
    kept(numbers, Intl.NumberFormat, locale.value, {
      style: 'unit',
      unit: name,
      unitDisplay: 'short',
      maximumFractionDigits: digits,
    } satisfies Intl.NumberFormatOptions).format(value)
  if (ms < 1000) return unit(Math.round(ms), 'millisecond')
  if (ms < 60_000) return unit(ms / 1000, 'second', 1)
  if (ms < 3_600_000) return unit(ms / 60_000, 'minute', 1)
  return unit(ms / 3_600_000, 'hour', 1)
}

/** The hour of the day in the user's zone. */
export const hourOf = (at: number): number =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone: zone.value, hour: '2-digit', hourCycle: 'h23' }).format(at))

/** The calendar day in the user's zone, as a name that can be compared. */
export const dayOf = (at: number): string => format(at, {}, 'sv')

/** The last moment of today in the user's zone. */
export function endOfToday(now = Date.now()): number {
  const today = dayOf(now)
  let [low, high] = [now, now + 2 * DAY_MS]
  // By halves: a day with a change of the clocks is not 24 hours long.
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2)
    if (dayOf(middle) === today) low = middle
    else high = middle
  }
  return low
}

/** A size in bytes. */
export function bytes(value: number): string {
  const step = value < 1e3 ? 0 : value < 1e6 ? 1 : value < 1e9 ? 2 : 3
  const unit = ['byte', 'kilobyte', 'megabyte', 'gigabyte'][step] ?? 'byte'
  return new Intl.NumberFormat(locale.value, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(value / 1e3 ** step)
}
