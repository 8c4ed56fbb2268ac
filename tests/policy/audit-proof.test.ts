// The receipt of one call: it holds by itself, and nothing in it can be changed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AuditProof, makeProof, verifyProof } from '../../policy/audit-proof.ts'
import { sha256 } from '../../policy/canonical.ts'
import { pathRoot, treePath, treeRoot } from '../../policy/seal-tree.ts'
import { runs } from './runs.ts'
import { newHome } from './sealed.ts'

/** The lines of a log in which the calls c0 to c9 take turns, sealed now and then. */
function sealedLog(records: number, sealEvery: number): { line: string }[] {
  const home = newHome()
  const { journal } = home.live()
  for (let n = 0; n < records; n++) {
    journal.record('decided', { call: `c${n % 10}`, n })
    if (n % sealEvery === sealEvery - 1) journal.seal()
  }
  journal.close()
  const text = readFileSync(join(home.folder, 'audit/audit-000001.jsonl'), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => ({ line }))
}

const proofOf = (lines: Iterable<{ line: string }>, call: string): AuditProof => {
  const { proof } = makeProof(lines, call)
  if (!proof) throw new Error('no proof')
  return proof
}

describe('[audit.proof] the proof of a call', () => {
  test('holds without the log, with all of its records and no other’s', () => {
    const lines = sealedLog(100, 30)
    const { proof, left } = makeProof(lines, 'c3')
    const found = verifyProof(JSON.parse(JSON.stringify(proof)))
    expect([left, found.ok, found.why]).toEqual([0, true, undefined])
    expect(found.records.map(({ n }) => n)).toEqual([3, 13, 23, 33, 43, 53, 63, 73, 83, 93])
    expect(found.key).toBe(JSON.parse(lines[0]?.line ?? '{}').key)
    expect(JSON.stringify(proof)).not.toContain('"c4"')
  })

  test('grows with the logarithm of what lies between two seals', () => {
    const proof = proofOf(sealedLog(200, 1000), 'c7')
    expect(Math.max(...proof.records.map(({ path }) => path.length))).toBeLessThanOrEqual(8)
  })

  test('is for those who know the first key of the log, and of no other', () => {
    const proof = proofOf(sealedLog(20, 5), 'c1')
    expect(verifyProof(proof, proof.key).ok).toBe(true)
    expect(verifyProof(proof, 'ab'.repeat(32))).toMatchObject({ ok: false, records: [] })
  })

  test('is not made of records that no seal closes', () => {
    const lines = sealedLog(20, 5)
    const seal = lines.findLastIndex(({ line }) => line.includes('"type":"checkpoint"'))
    const before = lines.slice(0, seal).findLastIndex(({ line }) => line.includes('"type":"checkpoint"'))
    const { proof, left } = makeProof(lines.slice(0, Math.max(seal, before)), 'c9')
    expect((proof?.records.length ?? 0) + left).toBe(2)
    expect(makeProof(lines.slice(0, 3), 'c0')).toEqual({ proof: undefined, left: 1 })
    expect(makeProof(lines, 'nobody')).toEqual({ proof: undefined, left: 0 })
  })

  test('does not hold once anything in it is changed', () => {
    const proof = proofOf(sealedLog(60, 7), 'c5')
    const texts: ((proof: AuditProof, change: (text: string) => string) => void)[] = [
      (one, change) => Object.assign(one, { call: change(one.call) }),
      (one, change) => Object.assign(one, { key: change(one.key) }),
      (one, change) => Object.assign(one, { format: change(one.format) }),
      ...proof.links.flatMap((link, at) =>
        Object.keys(link).map((name) => (one: AuditProof, change: (text: string) => string) => {
          const target = one.links[at] as unknown as Record<string, string>
          target[name] = change(target[name] ?? '')
        }),
      ),
      ...proof.records.flatMap((_, at) => [
        (one: AuditProof, change: (text: string) => string) => {
          const target = one.records[at] as { line: string }
          target.line = change(target.line)
        },
        (one: AuditProof, change: (text: string) => string) => {
          const target = one.records[at] as { path: string[] }
          target.path[0] = change(target.path[0] ?? '')
        },
      ]),
    ]
    fc.assert(
      fc.property(fc.nat(texts.length - 1), fc.nat(), fc.integer({ min: 32, max: 126 }), (which, place, code) => {
        const copy = structuredClone(proof)
        let isChanged = false
        texts[which]?.(copy, (text) => {
          const at = place % Math.max(1, text.length)
          const other = text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1)
          isChanged = other !== text
          return other
        })
        fc.pre(isChanged)
        expect(verifyProof(copy)).toMatchObject({ ok: false, records: [] })
      }),
      runs(500, 10_000),
    )
  })

  test('does not hold with records swapped, repeated, moved to another seal or of another call', () => {
    const lines = sealedLog(60, 7)
    const proof = proofOf(lines, 'c5')
    const [first, second] = proof.records as [AuditProof['records'][number], AuditProof['records'][number]]
    const wrong: AuditProof[] = [
      { ...proof, records: [second, first] },
      { ...proof, records: [first, first] },
      { ...proof, records: [{ ...first, link: second.link }] },
      { ...proof, records: [{ ...first, link: -1 }] },
      { ...proof, records: [] },
      { ...proof, records: proofOf(lines, 'c6').records },
      { ...proof, links: proof.links.slice(1) },
      { ...proof, links: proof.links.toReversed() },
      { ...proof, links: [] },
    ]
    for (const one of wrong) expect(verifyProof(one)).toMatchObject({ ok: false, records: [] })
  })

  test('that is none does not bring the check down', () => {
    const proof = proofOf(sealedLog(20, 5), 'c1')
    const odd: unknown[] = [undefined, null, 1, '', [], {}, { ...proof, links: [null] }, { ...proof, records: [1] }]
    for (const one of odd) expect(verifyProof(one).ok).toBe(false)
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (links, records) => {
        expect(verifyProof({ ...proof, links, records }).ok).toBe(false)
      }),
      runs(100, 5000),
    )
  })
})

describe('the tree', () => {
  const hashes = Array.from({ length: 70 }, (_, at) => sha256(`record ${at}`))

  test('leads from every place of every size to its root, and from no other place', () => {
    for (let size = 1; size <= hashes.length; size++) {
      const part = hashes.slice(0, size)
      const root = treeRoot(part)
      for (let at = 0; at < size; at++) {
        const path = treePath(part, at)
        expect(pathRoot(part[at] ?? '', at, size, path)).toBe(root)
        const elsewhere = (at + 1) % size
        if (size > 1) expect(pathRoot(part[at] ?? '', elsewhere, size, path)).not.toBe(root)
        expect(pathRoot(part[at] ?? '', at, size, [...path, hashes[0] ?? ''])).not.toBe(root)
        if (path.length > 0) expect(pathRoot(part[at] ?? '', at, size, path.slice(1))).not.toBe(root)
      }
    }
  })

  test('is that of RFC 6962: the left half is the largest power of two', () => {
    const node = (left: string, right: string) => sha256(Buffer.from(`01${left}${right}`, 'hex'))
    const [a = '', b = '', c = '', d = '', e = ''] = hashes
    expect(treeRoot([a])).toBe(a)
    expect(treeRoot([a, b, c])).toBe(node(node(a, b), c))
    expect(treeRoot([a, b, c, d, e])).toBe(node(node(node(a, b), node(c, d)), e))
  })
})
