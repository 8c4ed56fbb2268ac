// Dates in digits: 2026-11-20, 20.11.2026, 11/20/2026, and what stands for the year, month and day in Chinese.
import { dated } from './calendar.ts'
import type { Clock, Context, Piece, Row } from './pieces.ts'
import { tell } from './told.ts'
import { row } from './words.ts'

// Not in the middle of a longer number, such as that of a telephone or an address.
const alone = (pattern: string): string => `(?<![\\d./:-])${pattern}(?![./:-]?\\d)`

/** A date of which either number may be the month. */
function either(said: string, a: number, b: number, year: string | undefined, context: Context): Piece | undefined {
  const dmy = dated(year, b, a, context)
  const mdy = dated(year, a, b, context)
  if (!dmy || !mdy || a === b) return dmy ?? mdy
  if (dmy.t !== 'date' || mdy.t !== 'date') return undefined
  if (context.order === undefined)
    return { t: 'date', alts: [...dmy.alts, ...mdy.alts], why: tell(context.locale, 'whyOrder', said) }
  const isDay = context.order === 'dmy'
  const first = context.locale === 'zh' ? (isDay ? '日' : '月') : isDay ? 'day' : 'month'
  const note = tell(context.locale, 'order', said, first)
  const piece = isDay ? dmy : mdy
  return { ...piece, alts: piece.alts.map((alt) => ({ ...alt, note })) }
}

const exact = (h: string, m: string, s: string | undefined): Clock => ({
  h: Number(h),
  m: Number(m),
  ...(s ? { s: Number(s) } : {}),
  exact: true,
})

/** A time with its offset is one instant, told by the clocks here. */
function offsetAt(stamp: string, { now }: Context): Piece | undefined {
  try {
    return { t: 'instant', at: Temporal.Instant.from(stamp).toZonedDateTimeISO(now.timeZoneId) }
  } catch {
    return undefined
  }
}

export const numericRows: readonly Row[] = [
  row(alone('([12]\\d{3})([-/.])(\\d{1,2})\\2(\\d{1,2})'), ([, y, , m, d], context) =>
    dated(y, Number(m), Number(d), context),
  ),
  row(
    '(?<![\\d./:-])([12]\\d{3})-(\\d{2})-(\\d{2})t([01]\\d|2[0-3]):([0-5]\\d)(?::([0-5]\\d))?(?:\\.\\d{1,9})?(z|[+-]\\d{2}:?\\d{2})?',
    ([, y, mo, d, h = '', m = '', s, z = ''], context) => {
      const date = dated(y, Number(mo), Number(d), context)
      if (!date) return undefined
      if (/\d/.test(z)) return offsetAt(`${y}-${mo}-${d}T${h}:${m}:${s ?? '00'}${z}`, context)
      const zone: Piece[] = z ? [{ t: 'zone', alts: [{ value: { id: 'UTC' } }] }] : []
      return [date, { t: 'clock', clocks: [exact(h, m, s)] }, ...zone]
    },
  ),
  row(alone('(20\\d{2})(0[1-9]|1[0-2])([0-3]\\d)'), ([, y, m, d], context) => dated(y, Number(m), Number(d), context)),
  row(alone('(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4}|\\d{2})'), ([, d, m, y], context) =>
    dated(y, Number(m), Number(d), context),
  ),
  row('(?<![\\d./:-])(\\d{1,2})\\.(\\d{1,2})\\.(?!\\d)', ([, d, m], context) =>
    dated(undefined, Number(m), Number(d), context),
  ),
  row(alone('(\\d{1,2})([/-])(\\d{1,2})\\2(\\d{4}|\\d{2})'), ([said = '', a, , b, y], context) =>
    either(said, Number(a), Number(b), y, context),
  ),
  row(
    alone('(\\d{1,2})/(\\d{1,2})'),
    ([said = '', a, b], context) => either(said, Number(a), Number(b), undefined, context),
    true,
  ),
]
