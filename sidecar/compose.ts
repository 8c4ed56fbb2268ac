// The composition: opens the data folder and wires kernel, ports, tools and api together.
import { readdirSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { canonical, sha256 } from '../policy/canonical.ts'
import type { EffectKind } from '../policy/effects.ts'
import type { LoadedRule } from '../policy/rules.ts'
import { createHandlers } from './api/handlers.ts'
import type { RefusedFile } from './api/types.ts'
import { composeDays } from './days.ts'
import type { CatalogEntry, Tool } from './kernel/define.ts'
import { createKernel, type Kernel } from './kernel/kernel.ts'
import { Registry } from './kernel/registry.ts'
import { migrations } from './kernel/schema.ts'
import type { SuspensionView } from './kernel/suspend.ts'
import { CodeLoader, codeTarget } from './ports/code/port.ts'
import { readEnvPort, writeEnvPort } from './ports/env.ts'
import { filePort } from './ports/files.ts'
import { systemPort } from './ports/system.ts'
import type { Port, Question } from './ports/types.ts'
import { checkAnswer, userPort } from './ports/user.ts'
import { listNotes, readNoteFile, vaultPort } from './ports/vault.ts'
import { approvedCode, envOverlay } from './rows.ts'
import { openConnection } from './rpc/connection.ts'
import type { Connection } from './rpc/contract.ts'
import { openRules } from './rules.ts'
import { openSettings } from './settings.ts'
import { openBlobs } from './store/blobs.ts'
import { openStore } from './store/database.ts'
import { sealPlaces } from './store/keychain-places.ts'
import { type Lock, takeLock } from './store/lock.ts'
import { openLog } from './store/log.ts'
import { inspectFolders, makeFolders, type Paths } from './store/paths.ts'
import { forgetRestored, readRestored } from './store/restored.ts'
import { openSecrets } from './store/secrets.ts'
import { StewardError, toView } from './text/errors.ts'
import { catalog } from './tools/catalog.gen.ts'
import { families } from './tools/index.ts'

const DRAIN_MS = 1000

/** How long somebody waits for the keychain; nothing but the last seal does. */
const KEYCHAIN_MS = 2000

export interface Steward {
  kernel: Kernel
  lock: Lock
  /** Serves the whole wire on a pair of streams. */
  open(ends: { input: Readable; output: Writable }): Connection
  /** Tells others that nobody can attach any more. */
  leave(): void
  /** Takes up what an earlier process left. */
  recover(): Promise<void>
  /** Tells reminders from now on, and shows them on the desktop where nobody else does and `shows` says so. */
  remind(shows: boolean): Promise<void>
  close(): Promise<void>
}

/** Ports and tools beside the built-in ones. */
export interface More {
  ports: readonly Port[]
  catalog: readonly CatalogEntry[]
  families: Readonly<Record<string, () => Promise<readonly Tool[]>>>
}

export interface ComposeOptions {
  paths: Paths
  version: string
  /** What the holder of the lock calls itself. */
  kind: string
  shutdown: () => void
  log: (line: string) => void
  more?: More | undefined
  /** The clock that everything on record goes by; the system's unless said otherwise. */
  now?: (() => number) | undefined
  /** The environment that tools see; the process's own unless said otherwise. */
  env?: NodeJS.ProcessEnv | undefined
}

/** Opens the data folder: takes the lock, migrates, and builds everything on it. */
export async function compose(options: ComposeOptions): Promise<Steward> {
  const { paths, version } = options
  makeFolders(paths)
  const lock = takeLock(paths, {
    pid: process.pid,
    kind: options.kind,
    since: Date.now(),
    socket: paths.socket,
    version,
  })
  try {
    return await build(options, lock)
  } catch (thrown) {
    lock.release()
    throw thrown
  }
}

async function build(options: ComposeOptions, lock: Lock): Promise<Steward> {
  const { paths, version, kind, shutdown, log, more, now = Date.now, env = process.env } = options
  await finishRestore(paths)
  // Before the database: settings that can't be read are no reason to touch it.
  const settings = await openSettings(paths.configFile, (changed, key) => {
    kernel.slots.limit = changed.concurrency
    kernel.attention.look()
    // Which one, and not to what: a value may be private.
    kernel.journal.record('settings.changed', { key })
    kernel.events.emit('state/changed', { what: 'settings' })
  })
  const rules = await openRules(paths, (inForce, refused) => {
    kernel.bridge.useRules(inForce)
    kernel.journal.record('rules.changed', ruleRecord(inForce))
    kernel.events.emit('state/changed', { what: 'rules' })
    tellRefused(kernel, refused)
  })
  const store = openStore(paths.database, migrations)
  const auditFile = openLog(paths.audit)
  const seals = sealPlaces(paths, env)
  const zone = () => settings.current.zone ?? Temporal.Now.timeZoneId()
  const registry = new Registry({
    catalog: more ? [...catalog, ...more.catalog] : catalog,
    families: { ...families, ...more?.families },
    settings: {
      disabled: () => settings.current.tools.disabled,
      replaceable: () => settings.current.tools.replace,
      flag: (name) => settings.current.flags[name] === true,
    },
  })
  const approved = approvedCode(store, now)
  const code = new CodeLoader({
    folder: paths.tools,
    approved,
    log,
    add: (tools) => registry.addExternal(tools),
    remove: (names) => registry.removeExternal(names),
  })
  const environment = { base: env, overlay: envOverlay(store) }
  const customTools = async () => {
    const files = (await code.scan()).map((file) => ({ path: file.path, state: file.state, target: codeTarget(file) }))
    return { folder: paths.tools, files }
  }
  const secrets = openSecrets(paths, env)
  const days = composeDays({ paths, settings, kernel: () => kernel, now, zone, env, secrets, log })
  const ports: Port[] = [
    filePort({ own: [paths.config, paths.data, paths.state] }),
    readEnvPort(environment),
    writeEnvPort(environment),
    systemPort({ 'custom-tools': customTools }),
    userPort(),
    vaultPort(paths.vault),
    code.port(),
    ...days.ports,
    ...(more?.ports ?? []),
  ]
  const kernel = createKernel({
    ...{ store, auditFile, registry, now },
    seals,
    ports: new Map(ports.map((port): [EffectKind, Port] => [port.kind, port])),
    rules: rules.rules,
    blobs: openBlobs(paths.attachments),
    ready: () => loading,
    modes: () => settings.current.modes,
    mayWrite: () => lock.check(),
    own: () => [...settings.current.me.addresses, ...settings.current.me.names],
    contacts: () => settings.current.contacts,
    home: settings.current.root ?? homedir(),
    folder: existingFolder,
    checkAnswer: checkSuspension,
    zone,
    attention: () => ({ quiet: settings.current.quietHours, perHour: settings.current.attention.perHour }),
    concurrency: settings.current.concurrency,
    timeout: (tool) => settings.current.timeouts[tool],
  })
  if (rules.refused.length > 0) tellRefused(kernel, rules.refused)
  if (auditFile.torn) kernel.journal.record('recovered', { tornBytes: auditFile.torn.bytes })
  recordRestore(kernel, paths)
  // Custom tools start processes: only where there are some, and without holding up the rest.
  let loading: Promise<void> | undefined
  if (approved.all().size > 0)
    loading = code.start().then(() => {
      loading = undefined
    })
  const handlers = createHandlers({
    ...{ kernel, paths, version, settings, rules, shutdown },
    records: () => readRecords(auditFile),
    spoken: async () => (await import('./tools/phrases.gen.ts')).spoken,
    ready: () => loading,
    inspectFolders: () => inspectFolders(paths),
    briefing: async () =>
      (await import('./briefing.ts')).today({ kernel, paths, days, now, zone, refused: () => rules.refused }),
    notes: { list: () => listNotes(paths.vault), read: (file) => readNoteFile(paths.vault, file) },
    days,
    keyPlace: async () => {
      await seals.keys.ready(KEYCHAIN_MS)
      return seals.keys.place()
    },
    secretPlace: () => secrets.place(),
    backup: async (file) => {
      const { createBackup } = await import('./store/backup.ts')
      kernel.journal.flush()
      return createBackup({ paths, store, target: file, version })
    },
  })
  const connections = new Set<Connection>()
  let hide = () => {}
  return {
    ...{ kernel, lock },
    open(ends) {
      const connection = openConnection({ ...ends, handlers, role: 'hand', log, describeError: toView })
      const stop = kernel.events.listen((event) => connection.emit(event))
      connections.add(connection)
      connection.ended.then(() => {
        connections.delete(connection)
        stop()
      })
      return connection
    },
    leave: () => lock.update({ pid: process.pid, kind, since: Date.now(), version }),
    async recover() {
      await loading
      await kernel.recover()
    },
    async remind(shows) {
      const isShown = () => [...connections].some(({ notifies }) => notifies)
      if (shows) {
        const { showReminders } = await import('./notices.ts')
        hide = showReminders({ events: kernel.events, settings: () => settings.current, isShown })
      }
      await days.start()
    },
    async close() {
      hide()
      await kernel.drain(DRAIN_MS)
      await days.close()
      if (kernel.journal.audit.unsealed > 0) await seals.keys.ready(KEYCHAIN_MS)
      seals.keys.end()
      secrets.end()
      kernel.close()
      await code.close()
      auditFile.close()
      store.close()
      lock.release()
    },
  }
}

// Once, however often a process ends before the note is gone.
function recordRestore({ journal }: Kernel, paths: Paths): void {
  const note = readRestored(paths)
  if (!note) return
  const [before] = journal.audit.query(({ type, id }) => type === 'restored' && id === note.id, 1, note.at)
  if (before === undefined) journal.record('restored', { id: note.id, file: note.file })
  journal.whenKept(() => forgetRestored(paths), true)
}

function tellRefused({ events, latch }: Kernel, refused: readonly RefusedFile[]): void {
  const { stopped, reason } = latch
  const refusedRules = refused.map(({ file, line, why }) => `${file}, line ${line}: ${why}`)
  events.emit('health/changed', { stopped, ...(reason === undefined ? {} : { reason }), refusedRules })
}

// Which rules, and not what they name: a target may be private.
function ruleRecord(rules: readonly LoadedRule[]): { own: string[]; sha256: string } {
  const own = rules.filter(({ source }) => source === 'user')
  return { own: own.map(({ id }) => id).slice(0, 100), sha256: sha256(canonical(own)) }
}

function* readRecords(file: { lines(): Iterable<{ line: string }> }): Generator<object> {
  for (const { line } of file.lines()) {
    try {
      yield Object(JSON.parse(line))
    } catch {
      // A line that can't be read is for `audit verify` to name.
    }
  }
}

// Only what an interrupted backup or restore left behind is worth loading that code for.
async function finishRestore(paths: Paths): Promise<void> {
  const isLeft = readdirSync(paths.state).some((name) => name === 'restore.json' || name.startsWith('backup-'))
  if (isLeft) (await import('./store/backup.ts')).finishRestore(paths)
}

function existingFolder(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    throw new StewardError('NOT_FOUND', `There is no folder ${path}.`, 'Name a folder that exists.')
  }
}

function checkSuspension(suspension: SuspensionView, answer: unknown): unknown {
  if (suspension.reason !== 'question') return answer
  return checkAnswer(suspension.data as Question, answer)
}
