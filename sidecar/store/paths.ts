// Where everything lies. XDG folders on Linux, the platform's own elsewhere, all under STEWARD_HOME when it is set.
import { accessSync, chmodSync, constants, existsSync, lstatSync, mkdirSync, statSync } from 'node:fs'
import { homedir, tmpdir, userInfo } from 'node:os'
import nodePath from 'node:path'
import { StewardError } from '../text/errors.ts'
import { errno, writeFault } from './faults.ts'

export interface Paths {
  config: string
  data: string
  state: string
  database: string
  audit: string
  /** Second home of the audit log's head, away from the log itself. */
  anchor: string
  attachments: string
  /** The user's notes, a folder that Obsidian opens. */
  vault: string
  /** The user's calendars, a folder of vdirs that khal opens. */
  calendars: string
  lock: string
  holder: string
  socket: string
  tools: string
  configFile: string
  rules: string
}

type Folders = Pick<Paths, 'config' | 'data' | 'state'>

function linuxFolders(env: NodeJS.ProcessEnv, home: string): Folders {
  // The XDG specification has relative values ignored.
  const base = (value: string | undefined, fallback: string): string =>
    nodePath.posix.join(value?.startsWith('/') ? value : nodePath.posix.join(home, fallback), 'steward')
  return {
    config: base(env.XDG_CONFIG_HOME, '.config'),
    data: base(env.XDG_DATA_HOME, '.local/share'),
    state: base(env.XDG_STATE_HOME, '.local/state'),
  }
}

function macFolders(home: string): Folders {
  const base = nodePath.posix.join(home, 'Library', 'Application Support', 'Steward')
  return { config: `${base}/config`, data: `${base}/data`, state: `${base}/state` }
}

function windowsFolders(env: NodeJS.ProcessEnv, home: string): Folders {
  const { join } = nodePath.win32
  const roaming = env.APPDATA || join(home, 'AppData', 'Roaming')
  const local = env.LOCALAPPDATA || join(home, 'AppData', 'Local')
  return {
    config: join(roaming, 'Steward', 'config'),
    data: join(local, 'Steward', 'data'),
    state: join(local, 'Steward', 'state'),
  }
}

function folders(env: NodeJS.ProcessEnv, platform: NodeJS.Platform, home: string): Folders {
  const { join, resolve } = platform === 'win32' ? nodePath.win32 : nodePath.posix
  if (env.STEWARD_HOME) {
    const root = resolve(env.STEWARD_HOME)
    return { config: join(root, 'config'), data: join(root, 'data'), state: join(root, 'state') }
  }
  if (platform === 'win32') return windowsFolders(env, home)
  return platform === 'darwin' ? macFolders(home) : linuxFolders(env, home)
}

// sockaddr_un holds 104 bytes on macOS and 108 on Linux.
const longestSocket = 100

// Loading node:crypto takes longer than all else here, and hardly anybody needs it.
function digest(text: string): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex').slice(0, 16)
}

function socketPath(where: Folders, env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  if (platform === 'win32') return `\\\\.\\pipe\\steward-${digest(where.data)}`
  const usual = `${where.state}/steward.sock`
  if (Buffer.byteLength(usual) <= longestSocket) return usual
  const short = `steward-${userInfo().uid}-${digest(where.data)}/steward.sock`
  const runtime = env.XDG_RUNTIME_DIR?.startsWith('/') ? [`${env.XDG_RUNTIME_DIR}/${short}`] : []
  const choices = [...runtime, `${tmpdir()}/${short}`]
  return choices.find((path) => Buffer.byteLength(path) <= longestSocket) ?? `/tmp/${short}`
}

/** Every path that Steward uses, from the environment alone; touches nothing. */
export function resolvePaths(env: NodeJS.ProcessEnv, platform = process.platform, home = homedir()): Paths {
  const where = folders(env, platform, home)
  const { join } = platform === 'win32' ? nodePath.win32 : nodePath.posix
  return {
    ...where,
    database: join(where.data, 'steward.db'),
    audit: join(where.data, 'audit'),
    anchor: join(where.state, 'audit-head.json'),
    attachments: join(where.data, 'attachments'),
    vault: join(where.data, 'vault'),
    calendars: join(where.data, 'calendars'),
    lock: join(where.data, 'lock.db'),
    holder: join(where.state, 'holder.json'),
    socket: socketPath(where, env, platform),
    tools: join(where.config, 'tools'),
    configFile: join(where.config, 'config.jsonc'),
    rules: join(where.config, 'rules'),
  }
}

// One by one: made all at once, Node never ends where the parent is a place that takes no folders, such as /proc.
function makeWay(path: string): void {
  if (existsSync(path)) return
  const parent = nodePath.dirname(path)
  if (parent !== path) makeWay(parent)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (thrown) {
    // Somebody else was quicker.
    if (errno(thrown) !== 'EEXIST') throw thrown
  }
}

function makeFolder(path: string): void {
  try {
    makeWay(path)
    if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o700)
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (thrown) {
    throw writeFault(thrown, path)
  }
}

// In a folder that everybody may write, somebody else may have made ours first.
function refuseForeign(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined || (found.isDirectory() && found.uid === userInfo().uid)) return
  const hint = 'Remove it, or set STEWARD_HOME to a shorter path.'
  throw new StewardError('STORE_READ_ONLY', `${path} belongs to somebody else, so the socket can not go there.`, hint)
}

/** Makes the folders that are missing and shuts those that others could look into. */
export function makeFolders(paths: Paths): void {
  const own = [paths.config, paths.data, paths.state, paths.audit, paths.attachments, paths.tools, paths.rules]
  for (const path of own) makeFolder(path)
  const beside = nodePath.dirname(paths.socket)
  if (beside === paths.state || process.platform === 'win32') return
  refuseForeign(beside)
  makeFolder(beside)
  refuseForeign(beside)
}

export interface FolderState {
  folder: string
  /** Closed to other users, open to them, or not there. */
  state: 'closed' | 'open' | 'missing'
}

/** How each of the three folders is. */
export function inspectFolders(paths: Paths): FolderState[] {
  return [paths.config, paths.data, paths.state].map((folder) => {
    const stat = statSync(folder, { throwIfNoEntry: false })
    if (!stat) return { folder, state: 'missing' }
    const isOpen = process.platform !== 'win32' && (stat.mode & 0o077) !== 0
    return { folder, state: isOpen ? 'open' : 'closed' }
  })
}
