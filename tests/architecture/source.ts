// Reads one TypeScript file into the facts that the checks need.
import { parseAst } from 'rolldown/parseAst'

export interface Node {
  type: string
  start: number
  [key: string]: unknown
}

export interface Import {
  /** As written. */
  specifier: string
  /** Erased before the program runs. `import { type A }` is not: Node still loads the file. */
  typeOnly: boolean
  /** `import()`: loaded when that line runs, after both files are there. */
  lazy: boolean
  line: number
}

export interface Source {
  path: string
  lines: number
  ast: Node
  imports: readonly Import[]
  lineOf(node: Node): number
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Calls `visit` with every node, its parent and the key under which the parent holds it. */
export function walk(
  node: Node,
  visit: (node: Node, parent?: Node, key?: string) => void,
  parent?: Node,
  key?: string,
) {
  visit(node, parent, key)
  for (const [childKey, child] of Object.entries(node)) {
    if (Array.isArray(child)) {
      for (const each of child) if (isNode(each)) walk(each, visit, node, childKey)
    } else if (isNode(child)) walk(child, visit, node, childKey)
  }
}

const importing = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
])

function importOf(node: Node, line: number): Import | undefined {
  if (!importing.has(node.type) || !isNode(node.source)) return undefined
  const { value } = node.source
  // A computed import can't be judged, so it is named for what it is and no row allows it.
  const specifier = typeof value === 'string' ? value : '(computed)'
  const typeOnly = node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type'
  return { specifier, typeOnly, lazy: node.type === 'ImportExpression', line }
}

/** Parses one file; a file that does not parse throws with its path. */
export function readSource(path: string, text: string): Source {
  let ast: Node
  try {
    ast = parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }, path) as unknown as Node
  } catch (thrown) {
    throw new Error(`${path} does not parse: ${thrown instanceof Error ? thrown.message : thrown}`)
  }
  const lineOf = (node: Node) => text.slice(0, node.start).split('\n').length
  const imports: Import[] = []
  walk(ast, (node) => {
    const found = importOf(node, lineOf(node))
    if (found) imports.push(found)
  })
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  return { path, lines, ast, imports, lineOf }
}
