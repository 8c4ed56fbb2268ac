// Before the tests: the window and the command are started as users start them, from dist/, so dist/ must be of these sources.
import { type StdioOptions, spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const sources = ['sidecar', 'policy', 'ui']

/** When the newest file or folder in there was changed; a folder changes when a file in it goes. */
function newest(folder: string): number {
  const times = readdirSync(folder, { withFileTypes: true, recursive: true }).map(
    (entry) => statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  )
  return Math.max(statSync(folder).mtimeMs, ...times)
}

/** Whether the build is older than what it is made of. The page is what a build writes last. */
function isStale(): boolean {
  const built = statSync(join(root, 'dist/ui/index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const changed = [...sources.map((name) => newest(join(root, name))), statSync(join(root, 'package.json')).mtimeMs]
  return Math.max(...changed) > built
}

// A few tests of other parts, picked by name, need not wait for a build.
const isNeeded = (words: readonly string[]): boolean => {
  const picked = words.filter((word) => /^(\.\/)?tests\/./.test(word) && !word.endsWith('.config.ts'))
  return picked.length === 0 || picked.some((word) => /tests\/ui/.test(word))
}

/** Builds once for all tests, where that is needed. */
export function setup(): void {
  if (!isNeeded(process.argv.slice(2)) || !isStale()) return
  const stdio: StdioOptions = ['ignore', 'ignore', 'inherit']
  const { status } = spawnSync(process.execPath, [join(root, 'sidecar/build.ts')], { stdio })
  if (status !== 0) throw new Error('The build failed, so the window can not be tested. Run: npm run build')
}
