// `steward calendar` as data.
import type { Command, Ways } from './types.ts'

const scope = ['this', 'following', 'all', 'occurrence']

export const calendarWays = {
  show: {
    usage: 'steward calendar [show] [WHEN] [--days N] [--calendar ID] [--query WORDS]',
    options: ['days', 'calendar', 'query'],
  },
  list: { usage: 'steward calendar list' },
  add: {
    usage: 'steward calendar add WORDS… [--calendar ID] [--place PLACE] [--notes TEXT] [--anyway] [--dry-run]',
    options: ['calendar', 'place', 'notes', 'anyway', 'dry-run'],
  },
  move: {
    usage: 'steward calendar move EVENT WHEN… [--this | --following | --all] [--occurrence DAY] [--anyway]',
    options: ['calendar', 'anyway', ...scope],
  },
  edit: {
    usage:
      'steward calendar edit EVENT [--title TEXT] [--when WHEN] [--place PLACE] [--notes TEXT] [--repeat WORDS] [--this | …]',
    options: ['calendar', 'title', 'when', 'place', 'notes', 'repeat', 'anyway', ...scope],
  },
  delete: {
    usage: 'steward calendar delete EVENT [--this | --following | --all] [--occurrence DAY]',
    options: ['calendar', ...scope],
  },
  free: {
    usage:
      'steward calendar free [--length 30m] [--from WHEN] [--to WHEN] [--zones A,B] [--buffer 10m] [--calendar ID]',
    options: ['length', 'from', 'to', 'zones', 'buffer', 'calendar'],
  },
  import: {
    usage: 'steward calendar import FILE.ics [--calendar ID] [--dry-run]',
    options: ['calendar', 'dry-run'],
  },
  export: { usage: 'steward calendar export [FILE.ics] [--calendar ID]', options: ['calendar'] },
  new: { usage: 'steward calendar new NAME [--color #RRGGBB]', options: ['color'] },
  'edit-calendar': {
    usage: 'steward calendar edit-calendar ID [--name NAME] [--color #RRGGBB] [--hide | --unhide] [--default]',
    options: ['name', 'color', 'hide', 'unhide', 'default'],
  },
  'remove-calendar': { usage: 'steward calendar remove-calendar ID' },
  occurrences: {
    usage: 'steward calendar occurrences FILE.ics [--from WHEN] [--to WHEN] [--tz ZONE]',
    options: ['from', 'to', 'tz'],
  },
} satisfies Ways

export const calendarCommand: Command = {
  name: 'calendar',
  summary: 'Your days: show, add, move, delete, find free time',
  usage: Object.values(calendarWays).map(({ usage }) => usage),
  examples: [
    'steward calendar',
    'steward calendar show "next week"',
    'steward calendar add lunch with Ana tomorrow 12-13 --place "Café Ritazza"',
    'steward calendar add "stand-up every weekday at 9:15 for 15 min" --dry-run',
    'steward calendar move "lunch with Ana" thursday 12:30',
    'steward calendar edit "lunch with Ana" --title "Lunch with Ana and Noor"',
    'steward calendar delete stand-up --occurrence 2026-11-20',
    'steward calendar free --length 45m --from monday --to friday --zones America/New_York',
    'steward calendar import holidays.ics --calendar personal --dry-run',
    'steward calendar export backup.ics',
    'steward calendar new Family --color "#2f9e44"',
    'steward calendar edit-calendar family --default',
    'steward calendar occurrences team.ics --from 2024-05-01 --to 2024-06-01 --tz Europe/Berlin --json',
  ],
  options: {
    days: { value: 'N', summary: 'so many days (default: those that WHEN names, or seven)' },
    calendar: {
      value: 'ID',
      summary: 'only this calendar, by its id or name; or the one to write to',
      words: 'calendar',
    },
    query: { value: 'WORDS', summary: 'only events with these words' },
    place: { value: 'PLACE', summary: 'where' },
    notes: { value: 'TEXT', summary: 'what else is to be known' },
    title: { value: 'TEXT', summary: 'another title' },
    when: { value: 'WHEN', summary: 'another time, in plain words' },
    repeat: { value: 'WORDS', summary: 'how it repeats: "every second monday"' },
    this: { summary: 'of a series only this one (the next, or the one of --occurrence)' },
    following: { summary: 'this one and those after it' },
    all: { summary: 'the whole series' },
    occurrence: { value: 'DAY', summary: 'which one of a series: its day' },
    anyway: { summary: 'though it has passed, or something else is then' },
    'dry-run': { summary: 'only say what would be done' },
    length: { value: 'TIME', summary: 'how long the free time must be (default: 30m)' },
    buffer: { value: 'TIME', summary: 'so much room before and after what is there' },
    zones: { value: 'ZONES', summary: 'where others are who must be at work too: Asia/Tokyo,Europe/Paris' },
    from: { value: 'WHEN', summary: 'from then on (default: now; for occurrences: today)' },
    to: { value: 'WHEN', summary: 'until then (default: seven days later)' },
    tz: { value: 'ZONE', summary: 'your zone, for dates and times that name none (default: this computer’s)' },
    name: { value: 'NAME', summary: 'another name' },
    color: { value: '#RRGGBB', summary: 'its colour' },
    hide: { summary: 'not shown, and not counted as busy' },
    unhide: { summary: 'shown again' },
    default: { summary: 'new events go there' },
  },
  words: [Object.keys(calendarWays), 'event'],
  load: () => import('./calendar.ts').then((m) => m.calendar),
}
