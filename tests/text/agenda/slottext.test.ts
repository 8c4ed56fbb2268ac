import { expect, test } from 'vitest'
import { fullSlots, slotsText } from '../../../sidecar/text/agenda/slottext.ts'
import type { Preferences } from '../../../sidecar/text/agenda/types.ts'

const preferences: Preferences = {
  zone: 'Europe/Berlin',
  workingHours: { from: '09:00', to: '17:00', days: [1, 2, 3, 4, 5] },
  weekStart: 1,
  language: 'en',
  me: [],
}
const slots = [
  { start: '2026-11-18T08:00:00Z', end: '2026-11-18T16:00:00Z' },
  { start: '2026-11-17T08:00:00Z', end: '2026-11-17T09:30:00Z' },
  { start: '2026-11-17T13:00:00Z', end: '2026-11-17T14:00:00Z' },
]

test('[agenda.slots] free time is told one line a day, in order', () => {
  expect(slotsText(slots, preferences)).toBe(
    'Tuesday 17 November 2026: 09:00–10:30, 14:00–15:00\nWednesday 18 November 2026: 09:00–17:00\nTimes are Europe/Berlin.',
  )
  expect(slotsText([], preferences)).toBe('')
})

test('[agenda.slots] free time is told in Chinese, too', () => {
  expect(slotsText(slots.slice(0, 1), { ...preferences, language: 'zh', zone: 'Asia/Shanghai' })).toBe(
    '2026年11月18日星期三：16:00–24:00\n时间均为 Asia/Shanghai。',
  )
})

test('[agenda.slots] free time is told by the clocks of others, with the days that they are off', () => {
  expect(
    slotsText(slots.slice(0, 1), preferences, ['Asia/Tokyo', 'America/Los_Angeles', 'Europe/Berlin', 'Asia/Tokyo']),
  ).toBe(
    [
      'Wednesday 18 November 2026: Berlin 09:00–17:00 · Tokyo 17:00–01:00 (+1) · Los Angeles 00:00–08:00',
      'Times are Europe/Berlin, Asia/Tokyo, America/Los_Angeles.',
    ].join('\n'),
  )
  const early = [{ start: '2026-11-18T05:00:00Z', end: '2026-11-18T09:00:00Z' }]
  expect(slotsText(early, preferences, ['America/Los_Angeles'])).toBe(
    'Wednesday 18 November 2026: Berlin 06:00–10:00 · Los Angeles 21:00 (−1)–01:00\nTimes are Europe/Berlin, America/Los_Angeles.',
  )
})

test('[agenda.slots] free time begins on full five minutes, or is none where too little is left', () => {
  const at = (start: string, end: string) => ({ start: `2026-11-17T${start}Z`, end: `2026-11-17T${end}Z` })
  const odd = [at('12:17:10', '16:00:00'), at('10:01:00', '10:31:00'), at('08:00:00', '08:30:00')]
  expect(fullSlots(odd, 30)).toEqual([at('12:20:00', '16:00:00'), at('08:00:00', '08:30:00')])
  expect(slotsText(fullSlots(odd, 30), preferences)).toContain(': 13:20–17:00, 09:00–09:30')
})
