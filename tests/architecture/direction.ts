// Imports: the table, and cycles among files and among folders.
import { posix } from 'node:path'
import { type Allowed, importTable } from './imports.ts'
import { type Fault, oursOf, type Project } from './project.ts'
import type { Import } from './source.ts'

const within = (path: string, places: readonly string[]) =>
  places.some((place) => path === place || path.startsWith(`${place}/`))

/** Rows of these folders are for the files directly in them. */
const flat: ReadonlySet<string> = new Set(['sidecar', 'ui'])

/** The row of the table that a file belongs to. */
export function unitOf(path: string): string | undefined {
  const folder = posix.dirname(path)
  return Object.keys(importTable)
    .filter((unit) => (flat.has(unit) ? folder === unit : within(folder, [unit])))
    .sort((a, b) => b.length - a.length)[0]
}

const allows = (list: readonly string[] | undefined, name: string) => list?.some((one) => one === '*' || one === name)

const packageOf = (specifier: string) => specifier.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? specifier

/** Tools know no other tool: the list may import the families, a family in a folder its own files. */
function besideAllowed(from: string, to: string, unit: string): boolean {
  if (unit !== 'sidecar/tools') return within(posix.dirname(to), [unit])
  if (from === 'sidecar/tools/index.ts') return within(to, [unit])
  const folder = posix.dirname(from)
  return folder !== unit && within(to, [folder])
}

function forbidden(from: string, used: Import, unit: string, row: Allowed): string | undefined {
  const to = oursOf(from, used)
  if (to !== undefined) {
    const fine = besideAllowed(from, to, unit) || within(to, row.ours) || (used.typeOnly && within(to, row.types ?? []))
    // Policy could be lifted out whole, so it goes without even the shared errors.
    return fine || (to === 'sidecar/text/errors.ts' && unit !== 'policy') ? undefined : `${unit} may not import ${to}`
  }
  const node = used.specifier.match(/^node:(.*)/)?.[1]
  if (node !== undefined) return allows(row.node, node) ? undefined : `${unit} may not import node:${node}`
  if (used.specifier === '(computed)') return allows(row.node, '*') ? undefined : `${unit} may not compute an import`
  return allows(row.packages, packageOf(used.specifier))
    ? undefined
    : `${unit} may not import the package ${used.specifier}`
}

/** Every import is in the table. */
export function importFaults({ sources }: Project): Fault[] {
  return sources.flatMap(({ path, imports }): Fault[] => {
    const unit = unitOf(path)
    const row = unit === undefined ? undefined : importTable[unit]
    if (unit === undefined || row === undefined) return [{ file: path, says: 'its folder has no row in the table' }]
    return imports.flatMap((used) => {
      const says = forbidden(path, used, unit, row)
      return says === undefined ? [] : [{ file: path, line: used.line, says }]
    })
  })
}

type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** Groups of two or more that reach each other (Tarjan), and what imports itself. */
export function cycles(graph: Graph): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const visit = (node: string) => {
    index.set(node, index.size)
    low.set(node, index.get(node) ?? 0)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next)
      if (stack.includes(next)) low.set(node, Math.min(low.get(node) ?? 0, low.get(next) ?? 0))
    }
    if (low.get(node) !== index.get(node)) return
    const group = stack.splice(stack.indexOf(node))
    if (group.length > 1 || graph.get(node)?.has(node)) found.push(group)
  }
  for (const node of graph.keys()) if (!index.has(node)) visit(node)
  return found
}

function graphOf(
  project: Project,
  name: (path: string) => string | undefined,
  counts: (used: Import) => boolean,
): Graph {
  const graph = new Map<string, Set<string>>()
  for (const { path, imports } of project.sources) {
    const from = name(path)
    if (from === undefined) continue
    const edges = graph.get(from) ?? new Set<string>()
    graph.set(from, edges)
    for (const used of imports) {
      const target = counts(used) ? oursOf(path, used) : undefined
      const to = target === undefined ? undefined : name(target)
      if (to !== undefined) edges.add(to)
    }
  }
  return graph
}

const told = (groups: string[][]): Fault[] =>
  groups.map((group) => ({ file: group[0] ?? '', says: `cycle: ${group.toSorted().join(' <-> ')}` }))

const loadsAtOnce = ({ typeOnly, lazy }: Import) => !typeOnly && !lazy

/**
 * No file needs itself in order to load. A table of commands that names each of them lazily, and a command that reads the
 * table, are no cycle in this sense: each loads without the other.
 */
export const fileCycles = (project: Project): Fault[] => told(cycles(graphOf(project, (path) => path, loadsAtOnce)))

/** Nor does any folder reach itself through another, lazily or not; the composition is no folder. */
export function folderCycles(project: Project): Fault[] {
  const folder = (path: string) => path.match(/^(sidecar\/[^/]+|policy|ui\/[^/]+)\//)?.[1]
  const graph = graphOf(project, folder, ({ typeOnly }) => !typeOnly)
  const others = new Map([...graph].map(([from, to]) => [from, new Set([...to].filter((one) => one !== from))]))
  return told(cycles(others))
}
