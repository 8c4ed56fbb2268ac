// Free time as text to paste into a message.
import { sayDate, sayTime } from '../dates/says.ts'
import type { Preferences } from './types.ts'

type Language = Preferences['language']

interface Slot {
  from: Temporal.ZonedDateTime
  to: Temporal.ZonedDateTime
}

const STEP = 5 * 60_000

/** Free time that begins on a full five minutes, without what is then shorter than was asked for. */
export const fullSlots = <T extends { start: string; end: string }>(slots: readonly T[], minutes: number): T[] =>
  slots.flatMap((slot) => {
    const from = Math.ceil(Date.parse(slot.start) / STEP) * STEP
    if (from === Date.parse(slot.start)) return [slot]
    if (Date.parse(slot.end) - from < minutes * 60_000) return []
    return [{ ...slot, start: Temporal.Instant.fromEpochMilliseconds(from).toString() }]
  })

const zonesSaid = { en: 'Times are %1.', zh: '时间均为 %1。' } as const

const nameOf = (zone: string): string => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')

/** A time on another day than the line's is marked by how many days it is off. */
function timeOn(at: Temporal.ZonedDateTime, day: Temporal.PlainDate, isEnd: boolean): string {
  const off = day.until(at.toPlainDate()).days
  // The end of the day is rather 24:00 of it than 00:00 of the next.
  if (isEnd && off === 1 && at.hour === 0 && at.minute === 0) return '24:00'
  return `${sayTime(at.toPlainTime())}${off === 0 ? '' : ` (${off > 0 ? '+' : '−'}${Math.abs(off)})`}`
}

const spanOn = ({ from, to }: Slot, day: Temporal.PlainDate, zone: string): string =>
  `${timeOn(from.withTimeZone(zone), day, false)}–${timeOn(to.withTimeZone(zone), day, true)}`

function lineOf(slots: readonly Slot[], zones: readonly string[], language: Language): string {
  const [{ from }] = slots as [Slot]
  const day = from.toPlainDate()
  const own = slots.map((slot) => spanOn(slot, day, from.timeZoneId)).join(', ')
  const head = `${sayDate(day, language)}${language === 'zh' ? '：' : ': '}`
  if (zones.length === 0) return head + own
  const others = zones.map((zone) => `${nameOf(zone)} ${slots.map((slot) => spanOn(slot, day, zone)).join(', ')}`)
  return `${head}${nameOf(from.timeZoneId)} ${own} · ${others.join(' · ')}`
}

/** One line a day, in the user's language and zone, and in the other zones beside it; then which zones they are. */
export function slotsText(
  slots: readonly { start: string; end: string }[],
  { zone, language }: Preferences,
  otherZones: readonly string[] = [],
): string {
  const days = new Map<string, Slot[]>()
  for (const { start, end } of slots) {
    const slot = {
      from: Temporal.Instant.from(start).toZonedDateTimeISO(zone),
      to: Temporal.Instant.from(end).toZonedDateTimeISO(zone),
    }
    const day = slot.from.toPlainDate().toString()
    const known = days.get(day)
    if (known) known.push(slot)
    else days.set(day, [slot])
  }
  const zones = [...new Set(otherZones)].filter((other) => other !== zone)
  const lines = [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, all]) => lineOf(all, zones, language))
  if (lines.length === 0) return ''
  const named = [zone, ...zones].join(language === 'zh' ? '、' : ', ')
  return [...lines, zonesSaid[language].replace('%1', () => named)].join('\n')
}
