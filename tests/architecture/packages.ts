// The package files and what git holds.
import type { Fault, Project } from './project.ts'

const read = ({ files }: Project, file: string) => JSON.parse(files.get(file) ?? '{}') as Record<string, unknown>

/** The lock names no place to download from, so that any mirror can serve it. */
export function resolvedAddresses(project: Project): Fault[] {
  const packages = (read(project, 'package-lock.json').packages ?? {}) as Record<string, { resolved?: string }>
  return Object.entries(packages)
    .filter(([, entry]) => entry.resolved !== undefined)
    .map(([name]) => ({ file: 'package-lock.json', says: `${name} has a download address` }))
}

/** Every version is exact. */
export function looseVersions(project: Project): Fault[] {
  const manifest = read(project, 'package.json')
  return ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'].flatMap((group) =>
    Object.entries((manifest[group] ?? {}) as Record<string, string>)
      .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => ({ file: 'package.json', says: `${group}: ${name} is ${version}, not one version` })),
  )
}

/** What is built is never committed. */
export function trackedBuilds({ files, tracked }: Project): Fault[] {
  const faults: Fault[] = tracked
    .filter((path) => path.startsWith('dist/'))
    .map((path) => ({ file: path, says: 'is built, and git holds it' }))
  if (!/^dist\/$/m.test(files.get('.gitignore') ?? '')) faults.push({ file: '.gitignore', says: 'does not name dist/' })
  return faults
}
