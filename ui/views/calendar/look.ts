// What of the calendar is looked at: how, and which days. It stands in the address, so that back and reload work.
import { computed, signal } from '@preact/signals'
import { preferences, today } from '../../state/calendar.ts'
import { go, item } from '../../state/route.ts'
import { type Day, isDay, monthOf, plusDays, weekOf } from '../../state/zoned.ts'
import { dayName, daysName, monthName } from '../text/days.ts'

export const modes = ['day', 'week', 'month', 'agenda'] as const
export type Mode = (typeof modes)[number]

const KEPT = 'steward.calendar'
const AGENDA_DAYS = 30
/** How far words are looked for, to both sides. */
const FIND_BEFORE = 180
const FIND_AFTER = 550

/** Words that events are narrowed to. */
export const query = signal('')
/** How many days the agenda shows. */
export const agendaDays = signal(AGENDA_DAYS)

const isMode = (text: string | null | undefined): text is Mode => modes.some((one) => one === text)
const usualMode = (): Mode => {
  const kept = localStorage.getItem(KEPT)
  return isMode(kept) ? kept : 'week'
}

export const look = computed<{ mode: Mode; day: Day }>(() => {
  const [mode, day = ''] = (item.value ?? '').split('.')
  return { mode: isMode(mode) ? mode : usualMode(), day: isDay(day) ? day : today() }
})

/** Shows other days, or shows them otherwise. */
export function show({ mode = look.peek().mode, day = look.peek().day }: { mode?: Mode; day?: Day }): void {
  localStorage.setItem(KEPT, mode)
  agendaDays.value = AGENDA_DAYS
  go('calendar', `${mode}.${day}`)
}

/** The days that are drawn; those of a month are whole weeks. */
export const days = computed<Day[]>(() => {
  const { mode, day } = look.value
  const { weekStart } = preferences.value
  if (query.value.trim() !== '') return listOf(plusDays(day, -FIND_BEFORE), plusDays(day, FIND_AFTER))
  if (mode === 'day') return [day]
  if (mode === 'agenda') return listOf(day, plusDays(day, agendaDays.value))
  if (mode === 'week') return listOf(weekOf(day, weekStart), plusDays(weekOf(day, weekStart), 7))
  return listOf(weekOf(monthOf(day), weekStart), plusDays(weekOf(plusDays(monthOf(day, 1), -1), weekStart), 7))
})

function listOf(from: Day, to: Day): Day[] {
  const all: Day[] = []
  for (let day = from; day < to; day = plusDays(day, 1)) all.push(day)
  return all
}

/** Goes on or back by as much as is shown. */
export function turn(by: 1 | -1): void {
  const { mode, day } = look.peek()
  const days = by * { day: 1, week: 7, agenda: AGENDA_DAYS, month: 0 }[mode]
  show({ day: mode === 'month' ? monthOf(day, by) : plusDays(day, days) })
}

/** What is shown, in words. */
export function titleOf(): string {
  const { mode, day } = look.value
  if (mode === 'day') return dayName(day)
  if (mode === 'month') return monthName(day)
  const all = days.value
  return daysName(all[0] ?? day, all.at(-1) ?? day)
}

/** The minute it is; drawn again as it changes. */
export const now = signal(Date.now())
const TICK_MS = 30_000
setInterval(() => {
  now.value = Date.now()
}, TICK_MS)
