// create_task
import * as z from 'zod'
import { defineTool } from '../../kernel/define.ts'
import { newUid, writableCalendar } from '../../text/agenda/choose.ts'
import { fileOf } from '../../text/agenda/file.ts'
import { differs } from '../../text/agenda/readback.ts'
import { understood } from '../../text/agenda/said.ts'
import { newTask } from '../../text/agenda/tasks.ts'
import { taskTimes } from '../../text/agenda/tasktimes.ts'
import type { CalendarInfo, Preferences, TaskDetails } from '../../text/agenda/types.ts'
import { StewardError } from '../../text/errors.ts'
import { calendar, due, priority, shared, state, text } from './fields.ts'

const createInput = z.object({
  line: text(500).min(1).optional().describe('All of it in plain words: buy milk by friday #home !2'),
  title: text(500).min(1).optional(),
  due: due.optional(),
  start: text(200).optional(),
  repeat: text(500).optional().describe('Plain words or an RRULE'),
  priority,
  percent: z.number().int().min(0).max(100).optional(),
  state: state.optional(),
  notes: text(20_000).optional(),
  parent: text(1000).optional().describe('The uid of the task it is a part of'),
  ...shared,
  calendar,
  ics: z.string().max(4_000_000).optional().describe('An .ics text instead: its tasks are added'),
})
type Create = z.output<typeof createInput>

interface Made {
  calendar: string
  title: string
  says: string
  notes: string[]
  task?: { uid: string; text: string; due?: string }
}

const noTask = () =>
  new StewardError('BAD_INPUT', 'There is no task in this.', 'Give a title, or a line in plain words.')

function merged(given: Create, now: number, preferences: Preferences): Create & { title: string } {
  const said = given.line === undefined ? {} : understood(given.line, { as: 'task', now, preferences })
  const apart = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const { title, ...rest } = { ...said, ...apart } as Create
  if (title === undefined) throw noTask()
  return { ...rest, title }
}

function fromFile(ics: string, place: CalendarInfo): Made {
  const found = fileOf(ics, 'VTODO')
  if (found.length === 0) throw noTask()
  const titles = found.slice(0, 20).map(({ title }) => title)
  const more = found.length > titles.length ? [`and ${found.length - titles.length} more`] : []
  const title = found.length === 1 ? (titles[0] ?? '') : `${found.length} tasks`
  return { calendar: place.id, title, says: [...titles, ...more].join('\n'), notes: [] }
}

export const createTask = defineTool({
  name: 'create_task',
  summary: 'Creates a task with due date, priority, tags, subtasks and recurrence; or adds those of an .ics file.',
  category: 'calendar',
  input: createInput,
  output: z.object({
    calendar: z.string(),
    uid: z.string().optional(),
    title: z.string(),
    due: z.string().optional(),
    added: z.number(),
    present: z.number().describe('Were there already and stay as they are'),
    different: z.number(),
    told: z.array(z.string()),
  }),
  async prepare(given, { readTasks }, { clock, random }): Promise<Made> {
    const now = clock.now()
    const { calendars, preferences } = await readTasks.list('*')
    const place = writableCalendar(calendars, given.calendar, 'VTODO')
    if (given.ics !== undefined) return fromFile(given.ics, place)
    const wish = merged(given, now, preferences)
    if (wish.parent !== undefined && !(await readTasks.resource(place.id, wish.parent).catch(() => undefined)))
      throw new StewardError(
        'NOT_FOUND',
        `There is no task ${wish.parent} that this could be a part of.`,
        'Name the other task by its uid, in the same calendar.',
      )
    const { times, says, notes } = taskTimes(wish, { now, preferences })
    const { title, priority: rank, percent, state: at, tags, notes: about, parent, alarms } = wish
    const known = { priority: rank, percent, state: at, tags, notes: about, parent, alarms }
    const task: TaskDetails = {
      ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)),
      ...{ ...times, title, uid: newUid(random) },
    }
    return {
      ...{ calendar: place.id, title, says, notes },
      task: { uid: task.uid, text: newTask(task, now), ...(times.due === undefined ? {} : { due: times.due }) },
    }
  },
  effects: { readTasks: () => ['*'], writeTasks: (_input, { calendar: id }) => [id] },
  roles: {
    destination: ['calendar'],
    object: ['parent'],
    payload: ['line', 'title', 'due', 'start', 'repeat', 'tags', 'notes', 'ics'],
  },
  preview: (given, made) => ({
    title: `New task: ${made.title}`,
    body: [made.says, `Calendar: ${made.calendar}`, given.notes ?? ''].filter((line) => line !== '').join('\n'),
  }),
  labels: { trust: 'metadata', secrecy: 'private', untrustedFields: ['title', 'told'] },
  timeoutMs: 120_000,
  examples: [{ title: 'Buy milk', due: 'friday', tags: ['home'] }, { line: 'water the plants every Sunday !3' }],
  phrases: [
    '(add|create|make|new) [a|an] [new] (task|todo|to do|task item): {line}',
    '(add|put) {line} (to|on) my (todo list|to do list|task list|tasks|todos)',
    '(todo|task|to do): {line}',
    '(添加|新建|创建|加|加个|新增)[一个|个](任务|待办|待办事项)[：]{line}',
    '(任务|待办)：{line}',
  ],
  sentences: [
    ['add a task: buy milk by friday', { line: 'buy milk by friday' }],
    ['待办：周五前买牛奶', { line: '周五前买牛奶' }],
  ],
  words: ['todo', 'task', '任务', '待办', '添加'],
  async run(given, { readTasks, writeTasks }, { progress, signal }, { calendar: id, task, title, notes }) {
    const single = task ? [{ uid: task.uid, text: task.text }] : fileOf(given.ics ?? '', 'VTODO')
    const count = { added: 0, present: 0, different: 0 }
    const told = [...notes]
    for (const { uid, text: whole } of single) {
      signal.throwIfAborted()
      if (single.length > 1) progress(`${count.added + count.present} of ${single.length}`)
      try {
        await writeTasks(id, { uid, text: whole, base: null })
        count.added++
      } catch (thrown) {
        if (task || !(thrown instanceof StewardError) || thrown.code !== 'CONFLICT') throw thrown
        count.present++
        if (differs(whole, (await readTasks.resource(id, uid)).text).length > 0) count.different++
      }
    }
    if (task) told.push(...differs(task.text, (await readTasks.resource(id, task.uid)).text))
    return {
      ...{ calendar: id, title, told },
      ...count,
      ...(task ? { uid: task.uid } : {}),
      ...(task?.due === undefined ? {} : { due: task.due }),
    }
  },
})
