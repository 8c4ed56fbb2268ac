// Somebody changes the log behind Steward's back. Whatever they do, the first bad record is named.
import { writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AuditHead } from '../../policy/audit.ts'
import { canonical, sha256 } from '../../policy/canonical.ts'
import { bytesOf, firstDifference, newLog, verifyAs } from './log.ts'
import { runs } from './runs.ts'

const RECORDS = 12

function wholeLog() {
  const { audit, folder, close } = newLog()
  for (let n = 1; n <= RECORDS; n++)
    audit.record(n % 3 ? 'decided' : 'outcome', {
      call: `c${n}`,
      effects: [{ kind: 'writeFile', target: `/home/zoë/${n}.md` }],
      score: n % 10,
    })
  audit.flush(false)
  close()
  return { bytes: bytesOf(folder), anchor: audit.head }
}

const linesIn = (bytes: Buffer): string[] => bytes.toString().trimEnd().split('\n')
const toBytes = (lines: readonly string[]): Buffer => Buffer.from(lines.map((line) => `${line}\n`).join(''))
const record = fc.integer({ min: 0, max: RECORDS - 1 })

function expectFound(before: Buffer, after: Uint8Array, anchor: AuditHead): void {
  const result = verifyAs(after, anchor)
  const line = firstDifference(before, after)
  expect(result.ok).toBe(false)
  expect([result.firstBad?.line, result.firstBad?.seq, result.records]).toEqual([line, line, line - 1])
}

describe('[audit.tamper] somebody who', () => {
  test('changes any byte to any other', () => {
    const { bytes, anchor } = wholeLog()
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const after = Buffer.from(bytes)
        after[at] = (after[at] ?? 0) ^ by
        expectFound(bytes, after, anchor)
      }),
      runs(300, 10_000),
    )
  })

  test('takes bytes out or puts bytes in', () => {
    const { bytes, anchor } = wholeLog()
    const put = fc.oneof(
      fc.uint8Array({ maxLength: 4 }),
      fc.constantFrom(' ', '\n', '\r', '0', ',"x":1').map((text) => Buffer.from(text)),
    )
    fc.assert(
      fc.property(fc.nat(bytes.length), fc.nat(5), put, (at, out, inserted) => {
        const after = Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + out)])
        // Half a line at the very end is what a crash leaves, and is cut off at the start.
        fc.pre(!after.subarray(0, after.lastIndexOf(10) + 1).equals(bytes))
        expectFound(bytes, after, anchor)
      }),
      runs(300, 10_000),
    )
  })

  test('rewrites a record well, as this log would have written it', () => {
    const { bytes, anchor } = wholeLog()
    const change = fc.constantFrom<Record<string, unknown>>(
      { score: 99 },
      { type: 'x' },
      { at: 1 },
      { effects: [] },
      { prev: 'f'.repeat(64) },
    )
    fc.assert(
      fc.property(record, change, (at, fields) => {
        const lines = linesIn(bytes)
        lines[at] = canonical({ ...JSON.parse(lines[at] ?? ''), ...fields })
        expectFound(bytes, toBytes(lines), anchor)
      }),
      runs(60, 1000),
    )
  })

  test('deletes records, from the front, the middle or the end', () => {
    const { bytes, anchor } = wholeLog()
    fc.assert(
      fc.property(record, fc.integer({ min: 1, max: RECORDS }), (at, count) => {
        expectFound(bytes, toBytes(linesIn(bytes).toSpliced(at, count)), anchor)
      }),
      runs(60, 1000),
    )
  })

  test('swaps two records, or repeats one', () => {
    const { bytes, anchor } = wholeLog()
    fc.assert(
      fc.property(record, record, fc.boolean(), (a, b, repeat) => {
        fc.pre(repeat || a !== b)
        const lines = linesIn(bytes)
        const [left = '', right = ''] = [lines[a], lines[b]]
        const after = repeat ? lines.toSpliced(a, 0, right) : lines.with(a, right).with(b, left)
        expectFound(bytes, toBytes(after), anchor)
      }),
      runs(100, 2000),
    )
  })

  test('puts in a forged record that fits the one before it', () => {
    const { bytes, anchor } = wholeLog()
    fc.assert(
      fc.property(record, (at) => {
        const lines = linesIn(bytes)
        const forged = canonical({ ...JSON.parse(lines[at] ?? ''), call: 'forged' })
        const { ok, firstBad } = verifyAs(toBytes(lines.toSpliced(at, 0, forged)), anchor)
        expect(ok).toBe(false)
        // Two records claim one number: either may be named.
        expect([at + 1, at + 2]).toContain(firstBad?.line)
      }),
      runs(12, 100),
    )
  })

  test('cuts the file off at any byte', () => {
    const { bytes, anchor } = wholeLog()
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), (length) => {
        expectFound(bytes, bytes.subarray(0, length), anchor)
      }),
      runs(100, 2000),
    )
  })

  test('rewrites everything from some record on is given away by the anchor alone', () => {
    const { bytes, anchor } = wholeLog()
    const lines = linesIn(bytes).map((line) => JSON.parse(line))
    let prev = lines[4].prev
    for (const one of lines.slice(4)) {
      Object.assign(one, { prev, score: 1 })
      prev = sha256(canonical(one))
    }
    const forged = toBytes(lines.map((line) => canonical(line)))
    expect(verifyAs(forged).ok).toBe(true)
    expect(verifyAs(forged, anchor)).toMatchObject({ ok: false, firstBad: { line: RECORDS, seq: RECORDS } })
  })

  test.each([
    ['a number beyond all numbers', (line: string) => line.replace('"score":', '"score":1e99999')],
    [
      'brackets without end',
      (line: string) => line.replace('"score":', `"a":${'['.repeat(1000)}${']'.repeat(1000)},"score":`),
    ],
    ['null', () => 'null'],
    ['a list', () => '[]'],
    ['nothing', () => ''],
  ])('writes %s into it does not bring the check down', (_what, change) => {
    const { bytes, anchor } = wholeLog()
    const lines = linesIn(bytes)
    for (const at of [0, 5, RECORDS - 1]) expectFound(bytes, toBytes(lines.with(at, change(lines[at] ?? ''))), anchor)
  })
})

describe('[audit.loss-shows] a log that lost its end', () => {
  test.each([
    ['cut off', (lines: string[]) => lines.slice(0, 8)],
    ['emptied', () => []],
    [
      'changed in its last record',
      (lines: string[]) => lines.with(-1, (lines.at(-1) ?? '').replace('"score":', '"score":1')),
    ],
    ['made unreadable in its last record', (lines: string[]) => lines.with(-1, '{"seq":')],
  ])('does not hide it by going on: %s', (_how, change) => {
    const { bytes, anchor } = wholeLog()
    const first = newLog()
    first.close()
    const after = toBytes(change(linesIn(bytes)))
    writeFileSync(`${first.folder}/audit-000001.jsonl`, after)
    const { audit } = newLog(first.folder, anchor)
    for (let n = 0; n < 20; n++) audit.record('later', { n })
    audit.flush(false)
    const line = firstDifference(bytes, after)
    expect(audit.verify(audit.head)).toMatchObject({ ok: false, records: line - 1, firstBad: { line, seq: line } })
  })

  test('by a crash between record and row is whole: the file may be ahead of the anchor', () => {
    const { audit, folder, close } = newLog()
    audit.record('a', {})
    const anchor = audit.head
    audit.record('b', {})
    audit.flush(false)
    close()
    const next = newLog(folder, anchor)
    next.audit.record('c', {})
    next.audit.flush(false)
    expect(next.audit.verify(anchor)).toMatchObject({ ok: true, records: 3 })
  })
})
