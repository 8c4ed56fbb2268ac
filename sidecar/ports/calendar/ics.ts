// Calendars behind addresses of .ics files: read only, each a copy on this computer that is fetched anew when it changed. While
// the server is down the last good copy is shown, and that is told.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFault } from '../../store/faults.ts'
import { replaceFile, syncFolder } from '../../store/files.ts'
import { StewardError } from '../../text/errors.ts'
import { addressOf, fetchCalendar, type Known, TooBusy } from './icsfetch.ts'
import type { AskLibrary } from './questions.ts'
import type { AccountSetting, AccountView, Provider, ProviderCalendar } from './types.ts'
import { colorOf, nameOf } from './vdirnames.ts'

export interface IcsParts {
  /** The folder in which each account has one of its own. */
  cache: string
  accounts(): readonly AccountSetting[]
  ask: AskLibrary
  now(): number
  isStopped(): boolean
  log(line: string): void
  changed(what: 'calendars' | 'tasks' | 'accounts'): void
}

export interface Feeds extends Provider {
  /** Begins to look, now and every quarter of an hour. */
  start(): void
  /** Fetches it once, and throws where it is no calendar; its name, where it has one. */
  check(url: string, signal: AbortSignal): Promise<{ name?: string }>
  status(id: string): Pick<AccountView, 'calendars' | 'syncedAt' | 'fault'>
  /** Forgets its copy. */
  forget(id: string): void
  close(): Promise<void>
}

/** What is known of an address, kept beside its copy. */
interface State extends Known {
  /** Of the address, which may hold a secret. */
  address: string
  syncedAt?: number
  name?: string
  color?: string
  fault?: string
  failures: number
  /** Not to be asked again by itself before. */
  nextAt: number
  /** Not to be asked at all before: the server wants it so. */
  heldUntil?: number
}

const MAIN = 'main'
const FILE = 'feed.ics'
const EVERY = 15 * 60_000
const TICK = 60_000
const LONGEST_BACKOFF = 60 * 60_000
/** Farther ahead than any wait: the clock was wrong when it was set. */
const ABSURD = 25 * 3_600_000

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
const calendarId = (account: string): string => `${account}/${MAIN}`

/** The provider for every address in the settings. */
export function openFeeds(parts: IcsParts): Feeds {
  const { cache, ask, now } = parts
  const states = new Map<string, State>()
  const running = new Map<string, Promise<void>>()
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined

  const accounts = () => parts.accounts().filter(({ kind }) => kind === 'ics')
  const folderOf = (id: string) => join(cache, id, MAIN)
  const stateOf = ({ id, url }: AccountSetting): State => {
    const known = states.get(id) ?? readState(join(cache, id, 'state.json'))
    const address = hashOf(url)
    // The copy of another address is no copy of this one.
    if (known && known.address !== address) forget(id)
    const state = known?.address === address ? known : { address, failures: 0, nextAt: 0 }
    states.set(id, state)
    return state
  }
  const keep = (id: string, state: State) => {
    states.set(id, state)
    try {
      replaceFile(join(cache, id, 'state.json'), JSON.stringify(state), false)
    } catch (thrown) {
      parts.log(`The state of the calendar ${id} was not kept: ${(thrown as Error).message}`)
    }
  }
  const forget = (id: string) => {
    states.delete(id)
    rmSync(join(cache, id), { recursive: true, force: true })
  }
  const made = (id: string): string => {
    const folder = folderOf(id)
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
    } catch (thrown) {
      throw writeFault(thrown, folder)
    }
    return folder
  }

  const fetched = async (address: string, known: Known, to: string, signal: AbortSignal) => {
    const both = AbortSignal.any([signal, ending.signal])
    const { isStopped } = parts
    const result = await fetchCalendar({ address, known, to, signal: both, now, isStopped })
    if (result.state === 'same') return result
    const { why, name, color } = await ask('inspect', { sources: [], file: to }, both)
    // What is cut off or no calendar at all does not take the place of one that was good.
    if (why !== undefined)
      throw new StewardError(
        'BAD_INPUT',
        `What is at the address can not be shown: ${why}.`,
        'Use that of an .ics file.',
      )
    return { ...result, name: nameOf(name), color: colorOf(color) }
  }

  /** Fetches one; what goes wrong is kept as its fault. */
  const refresh = async (account: AccountSetting, signal: AbortSignal): Promise<void> => {
    const { id, url } = account
    const before = stateOf(account)
    const to = join(made(id), `.incoming-${process.pid}-${process.hrtime.bigint()}`)
    try {
      const { etag, lastModified } = before
      const known = { ...(etag ? { etag } : {}), ...(lastModified ? { lastModified } : {}) }
      const result = await fetched(url, before.syncedAt === undefined ? {} : known, to, signal)
      const good = { failures: 0, nextAt: now() + EVERY, syncedAt: now(), address: before.address }
      const { fault: _fault, heldUntil: _held, ...rest } = before
      if (result.state === 'same') return keep(id, { ...rest, ...good })
      await rename(to, join(folderOf(id), FILE))
      syncFolder(folderOf(id))
      const { name, color, etag: newTag, lastModified: newDate } = result
      keep(id, {
        ...good,
        ...(newTag ? { etag: newTag } : {}),
        ...(newDate ? { lastModified: newDate } : {}),
        ...(name ? { name } : {}),
        ...(color ? { color } : {}),
      })
      parts.changed('calendars')
      parts.changed('tasks')
    } catch (thrown) {
      if (signal.aborted || ending.signal.aborted || isStop(thrown)) return
      const failures = before.failures + 1
      const wait = Math.min(2 ** Math.min(failures - 1, 10) * 60_000, LONGEST_BACKOFF)
      const held = thrown instanceof TooBusy ? { heldUntil: thrown.until } : {}
      const fault = (thrown as Error).message
      keep(id, { ...before, failures, fault, nextAt: Math.max(now() + wait, held.heldUntil ?? 0), ...held })
      // The address itself may be a secret.
      parts.log(`The calendar ${id} could not be fetched: ${fault}`)
      if (before.fault !== fault) parts.changed('accounts')
    } finally {
      await rm(to, { force: true }).catch(() => undefined)
    }
  }
  const single = (account: AccountSetting, signal: AbortSignal): Promise<void> => {
    const under = running.get(account.id)
    if (under) return under
    const doing = refresh(account, signal)
      .catch((thrown) => parts.log(`The calendar ${account.id} could not be fetched: ${(thrown as Error).message}`))
      .finally(() => running.delete(account.id))
    running.set(account.id, doing)
    return doing
  }
  const isDue = (at: number | undefined) => at === undefined || at <= now() || at - now() > ABSURD
  const tick = () => {
    if (parts.isStopped()) return
    for (const account of accounts()) if (isDue(stateOf(account).nextAt)) void single(account, ending.signal)
  }
  const find = (calendar: string): AccountSetting => {
    const account = accounts().find(({ id }) => calendarId(id) === calendar)
    if (account) return account
    throw new StewardError('NOT_FOUND', `There is no calendar ${calendar}.`, 'List the calendars.')
  }

  return {
    kind: 'ics',
    list: async () => accounts().map((account) => viewOf(account, stateOf(account), folderOf(account.id))),
    async resource(calendar, uid, signal) {
      const { id } = find(calendar)
      const { found } = await ask('find', { sources: [{ id: calendar, folder: folderOf(id) }], uid }, signal)
      if (found) return { calendar, uid, ...found }
      throw new StewardError(
        'NOT_FOUND',
        `There is no ${JSON.stringify(uid.slice(0, 100))} in ${calendar}.`,
        'List what is there.',
      )
    },
    async put(calendar) {
      find(calendar)
      throw new StewardError('BAD_TARGET', `The calendar ${calendar} can only be read.`, 'Choose another calendar.')
    },
    async sync(id, signal) {
      if (parts.isStopped()) return
      const meant = accounts().filter((account) => id === undefined || account.id === id)
      // By the user's hand a back-off is passed over; what the server asked for is not.
      const free = meant.filter((account) => isDue(stateOf(account).heldUntil))
      await Promise.all(free.map((account) => single(account, signal)))
    },
    start() {
      timer ??= setInterval(tick, TICK)
      timer.unref()
      setImmediate(tick)
    },
    async check(url, signal) {
      addressOf(url)
      const to = join(made('.check'), `${process.pid}-${process.hrtime.bigint()}`)
      try {
        const result = await fetched(url, {}, to, signal)
        return 'name' in result && result.name !== undefined ? { name: result.name } : {}
      } finally {
        await rm(to, { force: true })
      }
    },
    status(id) {
      const account = accounts().find((each) => each.id === id)
      const { syncedAt, fault } = account ? stateOf(account) : {}
      return {
        calendars: 1,
        ...(syncedAt === undefined ? {} : { syncedAt }),
        ...(fault === undefined ? {} : { fault }),
      }
    },
    forget,
    async close() {
      clearInterval(timer)
      ending.abort()
      await Promise.all(running.values())
    },
  }
}

const isStop = (thrown: unknown): boolean => thrown instanceof StewardError && thrown.code === 'STOPPED'

function viewOf(account: AccountSetting, state: State, folder: string): ProviderCalendar {
  const { syncedAt, fault, color } = state
  return {
    ...{ id: calendarId(account.id), account: account.id, kind: 'ics', folder, readOnly: true },
    name: account.name,
    color: color ?? '',
    holds: ['VEVENT', 'VTODO'],
    ...(syncedAt === undefined ? {} : { syncedAt }),
    ...(fault === undefined ? {} : { fault }),
  }
}

function readState(path: string): State | undefined {
  try {
    const { address, failures, nextAt, ...rest } = JSON.parse(readFileSync(path, 'utf8')) as State
    if (typeof address === 'string' && Number.isFinite(failures) && Number.isFinite(nextAt))
      return { address, failures, nextAt, ...rest }
  } catch {
    // Not there, or not whole: it is fetched anew.
  }
  return undefined
}
