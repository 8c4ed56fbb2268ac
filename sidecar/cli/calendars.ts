// `steward calendar list`, `new`, `edit-calendar` and `remove-calendar`
import { given, need, noMore } from './args.ts'
import { calendarWays as ways } from './calendarcommand.ts'
import { type Calendar, calendarNamed, openDays, shortTime } from './days.ts'
import { UsageError } from './exit.ts'
import { table } from './table.ts'
import type { Answer, Run } from './types.ts'
import { visible } from './visible.ts'
import { sentence } from './ways.ts'

const stateOf = ({ isDefault, readOnly, hidden }: Calendar): string =>
  [...(isDefault ? ['default'] : []), ...(readOnly ? ['read only'] : []), ...(hidden ? ['hidden'] : [])].join(', ')

const holds = ({ holds: kinds }: Calendar): string =>
  [...(kinds.includes('VEVENT') ? ['events'] : []), ...(kinds.includes('VTODO') ? ['tasks'] : [])].join(', ')

/** The calendars, with what is wrong with them. */
export async function list(run: Run): Promise<Answer> {
  noMore(run.args, 1, ways.list.usage)
  const { calendars, zone } = await openDays(run)
  const text = table(
    calendars,
    [
      { title: 'id', of: ({ id }) => id, whole: true, paint: (cell) => run.paint.cyan(cell) },
      { title: 'name', of: ({ name }) => name },
      { title: 'kind', of: ({ kind }) => kind },
      { title: 'holds', of: holds },
      { title: 'color', of: ({ color }) => color, whole: true },
      { title: 'state', of: stateOf },
      { title: 'as of', of: ({ syncedAt }) => (syncedAt === undefined ? '' : shortTime(syncedAt, zone)) },
    ],
    run.width,
    run.paint,
  )
  const notes = calendars.flatMap(({ id, fault }) =>
    fault === undefined ? [] : [`${run.errPaint.yellow('warn:')} ${visible(id)}: ${visible(fault)}`],
  )
  return { value: calendars, text, notes }
}

const described = (calendar: Calendar): string => {
  const state = stateOf(calendar)
  return `${visible(calendar.name)} (${visible(calendar.id)})${state ? `: ${state}` : ''}`
}

function color(run: Run): { color?: string } {
  const text = given(run.options, 'color')
  if (text === undefined) return {}
  if (/^#[\da-f]{6}$/i.test(text)) return { color: text.toLowerCase() }
  throw new UsageError(`--color needs #rrggbb, not "${visible(text)}".`, 'For example --color "#2f9e44"')
}

/** A new calendar on this computer. */
export async function create(run: Run): Promise<Answer> {
  const name = sentence(run, 1, 'The name', ways.new.usage)
  const made = await (await run.client()).call('calendar/create', { name, ...color(run) })
  return { value: made, text: `Made ${described(made)}.` }
}

/** How a calendar is called and shown. */
export async function edit(run: Run): Promise<Answer> {
  const { usage } = ways['edit-calendar']
  const text = need(run.args, 1, 'The calendar', usage)
  noMore(run.args, 2, usage)
  const { hide, unhide, default: isDefault } = run.options
  if (hide && unhide) throw new UsageError('Only one of --hide and --unhide can be meant.', `Usage: ${usage}`)
  const name = given(run.options, 'name')
  const change = {
    ...(name === undefined ? {} : { name }),
    ...color(run),
    ...(hide || unhide ? { hidden: hide === true } : {}),
    ...(isDefault ? { isDefault: true as const } : {}),
  }
  if (Object.keys(change).length === 0) throw new UsageError('What is to be otherwise is missing.', `Usage: ${usage}`)
  const { id } = calendarNamed(text, (await openDays(run)).calendars)
  const changed = await (await run.client()).call('calendar/edit', { id, ...change })
  return { value: changed, text: `Changed ${described(changed)}.` }
}

/** A calendar of this computer goes to the trash. */
export async function remove(run: Run): Promise<Answer> {
  const { usage } = ways['remove-calendar']
  const text = need(run.args, 1, 'The calendar', usage)
  noMore(run.args, 2, usage)
  const { id } = calendarNamed(text, (await openDays(run)).calendars)
  const { trash } = await (await run.client()).call('calendar/remove', { id })
  return { value: { id, trash }, text: `Removed ${visible(id)}. Its files are in ${visible(trash)}` }
}
