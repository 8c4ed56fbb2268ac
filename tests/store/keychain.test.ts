// The key that seals the log, on its way from the file to the keychain and back, with a keychain that a test can spoil.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { keychainWish } from '../../sidecar/store/keychain-places.ts'
import { KeychainSlot } from '../../sidecar/store/keychain-slot.ts'
import { Disk, type Home, type Life, newHome } from '../policy/sealed.ts'

/** A keychain that outlives processes. */
class Chain {
  readonly kept = new Map<string, string>()
  refuses = false
  disk = new Disk()

  async ask(account: string, signal: AbortSignal, secret?: string): Promise<string | undefined> {
    if (this.refuses) throw new Error('It is locked')
    signal.throwIfAborted()
    return this.disk.step('keychain', () => {
      if (secret !== undefined) this.kept.set(account, secret)
      return this.kept.get(account)
    })
  }
}

interface World {
  home: Home
  chain: Chain
  /** A process that may use the keychain, once that has answered. */
  live(disk?: Disk): Promise<Life & { slot: KeychainSlot }>
  /** One that may not. */
  without(): Promise<Life & { slot: KeychainSlot }>
}

function newWorld(): World {
  const chain = new Chain()
  let slot: KeychainSlot | undefined
  let isUsed = true
  const home = newHome(undefined, (file) => {
    slot = new KeychainSlot({ file, name: 'here', keychain: isUsed ? async () => chain : undefined })
    return slot
  })
  const start = async (disk: Disk) => {
    chain.disk = disk
    const life = home.live(disk)
    if (!slot) throw new Error('no slot')
    await slot.ready(10_000)
    return { ...life, slot }
  }
  return {
    ...{ home, chain },
    live(disk = new Disk()) {
      isUsed = true
      return start(disk)
    },
    without() {
      isUsed = false
      return start(new Disk())
    },
  }
}

const text = ({ home }: World) => readFileSync(join(home.folder, 'key.json'), 'utf8')
const keysOf = (world: World) => JSON.parse(text(world))

function work({ journal }: Life): void {
  for (const name of ['a', 'b']) {
    journal.record('note', { name })
    journal.seal()
  }
  journal.close()
}

function cutOff(life: Life): void {
  try {
    work(life)
  } catch {
    // The end came.
  }
  life.leave()
}

const records = (life: Life) => life.journal.audit.query(() => true, 1000).reverse()

describe('[audit.keychain] the key of a log', () => {
  test('moves to the keychain with the next seal, and no private half stands in the file any more', async () => {
    const world = newWorld()
    const before = await world.without()
    work(before)
    before.leave()
    expect(keysOf(world).current.private).toMatch(/^[0-9a-f]{64}$/)
    expect(before.slot.place()).toEqual({ where: 'file', isShut: false })
    const after = await world.live()
    expect(keysOf(world).current.private).toBeDefined()
    work(after)
    expect(Object.keys(keysOf(world).current)).toEqual(['public', 'box'])
    expect(text(world)).not.toContain('private')
    for (const secret of world.chain.kept.values()) expect(text(world)).not.toContain(secret)
    expect(after.verify()).toMatchObject({ ok: true, sealed: { restarts: 0 } })
    expect(after.slot.place()).toEqual({ where: 'keychain', isShut: false })
    after.leave()
    const again = await world.live()
    work(again)
    expect(again.verify()).toMatchObject({ ok: true, sealed: { restarts: 0 } })
    expect(world.chain.kept.size).toBe(1)
  })

  test('begins in the file where the keychain does not answer, and nothing waits for it', async () => {
    const world = newWorld()
    world.chain.refuses = true
    const life = await world.live()
    work(life)
    expect(keysOf(world).current.private).toBeDefined()
    expect(life.verify()).toMatchObject({ ok: true, sealed: { checkpoints: 2 } })
    expect(life.slot.place()).toEqual({ where: 'file', isShut: false, why: 'It is locked' })
  })

  test('goes on signing where the keychain vanishes while it is in use', async () => {
    const world = newWorld()
    const life = await world.live()
    world.chain.refuses = true
    work(life)
    expect(life.verify()).toMatchObject({ ok: true, sealed: { restarts: 0, checkpoints: 2 } })
    expect(text(world)).not.toContain('private')
  })

  test('waits where the keychain is shut: records are written, and sealed when it is open again', async () => {
    const world = newWorld()
    const first = await world.live()
    work(first)
    first.leave()
    world.chain.refuses = true
    const kept = text(world)
    const shut = await world.live()
    work(shut)
    expect(shut.slot.place()).toEqual({ where: 'keychain', isShut: true, why: 'It is locked' })
    expect(text(world)).toBe(kept)
    expect(shut.verify()).toMatchObject({ ok: true })
    expect(records(shut).filter(({ type }) => type === 'note').length).toBe(4)
    expect(records(shut).at(-1)).toMatchObject({ type: 'note' })
    shut.leave()
    world.chain.refuses = false
    const open = await world.live()
    work(open)
    const { ok, records: all, sealed } = open.verify()
    expect([ok, sealed?.seq, sealed?.restarts]).toEqual([true, all, 0])
  })

  test('is asked for again when the keychain is opened while Steward runs', async () => {
    const world = newWorld()
    const first = await world.live()
    work(first)
    first.leave()
    world.chain.refuses = true
    const life = await world.live()
    life.journal.record('note', {})
    life.journal.seal()
    expect(records(life).at(-1)?.type).toBe('note')
    world.chain.refuses = false
    await life.slot.ready(10_000)
    life.journal.seal()
    expect(records(life).at(-1)?.type).toBe('checkpoint')
    expect(life.verify()).toMatchObject({ ok: true, sealed: { restarts: 0 } })
  })

  test.each([
    ['has lost it', (world: World) => world.chain.kept.clear()],
    [
      'has another one',
      (world: World) => {
        for (const account of world.chain.kept.keys()) world.chain.kept.set(account, 'f'.repeat(64))
      },
    ],
  ])('is made anew where the keychain %s, and the log says so', async (_, spoil) => {
    const world = newWorld()
    const first = await world.live()
    work(first)
    first.leave()
    spoil(world)
    const life = await world.live()
    expect(life.verify()).toMatchObject({ ok: true })
    work(life)
    expect(life.verify()).toMatchObject({ ok: true, sealed: { restarts: 1 } })
    const again = records(life).filter(({ type }) => type === 'genesis')[1]
    expect(again).toMatchObject({ restored: true, lost: true })
    expect(Object.keys(keysOf(world))).toEqual(['current', 'id'])
    expect(text(world)).not.toContain('private')
  })

  test('is made anew in the file where the keychain is not to be used any more', async () => {
    const world = newWorld()
    const first = await world.live()
    work(first)
    first.leave()
    const life = await world.without()
    work(life)
    expect(life.verify()).toMatchObject({ ok: true, sealed: { restarts: 1 } })
    expect(Object.keys(keysOf(world))).toEqual(['current'])
    expect(keysOf(world).current.private).toBeDefined()
  })

  test('that is lost hides no change to the log: what is kept must still fit it', async () => {
    const world = newWorld()
    const first = await world.live()
    work(first)
    first.leave()
    world.chain.kept.clear()
    const anchor = join(world.home.folder, 'anchor.json')
    writeFileSync(anchor, JSON.stringify({ ...JSON.parse(readFileSync(anchor, 'utf8')), hash: '0'.repeat(64) }))
    const life = await world.live()
    work(life)
    expect(life.verify().ok).toBe(false)
    expect(records(life).filter(({ type }) => type === 'genesis').length).toBe(1)
  })

  test('fits two copies of a folder, and one that was moved', async () => {
    const world = newWorld()
    const first = await world.live()
    work(first)
    first.leave()
    const copy = text(world)
    const second = await world.live()
    work(second)
    const moved = new KeychainSlot({
      ...{ file: { read: () => copy, write: () => {} }, name: 'elsewhere' },
      keychain: async () => world.chain,
    })
    await moved.ready(10_000)
    expect(JSON.parse(moved.read() ?? '').current.private).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('[audit.keychain-crash] a process that ends while the key moves to the keychain', () => {
  const count = async () => {
    const world = newWorld()
    const first = await world.without()
    work(first)
    first.leave()
    const life = await world.live()
    work(life)
    return life.disk.steps
  }

  test.each(['before', 'within', 'after'] as const)('%s any step leaves a key that fits', async (how) => {
    const all = await count()
    expect(all).toBeGreaterThan(15)
    for (let at = 1; at <= all; at++) {
      const world = newWorld()
      const first = await world.without()
      work(first)
      first.leave()
      const disk = new Disk({ at, how })
      cutOff(await world.live(disk))
      const where = `${how} ${disk.struck} (${at})`
      const next = await world.live()
      expect([where, next.verify().firstBad]).toEqual([where, undefined])
      work(next)
      const { ok, records: total, sealed } = next.verify()
      expect([where, ok, sealed?.seq, sealed?.restarts]).toEqual([where, true, total, 0])
      expect([where, Object.keys(keysOf(world))]).toEqual([where, ['current', 'id']])
      expect(text(world)).not.toContain('private')
      expect(world.chain.kept.size).toBe(1)
    }
  })

  test('or begins anew, since the keychain has lost it, leaves one too', async () => {
    for (let at = 1; at <= (await count()); at++) {
      const world = newWorld()
      const first = await world.live()
      work(first)
      first.leave()
      world.chain.kept.clear()
      const disk = new Disk({ at, how: 'after' })
      cutOff(await world.live(disk))
      const where = `${disk.struck} (${at})`
      const next = await world.live()
      expect([where, next.verify().firstBad]).toEqual([where, undefined])
      work(next)
      const { ok, records: total, sealed } = next.verify()
      expect([where, ok, sealed?.seq]).toEqual([where, true, total])
      expect(sealed?.restarts).toBeGreaterThan(0)
    }
  })
})

describe('the keychain', () => {
  test('is used unless a folder of its own or the user says otherwise', () => {
    expect(keychainWish({})).toEqual({ use: true })
    expect(keychainWish({ STEWARD_HOME: '/x' })).toEqual({ use: false, why: 'STEWARD_HOME is set' })
    expect(keychainWish({ STEWARD_HOME: '/x', STEWARD_KEYCHAIN: 'on' })).toEqual({ use: true })
    expect(keychainWish({ STEWARD_KEYCHAIN: 'off' })).toEqual({ use: false, why: 'STEWARD_KEYCHAIN is off' })
    expect(keychainWish({ STEWARD_KEYCHAIN: 'yes' })).toMatchObject({ use: false })
  })
})
