// Takes an .ics file into a calendar: calls of calendar_create and create_task, so that it is asked, recorded and taken back like
// anything else.
import type { Kernel } from '../kernel/kernel.ts'
import type { CallView } from '../kernel/view.ts'
import type { Agenda } from '../ports/calendar/types.ts'
import { writableCalendar } from '../text/agenda/choose.ts'
import { fileOf } from '../text/agenda/file.ts'
import { differs } from '../text/agenda/readback.ts'
import { joinResources } from '../text/agenda/split.ts'
import { StewardError } from '../text/errors.ts'
import { parseCalendar } from '../text/ical/document.ts'

export interface ImportWish {
  calendar?: string | undefined
  text: string
  dryRun: boolean
}

export interface Imported {
  calendar: string
  added: number
  same: number
  different: number
  failed: { title: string; why: string }[]
  notes: string[]
  callIds: string[]
}

type Part = ReturnType<typeof fileOf>[number]

/** One call takes so much at once: more would make its row and its question too large. */
const MOST_PARTS = 500
const MOST_CHARS = 2_000_000

const tools = { VEVENT: 'calendar_create', VTODO: 'create_task' } as const

/** Adds what the file holds and the calendar does not. */
export async function importCalendar(
  wish: ImportWish,
  { kernel, agenda }: { kernel: Kernel; agenda: Agenda },
): Promise<Imported> {
  const kinds = ['VEVENT', 'VTODO'] as const
  const parts = kinds.map((kind) => ({ kind, found: fileOf(wish.text, kind) })).filter(({ found }) => found.length > 0)
  const [first] = parts
  if (!first) throw new StewardError('BAD_INPUT', 'The file holds no events and no tasks.', 'Name another .ics file.')
  const { id: calendar } = writableCalendar(await agenda.list(), wish.calendar, first.kind)
  const sum: Imported = { calendar, added: 0, same: 0, different: 0, failed: [], notes: [], callIds: [] }
  sum.notes.push(...parseCalendar(wish.text).notes)
  for (const { kind, found } of parts) {
    if (wish.dryRun) await count(found, calendar, agenda, sum)
    else
      for (const some of chunks(found)) {
        const input = { calendar, ics: joinResources(some.map(({ text }) => text)) }
        add(sum, some, await kernel.executor.execute({ tool: tools[kind], input }))
      }
  }
  return sum
}

function chunks(found: readonly Part[]): Part[][] {
  const all: Part[][] = []
  let chars = 0
  for (const part of found) {
    const last = all.at(-1)
    chars += part.text.length
    if (last && last.length < MOST_PARTS && chars <= MOST_CHARS) last.push(part)
    else {
      all.push([part])
      chars = part.text.length
    }
  }
  return all
}

/** What a call did, told with the rest. One that waits for an answer has added nothing yet. */
function add(sum: Imported, some: readonly Part[], call: CallView): void {
  sum.callIds.push(call.callId)
  const { added = 0, present = 0, different = 0 } = (call.output ?? {}) as Record<string, number | undefined>
  sum.added += added
  sum.different += different
  sum.same += present - different
  if (call.error)
    sum.failed.push(...some.slice(added + present).map(({ title }) => ({ title, why: call.error?.message ?? '' })))
  else if (call.ok === undefined) sum.notes.push(`${some.length} entries wait for your answer: call ${call.callId}.`)
}

async function count(found: readonly Part[], calendar: string, agenda: Agenda, sum: Imported): Promise<void> {
  const { signal } = new AbortController()
  for (const { uid, text } of found)
    try {
      const there = await agenda.resource(calendar, uid, signal)
      if (differs(text, there.text).length > 0) sum.different++
      else sum.same++
    } catch (thrown) {
      if (!(thrown instanceof StewardError) || thrown.code !== 'NOT_FOUND') throw thrown
      sum.added++
    }
}
