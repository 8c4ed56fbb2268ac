// A data folder to throw away, filled by `steward demo`, so that nothing of the user's own is touched.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StewardError } from '../../sidecar/text/errors.ts'
import { binFile } from './place.ts'

export interface Demo {
  env: NodeJS.ProcessEnv
  remove(): void
}

const PREFIX = 'steward-demo-'
/** Says whose folder it is, from before there is anything in it. */
const MARK = 'steward-demo.json'
const OLD_MS = 24 * 60 * 60 * 1000

/** Makes the folder and fills it. */
export async function makeDemo(env: NodeJS.ProcessEnv): Promise<Demo> {
  // Made with mode 0700.
  sweepDemos(tmpdir())
  const folder = mkdtempSync(join(tmpdir(), PREFIX))
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  process.once('exit', remove)
  writeFileSync(join(folder, MARK), JSON.stringify({ pid: process.pid }))
  const home = join(folder, 'home')
  mkdirSync(home, { mode: 0o700 })
  const within = { ...env, STEWARD_HOME: home }
  const child = spawn(process.execPath, [binFile, 'demo', home], { env: within, stdio: ['ignore', 'ignore', 'pipe'] })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-2000)
  })
  const [code] = await once(child, 'close')
  if (code !== 0) {
    remove()
    throw new StewardError('UNAVAILABLE', `The demonstration could not be made: ${complaint.trim() || `exit ${code}`}`)
  }
  return { env: within, remove }
}

/** Removes what shells that were killed left behind: only what is ours, old, and nobody's any more. */
export function sweepDemos(temp: string, now = Date.now()): void {
  for (const name of readdirSync(temp).filter((one) => one.startsWith(PREFIX))) {
    const folder = join(temp, name)
    try {
      if (isLeft(folder, now)) rmSync(folder, { recursive: true, force: true })
    } catch {
      // Not ours, or gone already.
    }
  }
}

function isLeft(folder: string, now: number): boolean {
  const mark = lstatSync(join(folder, MARK))
  const { uid, mtimeMs } = lstatSync(folder)
  if (!mark.isFile() || uid !== (process.getuid?.() ?? uid) || now - Math.max(mtimeMs, mark.mtimeMs) < OLD_MS)
    return false
  return !isAlive(Number(JSON.parse(readFileSync(join(folder, MARK), 'utf8')).pid))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM'
  }
}
