// Calendars in a temporary folder, for tests.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AgendaParts, openAgenda } from '../../../sidecar/ports/calendar/agenda.ts'
import type { AccountSetting, Agenda, AgendaSettings } from '../../../sidecar/ports/calendar/types.ts'
import { openSecrets } from '../../../sidecar/store/secrets.ts'

export interface Home {
  folder: string
  cache: string
  agenda: Agenda
  settings: {
    calendars: ReturnType<AgendaSettings['calendars']>
    accounts: AccountSetting[]
    zone: string
    me: string[]
  }
  logs: string[]
  /** Puts a file into a calendar, as another program would. */
  file(calendar: string, name: string, content: string | Uint8Array): string
  close(): Promise<void>
}

/** A new folder, gone with `close`. */
export const tempFolder = (): string => mkdtempSync(join(tmpdir(), 'steward-calendars-'))

/** An agenda of its own. */
export async function openHome(more: Partial<AgendaParts> = {}, accounts: AccountSetting[] = []): Promise<Home> {
  const root = tempFolder()
  const [folder, cache] = [join(root, 'calendars'), join(root, 'cache')]
  const logs: string[] = []
  const settings: Home['settings'] = {
    calendars: { hidden: [], looks: {} },
    accounts,
    zone: 'Europe/Berlin',
    me: ['me@example.org'],
  }
  const agenda = await openAgenda({
    ...{
      folder,
      cache,
      secrets: openSecrets({ state: root }, { STEWARD_HOME: root }),
      now: () => Date.now(),
      isStopped: () => false,
    },
    log: (line) => void logs.push(line),
    settings: {
      zone: () => settings.zone,
      me: () => settings.me,
      calendars: () => settings.calendars,
      accounts: () => settings.accounts,
      save: async (key, value) => void Object.assign(settings, { [key]: value }),
    },
    ...more,
  })
  return {
    ...{ folder, cache, agenda, settings, logs },
    file(calendar, name, content) {
      mkdirSync(join(folder, calendar), { recursive: true })
      const path = join(folder, calendar, name)
      writeFileSync(path, content)
      return path
    },
    async close() {
      await agenda.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
