// `steward tasks`, `steward remind` and `steward accounts` as data.
import type { Command, Ways } from './types.ts'

const usages = (ways: Ways): string[] => Object.values(ways).map(({ usage }) => usage)

export const taskWays = {
  list: {
    usage: 'steward tasks [list] [--all | --done] [--tag TAG] [--due WHEN] [--query WORDS] [--calendar ID]',
    options: ['all', 'done', 'tag', 'due', 'query', 'calendar'],
  },
  add: {
    usage: 'steward tasks add WORDS… [--notes TEXT] [--parent TASK] [--calendar ID] [--dry-run]',
    options: ['notes', 'parent', 'calendar', 'dry-run'],
  },
  done: { usage: 'steward tasks done TASK…', options: ['calendar'] },
  reopen: { usage: 'steward tasks reopen TASK…', options: ['calendar'] },
  cancel: { usage: 'steward tasks cancel TASK…', options: ['calendar'] },
  edit: {
    usage:
      'steward tasks edit TASK [--title TEXT] [--due WHEN] [--start WHEN] [--priority 1-9] [--tag A,B] [--percent N] [--repeat WORDS] [--notes TEXT]',
    options: ['title', 'due', 'start', 'priority', 'tag', 'percent', 'repeat', 'notes', 'calendar'],
  },
} satisfies Ways

export const tasksCommand: Command = {
  name: 'tasks',
  summary: 'Your tasks: list, add, done',
  usage: usages(taskWays),
  examples: [
    'steward tasks',
    'steward tasks --due today',
    'steward tasks add buy milk by friday',
    'steward tasks add "water the plants every saturday" --dry-run',
    'steward tasks done "buy milk"',
    'steward tasks edit "buy milk" --due tomorrow --priority 1',
    'steward tasks --done --json',
  ],
  options: {
    all: { summary: 'done and cancelled ones too' },
    done: { summary: 'only those that are done' },
    tag: { value: 'TAG', summary: 'only with this tag; or the tags it is to have' },
    due: { value: 'WHEN', summary: 'due by then, in plain words; or when it is to be due' },
    query: { value: 'WORDS', summary: 'only those with these words' },
    calendar: { value: 'ID', summary: 'only of this calendar; or the one to write to', words: 'calendar' },
    notes: { value: 'TEXT', summary: 'what else is to be known' },
    parent: { value: 'TASK', summary: 'the task it is a part of' },
    title: { value: 'TEXT', summary: 'another title' },
    start: { value: 'WHEN', summary: 'when it can be begun' },
    priority: { value: 'N', summary: '1 is the highest, 9 the lowest' },
    percent: { value: 'N', summary: 'how much of it is done' },
    repeat: { value: 'WORDS', summary: 'how it repeats: "every saturday"' },
    'dry-run': { summary: 'only say what was understood' },
  },
  words: [Object.keys(taskWays), 'task', 'task', 'task'],
  load: () => import('./tasks.ts').then((m) => m.tasks),
}

export const remindWays = {
  add: { usage: 'steward remind [add] WORDS… [--dry-run]', options: ['dry-run'] },
  list: { usage: 'steward remind list [--days N]', options: ['days'] },
  cancel: { usage: 'steward remind cancel REMINDER' },
  dismiss: { usage: 'steward remind dismiss REMINDER' },
  snooze: { usage: 'steward remind snooze REMINDER 10m' },
} satisfies Ways

export const remindCommand: Command = {
  name: 'remind',
  summary: 'Reminders: set, list, cancel',
  usage: usages(remindWays),
  examples: [
    'steward remind in 20 min call Bob',
    'steward remind 明天下午三点开会',
    'steward remind "take the bins out every tuesday at 19:00" --dry-run',
    'steward remind list',
    'steward remind snooze "call Bob" 10m',
    'steward remind cancel "take the bins out"',
  ],
  options: {
    'dry-run': { summary: 'only say what was understood' },
    days: { value: 'N', summary: 'those of the next so many days (default: 30)' },
  },
  words: [Object.keys(remindWays), 'reminder'],
  load: () => import('./remind.ts').then((m) => m.remind),
}

export const accountWays = {
  list: { usage: 'steward accounts [list]' },
  add: {
    usage: 'steward accounts add caldav ADDRESS --user NAME [--name NAME]',
    options: ['user', 'name'],
  },
  'add ics': { usage: 'steward accounts add ics ADDRESS [--name NAME]' },
  password: { usage: 'steward accounts password ID' },
  remove: { usage: 'steward accounts remove ID' },
  sync: { usage: 'steward accounts sync [ID]' },
} satisfies Ways

export const accountsCommand: Command = {
  name: 'accounts',
  summary: 'Calendars on servers: connect, look for changes, remove',
  usage: usages(accountWays),
  examples: [
    'steward accounts',
    'steward accounts add caldav https://dav.example.org --user ada@example.org',
    'steward accounts add caldav dav.example.org --user ada < password.txt',
    'steward accounts add ics https://example.org/holidays.ics --name Holidays',
    'steward accounts sync',
    'steward accounts remove dav-example-org',
  ],
  options: {
    user: { value: 'NAME', summary: 'the user name; the password is asked for, or read from stdin' },
    name: { value: 'NAME', summary: 'what the account is called here' },
  },
  words: [['list', 'add', 'password', 'remove', 'sync'], 'account'],
  load: () => import('./accounts.ts').then((m) => m.accounts),
}
