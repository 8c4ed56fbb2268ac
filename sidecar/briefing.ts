// The briefing's own eyes: notes, disk, battery, rules. Loaded when somebody looks at the day.
import { statfs } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type { Days, RefusedFile } from './api/types.ts'
import type { Kernel } from './kernel/kernel.ts'
import { listNotes } from './ports/vault.ts'
import type { Paths } from './store/paths.ts'
import { brief, type Item, sources } from './tasks/briefing.ts'
import type { DayLooks } from './tasks/daysections.ts'

export interface DayParts {
  kernel: Kernel
  paths: Paths
  days: Days
  refused: () => readonly RefusedFile[]
  now: () => number
  zone: () => string
}

const GIGABYTE = 1024 ** 3
const LOW_SHARE = 0.05
const LOW_BYTES = 2 * GIGABYTE
/** So much room is enough on a disk of any size. */
const ENOUGH_BYTES = 20 * GIGABYTE
const LOW_BATTERY = 20
const BATTERY_MS = 2000
const MOST_EVENTS = 500

/** The day at a glance. */
export function today({ kernel, paths, days, refused, now, zone }: DayParts): ReturnType<typeof brief> {
  const trouble = async () => [
    ...refused().map(refusedItem),
    ...(await diskItems(paths.data)),
    ...(await batteryItems()),
  ]
  const parts = { kernel, now, zone, notes: () => listNotes(paths.vault), days: looksAt(days), trouble }
  return brief(sources(parts), { now, zone })
}

const instant = (ms: number): string => Temporal.Instant.fromEpochMilliseconds(ms).toString()

const looksAt = (days: Days): DayLooks => ({
  events: async (from, to) =>
    (await days.agenda()).events('*', { from: instant(from), to: instant(to), limit: MOST_EVENTS }),
  tasks: async () => (await days.agenda()).tasks('*', { states: ['open', 'started'] }),
  due: async () => (await (await days.reminders()).list(1)).due,
})

const refusedItem = ({ file, line, why }: RefusedFile): Item => ({
  kind: 'rules',
  title: 'A rule file was refused',
  detail: `${file}, line ${line}: ${why}`,
})

/** What is to be said of a disk with so much room. */
export function roomItems(free: number, total: number): Item[] {
  if (total === 0 || free >= ENOUGH_BYTES || (free >= total * LOW_SHARE && free >= LOW_BYTES)) return []
  const percent = Math.round((free / total) * 100)
  const detail = `${(free / GIGABYTE).toFixed(1)} GB are free, ${percent} % of the disk that holds your data.`
  return [{ kind: 'disk', title: 'The disk is nearly full', detail }]
}

async function diskItems(folder: string): Promise<Item[]> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return roomItems(bavail * bsize, blocks * bsize)
}

// A computer that does not tell has none, as far as this goes.
const batteryItems = (): Promise<Item[]> =>
  Promise.race([lookAtBattery().catch(() => []), setTimeout(BATTERY_MS, [], { ref: false })])

async function lookAtBattery(): Promise<Item[]> {
  const { default: library } = await import('systeminformation')
  const { hasBattery, percent, isCharging, acConnected } = await library.battery()
  if (!hasBattery || isCharging || acConnected || percent > LOW_BATTERY) return []
  return [{ kind: 'battery', title: 'The battery is low', detail: `${percent} % are left.` }]
}
