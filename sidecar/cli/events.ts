// `steward calendar add`, `move`, `edit` and `delete`: calls of the calendar's tools.
import { need, noMore } from './args.ts'
import { calendarWays as ways } from './calendarcommand.ts'
import { chosenCalendar, type Days, openDays } from './days.ts'
import { UsageError } from './exit.ts'
import { findEvent, findOccurrence, scopeOf } from './findevent.ts'
import { tellEvent } from './tells.ts'
import { callTool } from './toolcall.ts'
import type { Answer, Run } from './types.ts'
import { doLine } from './understand.ts'
import { fields, sentence } from './ways.ts'

// A time that there is twice or not at all must be said otherwise: no switch chooses between two.
const doubts = ['past', 'weekday', 'conflict', 'night', 'long', 'far', 'rule-skips']

const anyway = (run: Run) => (run.options.anyway === true ? { anyway: doubts } : {})

/** A new event from a line of plain words. */
export async function add(run: Run): Promise<Answer> {
  const text = sentence(run, 1, 'What is to happen', ways.add.usage)
  const days = await openDays(run)
  const calendar = chosenCalendar(run, days)
  const more = { ...fields(run, { place: 'location', notes: 'notes' }), ...anyway(run) }
  const line = { text, as: 'event' as const, ...(calendar === undefined ? {} : { calendar }) }
  return doLine(run, line, more, tellEvent('Added', days))
}

/** The event that the command names, as its tools want it named. */
async function target(run: Run, usage: string): Promise<{ named: Record<string, string>; days: Days }> {
  const text = need(run.args, 1, 'The event', usage)
  const days = await openDays(run)
  const found = await findEvent(run, text, days, chosenCalendar(run, days))
  const { uid, calendar, recurrenceId } = await findOccurrence(run, found, days)
  const scope = await scopeOf(run, found)
  const named = {
    ...{ event: uid, calendar },
    ...(scope === undefined ? {} : { scope }),
    ...(recurrenceId === undefined || scope === undefined ? {} : { recurrenceId }),
  }
  return { named, days }
}

async function update(run: Run, usage: string, change: object): Promise<Answer> {
  const { named, days } = await target(run, usage)
  return callTool(run, 'calendar_update', { ...named, ...change, ...anyway(run) }, tellEvent('Changed', days))
}

/** The event at another time. */
export async function move(run: Run): Promise<Answer> {
  const when = sentence(run, 2, 'When', ways.move.usage)
  return update(run, ways.move.usage, { when })
}

/** The event with other details. */
export async function edit(run: Run): Promise<Answer> {
  noMore(run.args, 2, ways.edit.usage)
  need(run.args, 1, 'The event', ways.edit.usage)
  const names = { title: 'title', when: 'when', repeat: 'repeat', place: 'location', notes: 'notes' }
  const change = fields(run, names)
  if (Object.keys(change).length === 0)
    throw new UsageError('What is to be otherwise is missing.', `Usage: ${ways.edit.usage}`)
  return update(run, ways.edit.usage, change)
}

/** The event is taken away. */
export async function remove(run: Run): Promise<Answer> {
  noMore(run.args, 2, ways.delete.usage)
  const { named, days } = await target(run, ways.delete.usage)
  return callTool(run, 'calendar_delete', named, tellEvent('Removed', days))
}
