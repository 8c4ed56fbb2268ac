// A custom tool's file, loaded: its text is read once and run in child processes that can do nothing but ask Steward.
import type { ChildProcess } from 'node:child_process'
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Runnable } from '../../kernel/define.ts'
import { StewardError } from '../../text/errors.ts'
import { isInFolder, readTool } from './folder.ts'
import { launch } from './launch.ts'
import { Pool } from './pool.ts'
import { runnables } from './runnable.ts'

export interface HostOptions {
  file: string
  toolsFolder: string
  log: (line: string) => void
  /** The SHA-256 that was approved; another text is not loaded. */
  sha256?: string
  spawn?: () => ChildProcess
  /** How long an idle child is kept, and how long loading may take. */
  idleMs?: number
  loadMs?: number
  /** How many children at most. */
  children?: number
}

export interface CodeHost {
  /** Starts a child and returns the file's tools; throws BAD_INPUT naming file and reason. */
  load(): Promise<Runnable[]>
  close(): Promise<void>
}

/** Opens one tool file. Nothing is started before `load`. */
export function openHost(options: HostOptions): CodeHost {
  const { file, log, spawn = launch, idleMs = 30_000, loadMs = 10_000, children = 4 } = options
  const label = basename(file)
  let pool: Pool | undefined
  return {
    async load() {
      await pool?.close()
      const text = textOf(options)
      pool = new Pool({ file: label, url: pathToFileURL(file).href, text, log, spawn, idleMs, loadMs, children })
      try {
        return runnables(await pool.load(), file, pool)
      } catch (error) {
        await pool.close()
        throw named(label, error)
      }
    },
    async close() {
      await pool?.close()
    },
  }
}

function textOf({ file, toolsFolder, sha256 }: HostOptions): string {
  const read = isInFolder(file, toolsFolder) ? readTool(file) : undefined
  if (!read)
    throw new StewardError(
      'BAD_INPUT',
      `${file} is not a readable file of the tools folder.`,
      'It must be a file, no link.',
    )
  if (sha256 !== undefined && read.sha256 !== sha256)
    throw new StewardError(
      'CONFLICT',
      `${file} changed since it was looked at.`,
      'Run `steward call reload_tools` again.',
    )
  return read.text
}

// Whatever was wrong with the file, the user learns which file it was.
function named(label: string, error: unknown): unknown {
  if (!(error instanceof StewardError)) return error
  const said = error.message.startsWith(label) ? error.message : `${label}: ${error.message}`
  const code =
    error.code === 'INTERRUPTED' || error.code === 'TIMEOUT' || error.code === 'UNAVAILABLE' ? error.code : 'BAD_INPUT'
  return new StewardError(code, said, error.hint)
}
