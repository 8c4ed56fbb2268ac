// All calendars of the user together.
import { StewardError } from '../../text/errors.ts'
import type { Agenda, AgendaSettings } from './types.ts'

export interface AgendaParts {
  /** The folder of vdirs. */
  folder: string
  /** Where copies of what is on servers are kept, and the state of their synchronisation. */
  cache: string
  settings: AgendaSettings
  env: NodeJS.ProcessEnv
  log(line: string): void
  now(): number
  /** While this is true nothing is fetched: STOP. */
  isStopped(): boolean
}

/** Opens them; nothing is read yet. */
export async function openAgenda(_parts: AgendaParts): Promise<Agenda> {
  throw new StewardError('UNAVAILABLE', 'The calendars are not there yet.', 'Wait for the next version.')
}
