// A line such as "lunch with Ana tomorrow 12-1 at Luigi's #work" to the call that it stands for.
import { StewardError } from '../errors.ts'
import type { Preferences } from './types.ts'

export interface Understood {
  /** In the user's language. */
  says: string
  notes: string[]
  tool: 'calendar_create' | 'create_task' | 'set_reminder'
  input: Record<string, unknown>
  start?: string
  end?: string
  allDay?: boolean
}

export interface Reading {
  state: 'clear' | 'ambiguous' | 'incomplete'
  choices: Understood[]
  why?: string
}

export interface LineOptions {
  as: 'event' | 'task' | 'reminder'
  now: number
  preferences: Preferences
  calendar?: string
}

/** What a line would become. */
export function understandLine(_text: string, _options: LineOptions): Reading {
  throw new StewardError('UNAVAILABLE', 'Lines are not understood yet.')
}
