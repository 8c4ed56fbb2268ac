// What the calendar ports do: loaded when one of them is first used.
import { joinAll, joinLabels, type Label, readLabel, spellLabel } from '../../../policy/flow.ts'
import { sameContent } from '../../text/agenda/same.ts'
import { labelsOf, markResource, marksOf } from '../../text/agenda/stamp.ts'
import type { EventView, Resource, ResourceChange, TaskView, WrittenResource } from '../../text/agenda/types.ts'
import { StewardError } from '../../text/errors.ts'
import { type Component, parseCalendar } from '../../text/ical/document.ts'
import type { PortContext } from '../types.ts'
import type { Agenda } from './types.ts'

export type Kind = 'VEVENT' | 'VTODO'

/** What a write keeps so that it can be taken back. */
export interface Kept {
  uid: string
  /** What stood there before; null where there was nothing. */
  former: string | null
  /** What was written; null where it was taken away. */
  written: string | null
}

const LONGEST_TEXT = 1_000_000

// What was stored with an event or a task comes back with its texts; the label itself is for nobody else.
export function labelled<T extends EventView | TaskView>(found: readonly T[], context: PortContext): T[] {
  return found.map((one) => {
    const { label, ...plain } = one as T & { label?: string }
    if (label !== undefined) context.labelled(readLabel(label), plain)
    return plain as unknown as T
  })
}

export const labelOf = (text: string): Label => joinAll(labelsOf(marksOf(text)).map(readLabel))

/** The resource of a UID in one calendar, or in the only one that has it. */
export async function find(agenda: Agenda, target: string, uid: string, signal: AbortSignal): Promise<Resource> {
  if (target !== '*') return agenda.resource(target, uid, signal)
  const all: Resource[] = []
  for (const { id } of await agenda.list()) {
    const found = await existing(agenda, id, uid, signal)
    if (found) all.push(found)
  }
  const [first, ...others] = all
  if (!first)
    throw new StewardError('NOT_FOUND', `Nothing has the UID ${uid}.`, 'See what there is with: steward calendar show')
  if (others.length > 0)
    throw new StewardError(
      'BAD_INPUT',
      `The UID ${uid} is in several calendars.`,
      `Name the calendar: ${all.map(({ calendar }) => calendar).join(' | ')}`,
    )
  return first
}

async function existing(
  agenda: Agenda,
  calendar: string,
  uid: string,
  signal: AbortSignal,
): Promise<Resource | undefined> {
  try {
    return await agenda.resource(calendar, uid, signal)
  } catch (thrown) {
    if (thrown instanceof StewardError && thrown.code === 'NOT_FOUND') return undefined
    throw thrown
  }
}

export function checked(change: unknown, holds: Kind): ResourceChange {
  const { uid, text, base } = (change ?? {}) as Partial<ResourceChange>
  if (typeof uid !== 'string' || uid === '' || (base !== null && typeof base !== 'string'))
    throw new StewardError('BAD_INPUT', 'That is no change of a calendar.', 'Give uid, text and base.')
  if (text !== null && typeof text !== 'string')
    throw new StewardError('BAD_INPUT', 'The text of the calendar is missing.', 'Give a text, or null to take it away.')
  if (text !== null) checkKind(text, holds)
  return { uid, text, base }
}

const componentsOf = (text: string): Component[] =>
  parseCalendar(text).items.flatMap((item) =>
    item.kind === 'component' ? item.items.filter((inner): inner is Component => inner.kind === 'component') : [],
  )

// Whoever may change tasks may not change events, and the other way round.
function checkKind(text: string, holds: Kind): void {
  if (text.length > LONGEST_TEXT)
    throw new StewardError(
      'TOO_LARGE',
      'An event or a task may have a million characters at most.',
      'Shorten its notes.',
    )
  const names = componentsOf(text).map(({ name }) => name)
  const other: Kind = holds === 'VEVENT' ? 'VTODO' : 'VEVENT'
  if (!names.includes(holds) || names.includes(other))
    throw new StewardError(
      'BAD_INPUT',
      holds === 'VEVENT' ? 'That is not an event.' : 'That is not a task.',
      'Events are written by writeCalendar, tasks by writeTasks.',
    )
}

export async function write(
  agenda: Agenda,
  calendar: string,
  change: ResourceChange,
  holds: Kind,
  context: PortContext,
): Promise<WrittenResource> {
  const { identity: call, signal } = context
  const { uid, base } = change
  const present = await existing(agenda, calendar, uid, signal)
  if (change.text === null) {
    // Cut off after it was taken away: nothing is left to do.
    if (!present) return { calendar, uid, name: '' }
    checkKind(present.text, holds)
  } else if (present && marksOf(present.text).call === call)
    return { calendar, uid, name: present.name, etag: present.etag }
  const former = base === null ? null : (present?.text ?? null)
  const label = present && base !== null ? joinLabels(labelOf(present.text), context.labels) : context.labels
  const text = change.text === null ? null : markResource(change.text, { label: spellLabel(label), call })
  await context.undoWith({ uid, former, written: text } satisfies Kept)
  return agenda.put(calendar, { uid, text, base }, signal)
}

const changed = (calendar: string) =>
  new StewardError(
    'CONFLICT',
    'It was changed since, so it can not be taken back.',
    `Look at it, and change it by hand: steward calendar show --calendar ${calendar}`,
  )

/** Puts back what was there, if what is there now is what was written; anybody's change since is left alone. */
export async function takeBack(agenda: Agenda, calendar: string, kept: Kept, signal: AbortSignal): Promise<void> {
  const { uid, former, written } = kept
  const present = await existing(agenda, calendar, uid, signal)
  const is = (text: string | null) => (text === null ? !present : present && sameContent(present.text, text))
  if (is(written)) await agenda.put(calendar, { uid, text: former, base: present?.etag ?? null }, signal)
  // Cut off after it was taken back, what was there before is there.
  else if (!is(former)) throw changed(calendar)
}
