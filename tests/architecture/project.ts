// The project as the checks see it: a map from paths to texts, from the disk or made up by a test.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { type Import, readSource, type Source } from './source.ts'

/** Texts by path from the root, with forward slashes. */
export type Files = ReadonlyMap<string, string>

export interface Project {
  files: Files
  sources: readonly Source[]
  /** Paths that git holds. */
  tracked: readonly string[]
}

export interface Fault {
  file: string
  line?: number
  says: string
}

const isSource = (path: string) => /^(sidecar|policy|ui)\/.*\.tsx?$/.test(path)

/** Parses every source file of a map. */
export function projectOf(files: Files, tracked: readonly string[] = [...files.keys()]): Project {
  const sources = [...files].filter(([path]) => isSource(path)).map(([path, text]) => readSource(path, text))
  return { files, sources, tracked }
}

/** The project on disk. */
export function projectAt(root: string): Project {
  const files = new Map<string, string>()
  for (const folder of ['sidecar', 'policy', 'ui'].filter((name) => existsSync(join(root, name)))) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      const path = `${folder}/${entry.replaceAll('\\', '/')}`
      if (isSource(path)) files.set(path, readFileSync(join(root, path), 'utf8'))
    }
  }
  for (const path of ['package.json', 'package-lock.json', '.gitignore'])
    files.set(path, readFileSync(join(root, path), 'utf8'))
  return projectOf(files, trackedAt(root))
}

/** Nothing where the sources came without their history. */
function trackedAt(root: string): string[] {
  try {
    return execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter((path) => path !== '')
  } catch {
    return []
  }
}

/** The path of ours that an import names, or nothing for packages and Node's modules. */
export function oursOf(from: string, { specifier }: Import): string | undefined {
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : undefined
}
