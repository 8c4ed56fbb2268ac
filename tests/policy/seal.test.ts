// Seals: made, and never spoilt by a process that ends at the wrong moment or by a disk that refuses.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type AuditRecord, parseRecord } from '../../policy/audit-record.ts'
import { isSigned, newKey, sign } from '../../policy/seal-keys.ts'
import { newLog } from './log.ts'
import { Disk, type Fault, type Home, type Life, newHome } from './sealed.ts'

const records = (home: Home): AuditRecord[] =>
  readdirSync(join(home.folder, 'audit'))
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) =>
      readFileSync(join(home.folder, 'audit', name), 'utf8')
        .trimEnd()
        .split('\n'),
    )
    .flatMap((line) => parseRecord(line) ?? [])

const keysOf = (home: Home) => JSON.parse(readFileSync(join(home.folder, 'key.json'), 'utf8'))

/** One life: some records, two seals, more records, an orderly end. Tells what is safely written. */
function liveOn({ journal }: Life, tag: string, told: string[] = []): void {
  const write = (name: string) => {
    journal.record('note', { name })
    journal.flush()
    told.push(name)
  }
  write(`${tag}1`)
  write(`${tag}2`)
  journal.seal()
  write(`${tag}3`)
  journal.seal()
  write(`${tag}4`)
  journal.close()
}

/** The same for a life that is cut off: what had been written by then. */
function cutOff(life: Life, tag: string): string[] {
  const told: string[] = []
  try {
    liveOn(life, tag, told)
  } catch {
    // The end came.
  }
  return told
}

describe('[audit.sealed] a sealed log', () => {
  test('begins with its first key, and each checkpoint is signed with the key that the one before it named', () => {
    const home = newHome()
    const life = home.live()
    liveOn(life, 'a')
    const seals = records(home).filter(({ type }) => type !== 'note')
    expect(seals.map(({ seq, type, from }) => [seq, type, from])).toEqual([
      [1, 'genesis', undefined],
      [4, 'checkpoint', 1],
      [6, 'checkpoint', 4],
      [8, 'checkpoint', 6],
    ])
    expect(new Set(seals.map(({ key, next }) => key ?? next)).size).toBe(4)
    expect(life.verify()).toMatchObject({
      ...{ ok: true, records: 8 },
      sealed: { key: seals[0]?.key, checkpoints: 3, seq: 8, restarts: 0 },
    })
  })

  test('keeps one private key, the one that signs next, for nobody else to read', () => {
    const home = newHome()
    const life = home.live()
    life.journal.record('note', {})
    life.journal.seal()
    const before = keysOf(home).current
    life.journal.record('note', {})
    life.journal.seal()
    const text = readFileSync(join(home.folder, 'key.json'), 'utf8')
    expect(text).not.toContain(before.private)
    expect(Object.keys(JSON.parse(text))).toEqual(['current'])
    expect(JSON.parse(text).current.public).toBe(records(home).at(-1)?.next)
    if (process.platform !== 'win32') expect(statSync(join(home.folder, 'key.json')).mode & 0o777).toBe(0o600)
  })

  test('gets no seal where nothing is new, and one by itself after so many records', () => {
    const home = newHome()
    const { journal, verify } = home.live()
    journal.seal()
    expect(records(home)).toEqual([])
    for (let n = 0; n < 256; n++) journal.record('note', { n })
    journal.flush()
    journal.seal()
    journal.seal()
    expect(verify()).toMatchObject({ ok: true, records: 258, sealed: { checkpoints: 1, seq: 258 } })
  })

  test('lets nobody else write a record that looks like a seal', () => {
    const { audit } = newLog()
    for (const type of ['genesis', 'checkpoint']) expect(() => audit.record(type, {})).toThrow('only the log itself')
  })

  test('is checked from a seal on that was checked before, and from nothing else', () => {
    const home = newHome()
    const life = home.live()
    liveOn(life, 'a')
    const { hash, seq } = life.verify().sealed ?? { hash: '', seq: 0 }
    life.leave()
    const next = home.live()
    liveOn(next, 'b')
    expect(next.verify({ seq, hash })).toMatchObject({ ok: true, records: 15, sealed: { seq: 15 } })
    expect(next.verify({ seq, hash: 'f'.repeat(64) })).toMatchObject({ ok: false, firstBad: { seq } })
    expect(next.verify({ seq: seq - 1, hash })).toMatchObject({ ok: false, firstBad: { seq: seq - 1 } })
    expect(next.verify({ seq: 99, hash })).toMatchObject({ ok: false, firstBad: { seq: 99 } })
  })

  test('that began without seals verifies as what it is, and is sealed from then on', () => {
    const home = newHome()
    const old = newLog(join(home.folder, 'audit'))
    for (let n = 0; n < 5; n++) old.audit.record('note', { n })
    old.audit.flush(true)
    old.close()
    const life = home.live()
    expect(life.verify()).toEqual({ ok: true, records: 5, head: old.audit.head.hash })
    life.journal.record('note', {})
    life.journal.seal()
    life.journal.record('note', {})
    life.journal.seal()
    expect(records(home).map(({ type }) => type)).toEqual([...Array(6).fill('note'), 'genesis', 'note', 'checkpoint'])
    expect(life.verify()).toMatchObject({ ok: true, records: 9, sealed: { seq: 9, checkpoints: 1 } })
  })

  test('goes on with a new first key where a backup was put back, and says so', () => {
    const home = newHome()
    const first = home.live()
    first.journal.record('note', {})
    first.journal.seal()
    first.leave()
    const key = readFileSync(join(home.folder, 'key.json'), 'utf8')
    const foreign = { current: newKey(), restored: true }
    writeFileSync(join(home.folder, 'key.json'), JSON.stringify(foreign))
    const life = home.live()
    // Not before it is on record: the mark beside the key excuses nothing by itself.
    expect(life.verify().ok).toBe(false)
    life.journal.record('restored', { file: 'backup.tar' })
    life.journal.flush()
    expect(life.verify().ok).toBe(true)
    liveOn(life, 'b')
    expect(life.verify()).toMatchObject({ ok: true, sealed: { restarts: 1 } })
    expect(keysOf(home).restored).toBe(undefined)
    expect(key).not.toContain('restored')
  })
})

describe('[audit.seal-crash] a process that ends', () => {
  const steps = () => {
    const home = newHome()
    const life = home.live()
    liveOn(life, 'a')
    return life.disk.steps
  }

  const expectWhole = (home: Home, told: readonly string[], where: string) => {
    const next = home.live()
    expect([where, next.verify().firstBad]).toEqual([where, undefined])
    liveOn(next, 'z')
    const { ok, records: count, sealed, firstBad } = next.verify()
    expect([where, ok, firstBad, sealed?.seq]).toEqual([where, true, undefined, count])
    const names = records(home).map(({ name }) => name)
    expect(names.filter((name) => told.includes(String(name)))).toEqual(told)
    expect(Object.keys(keysOf(home))).toEqual(['current'])
  }

  const strike = (fault: Fault) => {
    const home = newHome()
    const disk = new Disk(fault)
    const life = home.live(disk)
    const told = cutOff(life, 'a')
    life.leave()
    expectWhole(home, told, `${fault.how} ${disk.struck} (${fault.at})`)
  }

  test.each(['before', 'within', 'after'] as const)(
    '%s any write leaves a log that verifies and a key that fits',
    (how) => {
      const all = steps()
      expect(all).toBeGreaterThan(20)
      for (let at = 1; at <= all; at++) strike({ at, how })
    },
  )

  test('while an earlier one’s seal is being settled leaves them too', () => {
    const all = steps()
    const by = process.env.STEWARD_FULL === '1' ? 1 : 5
    for (let at = 1; at <= all; at += by)
      for (let again = 1; again <= 9; again += Math.min(by, 2)) {
        const home = newHome()
        for (const fault of [{ at, how: 'after' } as const, { at: again, how: 'within' } as const]) {
          const life = home.live(new Disk(fault))
          cutOff(life, 'a')
          life.leave()
        }
        expectWhole(home, [], `after ${at}, within ${again}`)
      }
  })
})

describe('[audit.seal-refused] a disk that refuses', () => {
  test('any one write keeps the log whole, and seals go on when it takes them again', () => {
    const home = newHome()
    const counting = home.live()
    liveOn(counting, 'a')
    for (let at = 1; at <= counting.disk.steps; at++) {
      const one = newHome()
      const disk = new Disk({ at, how: 'error' })
      const life = one.live(disk)
      cutOff(life, 'a')
      const where = `${disk.struck} (${at})`
      try {
        life.journal.flush()
      } catch {
        // A failed sync is the end of a log until the next start.
      }
      expect([where, life.verify().firstBad]).toEqual([where, undefined])
      life.leave()
      const next = one.live()
      liveOn(next, 'z')
      const { ok, firstBad, records: count, sealed } = next.verify()
      expect([where, ok, firstBad, sealed?.seq]).toEqual([where, true, undefined, count])
    }
  })
})

describe('a signature', () => {
  test('holds for its text and its key, in one spelling', () => {
    const [key, other] = [newKey(), newKey()]
    const made = sign('text', key)
    expect(isSigned('text', made, key.public)).toBe(true)
    expect(isSigned('texts', made, key.public)).toBe(false)
    expect(isSigned('text', made, other.public)).toBe(false)
    for (const odd of [made.toUpperCase(), `${made}00`, '', undefined, 7, 'g'.repeat(128)])
      expect(isSigned('text', odd, key.public)).toBe(false)
    expect(isSigned('text', made, 'nothing')).toBe(false)
  })
})
