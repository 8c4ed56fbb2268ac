// Changes of events that wait for an answer, read from the open questions: they are marked also after a reload, and whoever asked.
import { computed } from '@preact/signals'
import { approvals } from './approvals.ts'
import { type EventView, preferences } from './calendar.ts'
import { eventKey, moved, type Times } from './moves.ts'
import { instantOfStamp } from './zoned.ts'

interface Wish {
  event?: unknown
  calendar?: unknown
  recurrenceId?: unknown
  when?: unknown
  end?: unknown
}

const tools: ReadonlySet<string> = new Set(['calendar_update', 'calendar_delete'])

/** By calendar and uid, and where one of a series is meant, by that. */
const wishes = computed(() => {
  const found = new Map<string, Wish>()
  for (const { tool, input } of approvals.value)
    if (tools.has(tool) && typeof input === 'object' && input !== null) {
      const wish = input as Wish
      found.set([wish.calendar, wish.event, wish.recurrenceId ?? ''].join('\n'), wish)
    }
  return found
})

/** An event as it is shown now: in the hand, sent, or waiting for an answer. */
export function shown(event: EventView): ReturnType<typeof moved> {
  const now = moved(event)
  if (now.pending !== undefined || wishes.value.size === 0) return now
  const wish = wishes.value.get(eventKey(event)) ?? wishes.value.get([event.calendar, event.uid, ''].join('\n'))
  return wish ? { ...event, ...timesOf(wish, event), pending: 'waiting' } : now
}

// Only what is a time as the window writes it; plain words are not read here.
function timesOf({ when, end }: Wish, { allDay }: EventView): Partial<Times> {
  if (allDay || typeof when !== 'string' || typeof end !== 'string') return {}
  if (!when.includes('T') || !end.includes('T')) return {}
  const { zone } = preferences.value
  const [startsAt, endsAt] = [instantOfStamp(when, zone), instantOfStamp(end, zone)]
  if (startsAt === undefined || endsAt === undefined || endsAt < startsAt) return {}
  const iso = (at: number) => new Date(at).toISOString().replace('.000Z', 'Z')
  return { start: iso(startsAt), end: iso(endsAt), startsAt, endsAt }
}
