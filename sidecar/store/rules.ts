// Rule files: JSON with comments in one folder, and where in the text a value stands.
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StewardError } from '../text/errors.ts'
import { replaceFile } from './files.ts'

const LARGEST = 8 * 1024 * 1024
const DEEPEST = 20

export interface RuleText {
  file: string
  text: string
}

/** A parsed rule file, and the line on which a value in it stands. */
export interface RuleValue {
  value: unknown
  lineOf(path: readonly (string | number)[]): number
}

/** A text that is no JSON, with the line. */
export class RuleSyntaxError extends Error {
  readonly line: number
  constructor(line: number, message: string) {
    super(message)
    this.name = 'RuleSyntaxError'
    this.line = line
  }
}

/** The files of the folder that hold rules, in the order of their names. */
export function ruleFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => /\.jsonc?$/.test(name) && !name.startsWith('.'))
    .sort()
    .map((name) => join(folder, name))
}

/** The text of a rule file; throws a RuleSyntaxError where it can't be read. */
export function readRuleFile(file: string): string {
  try {
    const stat = lstatSync(file)
    if (stat.isFile() && stat.size > LARGEST) throw new Error('is larger than 8 MB')
    if (!stat.isFile() && !stat.isSymbolicLink()) throw new Error('is no file')
    return readFileSync(file, 'utf8')
  } catch (thrown) {
    throw new RuleSyntaxError(1, `can not be read: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
  }
}

/** Parses a rule file. Comments and a comma too many are allowed. */
export async function parseRuleText(text: string): Promise<RuleValue> {
  const { default: jsonc } = await import('jsonc-parser')
  const bare = text.replace(/^\uFEFF/, '')
  const lineAt = (offset: number) => bare.slice(0, offset).split('\n').length
  refuseDeep(bare, jsonc.createScanner(bare, true), lineAt)
  const faults: { error: number; offset: number }[] = []
  const tree = jsonc.parseTree(bare, faults as never, { allowTrailingComma: true })
  const [fault] = faults
  if (fault) throw new RuleSyntaxError(lineAt(fault.offset), `is not JSON: ${jsonc.printParseErrorCode(fault.error)}`)
  if (!tree) throw new RuleSyntaxError(1, 'is empty')
  const twice = findTwice(tree)
  if (twice) {
    const why = twice.value === '__proto__' ? 'can not be used' : 'is there twice'
    throw new RuleSyntaxError(lineAt(twice.offset), `the field ${JSON.stringify(twice.value)} ${why}`)
  }
  return {
    value: jsonc.getNodeValue(tree),
    lineOf(path) {
      // The innermost part of the path that is there at all.
      for (let length = path.length; length >= 0; length--) {
        const node = jsonc.findNodeAtLocation(tree, path.slice(0, length))
        if (node) return lineAt(node.offset)
      }
      return 1
    },
  }
}

interface Scanner {
  scan(): number
  getTokenOffset(): number
}

// The parser calls itself for every bracket; no rule needs more than a few.
function refuseDeep(text: string, scanner: Scanner, lineAt: (offset: number) => number): void {
  const END = 17
  let depth = 0
  for (let token = scanner.scan(); token !== END; token = scanner.scan()) {
    const bracket = text[scanner.getTokenOffset()]
    if (token > 4) continue
    if (bracket === '{' || bracket === '[') depth++
    if (bracket === '}' || bracket === ']') depth--
    if (depth > DEEPEST) throw new RuleSyntaxError(lineAt(scanner.getTokenOffset()), 'is nested too deep')
  }
}

interface Node {
  type: string
  value?: unknown
  offset: number
  children?: Node[] | undefined
}

// Of a field that is there twice, JSON takes the last and a person reads the first; and one name is no field at all.
function findTwice(node: Node): Node | undefined {
  const seen = new Set<unknown>()
  for (const child of node.children ?? []) {
    const [key, value] = child.children ?? []
    if (node.type === 'object' && key) {
      if (seen.has(key.value) || key.value === '__proto__') return key
      seen.add(key.value)
    }
    const inner = findTwice(node.type === 'object' && value ? value : child)
    if (inner) return inner
  }
  return undefined
}

/** Replaces a rule file at one stroke, and keeps the former one beside it. */
export function replaceRuleFile(file: string, text: string): string | undefined {
  if (text.length > LARGEST) throw new StewardError('TOO_LARGE', 'The rules are larger than 8 MB.', 'Use fewer rules.')
  const former = existsSync(file) ? `${file}.former` : undefined
  // Copied, not moved: at no moment is there no file.
  if (former !== undefined) replaceFile(former, readFileSync(file, 'utf8'), true)
  replaceFile(file, text, true)
  return former
}
