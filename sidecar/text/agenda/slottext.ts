// Free time as text to paste into a message.
import { StewardError } from '../errors.ts'
import type { Preferences } from './types.ts'

/** One line a day, in the user's language and zone, and in the other zones beside it. */
export function slotsText(
  _slots: readonly { start: string; end: string }[],
  _preferences: Preferences,
  _otherZones: readonly string[] = [],
): string {
  throw new StewardError('UNAVAILABLE', 'Slots are not told yet.')
}
