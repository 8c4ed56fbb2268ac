// A kernel on a real store, calendars that the test fills, and reminders on both.
import { onTestFinished, vi } from 'vitest'
import type { Agenda, Alarm } from '../../sidecar/ports/calendar/types.ts'
import { openReminders } from '../../sidecar/tasks/reminders.ts'
import type { Reminders } from '../../sidecar/tasks/types.ts'
import type { ReminderView } from '../../sidecar/text/agenda/types.ts'
import { StewardError } from '../../sidecar/text/errors.ts'
import { world } from '../kernel/harness.ts'

export type { Alarm } from '../../sidecar/ports/calendar/types.ts'

/** Lets what waits for the disk come to its end. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** Calendars that hold what the test says. */
export function agendaOf(first: readonly Alarm[] = []) {
  let all = first
  let asked = 0
  const listeners = new Set<() => void>()
  const held = {
    fails: false,
    faults: [] as { calendar: string; why: string }[],
    asked: () => asked,
    change: () => {
      for (const listener of listeners) listener()
    },
    set(alarms: readonly Alarm[], how?: 'silently') {
      all = alarms
      if (how === undefined) held.change()
    },
    agenda: {
      async alarms(from: number, to: number) {
        asked++
        if (held.fails) throw new StewardError('UNAVAILABLE', 'The calendars are closed.')
        return { alarms: all.filter(({ at }) => from < at && at <= to), faults: held.faults }
      },
      onChange(listener: () => void) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    } as unknown as Agenda,
  }
  return held
}

/** Reminders that run from now on. */
export function reminderWorld(options: { alarms?: readonly Alarm[] } = {}) {
  const agenda = agendaOf(options.alarms)
  const heard: ReminderView[] = []
  const logged: string[] = []
  const set = { alarms: true }
  const made = world({ tools: [], ports: [], now: () => Date.now() })
  let running: Reminders
  const open = () => {
    made.kernel.events.listen(({ event, data }) => {
      if (event === 'reminder/due') heard.push(data as ReminderView)
    })
    running = openReminders({
      ...{ kernel: made.kernel, agenda: agenda.agenda, now: () => Date.now(), log: (line) => void logged.push(line) },
      alarms: () => set.alarms,
    })
    running.start()
  }
  open()
  onTestFinished(() => running.stop())
  return {
    agenda,
    logged,
    set,
    kernel: () => made.kernel,
    reminders: () => running,
    events: () => heard,
    /** What was told so far: what, and when it was due. */
    told: () => heard.map(({ uid, at }) => `${uid} ${at}`),
    async pass(ms: number) {
      await settle()
      // In steps, since what a timer begins takes a few turns until it sets the next.
      for (let left = ms, step = 100; left > 0; left -= step, step = 60_000) {
        await vi.advanceTimersByTimeAsync(Math.min(step, left))
        await settle()
      }
      await vi.advanceTimersByTimeAsync(0)
      await settle()
    },
    async stop() {
      await settle()
      running.stop()
      made.kernel.journal.flush()
    },
    /** Ends and starts again; `killed` leaves what was not written. */
    async restart(how?: 'killed') {
      running.stop()
      if (how === undefined) made.kernel.journal.flush()
      await settle()
      made.restart()
      open()
    },
  }
}
