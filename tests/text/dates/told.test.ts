import { describe, expect, test } from 'vitest'
import { readWhen } from '../../../sidecar/text/dates/read.ts'
import type { WhenOptions } from '../../../sidecar/text/dates/types.ts'
import { berlin, brief, newYork, shanghai } from './brief.ts'

const whyOf = (text: string, options: WhenOptions): string => {
  const found = readWhen(text, options)
  return found.kind === 'ambiguous' || found.kind === 'none' ? found.why : ''
}
const notesOf = (text: string, options: WhenOptions): string[] => {
  const found = readWhen(text, options)
  return found.kind === 'ambiguous' || found.kind === 'none' ? [] : found.notes
}
const chinese: WhenOptions = { ...berlin, locale: 'zh' }

describe('[dates.told] what is ambiguous says why', () => {
  test.each([
    ['next Tuesday', '“Next” may be the coming one or the one of next week.'],
    ['Monday', 'Today is that weekday: it may be today or in a week.'],
    ['5/6/2026', '5/6/2026 may have the day or the month first.'],
    ['at 7', '7:00 may be in the morning or in the evening.'],
    ['Tue 20 Nov 2026', 'Friday 20 November 2026 is not that weekday.'],
    ['10 Nov', 'Tuesday 10 November 2026 is just over: it may be this year’s or next year’s.'],
    ['Friday midnight', 'Midnight may be the beginning or the end of that day.'],
    ['tomorrow 3pm CST', 'CST is the name of several time zones.'],
    ['15 July 2027 3pm EST', 'UTC-05:00 is not what the clocks there show at that time of the year.'],
    ['the first Monday of the month', 'That may be once or every month.'],
    ['every third Friday', 'That may be a day of the month, or every so many weeks.'],
    ['Tue and Thu', 'Several days are named.'],
    ['Mon-Fri', 'That may be this week or next week.'],
    ['next weekend', '“Next” may be the coming one or the one of next week.'],
    ['next December', '“Next” may be this year’s or next year’s.'],
  ])('%s', (text, why) => {
    expect(whyOf(text, berlin)).toBe(why)
    const inChinese = whyOf(text, chinese)
    expect(inChinese).toMatch(/\p{Script=Han}/u)
  })

  test('half seven has the four readings that there are', () => {
    expect(whyOf('half seven', berlin)).toContain('half past or half an hour before')
    expect(brief(readWhen('tomorrow half seven', berlin), berlin.zone).split(' | ')).toHaveLength(4)
  })
})

describe('[dates.told] what was taken for granted is told', () => {
  test.each([
    ['at 3', '3:00 was taken as 15:00, by the working hours.'],
    ['9am', '09:00 is over for today, so it is the next day.'],
    ['Monday 9am', 'That time is over for today, so it is in a week.'],
    ['yesterday', 'This is in the past.'],
    ['tomorrow morning', 'Parts of the day go by the working hours.'],
    ['end of week', 'The week ends with its last working day.'],
    ['every Friday until March', 'The end is included: Wednesday 31 March 2027.'],
    ['9am to noon', 'This has begun already.'],
    ['3pm Tokyo time', 'Here that is Tuesday 17 November 2026, 07:00.'],
    ['tonight at 2', '02:00 at night is on the next day.'],
  ])('%s', (text, note) => expect(notesOf(text, berlin)).toContain(note))

  test('the order of day and month', () => {
    expect(notesOf('5/6/2027', newYork)).toEqual(['5/6/2027 was read as month first.'])
    expect(notesOf('5/6/2027', { ...newYork, order: 'dmy' })).toEqual(['5/6/2027 was read as day first.'])
    expect(notesOf('5/13/2027', { ...newYork, order: 'dmy' })).toEqual([])
  })
})

describe('[dates.told] working hours decide', () => {
  const late: WhenOptions = { ...berlin, workingHours: { start: '12:00', end: '21:00', days: [2, 3, 4, 5, 6] } }
  test.each([
    ['tomorrow at 7', '2026-11-17T19:00 *'],
    ['tomorrow at 11', '2026-11-17T11:00 | 2026-11-17T23:00'],
    ['tomorrow afternoon', '~2026-11-17T12:00/2026-11-17T21:00 *'],
    ['end of week', '2026-11-21 *'],
    ['end of day', '2026-11-16T21:00 *'],
    ['every weekday at 1pm', '2026-11-17T13:00 FREQ=WEEKLY;BYDAY=TU,WE,TH,FR,SA'],
  ])('%s', (text, meaning) => expect(brief(readWhen(text, late), late.zone)).toBe(meaning))
})

describe('[dates.clocks] where the clocks change', () => {
  test.each([
    ['28 March 2027 02:30', berlin, '2027-03-28T01:30 | 2027-03-28T03:30'],
    ['31 October 2027 02:30', berlin, '2027-10-31T02:30+02:00 | 2027-10-31T02:30+01:00'],
    ['31 October 2027 02:30 UTC+2', berlin, '2027-10-31T02:30+02:00'],
    ['Sunday 2:30am', newYork, '2026-03-08T01:30 | 2026-03-08T03:30'],
    ['Sunday 2:30am EST', newYork, '2026-03-08T02:30-05:00[-05:00] * | 2026-03-08T01:30 | 2026-03-08T03:30'],
    ['1 Nov 2026 1:30am', newYork, '2026-11-01T01:30-04:00 | 2026-11-01T01:30-05:00'],
    ['1 Nov 2026 1:30am EST', newYork, '2026-11-01T01:30-05:00'],
    ['in 36 hours', newYork, '2026-03-08T07:30'],
    ['in 2 days', newYork, '2026-03-08'],
    ['every day at 2:30am from 8 March', newYork, '2026-03-09T02:30 FREQ=DAILY *'],
    ['8 March 1:30am for 2 hours', newYork, '2026-03-08T01:30/2026-03-08T04:30'],
    ['11月1日 02:30', shanghai, '2027-11-01T02:30 | 2026-11-01T02:30 past'],
  ] as const)('%s', (text, options, meaning) => expect(brief(readWhen(text, options), options.zone)).toBe(meaning))

  test('why is told', () => {
    expect(whyOf('28 March 2027 02:30', berlin)).toBe(
      'There is no Sunday 28 March 2027, 02:30: the clocks go forward then.',
    )
    expect(whyOf('31 October 2027 02:30', berlin)).toBe(
      'Sunday 31 October 2027, 02:30 comes twice: the clocks go back then.',
    )
  })

  test('an end that comes twice is said by how long it takes', () => {
    const found = readWhen('31 Oct 2027 01:30 for 2 hours', berlin)
    expect(found).toMatchObject({ end: '2027-10-31T02:30:00+01:00[Europe/Berlin]' })
    expect(found).toMatchObject({ says: 'Sunday 31 October 2027, 01:30, for 2 hours' })
  })
})

test('[dates.read] festivals of the Chinese calendar are on their known days', () => {
  const known: Record<string, string[]> = {
    春节: ['2024-02-10', '2025-01-29', '2026-02-17', '2027-02-06', '2028-01-26', '2029-02-13', '2030-02-03'],
    中秋节: ['2024-09-17', '2025-10-06', '2026-09-25', '2027-09-15', '2028-10-03', '2029-09-22', '2030-09-12'],
    端午节: ['2024-06-10', '2025-05-31', '2026-06-19', '2027-06-09', '2028-05-28', '2029-06-16', '2030-06-05'],
    除夕: ['2024-02-09', '2025-01-28', '2026-02-16', '2027-02-05', '2028-01-25', '2029-02-12', '2030-02-02'],
  }
  for (const [name, days] of Object.entries(known))
    for (const day of days)
      expect(readWhen(`${day.slice(0, 4)}年${name}`, shanghai), `${name} ${day}`).toMatchObject({ start: day })
})
