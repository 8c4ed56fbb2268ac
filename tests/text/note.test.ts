import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firstWords, isNote, noteFile, readHead, tagsOf, writeNote } from '../../sidecar/text/note.ts'
import { badPath } from '../../sidecar/text/paths.ts'

const runs = process.env.STEWARD_FULL === '1' ? 20_000 : 500

describe('[note.file] the name of a note', () => {
  test.each([
    ['Call the printer', 'Call the printer.md'],
    ['灯光偏暖时 价格', '灯光偏暖时 价格.md'],
    ['Für Öl & Übung', 'Für Öl & Übung.md'],
    ['../../etc/passwd', 'etc passwd.md'],
    ['C:\\temp\\x', 'C temp x.md'],
    ['a/b: c? "d" <e> #f [[g]]', 'a b c d e f g.md'],
    ['CON', 'CON note.md'],
    ['com1.txt', 'com1 txt note.md'],
    ['...', 'Note.md'],
    ['.hidden', 'hidden.md'],
    ['ends in dots...', 'ends in dots.md'],
    ['in\u202Evisible', 'in visible.md'],
    ['two\nlines', 'two lines.md'],
  ])('%j', (title, file) => {
    expect(noteFile(title)).toBe(file)
  })

  test('whatever the title, every system takes it, it names no folder, and it is its own name', () => {
    const titles = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme', maxLength: 300 }))
    fc.assert(
      fc.property(titles, (title) => {
        const file = noteFile(title)
        expect(badPath(file, 'win32')).toBeUndefined()
        expect(file).not.toMatch(/[\\/]|^\./)
        expect(new TextEncoder().encode(file).length).toBeLessThan(230)
        expect(noteFile(file.slice(0, -3))).toBe(file)
      }),
      { numRuns: runs },
    )
  })
})

test('a note without a title has its first words', () => {
  expect(firstWords('\n# Paper sizes\nA5')).toBe('Paper sizes')
  expect(firstWords('- call Olle #craft today')).toBe('call Olle today')
  expect(firstWords('#craft')).toBe('craft')
  expect(firstWords(`${'word '.repeat(40)}`)).toMatch(/^(word )+word$/)
  expect(firstWords(`${'word '.repeat(40)}`).length).toBeLessThanOrEqual(80)
  expect([...firstWords('字'.repeat(200))]).toHaveLength(80)
  expect(firstWords('---')).toBe('Note')
})

test('[note.tags] tags are those that Obsidian would see, each once', () => {
  expect(tagsOf('#a b #c/d, #E #e #日本 x#no #123 #2026-plan')).toEqual(['a', 'c/d', 'E', '日本', '2026-plan'])
  expect(tagsOf('`#code` and\n```\n#fenced\n```\n#real')).toEqual(['real'])
  expect(tagsOf('~~~\n#never closed')).toEqual([])
  expect(tagsOf('#print', ['#Print', 'two words', 'x'])).toEqual(['Print', 'two-words', 'x'])
})

test('whatever is captured makes a note', () => {
  const long = [
    '#x'.repeat(50_000),
    `#${'x'.repeat(300)}`,
    'e\u0301\u0302\u0303\u0304\u0305'.repeat(2000),
    '👩‍👩‍👧‍👦'.repeat(500),
  ]
  fc.assert(
    fc.property(fc.oneof(fc.constantFrom(...long), fc.string({ unit: 'binary' })), (text) => {
      if (text.trim() === '') return
      const made = { title: firstWords(text), text, created: '2026-11-16T07:00:00Z', tags: tagsOf(text), source: 's' }
      expect(isNote(made)).toBe(true)
      expect(noteFile(noteFile(made.title).slice(0, -3))).toBe(noteFile(made.title))
    }),
    { numRuns: runs },
  )
})

describe('the frontmatter', () => {
  const note = { title: 'T', text: 'body', created: '2026-11-16T07:00:00+01:00', tags: ['a', 'b, c'], source: 's' }

  test('whatever is in it comes back, and nothing in it can end it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1 }),
        fc.string({ unit: 'binary', minLength: 1 }),
        (title, tag) => {
          const text = writeNote({ ...note, title, tags: [tag, 'z'] }, { id: 'c1.0' })
          const head = readHead(text)
          expect(head.id).toBe('c1.0')
          expect(head.title).toBe(title.toWellFormed())
          expect(head.created).toBe(note.created)
          expect(head.tags.at(-1)).toBe('z')
          expect(text.split('\n').slice(0, 7)).toEqual(expect.arrayContaining(['---', 'id: "c1.0"']))
        },
      ),
      { numRuns: runs },
    )
  })

  test('of notes that other programs wrote as much is read as they say', () => {
    expect(readHead('---\ntitle: Plain title\ntags:\n  - one\n  - "two"\n---\nx')).toEqual({
      title: 'Plain title',
      tags: ['one', 'two'],
    })
    expect(readHead("---\r\ntitle: 'quoted'\r\ntags: [a, b]\r\n---\r\n")).toEqual({ title: 'quoted', tags: ['a', 'b'] })
    expect(readHead('no frontmatter\n---\nid: x\n---\n')).toEqual({ tags: [] })
  })

  test.each([
    ['nothing', undefined],
    ['no text', { ...note, text: ' ' }],
    ['no time', { ...note, created: 'soon' }],
    ['tags that are no texts', { ...note, tags: [3] }],
    ['a title without end', { ...note, title: 'x'.repeat(501) }],
  ])('%s is no note', (_what, value) => {
    expect(isNote(value)).toBe(false)
    expect(isNote(note)).toBe(true)
  })
})
