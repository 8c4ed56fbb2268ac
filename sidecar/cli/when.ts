// Times as people type and read them.
import { UsageError } from './exit.ts'

const units: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
}

const endOfDay = (date: Date, days = 0) =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + days + 1).getTime() - 1

function named(text: string, now: number): number | undefined {
  if (text === 'today') return endOfDay(new Date(now))
  if (text === 'tomorrow') return endOfDay(new Date(now), 1)
  return undefined
}

function clock(text: string, now: number, back: boolean): number | undefined {
  const found = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text)
  if (!found) return undefined
  const date = new Date(now)
  date.setHours(Number(found[1]), Number(found[2]), 0, 0)
  if (back ? date.getTime() > now : date.getTime() <= now) date.setDate(date.getDate() + (back ? -1 : 1))
  return date.getTime()
}

function day(text: string, back: boolean): number | undefined {
  const found = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (!found) return undefined
  const date = new Date(Number(found[1]), Number(found[2]) - 1, Number(found[3]))
  if (date.getMonth() !== Number(found[2]) - 1 || date.getDate() !== Number(found[3])) return undefined
  return back ? date.getTime() : endOfDay(date)
}

function span(text: string, now: number, back: boolean): number | undefined {
  const found = /^(\d{1,6})\s*([smhdw])$/.exec(text)
  if (!found) return undefined
  const length = Number(found[1]) * (units[found[2] ?? ''] ?? 0)
  return back ? now - length : now + length
}

/** `30m`, `2d`, `18:00`, `today`, `2026-10-01` or a full ISO time, as milliseconds; spans count ahead, or back where asked. */
export function parseWhen(option: string, text: string, now: number, back = false): number {
  const full = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN
  const time =
    span(text, now, back) ??
    named(text, now) ??
    clock(text, now, back) ??
    day(text, back) ??
    (Number.isNaN(full) ? undefined : full)
  if (time === undefined)
    throw new UsageError(
      `--${option} does not understand "${text}".`,
      'Write 30m, 2h, 7d, 18:00, today, tomorrow, 2026-10-01 or 2026-10-01T18:00:00Z.',
    )
  if (!back && time <= now)
    throw new UsageError(`--${option} ${text} has passed already.`, 'Give a time that is still to come.')
  return time
}

const two = (n: number) => String(n).padStart(2, '0')

/** Local date and time. */
export function showTime(ms: number | undefined): string {
  if (ms === undefined) return ''
  const d = new Date(ms)
  if (Number.isNaN(d.getTime())) return String(ms)
  const date = `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}`
  return `${date} ${two(d.getHours())}:${two(d.getMinutes())}:${two(d.getSeconds())}`
}

/** A length of time in the unit that fits. */
export function showSpan(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`
}
