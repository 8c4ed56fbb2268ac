// Calendars on CalDAV servers. What is shown comes from the copies on this computer; what is changed is changed on the
// server, over what is known to be there, and then read back.
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Secrets } from '../../../store/secrets.ts'
import type { ResourceChange, WrittenResource } from '../../../text/agenda/types.ts'
import { StewardError } from '../../../text/errors.ts'
import type { AccountSetting, AccountView, Provider, ProviderCalendar } from '../types.ts'
import { CaldavAccount, type Held } from './account.ts'
import type { RemoteCollection } from './collections.ts'
import { checkText } from './content.ts'
import type { Server } from './discover.ts'
import { WireFault, type WireLimits } from './http.ts'
import { notThere, putResource } from './put.ts'
import { getText } from './report.ts'

export interface CaldavParts {
  /** The folder in which each account has one of its own. */
  cache: string
  accounts(): readonly AccountSetting[]
  secrets: Secrets
  now(): number
  isStopped(): boolean
  log(line: string): void
  changed(what: 'calendars' | 'tasks' | 'accounts'): void
  /** Other ones than the usual. */
  limits?: WireLimits
}

export interface Caldav extends Provider {
  /** Begins to look, now and every five minutes. */
  start(): void
  /** Takes up an account whose server was found. */
  adopt(setting: AccountSetting, server: Server, found: readonly RemoteCollection[]): void
  /** Its password is another one. */
  renew(id: string): void
  /** Forgets its copies. */
  forget(id: string): Promise<void>
  status(id: string): Pick<AccountView, 'calendars' | 'syncedAt' | 'fault'>
  close(): Promise<void>
}

/** The name under which the password of an account is kept. */
export const secretName = (id: string): string => `account/${id}`

/** The provider for every CalDAV account in the settings. */
export function openCaldav(parts: CaldavParts): Caldav {
  const open = new Map<string, CaldavAccount>()
  const leaving = new Map<string, Promise<void>>()
  let isStarted = false

  const take = (setting: AccountSetting): CaldavAccount => {
    const account = new CaldavAccount({
      ...{ setting, now: parts.now, isStopped: parts.isStopped, log: parts.log, changed: parts.changed },
      folder: join(parts.cache, setting.id),
      limits: parts.limits,
      password: () => parts.secrets.get(secretName(setting.id)),
    })
    open.set(setting.id, account)
    if (isStarted) account.start()
    return account
  }
  const leave = (id: string): void => {
    const account = open.get(id)
    if (!account) return
    open.delete(id)
    account.end()
    leaving.set(id, account.settled())
  }
  const isAs = (a: AccountSetting, b: AccountSetting) => a.url === b.url && a.user === b.user
  // The settings may be changed by hand.
  const accounts = (): CaldavAccount[] => {
    const settings = parts.accounts().filter(({ kind }) => kind === 'caldav')
    for (const [id, account] of open) {
      const now = settings.find((setting) => setting.id === id)
      if (!now || !isAs(now, account.parts.setting)) leave(id)
    }
    return settings.map((setting) => open.get(setting.id) ?? take(setting))
  }
  const find = (calendar: string): { account: CaldavAccount; held: Held } => {
    const [id, slug] = split(calendar)
    const account = accounts().find(({ parts: { setting } }) => setting.id === id)
    const held = account?.find(slug)
    if (account && held) return { account, held }
    throw new StewardError('NOT_FOUND', `There is no calendar ${calendar}.`, 'Choose one that is listed.')
  }

  return {
    kind: 'caldav',
    list: async () => accounts().flatMap((account) => account.held().map((held) => viewOf(account, held))),
    async resource(calendar, uid, signal) {
      const { account, held } = find(calendar)
      const name = await lookUp(account, held, uid, parts.isStopped(), signal)
      const entry = held.cache.ofUid(uid)
      const text = entry && held.cache.text(entry.href)
      if (!entry || text === undefined) throw notThere()
      return { calendar, uid, name, etag: entry.etag, text }
    },
    async put(calendar, change, signal) {
      const { account, held } = find(calendar)
      const { collection, cache } = held
      if (collection.readOnly)
        throw new StewardError('BAD_TARGET', `${collection.name} can only be read.`, 'Choose another calendar.')
      if (change.text !== null) checkText(change.uid, change.text, collection.holds)
      const url = await placeFor(account, held, change, signal)
      const href = `${url.pathname}${url.search}`
      const etag = await putResource({ wire: await account.wire(), cache, url, href }, change, signal)
      parts.changed('calendars')
      if (collection.holds.includes('VTODO')) parts.changed('tasks')
      const written: WrittenResource = { calendar, uid: change.uid, name: nameOf(url) }
      return etag === undefined ? written : { ...written, etag }
    },
    async sync(id, signal) {
      const asked = accounts().filter(({ parts: { setting } }) => id === undefined || setting.id === id)
      const gaveUp = Promise.withResolvers<void>()
      signal.addEventListener('abort', () => gaveUp.resolve(), { once: true })
      if (signal.aborted) return
      await Promise.race([Promise.all(asked.map((account) => account.sync())), gaveUp.promise])
    },
    start() {
      isStarted = true
      for (const account of accounts()) account.start()
    },
    adopt: (setting, server, found) => (open.get(setting.id) ?? take(setting)).adopt(server, found),
    renew: (id) => open.get(id)?.renew(),
    async forget(id) {
      leave(id)
      // What is under way would write on.
      await leaving.get(id)
      rmSync(join(parts.cache, id), { recursive: true, force: true })
    },
    status(id) {
      const account = accounts().find(({ parts: { setting } }) => setting.id === id)
      if (!account) return { calendars: 0 }
      const views = account.held().map((held) => viewOf(account, held))
      const fault = account.fault ?? views.find((view) => view.fault)?.fault
      const synced = account.syncedAt === undefined ? {} : { syncedAt: account.syncedAt }
      return { calendars: views.length, ...synced, ...(fault === undefined ? {} : { fault }) }
    },
    async close() {
      for (const id of [...open.keys()]) leave(id)
      await Promise.all(leaving.values())
    },
  }
}

function split(calendar: string): [string, string] {
  const at = calendar.indexOf('/')
  return [calendar.slice(0, at), calendar.slice(at + 1)]
}

function viewOf(account: CaldavAccount, held: Held): ProviderCalendar {
  const { collection, cache } = held
  const { id: owner } = account.parts.setting
  const id = `${owner}/${collection.slug}`
  const fault = account.fault ?? held.fault ?? unfinished(held)
  return {
    ...{ id, name: collection.name, color: collection.color ?? '', kind: 'caldav', account: owner },
    ...{ readOnly: collection.readOnly, holds: [...collection.holds], folder: cache.folder },
    ...(account.schedules ? { schedules: true } : {}),
    ...(cache.about.syncedAt === undefined ? {} : { syncedAt: cache.about.syncedAt }),
    ...(fault === undefined ? {} : { fault }),
  }
}

function unfinished({ progress, cache }: Held): string | undefined {
  if (progress) return `The first copy is being made: ${progress.done} of ${progress.of}.`
  if (cache.about.syncedAt === undefined) return 'The first copy is being made.'
  const { tooLarge } = cache.about
  return tooLarge === undefined ? undefined : `Entries larger than 1 MB are left out: ${tooLarge}.`
}

const nameOf = (url: URL): string => decodeURIComponent(url.pathname.split('/').at(-1) ?? '')

/** Where a new resource goes: under its UID, where that is good for an address. */
function freshUrl(held: Held, uid: string): URL {
  const isPlain = /^[a-z0-9][a-z0-9._@-]{0,199}$/i.test(uid)
  const name = isPlain ? uid : createHash('sha256').update(uid).digest('hex')
  return new URL(`${encodeURIComponent(name)}.ics`, held.collection.url)
}

// The copy is brought to what the server has, where the server can be asked. Returns the name of the resource.
async function lookUp(
  account: CaldavAccount,
  held: Held,
  uid: string,
  isStopped: boolean,
  signal: AbortSignal,
): Promise<string> {
  const { cache, collection } = held
  try {
    if (!isStopped && !cache.ofUid(uid)) await account.syncOne(held, signal)
    const entry = cache.ofUid(uid)
    if (entry && !isStopped) await refresh(account, held, entry.href, entry.etag, signal)
  } catch (thrown) {
    // It does not answer: what is known is what there is, and a change is still made only over that.
    if (!(thrown instanceof StewardError) || signal.aborted) throw thrown
    if (!cache.ofUid(uid) && thrown instanceof WireFault) throw thrown
  }
  const found = cache.ofUid(uid)
  if (!found) throw notThere()
  return nameOf(new URL(found.href, collection.url))
}

async function refresh(
  account: CaldavAccount,
  { cache, collection }: Held,
  href: string,
  etag: string,
  signal: AbortSignal,
): Promise<void> {
  const got = await getText(await account.wire(), new URL(href, collection.url), signal, etag)
  if (got === 'same' || got === 'too large') return
  if (got === 'gone') cache.drop(href)
  else if (got.etag !== etag || cache.text(href) === undefined) cache.keepOne({ href, ...got })
  else return
  cache.touched.add(href)
  cache.save()
}

async function placeFor(
  account: CaldavAccount,
  held: Held,
  { uid, base, text }: ResourceChange,
  signal: AbortSignal,
): Promise<URL> {
  const { cache, collection } = held
  const known = () => cache.ofUid(uid)
  if (!known() && base !== null) await account.syncOne(held, signal)
  const entry = known()
  if (entry) return new URL(entry.href, collection.url)
  if (base === null && text !== null) return freshUrl(held, uid)
  if (text === null) throw notThere()
  throw new StewardError('CONFLICT', 'It was removed on the server meanwhile.', 'Synchronise, then decide anew.')
}
