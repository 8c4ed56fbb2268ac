// Kill -9 while events are made, changed and taken away, again and again, on one data folder.
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type CallView, type Sidecar, startSidecar, tempFolder } from '../rpc/process.ts'
import { untilGone } from './harness.ts'

const full = process.env.STEWARD_FULL === '1'
const kills = full ? 100 : 8
const seed = Number(process.env.STEWARD_SEED ?? 1)
const perLife = 5
/** The first question loads the calendars in a thread of its own. */
const LONGEST_MS = 700

function seeded(from: number): () => number {
  let state = from
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

interface Wish {
  callId: string
  tool: string
  input: Record<string, unknown>
}

const titles = (home: string): string[] => {
  const folder = path.join(home, 'data/calendars/personal')
  const names = fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith('.ics')) : []
  return names
    .map((name) => fs.readFileSync(path.join(folder, name), 'utf8'))
    .map((text) => {
      // None is cut off in the middle.
      expect(text.trimEnd().endsWith('END:VCALENDAR')).toBe(true)
      return /^SUMMARY:(.*?)\r?$/m.exec(text)?.[1] ?? ''
    })
}

describe('[crash.calendar] events while sidecars are killed', () => {
  it(`are all there once, as their calls say, after ${kills} kills`, { timeout: 900_000 }, async () => {
    const random = seeded(seed)
    const home = tempFolder()
    const wishes: Wish[] = []
    const ended = new Map<string, CallView>()
    const push = async ({ client }: Sidecar, wish: Wish) => {
      const view = await client.call('tool/call', wish)
      ended.set(wish.callId, view)
    }
    for (let life = 1; life <= kills; life++) {
      for (let n = 0; n < perLife; n++) {
        const name = `e${life}-${n}`
        const input = { title: name, when: `2030-05-${String((n % 28) + 1).padStart(2, '0')}T12:00`, minutes: 30 }
        wishes.push({ callId: `make-${name}`, tool: 'calendar_create', input })
      }
      const sidecar = await startSidecar({ home, env: { TZ: 'Europe/Berlin' } })
      setTimeout(() => void sidecar.kill(), random() * LONGEST_MS)
      const open = wishes.filter(({ callId }) => !ended.has(callId))
      await untilGone(open.map((wish) => push(sidecar, wish)))
      await sidecar.kill()
      // Whatever was told to be done is on the disk, once.
      const there = titles(home)
      expect(new Set(there).size).toBe(there.length)
      for (const [callId, { state }] of ended) if (state === 'done') expect(there).toContain(callId.slice(5))
    }
    const last = await startSidecar({ home, env: { TZ: 'Europe/Berlin' } })
    await Promise.all(wishes.map((wish) => push(last, wish)))
    const there = titles(home)
    expect(new Set(there).size).toBe(there.length)
    const done = wishes.filter(({ callId }) => ended.get(callId)?.state === 'done').map(({ callId }) => callId.slice(5))
    // Given up after three kills, a call may have written its event by then, and says so; nothing else is there.
    const isGivenUp = ({ callId }: Wish) => ended.get(callId)?.error?.code === 'INTERRUPTED'
    const givenUp = wishes.filter(isGivenUp).map(({ callId }) => callId.slice(5))
    expect(there.filter((title) => !givenUp.includes(title)).toSorted()).toEqual(done.toSorted())
    expect(done.length + givenUp.length).toBe(wishes.length)
    // Those of the last life at least; one that was running at three kills is given up.
    expect(done.length).toBeGreaterThanOrEqual(perLife)
    expect((await last.client.call('audit/verify', {})).ok).toBe(true)
    await last.end()
  })
})
