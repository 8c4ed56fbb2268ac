// One account on a CalDAV server while Steward runs: what is known of its calendars, and when it is asked again.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '../../../store/files.ts'
import { StewardError } from '../../../text/errors.ts'
import type { AccountSetting } from '../types.ts'
import { Cache } from './cache.ts'
import { type Collection, listCollections, type RemoteCollection } from './collections.ts'
import { discover, type Server } from './discover.ts'
import { openWire, type Wire, type WireLimits } from './http.ts'
import { isSafe } from './places.ts'
import { type Progress, syncCollection } from './sync.ts'

const EVERY_MS = 5 * 60_000
const SELDOM_MS = 60 * 60_000
const SOON_MS = 1000

interface Known {
  server: Server
  collections: Collection[]
  syncedAt?: number
}

export interface AccountParts {
  setting: AccountSetting
  folder: string
  password(): Promise<string | undefined>
  now(): number
  isStopped(): boolean
  log(line: string): void
  changed(what: 'calendars' | 'tasks' | 'accounts'): void
  limits?: WireLimits | undefined
}

/** One of its calendars. */
export interface Held {
  collection: Collection
  cache: Cache
  fault?: string | undefined
  progress?: Progress | undefined
}

export class CaldavAccount {
  readonly parts: AccountParts
  readonly #file: string
  readonly #end = new AbortController()
  readonly #held = new Map<string, Held>()
  #server: Server | undefined
  #syncedAt: number | undefined
  #wire: Wire | undefined
  #fault: { text: string; isPassword: boolean } | undefined
  #running: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #failures = 0
  #isMended = false

  constructor(parts: AccountParts) {
    this.parts = parts
    this.#file = join(parts.folder, 'account.json')
    const known = readKnown(this.#file)
    if (!known || known.server.url !== parts.setting.url || known.server.user !== parts.setting.user) return
    this.#server = known.server
    this.#syncedAt = known.syncedAt
    for (const collection of known.collections) this.#hold(collection)
  }

  get schedules(): boolean {
    return this.#server?.schedules === true
  }

  get syncedAt(): number | undefined {
    return this.#syncedAt
  }

  get isRunning(): boolean {
    return this.#running !== undefined
  }

  /** Why what is shown may be old, or what the user should know. */
  get fault(): string | undefined {
    if (this.#fault) return this.#fault.text
    if (this.parts.setting.user && !isSafe(new URL(this.parts.setting.url)))
      return 'The password goes over the network without encryption, since the address begins with http.'
    return undefined
  }

  held(): Held[] {
    return [...this.#held.values()]
  }

  find(slug: string): Held | undefined {
    return this.#held.get(slug)
  }

  /** Begins with what was found on the server. */
  adopt(server: Server, found: readonly RemoteCollection[]): void {
    this.#server = server
    this.#take(found)
  }

  /** Takes the password anew, which may be another one now. */
  renew(): void {
    this.#wire = undefined
    this.#fault = undefined
  }

  /** Looks again and again from now on. */
  start(): void {
    this.#later(SOON_MS)
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#end.abort(new StewardError('CANCELLED', 'The account is closed.', 'Nothing is to be done.'))
  }

  /** Waits for what is under way. */
  async settled(): Promise<void> {
    await this.#running
  }

  async wire(): Promise<Wire> {
    if (this.#wire) return this.#wire
    const { url, user } = this.parts.setting
    const password = user === undefined ? undefined : await this.parts.password()
    if (user !== undefined && password === undefined)
      throw new StewardError('NOT_CONFIGURED', 'The password is not there.', 'Enter the password of the account again.')
    this.#wire = openWire(
      new URL(url),
      user === undefined ? undefined : { user, password: password ?? '' },
      this.parts.limits,
    )
    return this.#wire
  }

  /** Fetches what changed, once for all who ask at the same time. Never throws. */
  sync(): Promise<void> {
    if (this.parts.isStopped() || this.#end.signal.aborted) return Promise.resolve()
    this.#running ??= this.#syncAll()
      .then(
        () => this.#went(),
        (thrown: unknown) => this.#failed(thrown),
      )
      .finally(() => {
        this.#running = undefined
        this.parts.changed('accounts')
      })
    return this.#running
  }

  /** The same for one calendar; throws where it can't. */
  async syncOne(held: Held, signal: AbortSignal): Promise<void> {
    const wire = await this.wire()
    const server = { ...this.#known(), homes: [held.collection.url], isSingle: true }
    const [remote] = await listCollections(wire, server, signal)
    if (remote) await this.#syncOne(wire, held, remote, signal)
  }

  async #syncAll(): Promise<void> {
    const { signal } = this.#end
    if (!this.#isMended) for (const { cache } of this.#held.values()) await cache.mend()
    this.#isMended = true
    const wire = await this.wire()
    const remotes = await this.#collections(wire, signal)
    this.#take(remotes)
    let first: unknown
    for (const remote of remotes) {
      const held = this.#held.get(remote.slug)
      if (!held) continue
      try {
        await this.#syncOne(wire, held, remote, signal)
      } catch (thrown) {
        if (!isAbout(thrown, 'NOT_FOUND')) first ??= thrown
        held.fault = textOf(thrown)
      }
    }
    if (first) throw first
  }

  async #syncOne(wire: Wire, held: Held, remote: RemoteCollection, signal: AbortSignal): Promise<void> {
    const { cache, collection } = held
    const isFirst = cache.about.syncedAt === undefined
    const tell = (progress: Progress): void => {
      held.progress = isFirst ? progress : undefined
      if (isFirst) this.parts.changed('accounts')
    }
    try {
      const isChanged = await syncCollection(wire, cache, remote, this.parts.now, tell, signal)
      held.fault = undefined
      if (isChanged) this.#tell(collection)
    } finally {
      held.progress = undefined
    }
  }

  #tell({ holds }: Collection): void {
    this.parts.changed('calendars')
    if (holds.includes('VTODO')) this.parts.changed('tasks')
  }

  // Where the home is not where it was, it is looked for again.
  async #collections(wire: Wire, signal: AbortSignal): Promise<RemoteCollection[]> {
    if (this.#server) {
      try {
        return await listCollections(wire, this.#server, signal)
      } catch (thrown) {
        if (!isAbout(thrown, 'NOT_FOUND')) throw thrown
      }
    }
    const { url, user } = this.parts.setting
    const password = user === undefined ? undefined : await this.parts.password()
    const { credentials: _, ...server } = await discover({ url, user, password }, signal)
    this.#server = { ...server, url }
    return listCollections(wire, this.#server, signal)
  }

  #known(): Server {
    const { url } = this.parts.setting
    return this.#server ?? { url, homes: [], isSingle: false, schedules: false }
  }

  // What the server has now is what there is; what it has no more is forgotten.
  #take(remotes: readonly RemoteCollection[]): void {
    const before = JSON.stringify(this.held().map(({ collection }) => collection))
    for (const [slug, { cache }] of this.#held) {
      if (remotes.some((remote) => remote.slug === slug && remote.url === cache.about.url)) continue
      cache.remove()
      this.#held.delete(slug)
    }
    for (const { token: _, ctag: __, ...collection } of remotes) this.#hold(collection)
    this.#save()
    if (before === JSON.stringify(this.held().map(({ collection }) => collection))) return
    this.parts.changed('calendars')
    this.parts.changed('tasks')
  }

  #hold(collection: Collection): void {
    const { slug, url } = collection
    const cache = this.#held.get(slug)?.cache ?? new Cache(join(this.parts.folder, slug), url)
    this.#held.set(slug, { ...this.#held.get(slug), collection, cache })
  }

  #save(): void {
    if (!this.#server || this.#end.signal.aborted) return
    mkdirSync(this.parts.folder, { recursive: true, mode: 0o700 })
    const collections = this.held().map(({ collection }) => collection)
    const synced = this.#syncedAt === undefined ? {} : { syncedAt: this.#syncedAt }
    const known: Known = { server: this.#server, collections, ...synced }
    replaceFile(this.#file, JSON.stringify(known), false)
  }

  #went(): void {
    this.#failures = 0
    this.#fault = undefined
    this.#syncedAt = this.parts.now()
    this.#save()
    this.#later(EVERY_MS)
  }

  #failed(thrown: unknown): void {
    if (this.#end.signal.aborted) return
    const isPassword = isAbout(thrown, 'NOT_CONFIGURED')
    this.#failures += 1
    this.#fault = { text: textOf(thrown), isPassword }
    this.parts.log(`account ${this.parts.setting.id}: ${this.#fault.text}`)
    // A wrong password is not tried over and over: that locks people out.
    if (isPassword) this.#wire = undefined
    else this.#later(Math.min(EVERY_MS * 2 ** (this.#failures - 1), SELDOM_MS))
  }

  #later(ms: number): void {
    clearTimeout(this.#timer)
    if (this.#end.signal.aborted) return
    this.#timer = setTimeout(() => {
      if (this.parts.isStopped()) this.#later(EVERY_MS)
      else void this.sync()
    }, ms).unref()
  }
}

const isAbout = (thrown: unknown, code: string): boolean => thrown instanceof StewardError && thrown.code === code

const textOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

function readKnown(file: string): Known | undefined {
  try {
    const known: Known = JSON.parse(readFileSync(file, 'utf8'))
    return Array.isArray(known.collections) && Array.isArray(known.server.homes) ? known : undefined
  } catch {
    // There is none yet, or none that is whole: the server is asked again.
    return undefined
  }
}
