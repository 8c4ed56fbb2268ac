// Every promise is shown by a test, and every citation is of a promise.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { requirements } from './requirements.ts'

interface Citation {
  id: string
  file: string
}

// A title is the first text of a call to test, it or describe, or follows the table of an `each`.
const titles = /(?:\b(?:test|it|describe)(?:\.\w+(?:\([^()]*\))?)*|\))\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g
const cited = /\[([a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*)\]/g

/** What the titles in these sources cite. */
function citations(sources: Record<string, string>): Citation[] {
  return Object.entries(sources).flatMap(([file, text]) =>
    [...text.matchAll(titles)].flatMap((title) =>
      [...(title[2] ?? '').matchAll(cited)].map((found) => ({ id: found[1] ?? '', file })),
    ),
  )
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
const files = globSync('**/*.test.ts', { cwd: here, exclude: ['**/node_modules/**'] })
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
