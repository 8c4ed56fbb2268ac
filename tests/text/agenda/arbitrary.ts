// Random events and series for tests, and what Temporal says of their times.
import fc from 'fast-check'

export const zones = [
  'Europe/Berlin',
  'Europe/Dublin',
  'America/New_York',
  'America/Santiago',
  'Africa/Casablanca',
  'Asia/Tehran',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'UTC',
]

/** What people and others might put into any text. */
export const hostile: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\r\n',
        '\n',
        '\r',
        '\u2028',
        '\u0085',
        '\v',
        '\0',
        '\t',
        '"',
        ';',
        ':',
        ',',
        '\\',
        '\\n',
        '^n',
        "^'",
      ),
      fc.constantFrom(
        '\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:evil',
        '\nATTENDEE:mailto:x@y.z',
        ';CN=x',
        ':mailto:x@y.z',
      ),
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.string({ minLength: 60, maxLength: 200, unit: 'grapheme' }),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''))

/** Text that comes back as it went. */
export const plain: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('\n', ',', ';', '\\', '\\n', '"', '会议', 'é')), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => `x${parts.join('')}x`)
  .filter((text) => !/[\u0085\u2028\u2029\ufeff\p{Cc}]/u.test(text.replaceAll('\n', '')))

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

export interface SeriesWish {
  zone: string
  /** Of the first, as Temporal.PlainDateTime reads it. */
  first: string
  minutes: number
  allDay: boolean
  rule: string
  /** The rule moves by days as they are. */
  moves: boolean
}

function ruleOf(kind: string, first: Temporal.PlainDateTime, interval: number): { rule: string; moves: boolean } {
  const own = weekdays[first.dayOfWeek - 1]
  const other = weekdays[(first.dayOfWeek + 1) % 7]
  const step = interval > 1 ? `;INTERVAL=${interval}` : ''
  const rules: Record<string, { rule: string; moves: boolean }> = {
    daily: { rule: `FREQ=DAILY${step}`, moves: true },
    weekly: { rule: `FREQ=WEEKLY${step}`, moves: true },
    weekday: { rule: `FREQ=WEEKLY${step};BYDAY=${own}`, moves: true },
    weekdays: { rule: `FREQ=WEEKLY${step};BYDAY=${own},${other}`, moves: false },
    monthly: { rule: `FREQ=MONTHLY${step}`, moves: true },
    monthday: { rule: `FREQ=MONTHLY${step};BYMONTHDAY=${first.day}`, moves: true },
    nth: { rule: `FREQ=MONTHLY${step};BYDAY=${Math.ceil(first.day / 7)}${own}`, moves: false },
    yearly: { rule: `FREQ=YEARLY${step};BYMONTH=${first.month};BYMONTHDAY=${first.day}`, moves: true },
  }
  return rules[kind] as { rule: string; moves: boolean }
}

/** Series whose times are by day, away from the hours at which clocks change. */
export const series: fc.Arbitrary<SeriesWish> = fc
  .record({
    zone: fc.constantFrom(...zones),
    day: fc.integer({ min: 0, max: 700 }),
    of: fc.integer({ min: 8, max: 20 }),
    clock: fc.integer({ min: 10 * 60, max: 16 * 60 }),
    minutes: fc.integer({ min: 1, max: 180 }),
    allDay: fc.boolean(),
    kind: fc.constantFrom('daily', 'weekly', 'weekday', 'weekdays', 'monthly', 'monthday', 'nth', 'yearly'),
    interval: fc.integer({ min: 1, max: 3 }),
    end: fc.oneof(
      fc.constant(''),
      fc.integer({ min: 1, max: 25 }).map((count) => `;COUNT=${count}`),
      fc.integer({ min: 0, max: 900 }).map((days) => `;${days}`),
    ),
  })
  .map(({ zone, day, of, clock, minutes, allDay, kind, interval, end }) => {
    const time = allDay ? { hour: 0, minute: 0 } : { hour: Math.floor(clock / 60), minute: clock % 60 }
    const date = Temporal.PlainDate.from('2024-01-01').add({ days: day }).with({ day: of })
    const first = date.toPlainDateTime(time)
    const { rule, moves } = ruleOf(kind, first, interval)
    const until = /^;\d/.test(end)
      ? `;UNTIL=${date
          .add({ days: Number(end.slice(1)) })
          .toString()
          .replaceAll('-', '')}`
      : end
    return { zone, first: first.toString(), minutes, allDay, rule: rule + until, moves }
  })

/** The stamp of a clock time in a zone, or of its day. */
export function stampOf(wall: Temporal.PlainDateTime, zone: string, allDay: boolean): string {
  if (allDay) return wall.toPlainDate().toString()
  return wall.toZonedDateTime(zone).toString({ smallestUnit: 'second' })
}

/** The instant or date that is so many minutes later on the zone's clock. */
export function laterBy(text: string, zone: string, minutes: number): string {
  if (!text.includes('T'))
    return Temporal.PlainDate.from(text)
      .add({ days: Math.round(minutes / 1440) })
      .toString()
  const wall = Temporal.Instant.from(text).toZonedDateTimeISO(zone).toPlainDateTime().add({ minutes })
  return wall.toZonedDateTime(zone).toInstant().toString()
}
