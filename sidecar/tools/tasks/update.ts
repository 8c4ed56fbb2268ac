// update_task
import * as z from 'zod'
import { defineTool } from '../../kernel/define.ts'
import { namedCalendar, titled, writableCalendar } from '../../text/agenda/choose.ts'
import { titleIn } from '../../text/agenda/facts.ts'
import { differs } from '../../text/agenda/readback.ts'
import { changeTask, removeTask, tasksIn } from '../../text/agenda/tasks.ts'
import { changedTaskTimes } from '../../text/agenda/tasktimes.ts'
import type { Resource, TaskChanges } from '../../text/agenda/types.ts'
import { StewardError } from '../../text/errors.ts'
import { parseCalendar } from '../../text/ical/document.ts'
import { calendar, due, priority, shared, state, text } from './fields.ts'

const verbOf = ({ state: to, remove }: { state?: string | undefined; remove?: true | undefined }): string =>
  remove ? 'Remove' : to === 'done' ? 'Complete' : 'Change'

/** A task is a part of one that is there, and not of itself. */
async function checkParent(read: TaskReads, { calendar: place, uid }: Resource, parent: string): Promise<void> {
  if (parent !== uid && (await read.resource(place, parent).catch(() => undefined))) return
  throw new StewardError(
    'NOT_FOUND',
    `There is no task ${parent} that this could be a part of.`,
    'Name the other task by its uid, in the same calendar.',
  )
}

interface Changed extends Resource {
  title: string
  /** What is written; null takes it away. */
  now: string | null
  says: string
  notes: string[]
  completed?: 'once' | 'moved-on' | 'last'
  next?: string
}

type TaskReads = {
  (
    place: string,
    query: { text: string; limit: number },
  ): Promise<{ tasks: { calendar: string; uid: string; title: string; state: string; due?: string }[] }>
  resource(place: string, uid: string): Promise<Resource>
}

async function findTask(read: TaskReads, place: string, wanted: string): Promise<Resource> {
  try {
    return await read.resource(place, wanted)
  } catch (thrown) {
    if (!(thrown instanceof StewardError) || thrown.code !== 'NOT_FOUND') throw thrown
  }
  const { tasks } = await read(place, { text: wanted, limit: 1000 })
  const open = tasks.filter((task) => task.state === 'open' || task.state === 'started')
  const found = titled(open.length > 0 ? open : tasks, wanted, (task) => task.due ?? 'no date')
  return read.resource(found.calendar, found.uid)
}

/** When a task that repeats is next. */
function nextIn(text: string, uid: string, zone: string): { next?: string } {
  const task = tasksIn(parseCalendar(text), '', zone).find((each) => each.uid === uid)
  const next = task?.due ?? task?.start
  return next === undefined ? {} : { next }
}

export const updateTask = defineTool({
  name: 'update_task',
  summary: 'Changes, completes, reopens or removes a task. Completing a recurring one moves it on to its next time.',
  category: 'calendar',
  input: z.object({
    task: text(1000).min(1).describe('Its uid, or its title where only one has it'),
    calendar,
    title: text(500).min(1).optional(),
    due: due.nullable().optional(),
    start: text(200).nullable().optional(),
    repeat: text(500).nullable().optional(),
    priority,
    percent: z.number().int().min(0).max(100).optional(),
    state: state.optional(),
    notes: text(20_000).nullable().optional(),
    parent: text(1000).nullable().optional(),
    remove: z.literal(true).optional().describe('Takes it away'),
    ...shared,
  }),
  output: z.object({
    calendar: z.string(),
    uid: z.string(),
    title: z.string(),
    completed: z.enum(['once', 'moved-on', 'last']).optional().describe('moved-on: it comes again'),
    next: z.string().optional().describe('When it comes again'),
    removed: z.literal(true).optional(),
    told: z.array(z.string()),
  }),
  async prepare(given, { readTasks }, { clock }): Promise<Changed> {
    const now = clock.now()
    const { calendars, preferences } = await readTasks.list('*')
    const place = given.calendar === undefined ? '*' : namedCalendar(calendars, given.calendar).id
    const found = await findTask(readTasks, place, given.task)
    writableCalendar(calendars, found.calendar, 'VTODO')
    const former = titleIn(found.text, found.uid)
    if (given.remove) return { ...found, title: former, now: removeTask(found.text, found.uid), says: '', notes: [] }
    if (given.parent) await checkParent(readTasks, found, given.parent)
    const { times, says, notes } = changedTaskTimes(given, { now, preferences })
    const { title, priority: rank, percent, state: at, tags, notes: about, parent, alarms } = given
    const named = { title, priority: rank, percent, state: at, tags, notes: about, parent, alarms }
    const changes: TaskChanges = {
      ...Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)),
      ...times,
    }
    if (Object.keys(changes).length === 0)
      throw new StewardError('BAD_INPUT', 'Nothing is to be changed.', 'Say what: title, due, state, …')
    const changed = changeTask(found.text, { uid: found.uid, changes, at: now })
    return {
      ...{ ...found, title: title ?? former, now: changed.text, says, notes },
      ...(changed.completed === undefined ? {} : { completed: changed.completed }),
      ...(changed.completed === 'moved-on' ? nextIn(changed.text, found.uid, preferences.zone) : {}),
    }
  },
  effects: { readTasks: () => ['*'], writeTasks: (_input, { calendar: id }) => [id] },
  roles: { object: ['task', 'calendar', 'parent'], payload: ['title', 'due', 'start', 'repeat', 'tags', 'notes'] },
  preview: (given, made) => ({
    title: `${verbOf(given)} task: ${made.title}`,
    body: [
      made.says,
      ...Object.entries(given).flatMap(([name, value]) =>
        name === 'task' || value === undefined
          ? []
          : [`${name}: ${Array.isArray(value) ? value.join(', ') : (value ?? 'none')}`],
      ),
      `Calendar: ${made.calendar}`,
    ]
      .filter((line) => line !== '')
      .join('\n'),
  }),
  labels: { trust: 'metadata', secrecy: 'private', untrustedFields: ['uid', 'title', 'told'] },
  examples: [
    { task: 'a1@steward', state: 'done' },
    { task: 'Buy milk', due: 'tomorrow', priority: 1 },
  ],
  phrases: [
    '(complete|finish|check off|tick off|close) [the] (task|todo) {task} {state="done"}',
    'mark [the] [task|todo] {task} [as] (done|complete|completed|finished) {state="done"}',
    '[the] [task|todo] {task} (is done|is finished|is complete|is completed) {state="done"}',
    '(delete|remove) [the|my] (task|todo) {task} {remove=true}',
    '(删除|去掉)(任务|待办){task}{remove=true}',
    '(reopen) [the] [task|todo] {task} {state="open"}',
    '(完成|勾掉)[任务|待办]{task}{state="done"}',
    '(任务|待办){task}(完成了|做完了|已完成){state="done"}',
  ],
  sentences: [
    ['mark buy milk as done', { task: 'buy milk', state: 'done' }],
    ['完成任务买牛奶', { task: '买牛奶', state: 'done' }],
  ],
  words: ['complete', 'finish', 'done', 'task', '完成', '任务', '待办'],
  async run(_given, { readTasks, writeTasks }, _context, made) {
    await writeTasks(made.calendar, { uid: made.uid, text: made.now, base: made.etag })
    const back = made.now === null ? '' : (await readTasks.resource(made.calendar, made.uid)).text
    return {
      ...{ calendar: made.calendar, uid: made.uid, title: made.title },
      ...(made.completed === undefined ? {} : { completed: made.completed }),
      ...(made.next === undefined ? {} : { next: made.next }),
      ...(made.now === null ? { removed: true as const } : {}),
      told: [...made.notes, ...differs(made.now ?? '', back)],
    }
  },
})
