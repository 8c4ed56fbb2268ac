// Calendars on servers and behind addresses: their providers, and the accounts that name them.
import { join } from 'node:path'
import type { Secrets } from '../../store/secrets.ts'
import { openAccounts } from './accounts.ts'
import { openCaldav } from './caldav/provider.ts'
import { openFeeds } from './ics.ts'
import type { AskLibrary } from './questions.ts'
import type { Accounts, AgendaSettings, Provider } from './types.ts'

export interface ServersParts {
  cache: string
  settings: AgendaSettings
  secrets: Secrets
  ask: AskLibrary
  log(line: string): void
  now(): number
  isStopped(): boolean
  changed(what: 'calendars' | 'tasks' | 'accounts'): void
}

export interface Servers {
  providers: Provider[]
  accounts: Accounts
  /** They look by themselves from now on. */
  start(): void
  close(): Promise<void>
}

/** Opens them; nothing is fetched before `start`. */
export function openServers(parts: ServersParts): Servers {
  const { settings, secrets, changed } = parts
  const { now, isStopped, log } = parts
  const shared = { now, isStopped, log, changed, accounts: settings.accounts }
  const caldav = openCaldav({ ...shared, cache: join(parts.cache, 'caldav'), secrets })
  const feeds = openFeeds({ ...shared, cache: join(parts.cache, 'ics'), ask: parts.ask })
  return {
    providers: [caldav, feeds],
    accounts: openAccounts({ settings, secrets, caldav, ics: feeds, changed }),
    start() {
      caldav.start()
      feeds.start()
    },
    async close() {
      await Promise.all([caldav.close(), feeds.close()])
    },
  }
}
