import fs from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LineLog, openLog } from '../../sidecar/store/log.ts'
import { finish, runs, says, start, tempFolder } from './temp.ts'

const all = (log: LineLog, from?: number): string[] => [...log.lines(from)].map(({ line }) => line)
const segment = (folder: string, number = 1): string => join(folder, `audit-00000${number}.jsonl`)

test('what is appended comes back in order, also after opening again', () => {
  const folder = tempFolder()
  const log = openLog(folder)
  expect(log.lastLine()).toBeUndefined()
  log.append('one\n', true)
  log.append('two\nthree\n', false)
  log.append('', true)
  expect([log.lastLine(), log.bytes]).toEqual(['three', 14])
  log.close()
  const again = openLog(folder)
  expect([again.lastLine(), again.bytes, again.torn]).toEqual(['three', 14, undefined])
  expect([...again.lines(2)]).toEqual([
    { line: 'two', segment: 'audit-000001.jsonl', number: 2 },
    { line: 'three', segment: 'audit-000001.jsonl', number: 3 },
  ])
  again.close()
})

test('any lines in any portions over any segments come back as they were', () => {
  const line = fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.replaceAll('\n', '').toWellFormed())
  const portion = fc.array(line, { minLength: 1, maxLength: 5 })
  const step = fc.record({ portion, sync: fc.boolean(), reopen: fc.boolean() })
  fc.assert(
    fc.property(
      fc.array(step),
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 1, max: 20 }),
      (steps, size, from) => {
        const folder = tempFolder()
        let log = openLog(folder, { segmentBytes: size })
        const expected: string[] = []
        for (const { portion, sync, reopen } of steps) {
          log.append(portion.map((each) => `${each}\n`).join(''), sync)
          expected.push(...portion)
          if (reopen) {
            log.close()
            log = openLog(folder, { segmentBytes: size })
          }
          expect(log.lastLine()).toBe(expected.at(-1))
        }
        expect(all(log)).toEqual(expected)
        expect(all(log, from)).toEqual(expected.slice(from - 1))
        expect(log.bytes).toBe(Buffer.byteLength(expected.map((each) => `${each}\n`).join('')))
        log.close()
      },
    ),
    runs(50, 1000),
  )
})

test('a segment that has grown too large is followed by the next, all private', () => {
  const folder = tempFolder()
  const log = openLog(folder, { segmentBytes: 10 })
  for (const text of ['aaaaaaaaaaaa\n', 'b\n', 'cccccccccc\n', 'd\n']) log.append(text, false)
  expect(fs.readdirSync(folder).sort()).toEqual(['audit-000001.jsonl', 'audit-000002.jsonl', 'audit-000003.jsonl'])
  for (const number of [1, 2, 3]) expect(fs.statSync(segment(folder, number)).mode & 0o777).toBe(0o600)
  expect([...log.lines()].map(({ line, segment }) => [line[0], segment.at(-7)])).toEqual([
    ['a', '1'],
    ['b', '2'],
    ['c', '2'],
    ['d', '3'],
  ])
  log.close()
})

test('a new segment that is still empty does not hide the last line', () => {
  const folder = tempFolder()
  openLog(folder).close()
  fs.writeFileSync(segment(folder, 1), 'a\nb\n')
  fs.writeFileSync(segment(folder, 2), '')
  fs.writeFileSync(segment(folder, 3), '')
  const log = openLog(folder)
  expect([log.lastLine(), log.bytes]).toEqual(['b', 4])
  log.append('c\n', true)
  expect(fs.readFileSync(segment(folder, 3), 'utf8')).toBe('c\n')
  log.close()
})

test.each([
  ['a\nhalf', 'a\n', 'half'],
  ['half', '', 'half'],
  [`a\n${'\0'.repeat(200_000)}`, 'a\n', '\0'.repeat(200_000)],
  [`${'x'.repeat(70_000)}\n{"half": "é`, `${'x'.repeat(70_000)}\n`, '{"half": "é'],
])('a partial last line is cut off and kept (case %#)', (found, left, torn) => {
  const folder = tempFolder()
  fs.writeFileSync(segment(folder), found)
  const log = openLog(folder)
  expect(log.torn?.bytes).toBe(Buffer.byteLength(torn))
  expect(fs.readFileSync(log.torn?.keptAs ?? '', 'utf8')).toBe(torn)
  expect(fs.statSync(log.torn?.keptAs ?? '').mode & 0o777).toBe(0o600)
  expect(fs.readFileSync(segment(folder), 'utf8')).toBe(left)
  log.append('next\n', true)
  expect(all(log)).toEqual([...left.split('\n').slice(0, -1), 'next'])
  log.close()
  expect(openLog(folder).torn).toBeUndefined()
})

test('a segment that others could read is shut', () => {
  const folder = tempFolder()
  fs.writeFileSync(segment(folder), 'a\n', { mode: 0o644 })
  openLog(folder).close()
  expect(fs.statSync(segment(folder)).mode & 0o777).toBe(0o600)
})

test('half lines and lines that nobody could read back are refused before anything is written', () => {
  const folder = tempFolder()
  const log = openLog(folder)
  expect(() => log.append('half', true)).toThrow('whole lines')
  expect(() => log.append(`${'é'.repeat(600_000)}\n`, true)).toThrow(expect.objectContaining({ code: 'TOO_LARGE' }))
  const longest = 'x'.repeat(1024 * 1024)
  log.append(`${longest}\n`, true)
  expect(log.bytes).toBe(longest.length + 1)
  log.close()
  const again = openLog(folder)
  expect([again.lastLine() === longest, all(again)[0] === longest]).toEqual([true, true])
  again.close()
})

test('a file without line ends is called damaged instead of being read whole', () => {
  const folder = tempFolder()
  fs.writeFileSync(segment(folder, 1), 'x'.repeat(3_000_000))
  fs.writeFileSync(segment(folder, 2), 'a\n')
  const log = openLog(folder)
  expect(() => all(log)).toThrow(expect.objectContaining({ code: 'STORE_DAMAGED' }))
  log.close()
})

test('[audit.torn] a process killed while it appends leaves every acknowledged line', async () => {
  const folder = tempFolder()
  const code = `import { openLog } from 'store/log.ts'
    const log = openLog(input, { segmentBytes: 2000 })
    for (let i = 1; ; i++) { log.append(i + 'x'.repeat(i % 50) + '\\n', i % 20 === 0); if (i === 500) console.log('going') }`
  const child = start(code, folder)
  await says(child, 'going')
  const ended = finish(child)
  child.kill('SIGKILL')
  await ended
  const log = openLog(folder)
  const found = all(log)
  expect(found.length).toBeGreaterThanOrEqual(500)
  expect(found).toEqual(found.map((_, index) => index + 1 + 'x'.repeat((index + 1) % 50)))
  log.close()
})

test('a folder that is none is refused', () => {
  const file = join(tempFolder(), 'file')
  fs.writeFileSync(file, '')
  expect(() => openLog(file)).toThrow(expect.objectContaining({ code: 'STORE_READ_ONLY' }))
})

test('a closed log takes no more', () => {
  const log = openLog(tempFolder())
  log.close()
  log.close()
  expect(() => log.append('a\n', false)).toThrow(expect.objectContaining({ code: 'STORE_READ_ONLY' }))
})
