// Takes an .ics file into a calendar: calls of calendar_create and create_task, so that it is asked, recorded and taken back like
// anything else.
import type { Kernel } from '../kernel/kernel.ts'
import type { Agenda } from '../ports/calendar/types.ts'
import { StewardError } from '../text/errors.ts'

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

export function importCalendar(_wish: ImportWish, _parts: { kernel: Kernel; agenda: Agenda }): Promise<Imported> {
  throw new StewardError('UNAVAILABLE', 'Calendars can not be imported yet.')
}
