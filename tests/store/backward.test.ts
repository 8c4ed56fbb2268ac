import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readNewest } from '../../sidecar/store/backward.ts'
import { openLog } from '../../sidecar/store/log.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'steward-backward-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

describe('[audit.newest] a log read from the back', () => {
  test('gives the lines that it gives from the front, over segments and long lines', () => {
    const folder = newFolder()
    const log = openLog(folder, { segmentBytes: 100_000 })
    const line = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.integer({ max: 200_000, min: 0 }).map((n) => 'é'.repeat(n)),
    )
    for (const each of fc.sample(line, { numRuns: 60, seed: 7 })) log.append(`${each.replaceAll('\n', ' ')}\n`, false)
    const forward = Array.from(log.lines(), (each) => each.line)
    expect(forward.length).toBe(60)
    expect([...log.newest()]).toEqual(forward.reverse())
    log.close()
  })

  test('gives nothing of nothing, and empty lines as lines', () => {
    const folder = newFolder()
    expect([...readNewest(folder)]).toEqual([])
    writeFileSync(join(folder, 'audit-000001.jsonl'), '\n\na\n')
    writeFileSync(join(folder, 'audit-000002.jsonl'), '')
    expect([...readNewest(folder)]).toEqual(['a', '', ''])
  })

  test('is read no further than asked', () => {
    const folder = newFolder()
    // Were the older one opened, this would throw: its line is longer than any line may be.
    writeFileSync(join(folder, 'audit-000001.jsonl'), `${'x'.repeat(2 ** 21)}\n`)
    writeFileSync(join(folder, 'audit-000002.jsonl'), 'b\n')
    expect(readNewest(folder).next().value).toBe('b')
    expect(() => [...readNewest(folder)]).toThrow('too long')
  })
})
