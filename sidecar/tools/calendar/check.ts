// calendar_check: what happens, what is in the way of what, and when there is time.
import * as z from 'zod'
import { defineTool } from '../../kernel/define.ts'
import { namedCalendar } from '../../text/agenda/choose.ts'
import { conflictsIn } from '../../text/agenda/conflicts.ts'
import { windowOf } from '../../text/agenda/window.ts'

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

const slots = z.object({
  minutes: z.number().int().min(1).max(10_080).default(30),
  hours: z.object({ from: clock, to: clock }).optional().describe('Your working hours without it'),
  days: z.array(z.number().int().min(1).max(7)).optional().describe('1 is Monday'),
  buffer: z.number().int().min(0).max(1440).optional().describe('Minutes around what makes busy'),
  overTentative: z.boolean().optional(),
  zones: z.array(z.string()).max(20).optional().describe('Others’ zones: they must be at work too'),
})

export const calendarCheck = defineTool({
  name: 'calendar_check',
  summary: 'Shows events in a time span across all calendars, conflicts among them and, where asked, free time.',
  category: 'calendar',
  input: z.object({
    when: z.string().max(500).optional().describe('A day or a span: today, next week, 2026-11-17. Today without it'),
    to: z.string().max(500).optional().describe('Where it ends, if not said in `when`'),
    calendars: z.array(z.string().max(300)).max(50).optional().describe('Ids or names; all without it'),
    query: z.string().max(500).optional().describe('Words in title, place or notes'),
    free: z.union([z.boolean(), slots]).optional().describe('Asks for free time'),
    limit: z.number().int().min(1).max(1000).default(200),
  }),
  output: z.object({
    from: z.string(),
    to: z.string(),
    zone: z.string(),
    events: z.array(
      z.object({
        calendar: z.string(),
        uid: z.string(),
        title: z.string(),
        start: z.string(),
        end: z.string(),
        allDay: z.boolean(),
        recurrenceId: z.string().optional(),
        status: z.string(),
        busy: z.string(),
        answer: z.string().optional(),
        location: z.string().optional(),
        notes: z.string().optional(),
        attendees: z.array(z.string()).optional(),
      }),
    ),
    cut: z.boolean(),
    conflicts: z.array(z.object({ one: z.string(), other: z.string(), from: z.string(), to: z.string() })),
    free: z.array(z.object({ start: z.string(), end: z.string() })).optional(),
    faults: z.array(z.object({ calendar: z.string(), why: z.string() })),
  }),
  effects: { readCalendar: () => ['*'] },
  labels: {
    trust: 'metadata',
    secrecy: 'private',
    untrustedFields: ['uid', 'title', 'location', 'notes', 'attendees', 'one', 'other', 'why'],
  },
  examples: [
    {},
    { when: 'next week', free: { minutes: 60 } },
    { when: '2026-11-17', to: '2026-11-20', query: 'lunch' },
  ],
  phrases: [
    '(what is|whats|what do i have|show me whats|show whats|show me what is|is there anything|anything) (on|in) [my] (calendar|schedule|agenda) [for|on] {when:when}',
    '(what is|whats|what do i have|show me whats|show whats) (on|in) [my] (calendar|schedule|agenda)',
    '(show|list|check) [me] [my] (calendar|schedule|agenda|events|appointments|meetings) [for|on] {when:when}',
    '(show|list|check) [me] [my] (calendar|schedule|agenda|events|appointments|meetings)',
    '(what do i have|whats) (planned|scheduled|going on|on) {when:when}',
    'am i (free|busy) {when:when}',
    '(when am i free|find free time|find a free slot|when do i have time) {when:when} {free=true}',
    '[我]{when:when}(有什么安排|有什么日程|有什么会议|有什么事|有哪些安排|的日程|的安排|有空吗|忙吗)',
    '(查看|看看|查一下|查|显示|列出)[我]{when:when}[的](日程|日历|安排|会议)',
    '(查看|看看|查一下|查|显示|列出)[我的](日程|日历|安排|会议)',
    '[我]{when:when}什么时候有空{free=true}',
  ],
  sentences: [
    ["what's on my calendar tomorrow", { when: 'tomorrow' }],
    ['我明天有什么安排', { when: '明天' }],
  ],
  words: [
    'calendar',
    'events',
    'appointments',
    'free',
    'busy',
    'slot',
    'conflict',
    '日历',
    '日程',
    '会议',
    '空闲',
    '有空',
  ],
  async run({ when, to, calendars: named, query, free, limit }, { readCalendar }, { clock }) {
    const { calendars, preferences } = await readCalendar.list('*')
    const { from, to: end } = windowOf({ when, to }, { now: clock.now(), preferences })
    const ids = named?.map((one) => namedCalendar(calendars, one).id) ?? ['*']
    const asked = { from, to: end, limit, ...(query === undefined ? {} : { text: query }) }
    const parts = []
    for (const id of ids) parts.push(await readCalendar(id, asked))
    const events = parts.flatMap((part) => part.events).sort((a, b) => a.startsAt - b.startsAt || a.endsAt - b.endsAt)
    const faults = parts.flatMap((part) => part.faults)
    const found = {
      ...{ from, to: end, zone: preferences.zone, faults },
      events: events.slice(0, limit).map(({ attendees, ...event }) => ({
        ...event,
        ...(attendees === undefined ? {} : { attendees: attendees.map(({ address }) => address) }),
      })),
      cut: parts.some(({ cut }) => cut) || events.length > limit,
      conflicts: conflictsIn(events).slice(0, 100),
    }
    if (!free) return found
    const { hours, days, zones, ...rest } = free === true ? slots.parse({}) : free
    const work = { ...preferences.workingHours, ...hours, ...(days ? { days } : {}) }
    const others = zones?.map((zone) => ({ zone })) ?? []
    const time = await readCalendar.free('*', {
      // Whoever asks for free time has all calendars on their mind, unless some are named.
      ...(named === undefined ? {} : { calendars: ids }),
      ...{ from, to: end, minutes: rest.minutes, workingHours: work, others, limit: 100 },
      ...(rest.buffer === undefined ? {} : { buffer: rest.buffer }),
      ...(rest.overTentative === undefined ? {} : { overTentative: rest.overTentative }),
    })
    return { ...found, free: time.slots, faults: [...faults, ...time.faults] }
  },
})
