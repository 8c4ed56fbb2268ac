// `steward tasks`
import { given, need, noMore } from './args.ts'
import { taskWays as ways } from './daycommands.ts'
import {
  chosenCalendar,
  type Days,
  faultNotes,
  openDays,
  shortIds,
  shortTime,
  type TaskView,
  windowOf,
} from './days.ts'
import { UsageError } from './exit.ts'
import { type Kind, meant, oneOf } from './match.ts'
import { table } from './table.ts'
import { tellTask } from './tells.ts'
import { callTool, together } from './toolcall.ts'
import type { Action, Answer, Run } from './types.ts'
import { doLine } from './understand.ts'
import { visible } from './visible.ts'
import { fields, runWay, sentence } from './ways.ts'

const every = ['open', 'started', 'done', 'cancelled'] as const
const MOST = 10_000

async function found(run: Run, more: { states?: (typeof every)[number][]; tag?: string; query?: string }, days: Days) {
  const calendar = chosenCalendar(run, days)
  return (await run.client()).call('task/list', {
    ...more,
    ...(calendar === undefined ? {} : { calendars: [calendar] }),
    limit: MOST,
  })
}

function statesOf(run: Run): { states?: (typeof every)[number][] } {
  if (run.options.all && run.options.done)
    throw new UsageError('Only one of --all and --done can be meant.', `Usage: ${ways.list.usage}`)
  if (run.options.all) return { states: [...every] }
  return run.options.done ? { states: ['done'] } : {}
}

interface Row {
  task: TaskView
  depth: number
}

/** Parts stand under what they are a part of, however deep. */
export function asTree(tasks: readonly TaskView[]): Row[] {
  const uids = new Set(tasks.map(({ uid }) => uid))
  const parts = Map.groupBy(tasks, ({ uid, parent }) =>
    parent !== undefined && parent !== uid && uids.has(parent) ? parent : '',
  )
  const rows: Row[] = []
  const seen = new Set<TaskView>()
  const add = (task: TaskView, depth: number) => {
    if (seen.has(task)) return
    seen.add(task)
    rows.push({ task, depth })
    for (const part of parts.get(task.uid) ?? []) add(part, depth + 1)
  }
  for (const task of parts.get('') ?? []) add(task, 0)
  // Those that are parts of one another.
  for (const task of tasks) add(task, 0)
  return rows
}

const box = { open: '[ ]', started: '[~]', done: '[x]', cancelled: '[-]' } as const

const dueText = ({ due, dueAt }: TaskView, zone: string): string => {
  if (due === undefined) return ''
  return dueAt === undefined || /^\d{4}-\d\d-\d\d$/.test(due) ? due : shortTime(dueAt, zone)
}

const isOver = ({ dueAt, state }: TaskView, now: number) =>
  dueAt !== undefined && dueAt < now && (state === 'open' || state === 'started')

async function list(run: Run): Promise<Answer> {
  noMore(run.args, 1, ways.list.usage)
  const days = await openDays(run)
  const due = given(run.options, 'due')
  const by = due === undefined ? undefined : windowOf(due, '--due', days).to.epochMilliseconds
  const tag = given(run.options, 'tag')
  const query = given(run.options, 'query')
  const filter = { ...statesOf(run), ...(tag === undefined ? {} : { tag }), ...(query === undefined ? {} : { query }) }
  const answer = await found(run, filter, days)
  const tasks = by === undefined ? answer.tasks : answer.tasks.filter(({ dueAt }) => dueAt !== undefined && dueAt <= by)
  const notes = [...faultNotes(run, answer.faults), ...(answer.cut ? ['There are more than these.'] : [])]
  if (tasks.length === 0) return { value: { ...answer, tasks }, text: 'There are no such tasks.', notes }
  return { value: { ...answer, tasks }, text: taskLines(run, tasks, days), notes }
}

/** Tasks as a table. */
export function taskLines(run: Run, tasks: readonly TaskView[], { zone, now, calendars }: Days): string[] {
  const short = shortIds(tasks.map(({ uid }) => uid))
  const names = new Map(calendars.map(({ id, name }) => [id, name]))
  const late = (cell: string, { task }: Row) => (isOver(task, now) ? run.paint.red(cell) : cell)
  return table(
    asTree(tasks),
    [
      { title: '', of: ({ task }) => box[task.state], whole: true },
      {
        title: 'task',
        of: ({ task, depth }) => `${'  '.repeat(depth)}${task.title || 'No title'}${task.rule ? ' ↻' : ''}`,
      },
      {
        title: 'due',
        of: ({ task }) => `${dueText(task, zone)}${isOver(task, now) ? ' overdue' : ''}`,
        whole: true,
        paint: late,
      },
      { title: 'prio', of: ({ task }) => (task.priority > 0 ? String(task.priority) : ''), whole: true },
      {
        title: 'done',
        of: ({ task }) => (task.percent > 0 && task.percent < 100 ? `${task.percent} %` : ''),
        whole: true,
      },
      { title: 'tags', of: ({ task }) => task.tags.map((tag) => `#${tag}`).join(' ') },
      { title: 'calendar', of: ({ task }) => names.get(task.calendar) ?? task.calendar },
      { title: 'id', of: ({ task }) => short(task.uid), whole: true, paint: (cell) => run.paint.dim(cell) },
    ],
    run.width,
    run.paint,
  )
}

const kindOf = (tasks: readonly TaskView[], { zone }: Days): Kind<TaskView> => {
  const short = shortIds(tasks.map(({ uid }) => uid))
  return {
    ...{ name: 'task', see: 'steward tasks' },
    ids: ({ uid }) => [uid],
    title: ({ title }) => title,
    key: ({ calendar, uid }) => `${calendar} ${uid}`,
    line: (task) => `${visible(short(task.uid))}  ${visible(task.title)}  ${dueText(task, zone)}`.trimEnd(),
  }
}

async function add(run: Run): Promise<Answer> {
  const text = sentence(run, 1, 'What is to be done', ways.add.usage)
  const days = await openDays(run)
  const calendar = chosenCalendar(run, days)
  const named = given(run.options, 'parent')
  const open = named === undefined ? [] : (await found(run, {}, days)).tasks
  const parent = named === undefined ? {} : { parent: oneOf(named, open, kindOf(open, days)).uid }
  const line = { text, as: 'task' as const, ...(calendar === undefined ? {} : { calendar }) }
  return doLine(run, line, { ...fields(run, { notes: 'notes' }), ...parent }, tellTask('Added', days))
}

/** The tasks that the words mean, each found before any is changed. Words that together name one task are that one. */
async function wanted(run: Run, days: Days, states: (typeof every)[number][], usage: string): Promise<TaskView[]> {
  need(run.args, 1, 'The task', usage)
  const { tasks } = await found(run, { states }, days)
  const kind = kindOf(tasks, days)
  const words = run.args.slice(1)
  const whole = words.length > 1 ? meant(words.join(' '), tasks, kind) : []
  return whole.length === 1 ? whole : words.map((word) => oneOf(word, tasks, kind))
}

const said = { open: 'Open again', done: 'Done', cancelled: 'Cancelled' } as const

const changing =
  (usage: string, from: (typeof every)[number][], state: 'open' | 'done' | 'cancelled'): Action =>
  async (run) => {
    const answers: Answer[] = []
    const days = await openDays(run)
    const tell = tellTask(said[state], days)
    for (const { uid, calendar } of await wanted(run, days, from, usage))
      answers.push(await callTool(run, 'update_task', { task: uid, calendar, state }, tell))
    return together(answers)
  }

async function edit(run: Run): Promise<Answer> {
  const { usage } = ways.edit
  noMore(run.args, 2, usage)
  const texts = fields(run, { title: 'title', due: 'due', start: 'start', repeat: 'repeat', notes: 'notes' })
  const change: Record<string, unknown> = {
    // An empty text takes away what was there.
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text === '' ? null : text])),
    ...numbers(run, usage),
  }
  const tags = given(run.options, 'tag')
  if (tags !== undefined) change.tags = tags.split(/[\s,]+/).flatMap((tag) => tag.replace(/^#/, '') || [])
  need(run.args, 1, 'The task', usage)
  if (Object.keys(change).length === 0) throw new UsageError('What is to be otherwise is missing.', `Usage: ${usage}`)
  const days = await openDays(run)
  const [task] = await wanted(run, days, [...every], usage)
  const named = { task: task?.uid, calendar: task?.calendar }
  return callTool(run, 'update_task', { ...named, ...change }, tellTask('Changed', days))
}

function numbers(run: Run, usage: string): Record<string, number> {
  return Object.fromEntries(
    Object.entries(fields(run, { priority: 'priority', percent: 'percent' })).map(([name, text]) => {
      const most = name === 'priority' ? 9 : 100
      if (/^\d{1,3}$/.test(text) && Number(text) <= most) return [name, Number(text)]
      throw new UsageError(`--${name} needs a number from 0 to ${most}, not "${visible(text)}".`, `Usage: ${usage}`)
    }),
  )
}

const actions: Readonly<Record<keyof typeof ways, Action>> = {
  ...{ list, add, edit },
  done: changing(ways.done.usage, ['open', 'started'], 'done'),
  reopen: changing(ways.reopen.usage, ['done', 'cancelled', 'started'], 'open'),
  cancel: changing(ways.cancel.usage, ['open', 'started'], 'cancelled'),
}

/** What is to be done. */
export const tasks: Action = (run) => runWay('tasks', run.args[0] ?? 'list', run, ways, actions)
