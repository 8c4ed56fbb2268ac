// Starts the process of a custom tool: what Node lets it have, and where its program is.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, parse } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The runner: beside the bundle, or the source when the sources run. */
export function runnerFile(): string {
  const candidates = import.meta.url.endsWith('.ts') ? ['./runner.ts'] : ['./runner.mjs', '../runner.mjs']
  return candidates.map(here).find((path) => existsSync(path)) ?? here('./runner.mjs')
}

// The bundle is one file; the source has its neighbours. All of it is Steward's own, and the right to read it is dropped
// before the tool is loaded.
function readable(runner: string): string[] {
  if (!runner.endsWith('.ts')) return [runner]
  const zod = dirname(createRequire(import.meta.url).resolve('zod'))
  return [here('./'), here('../../text/errors.ts'), here('../../../package.json'), zod]
}

// The watch of watch.ts needs --allow-worker; the runner drops that right too. SQLite opens files past the permission
// model, so it is left out whole.
const flags = [
  ...['--permission', '--allow-worker', '--no-addons', '--no-experimental-sqlite', '--no-experimental-ffi'],
  ...['--no-experimental-websocket', '--no-experimental-webstorage', '--no-experimental-global-navigator'],
  ...[
    '--disable-sigusr1',
    '--disable-proto=delete',
    '--frozen-intrinsics',
    '--max-old-space-size=256',
    '--no-warnings',
  ],
]

/** Starts one child with an empty environment and a pipe of its own as fd 3. */
export function launch(): ChildProcess {
  const runner = runnerFile()
  const args = [...flags, ...readable(runner).map((path) => `--allow-fs-read=${path}`), runner, String(process.pid)]
  const cwd = parse(process.execPath).root
  return spawn(process.execPath, args, { env: {}, cwd, stdio: ['ignore', 'pipe', 'pipe', 'pipe'], windowsHide: true })
}
