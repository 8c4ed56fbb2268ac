// What the sidecar says in English, read out of its sources: the texts of its errors, and those of some named fields.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

interface Node {
  type: string
  [key: string]: unknown
}

/** The folder that files are named from. */
export const root = join(import.meta.dirname, '../..')

/** Stands for a value in a sentence. */
const VALUE = 'abc'
const MOST_WAYS = 8
const DEEPEST = 8

/** Every message and hint of an error that a file makes, with values filled in. */
export function errorTexts(file: string): string[] {
  const { all, constants } = read(file)
  return all
    .filter((node) => node.type === 'NewExpression' && nameOf(node.callee) === 'StewardError')
    .flatMap((node) => (node.arguments as Node[]).slice(1, 3).flatMap((one) => ways(one, constants)))
    .filter(isSentence)
}

/** Every text that a file gives to a field of one of these names, or to a function of one. */
export function fieldTexts(file: string, names: readonly string[], values: Record<string, string> = {}): string[] {
  const { all, constants } = read(file)
  for (const [name, value] of Object.entries(values)) constants.set(name, { type: 'Literal', value })
  return all
    .flatMap((node) => {
      if (node.type === 'Property' && names.includes(nameOf(node.key))) return [node.value as Node]
      if (node.type === 'CallExpression' && names.includes(nameOf(node.callee))) return node.arguments as Node[]
      return []
    })
    .flatMap((one) => ways(one, constants))
    .filter(isSentence)
}

const isSentence = (text: string): boolean => /[a-z]{2} [a-z]/i.test(text.replaceAll(VALUE, ''))

function read(file: string): { all: Node[]; constants: Map<string, Node> } {
  const all: Node[] = []
  walk(parseAst(readFileSync(join(root, file), 'utf8'), { lang: 'ts' }) as unknown as Node, (node) => all.push(node))
  const constants = new Map<string, Node>()
  for (const node of all)
    if (node.type === 'VariableDeclarator' && node.init) constants.set(nameOf(node.id), node.init as Node)
  return { all, constants }
}

function walk(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) walk(each, see)
  else if (typeof value === 'object' && value !== null) {
    if ('type' in value) see(value as Node)
    for (const each of Object.values(value)) walk(each, see)
  }
}

const nameOf = (node: unknown): string => String((node as Node | undefined)?.name ?? '')

// All that an expression may come to, as far as its text can be read here.
function ways(node: Node | undefined, constants: Map<string, Node>, depth = 0): string[] {
  if (!node || depth > DEEPEST) return [VALUE]
  const within = (one: unknown) => ways(one as Node, constants, depth + 1)
  if (node.type === 'Literal') return [typeof node.value === 'string' ? node.value : VALUE]
  if (node.type === 'ConditionalExpression') return [...within(node.consequent), ...within(node.alternate)]
  if (node.type === 'LogicalExpression') return within(node.right)
  if (node.type === 'Identifier') {
    const found = constants.get(nameOf(node))
    return found && /Literal|Conditional/.test(found.type) ? within(found) : [VALUE]
  }
  if (node.type === 'CallExpression' && nameOf(node.callee) === 'counted') return countedWays(node.arguments as Node[])
  if (node.type === 'TemplateLiteral') return templateWays(node, within)
  return [VALUE]
}

function countedWays([, one, many]: Node[]): string[] {
  const word = String(one?.value)
  return [`1 ${word}`, `3 ${many ? String(many.value) : `${word}s`}`]
}

function templateWays(node: Node, within: (one: unknown) => string[]): string[] {
  const texts = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
  let found = [texts[0] ?? '']
  for (const [at, gap] of (node.expressions as Node[]).entries())
    found = found.flatMap((so) => within(gap).map((text) => `${so}${text}${texts[at + 1] ?? ''}`)).slice(0, MOST_WAYS)
  return found
}
