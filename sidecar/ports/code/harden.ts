// Takes away what a custom tool has no business with. Files, network, processes and addons are refused by Node's permission
// model below this; here goes what that model lets through (signals, priorities, SQLite's own file access, …).

// All that Node itself still needs of `process` once it runs. The rest is deleted from the real object.
const kept = new Set([
  ...['version', 'versions', 'arch', 'platform', 'release', 'features', 'config', 'env', 'argv', 'execArgv', 'argv0'],
  ...['_events', '_eventsCount', '_maxListeners', 'domain', '_exiting', 'exitCode', 'exit', 'reallyExit'],
  ...['_fatalException', '_tickCallback', 'nextTick', 'emitWarning', 'hrtime', 'uptime', 'memoryUsage', 'cpuUsage'],
  ...['stdout', 'stderr', 'pid', 'sourceMapsEnabled', 'ref', 'unref', 'permission'],
])

// Globals whose only use is to reach others, or to keep something on disk.
const gone = [
  ...['fetch', 'WebSocket', 'EventSource', 'Request', 'Response', 'Headers', 'FormData', 'CloseEvent'],
  ...['BroadcastChannel', 'MessageChannel', 'MessagePort', 'navigator', 'Navigator'],
  ...['Storage', 'localStorage', 'sessionStorage', 'PerformanceObserver', 'Worker'],
]

/** Empties `process` and the globals. Call it when all that the runner needs is loaded. */
export function harden(print: (line: string) => void, format: (...parts: unknown[]) => string): void {
  const real = process
  const exit = real.exit.bind(real)
  const small = Object.freeze({
    version: real.version,
    versions: Object.freeze({ node: real.versions.node }),
    platform: real.platform,
    arch: real.arch,
    env: Object.freeze({}),
    argv: Object.freeze([]),
    exit: (code?: number) => exit(typeof code === 'number' ? code : 0),
  })
  for (const name of gone) Reflect.deleteProperty(globalThis, name)
  fix('process', small)
  fix('console', quietConsole(print, format))
  for (const name of Reflect.ownKeys(real)) if (!kept.has(String(name))) strip(real, name)
}

// What can't be deleted is emptied; what can't be emptied either ends the child before the tool is loaded.
function strip(from: object, name: string | symbol): void {
  if (typeof name === 'symbol') return
  if (Reflect.deleteProperty(from, name) || Reflect.set(from, name, undefined)) return
  throw new Error(`process.${name} can't be taken away.`)
}

const fix = (name: string, value: unknown): boolean =>
  Reflect.defineProperty(globalThis, name, { value, writable: false, configurable: false, enumerable: false })

// The real console hands out the streams behind it.
function quietConsole(print: (line: string) => void, format: (...parts: unknown[]) => string): object {
  const say = (...parts: unknown[]): void => print(format(...parts))
  return Object.freeze({ log: say, info: say, warn: say, error: say, debug: say, trace: say, dir: say })
}
