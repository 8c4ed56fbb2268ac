// list_tasks
import * as z from 'zod'
import { defineTool } from '../../kernel/define.ts'
import { namedCalendar } from '../../text/agenda/choose.ts'
import { untilOf } from '../../text/agenda/window.ts'
import { calendar, state, text } from './fields.ts'

const shown = z.object({
  calendar: z.string(),
  uid: z.string(),
  title: z.string(),
  state,
  due: z.string().optional(),
  start: z.string().optional(),
  priority: z.number(),
  percent: z.number(),
  tags: z.array(z.string()),
  notes: z.string().optional(),
  parent: z.string().optional(),
  rule: z.string().optional(),
})

export const listTasks = defineTool({
  name: 'list_tasks',
  summary: 'Lists tasks in their natural order: what is overdue and pressing first.',
  category: 'calendar',
  input: z.object({
    states: z.array(state).optional().describe('Open and started ones without it'),
    due: text(200).optional().describe('Due in that time or before: today, this week, 2026-11-20'),
    tags: z.array(text(100)).max(20).optional(),
    query: text(500).optional().describe('Words in title or notes'),
    parent: text(1000).optional(),
    calendar,
    limit: z.number().int().min(1).max(1000).default(100),
  }),
  output: z.object({
    tasks: z.array(shown),
    cut: z.boolean(),
    faults: z.array(z.object({ calendar: z.string(), why: z.string() })),
  }),
  effects: { readTasks: () => ['*'] },
  labels: {
    trust: 'metadata',
    secrecy: 'private',
    untrustedFields: ['uid', 'title', 'tags', 'notes', 'parent', 'why'],
  },
  examples: [{}, { due: 'this week', tags: ['studio'] }],
  phrases: [
    '(show|list|check|what are|whats on|what is on) [me] [my|the] (tasks|todos|to dos|todo list|to do list|task list)',
    '(what do i have to do|what should i do|what is left to do|whats left to do)',
    '(what is due|whats due|tasks due|what do i have to do) {due:when}',
    '(查看|看看|列出|显示|查一下)[我的](任务|待办|待办事项|待办清单)',
    '[我]有(哪些|什么)(任务|待办|待办事项)',
    '[我]{due:when}(要做什么|有什么任务|有什么待办|该做什么)',
  ],
  sentences: [
    ['show my tasks', {}],
    ['查看待办', {}],
  ],
  words: ['todo', 'task', 'due', 'overdue', '任务', '待办', '到期'],
  async run(given, { readTasks }, { clock }) {
    const { calendars, preferences } = await readTasks.list('*')
    const place = given.calendar === undefined ? '*' : namedCalendar(calendars, given.calendar).id
    const before = given.due === undefined ? undefined : untilOf(given.due, { now: clock.now(), preferences })
    return readTasks(place, {
      ...{ states: given.states ?? ['open', 'started'], limit: given.limit },
      ...(before === undefined ? {} : { dueBefore: before }),
      ...(given.tags === undefined ? {} : { tags: given.tags }),
      ...(given.query === undefined ? {} : { text: given.query }),
      ...(given.parent === undefined ? {} : { parent: given.parent }),
    })
  },
})
