// Random rules, as people and programs might write them.
import fc from 'fast-check'

// In order: ical.js keeps the order in which times are written.
const inOrder = (values: number[]) => values.sort((a, b) => a - b)

const numbers = (least: number, most: number, many = 3) =>
  fc.uniqueArray(fc.integer({ min: least, max: most }), { minLength: 1, maxLength: many }).map(inOrder)
const signed = (most: number, many = 3) =>
  fc.uniqueArray(
    fc.integer({ min: -most, max: most }).filter((value) => value !== 0),
    { minLength: 1, maxLength: many },
  )
const weekday = fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU')
const weekdays = fc.uniqueArray(weekday, { minLength: 1, maxLength: 4 })
const nthDays = (most: number) =>
  fc.uniqueArray(
    fc.tuple(fc.integer({ min: -most, max: most }).filter(Boolean), weekday).map(([n, day]) => `${n}${day}`),
    {
      minLength: 1,
      maxLength: 3,
    },
  )

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })

type Parts = Record<string, readonly (string | number)[] | number | string | undefined>

function ruleText(freq: string, parts: Parts): string {
  const written = Object.entries(parts).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${Array.isArray(value) ? value.join(',') : value}`],
  )
  return [`FREQ=${freq}`, ...written].join(';')
}

const clock = { BYHOUR: maybe(numbers(0, 23, 2)), BYMINUTE: maybe(numbers(0, 59, 2)) }
const ends = { INTERVAL: maybe(fc.integer({ min: 1, max: 4 })), COUNT: maybe(fc.integer({ min: 1, max: 30 })) }
const made = (freq: string, parts: Record<string, fc.Arbitrary<Parts[string]>>) =>
  fc.record(parts).map((values) => ruleText(freq, values))

/** Rules that stay within the table of RFC 5545, 3.3.10. */
export const rules: fc.Arbitrary<string> = fc.oneof(
  made('YEARLY', { ...ends, BYMONTH: numbers(1, 12), BYDAY: maybe(fc.oneof(weekdays, nthDays(4))), ...clock }),
  made('YEARLY', { ...ends, BYMONTH: maybe(numbers(1, 12)), BYMONTHDAY: signed(31) }),
  made('YEARLY', { ...ends, BYDAY: nthDays(50) }),
  made('YEARLY', { ...ends, BYYEARDAY: signed(366) }),
  made('YEARLY', { COUNT: ends.COUNT, BYWEEKNO: signed(53), BYDAY: weekdays }),
  made('MONTHLY', { ...ends, BYDAY: maybe(fc.oneof(weekdays, nthDays(5))), ...clock }),
  made('MONTHLY', { ...ends, BYMONTHDAY: signed(31), BYDAY: maybe(weekdays) }),
  made('MONTHLY', { ...ends, BYDAY: weekdays, BYSETPOS: signed(4, 2) }),
  made('WEEKLY', { ...ends, BYDAY: maybe(weekdays), WKST: maybe(fc.constantFrom('MO', 'SU')), ...clock }),
  made('DAILY', { ...ends, BYMONTH: maybe(numbers(1, 12)), BYDAY: maybe(weekdays), ...clock }),
  made('HOURLY', {
    INTERVAL: maybe(fc.integer({ min: 1, max: 30 })),
    COUNT: ends.COUNT,
    BYDAY: maybe(weekdays),
    BYMINUTE: clock.BYMINUTE,
  }),
  made('MINUTELY', { INTERVAL: maybe(fc.integer({ min: 1, max: 500 })), COUNT: ends.COUNT, BYHOUR: clock.BYHOUR }),
)

/** A start, as DTSTART writes it. */
export const starts: fc.Arbitrary<string> = fc
  .tuple(
    fc.integer({ min: 1990, max: 2030 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
    fc.integer({ min: 0, max: 23 }),
    fc.constantFrom(0, 15, 30, 59),
  )
  .map(([year, ...rest]) => {
    const [month, day, hour, minute] = rest.map((value) => String(value).padStart(2, '0'))
    return `${year}${month}${day}T${hour}${minute}00`
  })
