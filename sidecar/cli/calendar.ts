// `steward calendar`
import { calendarWays } from './calendarcommand.ts'
import type { Action } from './types.ts'
import { runWay } from './ways.ts'

// Each part is loaded when it is wanted: a file is listed without what speaks to the sidecar.
const table: Readonly<Record<keyof typeof calendarWays, Action>> = {
  show: async (run) => (await import('./agenda.ts')).show(run),
  list: async (run) => (await import('./calendars.ts')).list(run),
  add: async (run) => (await import('./events.ts')).add(run),
  move: async (run) => (await import('./events.ts')).move(run),
  edit: async (run) => (await import('./events.ts')).edit(run),
  delete: async (run) => (await import('./events.ts')).remove(run),
  free: async (run) => (await import('./free.ts')).free(run),
  import: async (run) => (await import('./calendarfiles.ts')).importFile(run),
  export: async (run) => (await import('./calendarfiles.ts')).exportFile(run),
  new: async (run) => (await import('./calendars.ts')).create(run),
  'edit-calendar': async (run) => (await import('./calendars.ts')).edit(run),
  'remove-calendar': async (run) => (await import('./calendars.ts')).remove(run),
  occurrences: async (run) => (await import('./occurrences.ts')).fileOccurrences(run),
}

/** Your days, and the calendars they are made of. */
export const calendar: Action = (run) => runWay('calendar', run.args[0] ?? 'show', run, calendarWays, table)
