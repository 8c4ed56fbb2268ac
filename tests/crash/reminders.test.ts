// Kill -9 around the moment at which reminders are due, again and again, on one data folder.
import { describe, expect, it } from 'vitest'
import type { ReminderView } from '../../sidecar/text/agenda/types.ts'
import { type Sidecar, until } from '../rpc/process.ts'
import { hasLooked, ReminderFiles, secondAfter } from '../servers/reminderfiles.ts'
import { World } from './harness.ts'
import type { Point } from './kill.ts'

const full = process.env.STEWARD_FULL === '1'
const kills = full ? 100 : 10
const seed = Number(process.env.STEWARD_SEED ?? 1)
const perLife = 4
/** Long enough for a first look, and for what is written to be seen. */
const LOOK_MS = 800
const BEFORE_MS = 150
const AFTER_MS = 450

function seeded(from: number): () => number {
  let state = from
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))

/** All that was told over all lives. */
class Told {
  readonly #all = new Map<string, number>()

  hear(sidecar: Sidecar | undefined): void {
    for (const { event, data } of sidecar?.events ?? []) {
      if (event !== 'reminder/due') continue
      const { id } = data as ReminderView
      this.#all.set(id, (this.#all.get(id) ?? 0) + 1)
    }
  }

  get count(): number {
    return this.#all.size
  }

  /** Each of them is listed, and none was told twice. */
  async expectOnce(sidecar: Sidecar, uids: readonly string[]): Promise<void> {
    await until('all of them', async () => {
      const { due } = await sidecar.client.call('reminder/list', {})
      return due.length >= uids.length
    })
    const { due, coming } = await sidecar.client.call('reminder/list', {})
    expect(due.map(({ uid }) => uid).toSorted()).toEqual([...uids].toSorted())
    expect(coming).toEqual([])
    this.hear(sidecar)
    expect([...this.#all].filter(([, times]) => times > 1)).toEqual([])
    const ids = new Set(due.map(({ id }) => id))
    expect([...this.#all.keys()].filter((id) => !ids.has(id))).toEqual([])
    expect(await sidecar.client.call('audit/verify', {})).toMatchObject({ ok: true })
  }
}

/** A world with a past: what comes from now on counts. */
async function lived() {
  const world = new World()
  const files = new ReminderFiles(world.home)
  const first = await world.start()
  await until('a first look', () => hasLooked(world.home, 0))
  await first.kill()
  return { world, files }
}

describe('[reminder.once] sidecars that are killed', () => {
  it(`around the due moment tell every reminder, and none twice, ${kills} kills in a row`, {
    timeout: 900_000,
  }, async () => {
    const random = seeded(seed)
    const { world, files } = await lived()
    const told = new Told()
    const uids: string[] = []
    for (let life = 0; life < kills; life++) {
      // Every other one is killed while it starts, the rest around the time at which something is due.
      const isStarting = life % 2 === 0
      const running = isStarting ? undefined : await world.start()
      if (running) await running.client.call('reminder/list', {})
      const at = secondAfter(LOOK_MS)
      for (let n = 0; n < perLife; n++) {
        uids.push(`${life}-${n}`)
        files.write(`${life}-${n}`, at)
      }
      const left = at - Date.now() - BEFORE_MS + random() * (BEFORE_MS + AFTER_MS)
      const sidecar = running ?? (await world.startFor(left))
      if (running) setTimeout(() => void running.kill(), left)
      await sidecar?.exited
      told.hear(sidecar)
    }
    const heard = told.count
    expect(heard, 'some came before the last start').toBeGreaterThan(0)
    await told.expectOnce(await world.start(), uids)
  })

  const points: Point[] = full
    ? ['before-audit', 'torn-audit', 'before-sync', 'after-sync', 'before-commit', 'after-commit']
    : ['before-commit', 'after-commit']
  it.each(points)(
    'at the point %s of any commit tell every reminder, and none twice',
    { timeout: 300_000 },
    async (point) => {
      const { world, files } = await lived()
      const told = new Told()
      const uids: string[] = []
      for (let nth = 1; nth <= (full ? 6 : 2); nth++) {
        const uid = `${point}-${nth}`
        uids.push(uid)
        const at = secondAfter(0)
        files.write(uid, at)
        await pause(at - Date.now() + 1)
        const sidecar = await world.start(`${point}:${nth}`).catch(() => undefined)
        await Promise.race([sidecar?.exited, pause(2500)])
        told.hear(sidecar)
        await sidecar?.kill()
      }
      await told.expectOnce(await world.start(), uids)
    },
  )
})
