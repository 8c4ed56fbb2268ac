// `steward calendar` as data.
import type { Command } from './types.ts'

export const calendarCommand: Command = {
  name: 'calendar',
  summary: 'What a calendar file says happens',
  usage: ['steward calendar occurrences FILE.ics [--from WHEN] [--to WHEN] [--tz ZONE]'],
  examples: [
    'steward calendar occurrences team.ics',
    'steward calendar occurrences team.ics --from 2024-05-01 --to 2024-06-01 --tz Europe/Berlin',
    'steward calendar occurrences team.ics --from 2024-05-01T00:00:00Z --to 2024-05-08T00:00:00Z --json',
  ],
  options: {
    from: { value: 'WHEN', summary: 'an instant, or a date or time in the zone (default: today)' },
    to: { value: 'WHEN', summary: 'the same; it does not count itself (default: seven days later)' },
    tz: { value: 'ZONE', summary: 'your zone, for dates and times that name none (default: this computer’s)' },
  },
  words: [['occurrences'], 'file'],
  load: () => import('./calendar.ts').then((m) => m.calendar),
}
