// `steward calendar add`, `move`, `edit` and `delete`: calls of the calendar's tools.
import { need, noMore } from './args.ts'
import { calendarWays as ways } from './calendarcommand.ts'
import { chosenCalendar, openDays } from './days.ts'
import { UsageError } from './exit.ts'
import { findEvent, findOccurrence, scopeOf } from './findevent.ts'
import { callTool } from './toolcall.ts'
import type { Answer, Run } from './types.ts'
import { doLine } from './understand.ts'
import { fields, sentence } from './ways.ts'

const anyway = (run: Run) => (run.options.anyway === true ? { anyway: true } : {})

/** A new event from a line of plain words. */
export async function add(run: Run): Promise<Answer> {
  const text = sentence(run, 1, 'What is to happen', ways.add.usage)
  const calendar = chosenCalendar(run, await openDays(run))
  const more = { ...fields(run, { place: 'location', notes: 'notes' }), ...anyway(run) }
  return doLine(run, { text, as: 'event', ...(calendar === undefined ? {} : { calendar }) }, more)
}

/** The event that the command names, as its tools want it named. */
async function target(run: Run, usage: string): Promise<Record<string, string>> {
  const text = need(run.args, 1, 'The event', usage)
  const days = await openDays(run)
  const found = await findEvent(run, text, days, chosenCalendar(run, days))
  const { uid, calendar, recurrenceId } = await findOccurrence(run, found, days)
  const scope = await scopeOf(run, found)
  return {
    ...{ event: uid, calendar },
    ...(scope === undefined ? {} : { scope }),
    ...(recurrenceId === undefined || scope === undefined ? {} : { recurrenceId }),
  }
}

/** The event at another time. */
export async function move(run: Run): Promise<Answer> {
  const when = sentence(run, 2, 'When', ways.move.usage)
  return callTool(run, 'calendar_update', { ...(await target(run, ways.move.usage)), when, ...anyway(run) })
}

/** The event with other details. */
export async function edit(run: Run): Promise<Answer> {
  noMore(run.args, 2, ways.edit.usage)
  need(run.args, 1, 'The event', ways.edit.usage)
  const names = { title: 'title', when: 'when', repeat: 'repeat', place: 'location', notes: 'notes' }
  const change = fields(run, names)
  if (Object.keys(change).length === 0)
    throw new UsageError('What is to be otherwise is missing.', `Usage: ${ways.edit.usage}`)
  return callTool(run, 'calendar_update', { ...(await target(run, ways.edit.usage)), ...change, ...anyway(run) })
}

/** The event is taken away. */
export async function remove(run: Run): Promise<Answer> {
  noMore(run.args, 2, ways.delete.usage)
  return callTool(run, 'calendar_delete', await target(run, ways.delete.usage))
}
