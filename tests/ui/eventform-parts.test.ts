// What the dialog of an event reads and says that needs no page.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Sentence, tell } from '../../sidecar/text/agenda/told.ts'
import { readWhen } from '../../sidecar/text/dates/read.ts'
import { repeatOf } from '../../ui/views/calendar/repeat.ts'
import { ruleWords } from '../../ui/views/calendar/rulewords.ts'
import { lengthIn } from '../../ui/views/parts/length.ts'
import { readPlain, type Since } from '../../ui/views/parts/whenread.ts'
import { translate } from '../../ui/views/text/translate.ts'
import { said } from '../../ui/views/text/zh/said.ts'

const zone = 'Europe/Berlin'
const since = (stamp: string): Since => {
  const at = Temporal.ZonedDateTime.from(stamp)
  return { clock: at.toPlainDateTime().toString({ smallestUnit: 'second' }), stamp, zone, at: at.epochMilliseconds }
}

describe('lengths as they are typed [window.eventform]', () => {
  test.each([
    ['90 min', 0, 90],
    ['1h30', 0, 90],
    ['1h 30m', 0, 90],
    ['1.5 hours', 0, 90],
    ['an hour and a half', 0, 90],
    ['half an hour', 0, 30],
    ['two hours', 0, 120],
    ['45 分钟', 0, 45],
    ['45分钟', 0, 45],
    ['一小时', 0, 60],
    ['一个小时', 0, 60],
    ['两小时', 0, 120],
    ['半小时', 0, 30],
    ['半个小时', 0, 30],
    ['一个半小时', 0, 90],
    ['1小时30分钟', 0, 90],
    ['三刻钟', 0, 45],
    ['二十五分钟', 0, 25],
    ['3 days', 3, 0],
    ['三天', 3, 0],
    ['一周', 7, 0],
  ])('%s', (text, days, minutes) => expect(lengthIn(text)).toEqual({ days, minutes }))

  test.each(['16', 'tomorrow', '', 'min', '0 min', '三点', '45', 'an', '半'])('%j is none', (text) =>
    expect(lengthIn(text)).toBeUndefined(),
  )
})

describe('ends that are said from a start [window.eventform]', () => {
  test('a length is added to the instant, also where the clocks go back or forward', () => {
    const first = since('2026-10-25T02:30:00+02:00[Europe/Berlin]')
    expect(readPlain('30 min', first)?.stamp).toBe('2026-10-25T02:00:00+01:00[Europe/Berlin]')
    const second = since('2026-10-25T02:30:00+01:00[Europe/Berlin]')
    expect(readPlain('30 min', second)?.stamp).toBe('2026-10-25T03:00:00+01:00[Europe/Berlin]')
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2026, 9, 24), max: Date.UTC(2026, 9, 27) }),
        fc.integer({ min: 1, max: 600 }),
        (at, minutes) => {
          const from = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).round('minute')
          const read = readPlain(`${minutes} min`, since(from.toString()))
          expect(
            Temporal.ZonedDateTime.from(read?.stamp ?? '')
              .since(from)
              .total('minutes'),
          ).toBe(minutes)
        },
      ),
    )
  })

  test.each([
    ['16', '2026-11-17T16:00:00'],
    ['4', '2026-11-17T16:00:00'],
    ['4pm', '2026-11-17T16:00:00'],
    ['16：30', '2026-11-17T16:30:00'],
    ['1am', '2026-11-18T01:00:00'],
    ['24', '2026-11-18T00:00:00'],
    ['3', '2026-11-17T15:00:00'],
    ['2 days', '2026-11-19T14:00:00'],
    ['2026-11-18', '2026-11-18'],
  ])('from two in the afternoon, %s', (text, clock) =>
    expect(readPlain(text, since('2026-11-17T14:00:00+01:00[Europe/Berlin]'))?.clock).toBe(clock),
  )

  test('three days from the first are the first and two more', () => {
    const from = { clock: '2026-11-19', zone, at: 0 }
    expect([readPlain('3 days', from)?.clock, readPlain('三天', from)?.clock]).toEqual(['2026-11-21', '2026-11-21'])
    expect([readPlain('90 min', from), readPlain('16', from)]).toEqual([undefined, undefined])
  })
})

describe('rules in words [window.eventform]', () => {
  const cases: [string, string, string][] = [
    ['FREQ=WEEKLY;BYDAY=MO,FR', 'every week on Monday and Friday', '每周的周一和周五'],
    ['FREQ=WEEKLY;INTERVAL=3;BYDAY=TU', 'every 3 weeks on Tuesday', '每3周的周二'],
    ['FREQ=MONTHLY;BYDAY=1MO', 'every month on the first Monday', '每月第1个周一'],
    ['FREQ=MONTHLY;BYDAY=-1FR', 'every month on the last Friday', '每月最后一个周五'],
    ['FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=3', 'every 2 months on the 3rd', '每2个月的3日'],
    ['FREQ=DAILY;COUNT=10', 'every day, 10 times', '每天，共10次'],
    ['FREQ=WEEKLY;BYDAY=MO;UNTIL=20270601T215959Z', 'every week on Monday until 2027-06-01', ''],
  ]
  test.each(cases)('%s', (rule, en, zh) => {
    expect(ruleWords(rule, 'en')).toBe(en)
    if (zh !== '') expect(ruleWords(rule, 'zh')).toBe(zh)
    expect(repeatOf(rule, '2026-11-18')).toBe('own')
  })

  test('can be typed back', () => {
    const now = Date.parse('2026-11-18T12:00:00Z')
    const options = { now, zone, weekStart: 1 as const, workingHours: { start: '09:00', end: '17:00', days: [1] } }
    for (const [rule, en, zh] of cases)
      for (const [words, locale] of [
        [en, 'en'],
        [zh, 'zh'],
      ] as const) {
        if (words === '') continue
        const read = readWhen(words, { ...options, locale })
        const parts = (text: string) =>
          text
            .replace(/UNTIL=(\d{8})\w*/, 'UNTIL=$1')
            .replace(/;?WKST=\w\w/, '')
            .split(';')
            .sort()
        expect([words, read.kind === 'rule' ? parts(read.rrule) : read]).toEqual([words, parts(rule)])
      }
  })

  test('one that has no plain words stays as it is', () => {
    for (const rule of ['FREQ=YEARLY;BYWEEKNO=20', 'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1', 'X', 'FREQ=HOURLY'])
      expect(ruleWords(rule, 'en')).toBe(rule)
  })
})

describe('what is told about times [page.said]', () => {
  const all: Sentence[] = [
    ...(['gap', 'twice', 'offset', 'endBefore', 'weekday', 'past', 'pastRule', 'conflict', 'maybe', 'night'] as const),
    ...(['ownNight', 'long', 'far', 'skipsMonths', 'skipsYears', 'skipsFifth', 'skipsGap', 'never'] as const),
    ...(['hourLong', 'movedFirst', 'twiceEnd', 'oneDay'] as const),
  ]
  test.each(all)('%s is said in Chinese as the sidecar says it there', (sentence) =>
    expect(translate(tell('en', sentence, '12:30', 'Asia/Tokyo'), said)).toBe(
      tell('zh', sentence, '12:30', 'Asia/Tokyo'),
    ),
  )
})
