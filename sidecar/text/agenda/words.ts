// Words about time that must be clear: what they mean, or an error with the choices.
import { readWhen } from '../dates/read.ts'
import type { Choice, WhenOptions } from '../dates/types.ts'
import { StewardError } from '../errors.ts'
import type { Preferences } from './types.ts'

export interface Clock {
  now: number
  preferences: Preferences
}

/** How words are read for this user. */
export const whenOptions = ({ now, preferences }: Clock): WhenOptions => ({
  ...{ now, zone: preferences.zone, weekStart: preferences.weekStart, locale: preferences.language },
  workingHours: {
    ...{ start: preferences.workingHours.from, end: preferences.workingHours.to },
    days: preferences.workingHours.days,
  },
  ...(preferences.order === undefined ? {} : { order: preferences.order }),
})

/** What words mean. Throws BAD_INPUT where they mean nothing or several things. */
export function readWords(text: string, clock: Clock): Choice {
  const read = readWhen(text, whenOptions(clock))
  if (read.kind === 'none')
    throw new StewardError('BAD_INPUT', read.why, 'Say a time, such as tomorrow 3pm, next week or 2026-11-17.')
  if (read.kind === 'ambiguous')
    throw new StewardError('BAD_INPUT', read.why, `Say which: ${read.choices.map(({ says }) => says).join(' | ')}`)
  return read
}
