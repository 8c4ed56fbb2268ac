// The day at a glance. Every section is gathered by itself, with its own time limit: one that fails or is slow says so, and
// the rest is there.
import { meaning } from '../../policy/effects.ts'
import { dayAround } from '../kernel/daily.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { CallRow } from '../kernel/rows.ts'
import { counted } from '../text/count.ts'
import { StewardError, toView } from '../text/errors.ts'
import { calendarFound, type DayLooks, remindersFound, tasksFound } from './daysections.ts'

export interface Item {
  id?: string
  title: string
  detail?: string
  at?: number
  end?: number
  allDay?: boolean
  kind?: string
  callId?: string
}

export interface Section {
  id: string
  state: 'ok' | 'empty' | 'failed' | 'needs'
  title: string
  items: Item[]
  note?: string
}

/** What a section found. With `needs`, what it waits for. */
export interface Found {
  items: Item[]
  note?: string
  needs?: string
}

/** One section: what it is called, and how its items are found. */
export interface Source {
  id: string
  title: string
  gather(): Found | Promise<Found>
}

export interface BriefingParts {
  kernel: Kernel
  now: () => number
  zone: () => string
  /** The user's notes, newest first. */
  notes: () => Promise<readonly { file: string; title: string; tags: readonly string[]; created: number }[]>
  days: DayLooks
  /** What of this computer deserves attention; nothing where all is well. */
  trouble: () => Promise<Item[]>
}

const LIMIT_MS = 3000
const DAY_MS = 86_400_000
const MOST = 20
const LAST_CALLS = 6
const LOOKED_AT = 100
/** How many calls of a day are counted. */
const COUNTED = 5000

/** The day, from these sources. */
export async function brief(
  sources: readonly Source[],
  { now, zone }: Pick<BriefingParts, 'now' | 'zone'>,
  limitMs = LIMIT_MS,
): Promise<{ at: number; zone: string; sections: Section[] }> {
  const sections = await Promise.all(sources.map((source) => section(source, limitMs)))
  return { at: now(), zone: zone(), sections }
}

const tooLong = (ms: number) =>
  new StewardError('TIMEOUT', `No answer came within ${ms / 1000} s.`, 'Look again in a moment.', true)

async function section({ id, title, gather }: Source, limitMs: number): Promise<Section> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(tooLong(limitMs)), limitMs)
  try {
    const { items, note, needs } = await Promise.race([(async () => gather())(), late])
    const state = needs !== undefined ? 'needs' : items.length > 0 ? 'ok' : 'empty'
    const said = needs ?? note
    return { id, state, title, items, ...(said === undefined ? {} : { note: said }) }
  } catch (thrown) {
    return { id, state: 'failed', title, items: [], note: toView(thrown).message }
  } finally {
    clearTimeout(timer)
  }
}

/** Every section there is, in the order in which they are read. */
export const sources = (parts: BriefingParts): Source[] => [
  { id: 'waiting', title: 'Waiting for you', gather: () => waiting(parts) },
  { id: 'calendar', title: 'Calendar', gather: () => calendarFound(parts.days, parts) },
  { id: 'tasks', title: 'Tasks', gather: () => tasksFound(parts.days, parts) },
  needing(parts, 'mail', 'Mail', 'email_check'),
  { id: 'notes', title: 'Notes of the last seven days', gather: () => notes(parts) },
  { id: 'activity', title: 'Done today', gather: () => activity(parts) },
  { id: 'system', title: 'This computer', gather: async () => ({ items: await system(parts) }) },
  needing(parts, 'weather', 'Weather', 'check_weather'),
  needing(parts, 'news', 'News', 'get_news'),
]

// A section whose tool can't work yet says what that needs.
const needing = ({ kernel }: BriefingParts, id: string, title: string, tool: string): Source => ({
  ...{ id, title },
  gather: () => {
    const { needs } = kernel.registry.entry(tool).summary
    return { items: [], ...(needs === undefined ? {} : { needs: `This needs ${needs}.` }) }
  },
})

async function waiting({ kernel, days }: BriefingParts): Promise<Found> {
  const asked = kernel.approvals.list(false, MOST).map(
    ({ id, callId, preview, why, askedAt }): Item => ({
      ...{ id, kind: 'approval', title: preview.title, at: askedAt, callId },
      ...(why[0] === undefined ? {} : { detail: why[0] }),
    }),
  )
  const parked = kernel.suspensions
    .list(false, MOST)
    .map(({ id, callId, tool, reason, data, openedAt, wakeAt }): Item => {
      const shared = { id, callId, at: openedAt }
      if (wakeAt !== undefined) return { ...shared, kind: 'timer', title: `${tool} goes on by itself`, end: wakeAt }
      const { question } = (data ?? {}) as { question?: unknown }
      return typeof question === 'string'
        ? { ...shared, kind: 'question', title: question }
        : { ...shared, kind: 'parked', title: `${tool} waits: ${reason}` }
    })
  const inDoubt = kernel.journal.list({ state: 'unknown', limit: MOST }).map(
    ({ id, tool, createdAt }): Item => ({
      ...{ kind: 'unknown', title: `Nobody knows what became of ${tool}`, at: createdAt, callId: id },
      detail: 'Look whether it was done, then say so.',
    }),
  )
  const { items, note } = await remindersFound(days)
  return { items: [...items, ...asked, ...parked, ...inDoubt], ...(note === undefined ? {} : { note }) }
}

async function notes(parts: BriefingParts): Promise<Found> {
  const since = parts.now() - 7 * DAY_MS
  const recent = (await parts.notes()).filter(({ created }) => created >= since)
  const items = recent.slice(0, MOST).map(
    ({ file, title, tags, created }): Item => ({
      ...{ id: file, kind: 'note', title, at: created },
      ...(tags.length > 0 ? { detail: tags.map((tag) => `#${tag}`).join(' ') } : {}),
    }),
  )
  return recent.length > MOST ? { items, note: `${recent.length - MOST} more in the vault.` } : { items }
}

function activity({ kernel: { journal }, now, zone }: BriefingParts): Found {
  const { from } = dayAround(now(), zone())
  // What still waits is told where it waits.
  const isPast = (row: CallRow) => row.createdAt >= from && (row.finishedAt !== null || row.state === 'unknown')
  const last = journal.list({ limit: LOOKED_AT }).filter(isPast).slice(0, LAST_CALLS)
  const rows = journal.store
    .statement(
      `SELECT state, count(*) AS n FROM (SELECT state, created_at FROM calls ORDER BY rowid DESC LIMIT ${COUNTED})
       WHERE created_at >= ? GROUP BY state ORDER BY n DESC`,
    )
    .all(from)
  if (rows.length === 0) return { items: [] }
  const all = rows.reduce((sum, { n }) => sum + Number(n), 0)
  const states = rows.map(({ state, n }) => `${n} ${state}`).join(', ')
  return { items: last.map(callItem), note: `${counted(all, 'call')} today: ${states}.` }
}

function callItem(row: CallRow): Item {
  const detail = row.error?.message ?? targetsOf(row)
  return {
    ...{ kind: row.state, title: row.tool, at: row.startedAt ?? row.createdAt, callId: row.id },
    ...(detail === '' ? {} : { detail }),
  }
}

// Of a path the name is enough here; the call shows the rest.
function targetsOf({ effects }: CallRow): string {
  const names = effects.map(({ kind, target }) =>
    meaning(kind).target === 'path' ? (target.split(/[\\/]/).at(-1) ?? target) : target,
  )
  return names.length <= 3 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`
}

async function system({ kernel, trouble }: BriefingParts): Promise<Item[]> {
  const { latch, journal } = kernel
  const found: Item[] = []
  if (latch.stopped)
    found.push({ kind: 'stop', title: 'STOP is set', detail: latch.reason || 'Nothing acts until it is released.' })
  if (journal.refusal.isOn)
    found.push({
      kind: 'disk',
      title: 'The disk refuses to be written',
      detail: 'Nothing new is done until it takes it.',
    })
  if (!journal.audit.isSound())
    found.push({
      kind: 'audit',
      title: 'The audit log does not fit its seals',
      detail: 'See where with: steward audit verify',
    })
  return [...found, ...(await trouble())]
}
