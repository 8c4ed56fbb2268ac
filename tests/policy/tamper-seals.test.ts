// Somebody changes a sealed log, or puts back some of what belongs to it. Whatever they do, the first bad record is named.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { AuditHead, AuditRecord, Verification } from '../../policy/audit.ts'
import { gather, verifyLog } from '../../policy/audit-verify.ts'
import { canonical, sha256 } from '../../policy/canonical.ts'
import { sealOf } from '../../policy/seal.ts'
import { type KeyPair, newKey } from '../../policy/seal-keys.ts'
import { treeRoot } from '../../policy/seal-tree.ts'
import { runs } from './runs.ts'
import { newHome } from './sealed.ts'

/** Everything that belongs to a log. */
interface State {
  log: string[]
  key: string | undefined
  anchor: string | undefined
  database: AuditHead
}

/** A log as it was after each of its seals, the newest last. */
function history(atEnd?: (clear: () => void) => void): State[] {
  const home = newHome(atEnd)
  const { journal } = home.live()
  const read = (name: string) => readFileSync(join(home.folder, name), 'utf8')
  return Array.from({ length: 5 }, (_, at) => {
    for (let n = 0; n <= at % 3; n++) journal.record('note', { call: `c${at}`, name: `zoë ${at}.${n}` })
    journal.seal()
    const log = read('audit/audit-000001.jsonl').trimEnd().split('\n')
    return { log, key: read('key.json'), anchor: read('anchor.json'), database: journal.anchor() }
  })
}

const slot = (text: string | undefined) => ({ read: () => text, write: () => undefined })

function verify({ log, key, anchor, database }: State): Verification {
  const kept = gather({ keys: slot(key), anchor: slot(anchor) })
  return verifyLog(
    log.map((line, at) => ({ line, number: at + 1 })),
    { anchor: database, kept },
  )
}

const newest = (states: readonly State[]): State => states.at(-1) as State
const firstDifference = (a: readonly string[], b: readonly string[]): number => {
  const most = Math.max(a.length, b.length)
  for (let at = 0; at < most; at++) if (a[at] !== b[at]) return at + 1
  return 0
}

function expectFound(now: State, log: string[]): void {
  const { ok, firstBad } = verify({ ...now, log })
  const line = firstDifference(now.log, log)
  expect([ok, firstBad?.line, firstBad?.seq]).toEqual([false, line, line])
}

describe('[audit.tamper] somebody who, in a sealed log,', () => {
  const states = history(afterAll)
  const now = newest(states)
  const record = fc.nat(now.log.length - 1)

  test('touches nothing is not accused, at any time', () => {
    for (const state of states) expect(verify(state)).toMatchObject({ ok: true, records: state.log.length })
  })

  test('changes any character to any other', () => {
    fc.assert(
      fc.property(record, fc.nat(), fc.integer({ min: 32, max: 126 }), (at, place, code) => {
        const line = now.log[at] ?? ''
        const from = place % line.length
        const other = line.slice(0, from) + String.fromCharCode(code) + line.slice(from + 1)
        fc.pre(other !== line)
        expectFound(now, now.log.with(at, other))
      }),
      runs(500, 20_000),
    )
  })

  test('deletes, repeats, swaps or cuts off records', () => {
    const change = fc.constantFrom('delete', 'repeat', 'swap', 'cut')
    fc.assert(
      fc.property(change, record, record, (how, a, b) => {
        const { log } = now
        const [left = '', right = ''] = [log[a], log[b]]
        fc.pre(how !== 'swap' || a !== b)
        if (how === 'delete') expectFound(now, log.toSpliced(a, (b % 4) + 1))
        else if (how === 'repeat') expectFound(now, log.toSpliced(a, 0, right))
        else if (how === 'swap') expectFound(now, log.with(a, right).with(b, left))
        else expectFound(now, log.slice(0, a))
      }),
      runs(300, 5000),
    )
  })

  test('puts what belongs to another installation in its place', () => {
    const other = newest(history())
    for (const part of ['log', 'key', 'anchor', 'database'] as const)
      expect([part, verify({ ...now, [part]: other[part] }).ok]).toEqual([part, false])
  })

  test('takes the seals out, or never had them', () => {
    let prev = '0'.repeat(64)
    const plain = now.log
      .map((line) => JSON.parse(line) as AuditRecord)
      .filter(({ type }) => type === 'note')
      .map((each, at) => {
        const line = canonical({ ...each, seq: at + 1, prev })
        prev = sha256(line)
        return line
      })
    const database = { seq: plain.length, hash: prev }
    expect(verify({ ...now, log: plain, database }).ok).toBe(false)
    expect(verify({ ...now, log: plain, anchor: undefined, database }).ok).toBe(false)
    expect(verify({ ...now, log: plain, key: undefined, database }).ok).toBe(false)
  })

  test.each(['key', 'anchor'] as const)('deletes or spoils the %s', (part) => {
    for (const text of [undefined, '', '{', 'null', '{"current":{"public":"x"}}', '{"seq":1}'])
      expect([text, verify({ ...now, [part]: text }).ok]).toEqual([text, false])
  })
})

describe('[audit.roll-back] somebody who puts back an older', () => {
  const states = history(afterAll)
  const now = newest(states)
  const parts = ['log', 'key', 'anchor', 'database'] as const
  const subsets = Array.from({ length: 14 }, (_, at) => parts.filter((_part, bit) => ((at + 1) >> bit) & 1))

  test.each(subsets.map((each) => [each.join(' and '), each] as const))('%s is found out', (_name, subset) => {
    for (const old of states.slice(0, -1)) {
      const mixed = { ...now, ...Object.fromEntries(subset.map((part) => [part, old[part]])) }
      const { ok, firstBad } = verify(mixed)
      expect([old.log.length, ok]).toEqual([old.log.length, false])
      // A log that was cut ends too early; a whole one ends with the seal that the rest does not know.
      expect(firstBad?.seq).toBe(subset.includes('log') ? old.log.length + 1 : now.log.length)
    }
  })

  test.each(subsets.map((each) => [each.join(' and '), each] as const))(
    '%s is found out too where the key is marked as restored, and no restore is on record',
    (_name, subset) => {
      for (const old of states.slice(0, -1)) {
        const mixed = { ...now, ...Object.fromEntries(subset.map((part) => [part, old[part]])) }
        const key = JSON.stringify({ ...JSON.parse(mixed.key ?? '{}'), restored: true })
        expect([old.log.length, verify({ ...mixed, key }).ok]).toEqual([old.log.length, false])
      }
    },
  )

  test('of all of them at once is not: nothing is left that knows better', () => {
    for (const old of states) expect(verify(old).ok).toBe(true)
  })
})

/** Writes the log anew from a record on, with the keys at hand, and everything else to match. */
function reseal(
  now: State,
  from: number,
  keyFor: (at: number) => { key: KeyPair; next: KeyPair },
  rootOf = treeRoot,
): State {
  const log = now.log.slice(0, from - 1)
  const hashes = log.map(sha256)
  let seal: AuditRecord | undefined
  for (const [at, line] of now.log.entries()) {
    const old = JSON.parse(line) as AuditRecord
    const isSeal = old.type !== 'note'
    if (at + 1 >= from) {
      const body: Record<string, unknown> = { ...old, prev: hashes.at(-1) ?? '0'.repeat(64) }
      if (old.type === 'note') body.name = 'forged'
      const { key, next } = keyFor(at)
      if (old.type === 'genesis') body.key = next.public
      if (old.type === 'checkpoint') {
        delete body.sig
        Object.assign(body, { root: rootOf(hashes.slice((seal?.seq ?? 1) - 1)), next: next.public })
        body.sig = sealOf(body, key)
      }
      log.push(canonical(body))
      hashes.push(sha256(log.at(-1) ?? ''))
    }
    if (isSeal) seal = JSON.parse(log[at] ?? '') as AuditRecord
  }
  const last = { seq: log.length, hash: hashes.at(-1) ?? '' }
  return { log, key: now.key, anchor: JSON.stringify({ ...last, sig: seal?.sig ?? '' }), database: last }
}

describe('[audit.old-keys] somebody who holds everything of today', () => {
  const now = newest(history(afterAll))
  const today = JSON.parse(now.key ?? '').current as KeyPair
  const seals = now.log.flatMap((line, at) => (line.includes('"type":"checkpoint"') ? [at + 1] : []))

  test('can not seal yesterday with today’s key: the first seal after the change is named', () => {
    for (let from = 2; from <= (seals.at(-1) ?? 0); from++) {
      const forged = reseal(now, from, () => ({ key: today, next: today }))
      const closing = seals.find((seq) => seq >= from)
      expect([from, verify(forged).ok, verify(forged).firstBad?.seq]).toEqual([from, false, closing])
    }
  })

  test('can not put keys of their own in between either', () => {
    const own = now.log.map(newKey)
    const keyFor = (at: number) => ({ key: own[at - 1] ?? today, next: own[at] ?? today })
    for (let from = 2; from <= (seals.at(-1) ?? 0); from++) {
      const forged = reseal(now, from, keyFor)
      const last = JSON.stringify({ current: own.at(-1) })
      expect(verify({ ...forged, key: last }).firstBad?.seq).toBe(seals.find((seq) => seq >= from))
    }
  })

  const anew = (rootOf?: typeof treeRoot) => {
    const own = now.log.map(newKey)
    let before = own[0] as KeyPair
    const keyFor = (at: number) => {
      const pair = { key: before, next: own[at] as KeyPair }
      if (at === 0 || seals.includes(at + 1)) before = pair.next
      return pair
    }
    const forged = reseal(now, 1, keyFor, rootOf)
    return { state: { ...forged, key: JSON.stringify({ current: before }) }, first: own[0]?.public }
  }

  test('can only write the whole of it anew, and then its first key is another one', () => {
    const { state, first } = anew()
    expect(verify(state)).toMatchObject({ ok: true, sealed: { key: first } })
    expect(verify(now).sealed?.key).not.toBe(first)
  })

  test('can not seal a root that is not that of the records, even with the right key', () => {
    const { state } = anew((hashes) => treeRoot(hashes.toReversed()))
    expect(verify(state)).toMatchObject({ ok: false, firstBad: { seq: seals[0] } })
  })
})
