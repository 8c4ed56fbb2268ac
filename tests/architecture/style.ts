// What a file may say: its length, its globals, what it prints, and the forms the house does not use.
import { defaultExports, longestFile, mayPrint, worldly, worldlyMembers } from './imports.ts'
import type { Fault, Project } from './project.ts'
import { type Node, type Source, walk } from './source.ts'

const isGenerated = (path: string) => /\.gen\.tsx?$/.test(path)

/** Long files are split by reason to change. */
export const longFiles = ({ sources }: Project): Fault[] =>
  sources
    .filter(({ path, lines }) => lines > longestFile && !isGenerated(path))
    .map(({ path, lines }) => ({ file: path, says: `${lines} lines, and ${longestFile} are allowed` }))

const find = (source: Source, judge: (node: Node, parent?: Node, key?: string) => string | undefined): Fault[] => {
  const faults: Fault[] = []
  walk(source.ast, (node, parent, key) => {
    const says = judge(node, parent, key)
    if (says !== undefined) faults.push({ file: source.path, line: source.lineOf(node), says })
  })
  return faults
}

/** A name that only labels something (`x.process`, `{ process: 1 }`) refers to nothing. */
function refers(parent: Node | undefined, key: string | undefined): boolean {
  if (parent === undefined) return true
  if (key === 'property' && parent.type === 'MemberExpression') return parent.computed === true
  if (key === 'key') return parent.computed === true
  if (key === 'label') return false
  return !['ImportSpecifier', 'ExportSpecifier', 'TSQualifiedName', 'TSTypeReference'].includes(parent.type)
}

const nameOf = (node: unknown) => (node as Node | undefined)?.name

/** `Date.now`, `Math['random']`, `import.meta`: an object and a member, however the member is written. */
function memberOf(node: Node): string | undefined {
  if (node.type === 'MetaProperty') return `${nameOf(node.meta)}.${nameOf(node.property)}`
  if (node.type !== 'MemberExpression') return undefined
  const property = node.property as Node
  return `${nameOf(node.object)}.${node.computed ? property.value : property.name}`
}

function worldlyUse(node: Node, parent?: Node, key?: string): string | undefined {
  if (node.type === 'Identifier' && worldly.has(String(node.name)) && refers(parent, key)) return `uses ${node.name}`
  const member = memberOf(node)
  if (member !== undefined && worldlyMembers.has(member)) return `uses ${member}`
  // `const { now } = Date` and `new Date()` read the clock by other roads.
  if (node.type === 'NewExpression' && nameOf(node.callee) === 'Date' && (node.arguments as Node[]).length === 0)
    return 'uses new Date()'
  if (node.type === 'CallExpression' && nameOf(node.callee) === 'Date') return 'uses Date()'
  if (node.type === 'VariableDeclarator' && ['Date', 'Math', 'Temporal'].includes(String(nameOf(node.init))))
    return `takes ${nameOf(node.init)} apart`
  return undefined
}

/** Tools touch the world only through their ports, and clock and chance only through the context. */
export const worldlyTools = ({ sources }: Project): Fault[] =>
  sources.filter(({ path }) => path.startsWith('sidecar/tools/')).flatMap((source) => find(source, worldlyUse))

const printers = new Set(['log', 'info', 'debug', 'dir', 'table', 'group', 'count', 'timeEnd', 'timeLog'])

function printing(node: Node): string | undefined {
  const member = memberOf(node)
  if (member === 'process.stdout') return 'uses process.stdout'
  const [object, method] = member?.split('.') ?? []
  if (object === 'console' && printers.has(method ?? '')) return `uses ${member}`
  if (node.type !== 'CallExpression') return undefined
  const callee = node.callee as Node
  const name = nameOf(callee) ?? nameOf(callee.property)
  const first = (node.arguments as Node[])[0]
  return ['writeSync', 'writeFileSync', 'appendFileSync'].includes(String(name)) && first?.value === 1
    ? `writes to descriptor 1`
    : undefined
}

/** A stray print kills a stdio protocol: one file owns stdout. */
export const printingFiles = ({ sources }: Project): Fault[] =>
  sources.filter(({ path }) => !mayPrint.includes(path)).flatMap((source) => find(source, printing))

function unwanted(path: string, node: Node): string | undefined {
  if (node.type === 'TSEnumDeclaration') return 'declares an enum'
  if (node.type === 'TSModuleDeclaration') return 'declares a namespace'
  if (node.type === 'ExportAllDeclaration') return 'is a barrel (export *)'
  // A family's list is the one default export there is.
  const mayDefault = path.startsWith('sidecar/tools/') || defaultExports.includes(path)
  if (node.type === 'ExportDefaultDeclaration' && !mayDefault) return 'has a default export'
  return undefined
}

/** No enums, namespaces, barrels or default exports. */
export const unwantedForms = ({ sources }: Project): Fault[] =>
  sources.flatMap((source) => find(source, (node) => unwanted(source.path, node)))
