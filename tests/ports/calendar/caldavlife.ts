// A provider and accounts on a folder of their own, with settings in memory.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { type IcsAccounts, openAccounts } from '../../../sidecar/ports/calendar/accounts.ts'
import type { WireLimits } from '../../../sidecar/ports/calendar/caldav/http.ts'
import { type Caldav, openCaldav } from '../../../sidecar/ports/calendar/caldav/provider.ts'
import type { AccountSetting, Accounts, ProviderCalendar } from '../../../sidecar/ports/calendar/types.ts'
import { SecretStore } from '../../../sidecar/store/secrets.ts'
import type { Resource } from '../../../sidecar/text/agenda/types.ts'
import { password, user } from '../../servers/radicale.ts'

const made: string[] = []
const open: Life[] = []

afterEach(async () => {
  for (const life of open.splice(0)) await life.caldav.close()
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'steward-caldav-'))

export function tempFolder(): string {
  const folder = newFolder()
  made.push(folder)
  return folder
}

export interface Life {
  folder: string
  settings: { accounts: AccountSetting[] }
  log: string[]
  changed: string[]
  stopped: boolean
  caldav: Caldav
  accounts: Accounts
  secrets: SecretStore
  /** Adds the user's account and waits for its first copy. */
  connect(url: string): Promise<string>
  calendar(name: string): Promise<ProviderCalendar>
  /** What the server has, or the copy where it can't be asked. */
  read(calendar: string, uid: string): Promise<Resource>
  /** Ends it, and removes its folder. */
  leave(): Promise<void>
}

export const never = new AbortController().signal

const noIcs: IcsAccounts = {
  check: async () => ({}),
  sync: async () => {},
  status: () => ({ calendars: 0 }),
  forget: () => {},
}

/** One process until the end of the test; the same folder again is the next one. */
export function live(folder = tempFolder(), accounts: AccountSetting[] = [], limits?: WireLimits): Life {
  const life = kept(folder, accounts, limits)
  open.push(life)
  return life
}

/** One that goes on until it is left. */
export function kept(folder = newFolder(), accounts: AccountSetting[] = [], limits?: WireLimits): Life {
  const settings = { accounts }
  const log: string[] = []
  const changed: string[] = []
  const secrets = new SecretStore({ folder, keychain: undefined, why: 'STEWARD_HOME is set' })
  const parts = {
    ...{ cache: join(folder, 'calendars'), secrets, now: Date.now },
    ...(limits ? { limits } : {}),
    accounts: () => settings.accounts,
    isStopped: () => life.stopped,
    log: (line: string) => void log.push(line),
    changed: (what: string) => void changed.push(what),
  }
  const caldav = openCaldav(parts)
  const life: Life = {
    ...{ folder, settings, log, changed, stopped: false, caldav, secrets },
    accounts: openAccounts({
      ...{ secrets, caldav, ics: noIcs, changed: parts.changed },
      settings: {
        accounts: () => settings.accounts,
        save: async (_, value) => {
          settings.accounts = value as AccountSetting[]
        },
      },
    }),
    async connect(url) {
      const { id } = await life.accounts.add({ kind: 'caldav', url, user, password }, never)
      await life.caldav.sync(id, never)
      return id
    },
    async calendar(name) {
      const all = await caldav.list()
      const found = all.find((one) => one.name === name)
      if (!found) throw new Error(`no calendar ${name} among ${all.map((one) => one.name).join(', ')}`)
      return found
    },
    read: (calendar, uid) => caldav.resource(calendar, uid, never),
    async leave() {
      await caldav.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return life
}

/** An event as a text. */
export const event = (uid: string, title: string, more: readonly string[] = []): string =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', 'BEGIN:VEVENT', `UID:${uid}`],
    ...['DTSTAMP:20260101T000000Z', 'DTSTART:20261117T140000Z', 'DTEND:20261117T150000Z', `SUMMARY:${title}`],
    ...[...more, 'END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n')
