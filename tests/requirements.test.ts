// Every promise is shown by a test, and every citation is of a promise.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Node, readSource, walk } from './architecture/source.ts'
import { requirements } from './requirements.ts'

interface Citation {
  id: string
  file: string
}

const cited = /\[([a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*)\]/g

/** What is called in the end: `test` in `test.each(table)(title)`. */
function rootOf(callee: Node): unknown {
  if (callee.type === 'MemberExpression') return rootOf(callee.object as Node)
  if (callee.type === 'CallExpression') return rootOf(callee.callee as Node)
  return callee.name
}

/** The title of a test, as it is written. */
function titleOf(node: Node): string {
  if (node.type !== 'CallExpression' || !['test', 'it', 'describe'].includes(String(rootOf(node.callee as Node))))
    return ''
  const first = (node.arguments as Node[])[0]
  if (first?.type === 'TemplateLiteral')
    return (first.quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked).join('')
  return typeof first?.value === 'string' ? first.value : ''
}

/** What the titles in these sources cite. */
function citations(sources: Record<string, string>): Citation[] {
  const all: Citation[] = []
  for (const [file, text] of Object.entries(sources))
    walk(readSource(file, text).ast, (node) => {
      for (const found of titleOf(node).matchAll(cited)) all.push({ id: found[1] ?? '', file })
    })
  return all
}

/** Promises that no title cites, and citations of no promise. */
function faults(promised: Record<string, string>, sources: Record<string, string>): string[] {
  const all = citations(sources)
  const ids = new Set(all.map((citation) => citation.id))
  return [
    ...Object.keys(promised)
      .filter((id) => !ids.has(id))
      .map((id) => `${id} is promised, and no test cites it`),
    ...all
      .filter(({ id }) => !Object.hasOwn(promised, id))
      .map(({ id, file }) => `${file} cites ${id}, which is no promise`),
  ]
}

const here = import.meta.dirname
// Suites that several test files run count as well.
const files = globSync(['**/*.test.ts', 'contract/*.ts'], { cwd: here, exclude: ['**/node_modules/**'] })
const sources = Object.fromEntries(files.map((file) => [file, readFileSync(join(here, file), 'utf8')]))

test('every promise is cited by a test, and every citation is of a promise', () => {
  expect(files.length).toBeGreaterThan(30)
  expect(faults(requirements, sources)).toEqual([])
})

test('a promise is one sentence under an id of two parts', () => {
  for (const [id, promise] of Object.entries(requirements)) {
    expect(`[${id}]`).toMatch(new RegExp(`^${cited.source}$`))
    expect(promise, id).toMatch(/^[A-Z].*\.$/)
  }
})

describe('the checker', () => {
  const promised = { 'a.one': 'One.', 'a.two-words': 'Two.' }
  const whole = "describe('[a.one] x', () => {\n  test.each([1])('says %s [a.two-words]', () => {})\n})"

  test('is content with what is whole', () => {
    expect(faults(promised, { 'x.test.ts': whole })).toEqual([])
  })

  test.each([
    ['a promise without a test', whole.replace('[a.one] ', ''), 'a.one is promised, and no test cites it'],
    ['a citation of nothing', whole.replace('x', '[b.one]'), 'x.test.ts cites b.one, which is no promise'],
    ['a misspelt one', whole.replace('a.one', 'a.won'), 'x.test.ts cites a.won, which is no promise'],
    [
      'a citation outside of any title',
      `${whole.replace('[a.one] ', '')} // [a.one]`,
      'a.one is promised, and no test cites it',
    ],
    [
      'one in a text that is no title',
      `${whole.replace('[a.one] ', '')}\nconst x = '[a.one]'`,
      'a.one is promised, and no test cites it',
    ],
  ])('finds %s', (_what, text, says) => {
    expect(faults(promised, { 'x.test.ts': text })).toContain(says)
  })

  test.each([
    "test('[a.one]', () => {})",
    'it("[a.one]", () => {})',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source of one
    'test(`[a.one] ${1}`, () => {})',
    "test.skipIf(windows)('[a.one] x', () => {})",
    "describe.skipIf(a === undefined || b)('[a.one] x', () => {})",
    "test.runIf(linux)(\n  '[a.one] x', () => {})",
    "it.each([\n  [1, f(2)],\n])('[a.one] %s', () => {})",
    "test('a \\'quoted\\' [a.one] title', () => {})",
  ])('reads the title of %s', (text) => {
    expect(citations({ 'x.test.ts': text })).toEqual([{ id: 'a.one', file: 'x.test.ts' }])
  })
})
