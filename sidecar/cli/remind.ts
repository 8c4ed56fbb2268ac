// `steward remind`
import type { ResultOf } from '../protocol/methods.ts'
import { count, need, noMore } from './args.ts'
import { remindWays as ways } from './daycommands.ts'
import { type Days, minutesOf, openDays, shortIds, shortTime } from './days.ts'
import { UsageError } from './exit.ts'
import { type Kind, oneOf } from './match.ts'
import { table } from './table.ts'
import { tellReminder } from './tells.ts'
import { callTool } from './toolcall.ts'
import type { Action, Answer, Run } from './types.ts'
import { doLine } from './understand.ts'
import { visible } from './visible.ts'
import { runWay, sentence } from './ways.ts'

type Reminder = ResultOf<'reminder/list'>['due'][number]

const kindOf = (all: readonly Reminder[], { zone }: Days, key: (reminder: Reminder) => string): Kind<Reminder> => {
  const short = shortIds(all.map(({ uid }) => uid))
  return {
    ...{ name: 'reminder', see: 'steward remind list', key },
    ids: ({ id, uid }) => [id, uid],
    title: ({ title }) => title,
    line: ({ uid, at, title }) => `${visible(short(uid))}  ${shortTime(at, zone)}  ${visible(title)}`,
  }
}

/** The words after the command, or after `add`: words that are no sub-command are what to remind of. */
const add: Action = async (run) => {
  const text = sentence(run, run.args[0] === 'add' ? 1 : 0, 'What to remind you of', ways.add.usage)
  return doLine(run, { text, as: 'reminder' }, {}, tellReminder('Reminder', await openDays(run)))
}

async function list(run: Run): Promise<Answer> {
  noMore(run.args, 1, ways.list.usage)
  const days = await openDays(run)
  const many = count(run.options, 'days')
  const found = await (await run.client()).call('reminder/list', many === undefined ? {} : { days: many })
  const all = [...found.due, ...found.coming]
  if (all.length === 0) return { value: found, text: 'There are no reminders.' }
  const short = shortIds(all.map(({ uid }) => uid))
  // Of one that repeats the next time is enough here; --json has them all.
  const seen = new Set<string>()
  const isFirst = ({ uid, calendar }: Reminder) => seen.size !== seen.add(`${calendar} ${uid}`).size
  const shown = [...found.due, ...found.coming.filter((each) => !each.recurring || isFirst(each))]
  const text = table(
    shown,
    [
      { title: 'at', of: ({ at }) => shortTime(at, days.zone), whole: true },
      {
        title: 'state',
        of: stateOf,
        whole: true,
        paint: (cell, { state }) => (state === 'due' ? run.paint.yellow(cell) : cell),
      },
      { title: 'reminder', of: ({ title, recurring }) => `${title}${recurring ? ' ↻' : ''}` },
      { title: 'of', of: ({ of, startsAt }) => (of === 'reminder' ? '' : ofText(of, startsAt, days.zone)) },
      { title: 'id', of: ({ uid }) => short(uid), whole: true, paint: (cell) => run.paint.dim(cell) },
    ],
    run.width,
    run.paint,
  )
  return { value: found, text }
}

const stateOf = ({ state, missed }: Reminder): string => {
  if (state !== 'due') return state === 'waiting' ? '' : state
  return missed ? 'due (missed)' : 'due'
}

const ofText = (of: string, startsAt: number | undefined, zone: string) =>
  startsAt === undefined ? of : `${of} at ${shortTime(startsAt, zone)}`

async function cancel(run: Run): Promise<Answer> {
  const text = need(run.args, 1, 'The reminder', ways.cancel.usage)
  noMore(run.args, 2, ways.cancel.usage)
  const days = await openDays(run)
  const { due, coming } = await (await run.client()).call('reminder/list', { days: 366 })
  const all = [...due, ...coming]
  const found = oneOf(
    text,
    all,
    kindOf(all, days, ({ calendar, uid }) => `${calendar} ${uid}`),
  )
  if (found.of !== 'reminder')
    throw new UsageError(
      `"${visible(found.title)}" reminds of ${found.of === 'event' ? 'an event' : 'a task'}, which has it.`,
      'Change that, or dismiss the reminder when it comes.',
    )
  return callTool(run, 'cancel_reminder', { reminder: found.uid }, tellReminder('Cancelled', days))
}

/** The reminder that was told and waits for an answer. */
async function told(run: Run, usage: string): Promise<{ reminder: Reminder; days: Days }> {
  const text = need(run.args, 1, 'The reminder', usage)
  const days = await openDays(run)
  const { due } = await (await run.client()).call('reminder/list', {})
  return {
    reminder: oneOf(
      text,
      due,
      kindOf(due, days, ({ id }) => id),
    ),
    days,
  }
}

async function dismiss(run: Run): Promise<Answer> {
  noMore(run.args, 2, ways.dismiss.usage)
  const { reminder } = await told(run, ways.dismiss.usage)
  await (await run.client()).call('reminder/dismiss', { id: reminder.id })
  return { value: { id: reminder.id, dismissed: true }, text: `Dismissed: ${visible(reminder.title)}.` }
}

async function snooze(run: Run): Promise<Answer> {
  const length = sentence(run, 2, 'For how long', ways.snooze.usage)
  const { reminder, days } = await told(run, ways.snooze.usage)
  const minutes = minutesOf(length, 'for', days)
  const { at } = await (await run.client()).call('reminder/snooze', { id: reminder.id, minutes })
  return { value: { id: reminder.id, at }, text: `${visible(reminder.title)}: again at ${shortTime(at, days.zone)}.` }
}

const actions: Readonly<Record<keyof typeof ways, Action>> = { add, list, cancel, dismiss, snooze }

/** What to be reminded of, and when. */
export const remind: Action = (run) => {
  const [word] = run.args
  if (word === undefined) throw new UsageError('What to remind you of is missing.', `Usage: ${ways.add.usage}`)
  return runWay('remind', Object.hasOwn(actions, word) ? word : 'add', run, ways, actions)
}
