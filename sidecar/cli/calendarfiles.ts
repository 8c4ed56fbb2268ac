// `steward calendar import` and `export`
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { counted } from '../text/count.ts'
import { StewardError } from '../text/errors.ts'
import { need, noMore } from './args.ts'
import { calendarWays as ways } from './calendarcommand.ts'
import { chosenCalendar, openDays } from './days.ts'
import { exits } from './exit.ts'
import type { Answer, Run } from './types.ts'
import { visible, visibleLines } from './visible.ts'

/** Events are one call, and tasks another. */
const MOST_CALLS = 5

/** Events and tasks of a file into a calendar. What is there already stays as it is. */
export async function importFile(run: Run): Promise<Answer> {
  // The sidecar may run in another folder than this command.
  const file = resolve(need(run.args, 1, 'The file', ways.import.usage))
  noMore(run.args, 2, ways.import.usage)
  const calendar = chosenCalendar(run, await openDays(run))
  const dryRun = run.options['dry-run'] === true
  const done = await (await run.client()).call('calendar/import', {
    ...{ file, dryRun },
    ...(calendar === undefined ? {} : { calendar }),
  })
  const { added, same, different, failed, callIds } = done
  const text = [
    `${dryRun ? 'Would add' : 'Added'} ${counted(added, 'entry', 'entries')} to ${visible(done.calendar)}.`,
    ...(same > 0 ? [`${counted(same, 'was', 'were')} there already.`] : []),
    ...(different > 0
      ? [`${counted(different, 'is', 'are')} there already in another form, and stayed as it is.`]
      : []),
    ...failed.map(({ title, why }) => `${run.paint.red('failed:')} ${visible(title)}: ${visible(why)}`),
  ]
  const undo = callIds.slice(0, MOST_CALLS).map((id) => `To take it back: ${run.spell(`undo ${visible(id)}`)}`)
  const notes = run.quiet ? [] : [...done.notes.map(visible), ...undo.map(run.errPaint.dim)]
  return { value: done, text, notes, code: failed.length > 0 ? exits.failed : exits.done }
}

/** Calendars as one file, or on stdout. No file is written over. */
export async function exportFile(run: Run): Promise<Answer> {
  const [, name] = run.args
  noMore(run.args, 2, ways.export.usage)
  const calendar = chosenCalendar(run, await openDays(run))
  const made = await (await run.client()).call(
    'calendar/export',
    calendar === undefined ? {} : { calendars: [calendar] },
  )
  const what = `${counted(made.events, 'event')}, ${counted(made.tasks, 'task')}`
  if (name === undefined) {
    // A file or another program gets it byte for byte, a terminal nothing that it would obey.
    const text = run.host.stdout.isTTY ? visibleLines(made.text.trimEnd()) : made.text.replace(/\n$/, '')
    return { value: made, text, notes: run.quiet ? [] : [what] }
  }
  const file = resolve(name)
  await writeFile(file, made.text, { flag: 'wx' }).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'EEXIST')
      throw new StewardError(
        'CONFLICT',
        `${visible(file)} is there already.`,
        'Name another file: none is written over.',
      )
    throw new StewardError('BAD_TARGET', `${visible(file)} can not be written: ${thrown.message}`, 'Name another file.')
  })
  const { events, tasks } = made
  return { value: { file, events, tasks }, text: `Wrote ${visible(file)}: ${what}.` }
}
