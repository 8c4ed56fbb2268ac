// Results in one short line, so that hundreds of them fit into a table.
import type { When, WhenOptions } from '../../../sidecar/text/dates/types.ts'

const at = (place: string, zone: string) => ({
  now: Temporal.ZonedDateTime.from(`${place}[${zone}]`).toInstant(),
  zone,
})

/** Monday morning in Berlin. */
export const berlin: WhenOptions = { ...at('2026-11-16T10:00', 'Europe/Berlin'), locale: 'en' }
/** Friday evening in New York, two days before the clocks go forward; months come first. */
export const newYork: WhenOptions = {
  ...at('2026-03-06T18:30', 'America/New_York'),
  locale: 'en',
  order: 'mdy',
  weekStart: 7,
}
/** Wednesday morning in Shanghai. */
export const shanghai: WhenOptions = { ...at('2026-11-18T09:30', 'Asia/Shanghai'), locale: 'zh' }

function time(text: string, zone: string, isTwice: boolean): string {
  if (!text.includes('T')) return text
  const [, local = '', offset = '', place = ''] =
    /^(.{16})(?::\d\d(?:\.\d+)?)?([+-]\d\d:\d\d)\[(.+)\]$/.exec(text) ?? []
  return `${local}${place === zone ? (isTwice ? offset : '') : `${offset}[${place}]`}`
}

/**
 * A moment as its start, or start/end; `~` before a span, `*` behind what was told something about, `past` behind what
 * is over, `|` between choices.
 */
export function brief(when: When, zone: string): string {
  if (when.kind === 'none') return 'none'
  if (when.kind === 'ambiguous') return when.choices.map((choice) => brief(choice, zone)).join(' | ')
  if (when.kind === 'duration') return when.duration
  // The offset counts where it is what makes the time clear.
  const isTwice = when.says.includes('(UTC')
  const start = time(when.start, zone, isTwice)
  const end = when.end === undefined || (when.kind !== 'span' && when.allDay) ? '' : `/${time(when.end, zone, isTwice)}`
  if (when.kind === 'rule') return `${start}${end} ${when.rrule}${when.notes.length > 0 ? ' *' : ''}`
  const told = when.notes.length > (when.past ? 1 : 0) ? ' *' : ''
  const bound = when.bound ? `${when.bound} ` : ''
  const length = when.length ? ` ${when.length}` : ''
  return `${bound}${when.kind === 'span' ? '~' : ''}${start}${end}${length}${told}${when.past ? ' past' : ''}`
}
