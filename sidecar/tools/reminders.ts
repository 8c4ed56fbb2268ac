// Reminders: VTODOs with an alarm in a calendar of their own. Whoever tells them is behind the notify port.
import * as z from 'zod'
import { defineTool, type Tool } from '../kernel/define.ts'
import { newUid, titled } from '../text/agenda/choose.ts'
import { titleIn } from '../text/agenda/facts.ts'
import { findEvent } from '../text/agenda/findevent.ts'
import { leadIn } from '../text/agenda/lead.ts'
import { newReminder } from '../text/agenda/remind.ts'
import { understood } from '../text/agenda/said.ts'
import { taskTimes } from '../text/agenda/tasktimes.ts'
import type { Preferences, Resource } from '../text/agenda/types.ts'
import { StewardError } from '../text/errors.ts'

const REMINDERS = 'reminders'
const text = (most: number) => z.string().trim().max(most)

const input = z.object({
  line: text(500).min(1).optional().describe('All of it in plain words: in 20 minutes call Bob'),
  text: text(500).min(1).optional().describe('What to be reminded of'),
  when: text(200).optional().describe('Plain words or a stamp'),
  repeat: text(500).optional().describe('Plain words or an RRULE'),
  event: text(1000).optional().describe('Before this event instead: its uid or title'),
  recurrenceId: text(100).optional().describe('Only before this occurrence of it'),
  minutes: z.number().int().min(0).max(525_600).default(15).describe('How long before the event'),
  notes: text(5000).optional(),
})
type Input = z.output<typeof input>

interface Made {
  uid: string
  title: string
  text: string
  says: string
  notes: string[]
  at?: string
  rule?: string
}

function merged(given: Input, now: number, preferences: Preferences): Input {
  const said = given.line === undefined ? {} : understood(given.line, { as: 'reminder', now, preferences })
  const apart = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  // Without it `minutes` has its default; what the line says counts more.
  return { ...said, ...apart, ...('minutes' in said ? { minutes: said.minutes } : {}) } as Input
}

/** A day without a time is told when work begins. */
const atWork = (stamp: string, { zone, workingHours }: Preferences): string =>
  stamp.includes('T')
    ? stamp
    : Temporal.PlainDate.from(stamp)
        .toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(workingHours.from) })
        .toString()

const isOver = (stamp: string, now: number): boolean => Temporal.ZonedDateTime.from(stamp).epochMilliseconds <= now

export const setReminder = defineTool({
  name: 'set_reminder',
  summary: 'Reminds you once, again and again, or before an event; by a desktop notice and in the window.',
  category: 'calendar',
  input,
  output: z.object({
    uid: z.string(),
    text: z.string(),
    at: z.string().optional().describe('When it comes first'),
    repeats: z.string().optional(),
    says: z.string(),
    told: z.array(z.string()),
  }),
  async prepare(given, { readTasks, readCalendar }, { clock, random }): Promise<Made> {
    const now = clock.now()
    const { preferences } = await readTasks.list('*')
    const wish = merged(given, now, preferences)
    const uid = newUid(random)
    if (wish.event !== undefined) {
      const scope = wish.recurrenceId === undefined ? 'all' : 'this'
      const found = await findEvent({ ...wish, event: wish.event, scope, mayBeReadOnly: true }, readCalendar, now)
      const title = wish.text ?? found.title
      const before = {
        ...{ uid: found.uid, calendar: found.calendar, minutes: wish.minutes },
        ...(wish.recurrenceId === undefined ? {} : { occurrence: wish.recurrenceId }),
      }
      const says = `${wish.minutes} minutes before ${found.title} (${found.was})`
      return { uid, title, says, notes: [], text: newReminder({ uid, title, before, ...about(wish) }, now) }
    }
    if (wish.text === undefined || (wish.when === undefined && wish.repeat === undefined))
      throw new StewardError(
        'BAD_INPUT',
        'It is not said what to remind of, or when.',
        'Say it like: in 20 minutes call Bob.',
      )
    const { times, says, notes } = taskTimes({ due: wish.when, repeat: wish.repeat }, { now, preferences })
    const { rule } = times
    const at = times.due === undefined ? undefined : atWork(times.due, preferences)
    if (at === undefined) throw new StewardError('BAD_INPUT', 'It is not said when.', 'Say it like: tomorrow at 9.')
    if (rule === undefined && isOver(at, now))
      throw new StewardError('BAD_INPUT', `${says} is over already.`, 'Say a time that is still to come.')
    const reminder = { uid, title: wish.text, at, ...(rule === undefined ? {} : { rule }), ...about(wish) }
    return {
      ...{ uid, title: wish.text, at, says, notes, text: newReminder(reminder, now) },
      ...(rule === undefined ? {} : { rule }),
    }
  },
  effects: {
    readTasks: () => ['*'],
    readCalendar: ({ event, line }) => ((event ?? (line && leadIn(line))) ? ['*'] : []),
    writeTasks: () => [REMINDERS],
    notify: () => ['user'],
  },
  roles: { object: ['event', 'recurrenceId'], payload: ['line', 'text', 'when', 'repeat', 'notes'] },
  preview: (_given, made) => ({
    title: `Remind: ${made.title}`,
    body: [made.says, made.rule ?? '', ...made.notes].filter((line) => line !== '').join('\n'),
  }),
  labels: { trust: 'metadata', secrecy: 'private', untrustedFields: ['text', 'says', 'told'] },
  examples: [
    { text: 'Call Bob', when: 'in 20 minutes' },
    { text: 'Stretch', repeat: 'every weekday at 11:00' },
    { event: 'Dentist', minutes: 60 },
  ],
  phrases: [
    '(remind me|set a reminder|add a reminder|reminder|set reminder) [to|about|for|that]: {line:timed}',
    'remind me {minutes:number} minutes before [the|my] {event}',
    '(提醒我|设个提醒|设置提醒|添加提醒|提醒)[：]{line:timed}',
  ],
  sentences: [
    ['remind me in 20 minutes to call Bob', { line: 'in 20 minutes to call Bob' }],
    ['提醒我明天下午三点开会', { line: '明天下午三点开会' }],
  ],
  words: ['remind', 'reminder', 'alarm', 'notify', '提醒', '闹钟', '通知'],
  async run(_given, { writeTasks, notify }, _context, made) {
    await writeTasks(REMINDERS, { uid: made.uid, text: made.text, base: null })
    await notify('user', { uid: made.uid })
    return {
      ...{ uid: made.uid, text: made.title, says: made.says, told: made.notes },
      ...(made.at === undefined ? {} : { at: made.at }),
      ...(made.rule === undefined ? {} : { repeats: made.rule }),
    }
  },
})

const about = ({ notes }: Input) => (notes === undefined ? {} : { notes })

export const listReminders = defineTool({
  name: 'list_reminders',
  summary: 'Lists the reminders that are set.',
  category: 'calendar',
  input: z.object({ query: text(500).optional(), limit: z.number().int().min(1).max(1000).default(100) }),
  output: z.object({
    reminders: z.array(
      z.object({
        uid: z.string(),
        text: z.string(),
        at: z.string().optional(),
        repeats: z.string().optional(),
        before: z.string().optional().describe('The event it comes before'),
      }),
    ),
    cut: z.boolean(),
  }),
  effects: { readTasks: () => [REMINDERS] },
  labels: { trust: 'metadata', secrecy: 'private', untrustedFields: ['uid', 'text', 'before'] },
  examples: [{}, { query: 'call' }],
  phrases: [
    '(show|list|check|what are|whats) [me] [my|the] reminders',
    '(查看|看看|列出|显示|查一下)[我的|所有|全部](提醒|提醒事项)',
    '[我]有(哪些|什么)提醒',
  ],
  sentences: [
    ['show my reminders', {}],
    ['查看提醒', {}],
  ],
  words: ['reminders', 'alarms', '提醒', '闹钟'],
  async run({ query, limit }, { readTasks }, { clock }) {
    const asked = {
      states: ['open' as const, 'started' as const],
      limit,
      ...(query === undefined ? {} : { text: query }),
    }
    const { tasks, cut } = await readTasks(REMINDERS, asked)
    // What came once, and is over, was told.
    const now = clock.now()
    const coming = tasks.filter(({ dueAt, rule }) => rule !== undefined || dueAt === undefined || dueAt > now)
    const reminders = coming.map(({ uid, title, due, rule, parent, alarms }) => ({
      ...{ uid, text: title },
      ...(due === undefined ? {} : { at: due }),
      ...(rule === undefined ? {} : { repeats: rule }),
      ...(parent === undefined ? {} : { before: `${alarms?.[0] ?? 0} minutes before ${parent}` }),
    }))
    return { reminders, cut }
  },
})

export const cancelReminder = defineTool({
  name: 'cancel_reminder',
  summary: 'Cancels a reminder. It can be taken back.',
  category: 'calendar',
  input: z.object({ reminder: text(1000).min(1).describe('Its uid, or its text where only one has it') }),
  output: z.object({ uid: z.string(), text: z.string() }),
  async prepare({ reminder }, { readTasks }): Promise<Resource & { title: string }> {
    const found = await reminderNamed(readTasks, reminder)
    return { ...found, title: titleIn(found.text, found.uid) }
  },
  effects: { readTasks: () => [REMINDERS], writeTasks: () => [REMINDERS], notify: () => ['user'] },
  roles: { object: ['reminder'] },
  preview: (_given, { title }) => ({ title: `Cancel reminder: ${title}` }),
  labels: { trust: 'metadata', secrecy: 'private', untrustedFields: ['uid', 'text'] },
  examples: [{ reminder: 'Call Bob' }],
  phrases: [
    '(cancel|delete|remove|drop) [my|the] reminder [to|about|for] {reminder}',
    '(取消|删除)[关于]提醒[：]{reminder}',
  ],
  sentences: [
    ['cancel the reminder to call Bob', { reminder: 'call Bob' }],
    ['取消提醒：开会', { reminder: '开会' }],
  ],
  words: ['cancel', 'reminder', '取消', '提醒'],
  async run(_given, { writeTasks, notify }, _context, made) {
    await writeTasks(REMINDERS, { uid: made.uid, text: null, base: made.etag })
    await notify('user', { uid: made.uid })
    return { uid: made.uid, text: made.title }
  },
})

type Reads = {
  (
    place: string,
    query: { text: string; limit: number },
  ): Promise<{ tasks: { uid: string; title: string; due?: string }[] }>
  resource(place: string, uid: string): Promise<Resource>
}

async function reminderNamed(read: Reads, wanted: string): Promise<Resource> {
  try {
    return await read.resource(REMINDERS, wanted)
  } catch (thrown) {
    if (!(thrown instanceof StewardError) || thrown.code !== 'NOT_FOUND') throw thrown
  }
  const { tasks } = await read(REMINDERS, { text: wanted, limit: 1000 })
  return read.resource(REMINDERS, titled(tasks, wanted, ({ due }) => due ?? 'before an event').uid)
}

export const reminderTools: readonly Tool[] = [setReminder, listReminders, cancelReminder]
