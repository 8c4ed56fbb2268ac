// Times of the clock and parts of the day in English, and lengths.
import { englishLength, lengthOf } from './lengths.ts'
import type { Clock, MarkName, PartName, Piece, Row } from './pieces.ts'
import { tell } from './told.ts'
import { amountOf, row } from './words.ts'

const hour = '(?:\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)'
const halfOf = (word: string | undefined): { half?: 'am' | 'pm' } =>
  word === undefined || word === '' ? {} : { half: word.startsWith('a') ? 'am' : 'pm' }

/** A clock as it was written. Two digits with minutes are of 24 hours; 12 with am or pm is what it is. */
function clockOf(
  h: string | undefined,
  m: string | undefined,
  half: string | undefined,
  s?: string,
): Clock | undefined {
  const hours = amountOf(h ?? '')
  const minutes = m === undefined || m === '' ? 0 : Number(m)
  if (!(hours >= 0 && hours <= 24) || minutes > 59 || (hours === 24 && minutes > 0)) return undefined
  const seconds = s ? { s: Number(s) } : {}
  if (half) return hours > 12 || hours < 1 ? undefined : { h: hours, m: minutes, ...seconds, ...halfOf(half) }
  const isExact = hours > 12 || hours === 0 || (h?.length === 2 && m !== undefined && m !== '')
  return { h: hours, m: minutes, ...seconds, ...(isExact ? { exact: true } : {}) }
}

const clock = (one: Clock | undefined): Piece | undefined => one && { t: 'clock', clocks: [one] }

function between(a: Clock | undefined, b: Clock | undefined): Piece[] | undefined {
  return (
    a &&
    b && [
      { t: 'clock', clocks: [a] },
      { t: 'mark', mark: 'to' },
      { t: 'clock', clocks: [b] },
    ]
  )
}

/** Minutes past or to an hour. */
function aside(minutes: number, isTo: boolean, h: string, half: string | undefined): Piece | undefined {
  const one = clockOf(h, undefined, half)
  if (!one || !(minutes > 0 && minutes < 60) || one.h > 12) return undefined
  const before = one.h === 1 ? 12 : one.h - 1
  // The hour before 12 pm is 11 am.
  const turned =
    one.half && one.h === 12 ? { half: one.half === 'am' ? ('pm' as const) : ('am' as const) } : halfOf(half)
  return clock(isTo ? { h: before, m: 60 - minutes, ...turned } : { ...one, m: minutes })
}

const parts: Readonly<Record<string, PartName>> = {
  ...{ morning: 'morning', afternoon: 'afternoon', evening: 'evening', night: 'night' },
  ...{ lunchtime: 'noon' },
}
const part = (name: string): Piece => ({ t: 'part', part: parts[name] ?? 'morning' })
const today = (value: Temporal.PlainDate): Piece => ({ t: 'date', alts: [{ value }], relative: true })
const time = `(${hour})(?:[:.](\\d{2}))?_({half})?`
// 9:15 until 1 March: a day.
const noDay = '(?![-/.:]?\\d|_(?:of )?{mon}(?![a-z]))'
// Read pages 12-14.
const noNumber =
  '(?<!(?<![a-z])(?:pages?|pp?\\.?|chapters?|ch\\.?|rows?|rooms?|lines?|questions?|exercises?|ages?|items?|episodes?|ep|parts?|sections?|numbers?|no\\.?|issues?|tickets?|seats?|sizes?|levels?|grades?|units?|steps?|formula|volumes?|vol\\.?|gates?|floors?|platforms?|tracks?) )'
const minuteWords: Readonly<Record<string, string>> = {
  ...{ fifteen: '15', twenty: '20', thirty: '30', forty: '40', 'forty-five': '45', fifty: '50' },
}
const mark = (name: MarkName): Piece => ({ t: 'mark', mark: name })

export const englishClock: readonly Row[] = [
  row('(?:at )?(\\d{1,2})[:.]?(\\d{2})?(?::(\\d{2}))?_({half})', ([, h, m, s, half]) => clock(clockOf(h, m, half, s))),
  row(`(?:at )?(${hour}) ({half})`, ([, h, half]) => clock(clockOf(h, undefined, half))),
  row('(?:at |@_)?(\\d{1,2}):(\\d{2})(?::(\\d{2}))?(?!_[ap]m|[:\\d])', ([, h, m, s]) =>
    clock(clockOf(h, m, undefined, s)),
  ),
  row('(?:at |@_)?(\\d{1,2}):(\\d{2})(?::(\\d{2}))?_z', ([, h = '', m, s]) => {
    const one = clock(clockOf(h.padStart(2, '0'), m, undefined, s))
    return one && [one, { t: 'zone', alts: [{ value: { id: 'UTC' } }] }]
  }),
  row('(?:at |@_)(\\d{1,2})\\.([0-5]\\d)(?!_(?:%|€|\\$|[.:]?\\d|euros?|dollars?|km|miles))', ([, h, m]) =>
    clock(clockOf(h, m, undefined)),
  ),
  row(
    'at ([01]\\d|2[0-3])([0-5]\\d)(?!_(?:%|€|\\$|[.:/-]?\\d|euros?|dollars?|km|miles|people|main|street|road))',
    ([, h, m]) => clock(clockOf(h, m, undefined)),
  ),
  // Not 1900 to 2059, which may be years.
  row(
    '(?<=(?:today|tomorrow|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)day) )(0\\d|1[0-8]|2[1-3])([0-5]\\d)(?!_(?:%|€|\\$|[.:/-]?\\d|euros?|dollars?|km|miles|people))',
    ([, h, m]) => clock(clockOf(h, m, undefined)),
  ),
  row(
    `(?:from |between |at )?${time}_(?:{dash}|and)_(?:12 )?(noon|midday|midnight)`,
    ([said = '', h, m, half, word]) =>
      / and /.test(said) && !said.startsWith('between')
        ? undefined
        : between(
            clockOf(h, m, half),
            word === 'midnight' ? { h: 0, m: 0, midnight: true } : { h: 12, m: 0, exact: true },
          ),
  ),
  row(
    '(?:at |@_)?([01]\\d|2[0-3])h([0-5]\\d)',
    ([, h = '', m]) => clock(clockOf(h.padStart(2, '0'), m, undefined)),
    true,
  ),
  row('(?:at |@_)?([01]\\d|2[0-3])([0-5]\\d)_(?:hours|hrs|h)', ([, h, m]) => clock(clockOf(h, m, undefined))),
  row(
    `(?:at |@_|around )(${hour})(?!_(?:%|€|\\$|[:/.]\\d|-\\d|days?|weeks?|hours?|minutes?|months?|years?|people|km|miles|euros?|dollars?|main|street|st|road)(?![a-z]))`,
    ([, h]) => clock(clockOf(h, undefined, undefined)),
  ),
  row(`(?:at |around )(\\d{1,2})(?::(\\d{2}))?_-?ish`, ([, h, m]) => clock(clockOf(h, m, undefined))),
  row(`at (${hour}) (forty-five|fifteen|twenty|thirty|forty|fifty)`, ([, h, m = '']) =>
    clock(clockOf(h, minuteWords[m], undefined)),
  ),
  row(`(?:at )?(${hour}) o'?_?clock(?: ({half}))?`, ([, h, half]) => clock(clockOf(h, undefined, half))),
  row(
    `${noNumber}(\\d{1,2})(?=_(?:$|[,;]|with |at |in |for |tonight|tomorrow|today|on ))`,
    ([, h]) => clock(clockOf(h, undefined, undefined)),
    true,
  ),
  row(`(?:at )?(?:a )?quarter (past|after|to|before) (${hour})(?:_({half}))?`, ([, word = '', h = '', half]) =>
    aside(15, word === 'to' || word === 'before', h, half),
  ),
  row(`(?:at )?half past (${hour})(?:_({half}))?`, ([, h = '', half]) => aside(30, false, h, half)),
  row(`(?:at )?({num})(?: minutes?)? (past|to) (${hour})(?:_({half}))?(?!:)`, ([, m = '', word, h = '', half]) =>
    amountOf(m) % 5 === 0 ? aside(amountOf(m), word === 'to', h, half) : undefined,
  ),
  row(
    `(?:at )?half (one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\d{1,2})(?:_({half}))?`,
    ([, h = '', half], { locale }) => {
      const past = aside(30, false, h, half)
      const before = aside(30, true, h, half)
      if (past?.t !== 'clock' || before?.t !== 'clock') return undefined
      return { t: 'clock', clocks: [...past.clocks, ...before.clocks], why: tell(locale, 'whyHalf') }
    },
  ),
  row('(?:at )?(?:12 |twelve )?(?:noon|midday)', () => clock({ h: 12, m: 0, exact: true })),
  row('(?:at )?(?:12 |twelve )?midnight', () => clock({ h: 0, m: 0, midnight: true })),
  row(`(?:from |between |at )?${time}_(?:{dash}|and)_${time}${noDay}`, ([said = '', h1, m1, a1, h2, m2, a2]) => {
    const isSure = /^(?:from|between|at)|:|[ap]\.?m/.test(said)
    if (/ and /.test(said) && !said.startsWith('between')) return undefined
    return isSure ? between(clockOf(h1, m1, a1), clockOf(h2, m2, a2)) : undefined
  }),
  row(
    `${noNumber}${time}_(?:-|–|—|to|till|until)_${time}${noDay}`,
    ([, h1, m1, a1, h2, m2, a2]) => between(clockOf(h1, m1, a1), clockOf(h2, m2, a2)),
    true,
  ),

  row(
    '(?:(?:in|during) the |this )?(morning|afternoon|evening|night)_\\((\\d{2}):(\\d{2})_[–-]_(\\d{2}):(\\d{2})\\)',
    ([, name = '', ...t]) => {
      const [h1, m1, h2, m2] = t.map(Number)
      const window = [
        { h: h1 ?? 0, m: m1 ?? 0, exact: true },
        { h: h2 ?? 0, m: m2 ?? 0, exact: true },
      ] as const
      return { t: 'part', part: parts[name] ?? 'morning', window }
    },
  ),
  row('(?:in|during) the (morning|afternoon|evening|night)', ([, name = '']) => part(name)),
  row('at (night|lunchtime)', ([, name = '']) => part(name)),
  row('this (morning|afternoon|evening)', ([, name = ''], context) => [today(context.today), part(name)]),
  row('tonight', (_found, context) => [today(context.today), part('night')]),
  row('last night', (_found, context) => [today(context.today.subtract({ days: 1 })), part('night')]),
  row('(morning|afternoon|evening|night|lunchtime)', ([, name = '']) => part(name), true),
  row(`for (?:about )?(${englishLength})`, ([, text = '']) => lengthPiece(text)),
  row(`(${englishLength})(?: long)?`, ([, text = '']) => lengthPiece(text), true),
  row('all(?:-|_)day', () => mark('allday')),
  ...(['by', 'before', 'after', 'until'] as const).map((name) => row(name, () => mark(name), true)),
  row('(?:no later than|at the latest|not later than|due(?: by| on)?)', () => mark('by'), true),
  row('(?:till|through)', () => mark('until'), true),
  row('(?:from|starting|beginning)(?: on)?', () => mark('from'), true),
  row('(?:to|–|—|-)', () => mark('to'), true),
]

function lengthPiece(text: string): Piece | undefined {
  const length = lengthOf(text)
  return length && { t: 'length', length }
}
