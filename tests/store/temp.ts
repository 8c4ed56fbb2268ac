// Temporary folders that go away after each test, and child processes that run a few lines against the store.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach } from 'vitest'
import { makeFolders, type Paths, resolvePaths } from '../../sidecar/store/paths.ts'

const made: string[] = []
const running: ChildProcess[] = []

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** How many cases a property gets: a few that are always the same, or many new ones. */
export function runs(few: number, many: number): { numRuns: number; seed?: number } {
  return process.env.STEWARD_FULL === '1' ? { numRuns: many } : { numRuns: few, seed: 1 }
}

export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'steward-store-'))
  made.push(folder)
  return folder
}

export function tempPaths(): Paths {
  const paths = resolvePaths({ STEWARD_HOME: tempFolder() })
  makeFolders(paths)
  return paths
}

const store = pathToFileURL(join(import.meta.dirname, '../../sidecar/store/')).href

/** Starts a child that runs `code`, a module; `store` in its import paths stands for sidecar/store. */
export function start(code: string, input: unknown, options: { uid?: number } = {}): ChildProcess {
  const text = `const input = ${JSON.stringify(input)}\n${code.replaceAll("'store/", `'${store}`)}`
  const identity = options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...identity,
  })
  running.push(child)
  return child
}

/** The child's whole output and how it ended. */
export async function finish(child: ChildProcess): Promise<{ output: string; signal: NodeJS.Signals | null }> {
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  const signal = await new Promise<NodeJS.Signals | null>((resolve) => child.once('close', (_, by) => resolve(by)))
  return { output, signal }
}

/** Waits until the child has printed `word`. */
export async function says(child: ChildProcess, word: string): Promise<void> {
  let output = ''
  for await (const chunk of child.stdout ?? []) {
    output += chunk
    if (output.includes(word)) return
  }
  throw new Error(`The child ended without saying ${word}: ${output}`)
}
