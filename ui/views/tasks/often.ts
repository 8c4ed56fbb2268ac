// Reminders to come, each that comes again as one row; and how often that is, in words.
import type { Reminder } from '../../state/reminders.ts'
import { plusDays } from '../../state/zoned.ts'
import { weekdayName } from '../text/days.ts'
import { locale, t } from '../text/t.ts'

const MONDAY = '2024-01-01'
const names = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const WORK = 5

/** One of each that comes again: the next. The others are as they are. */
export function nextOfEach(coming: readonly Reminder[]): Reminder[] {
  const seen = new Set<string>()
  return [...coming]
    .sort((a, b) => a.at - b.at)
    .filter(({ recurring, calendar, uid, of }) => {
      const key = [of, calendar, uid].join('\n')
      if (!recurring) return true
      if (seen.has(key)) return false
      seen.add(key)
      return true
    })
}

/** How often it comes: every Tuesday. What is not plain is said to repeat. */
export function oftenWords(rule: string | undefined): string {
  const parts = new Map((rule ?? '').split(';').map((part) => part.split('=', 2) as [string, string]))
  const days = (parts.get('BYDAY') ?? '').split(',').map((name) => names.indexOf(name))
  const isPlain = [...parts.keys()].every((name) => /^(FREQ|BYDAY|INTERVAL|WKST|UNTIL|COUNT)$/.test(name))
  if (!isPlain || (parts.get('INTERVAL') ?? '1') !== '1') return t('calendar.repeats')
  if (parts.get('FREQ') === 'DAILY' && !parts.has('BYDAY')) return t('remind.daily')
  if (parts.get('FREQ') !== 'WEEKLY' || days.some((day) => day < 0)) return t('calendar.repeats')
  if (days.length === WORK && days.every((day) => day < WORK)) return t('remind.weekdays')
  const list = new Intl.ListFormat(locale.value).format(days.map((day) => weekdayName(plusDays(MONDAY, day), 'long')))
  return t('remind.every', { days: list })
}
