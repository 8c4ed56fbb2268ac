// The shell's history between sessions, readable by its owner alone.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const most = 500
const fileIn = (state: string) => join(state, 'shell-history')

/** Newest first, as readline wants it. */
export function loadHistory(state: string): string[] {
  try {
    return readFileSync(fileIn(state), 'utf8').split('\n').filter(Boolean).slice(0, most)
  } catch {
    return []
  }
}

/** Keeps the newest lines; those that start with a space are not kept. A folder that can't be written is no reason to fail. */
export function saveHistory(state: string, lines: readonly string[]): void {
  try {
    mkdirSync(state, { recursive: true, mode: 0o700 })
    const kept = lines.filter((line) => !line.startsWith(' ') && !line.includes('\n')).slice(0, most)
    writeFileSync(fileIn(state), `${kept.join('\n')}\n`, { mode: 0o600 })
    chmodSync(fileIn(state), 0o600)
  } catch {
    // The session was of use without it.
  }
}
