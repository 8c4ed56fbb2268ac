// How often an event comes again: the usual ones to choose from, as rules. Pure.
import { type Day, weekdayOf } from '../../state/zoned.ts'

export const repeats = ['none', 'daily', 'weekdays', 'weekly', 'biweekly', 'monthly', 'yearly', 'own'] as const
export type Repeat = (typeof repeats)[number]

const names = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** The rule of a choice, for something that begins on a day; empty for none. */
export function ruleOf(repeat: Repeat, day: Day, own: string): string {
  const weekday = names[weekdayOf(day) - 1] ?? 'MO'
  const rules: Record<Repeat, string> = {
    none: '',
    daily: 'FREQ=DAILY',
    weekdays: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    weekly: `FREQ=WEEKLY;BYDAY=${weekday}`,
    biweekly: `FREQ=WEEKLY;INTERVAL=2;BYDAY=${weekday}`,
    monthly: `FREQ=MONTHLY;BYMONTHDAY=${Number(day.slice(8))}`,
    yearly: 'FREQ=YEARLY',
    own: own.trim(),
  }
  return rules[repeat]
}

/** Which of the choices a rule is. */
export function repeatOf(rule: string | undefined, day: Day): Repeat {
  if (rule === undefined || rule === '') return 'none'
  return repeats.find((one) => one !== 'own' && one !== 'none' && ruleOf(one, day, '') === rule) ?? 'own'
}
