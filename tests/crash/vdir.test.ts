// A local calendar whose writer is killed: what is there is what was there, or what was meant, and never half of it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { etagOf } from '../../sidecar/ports/calendar/plan.ts'
import { vdirProvider } from '../../sidecar/ports/calendar/vdir.ts'
import { WorkerHost } from '../../sidecar/ports/calendar/workerhost.ts'
import type { ResourceChange } from '../../sidecar/text/agenda/types.ts'
import { eventText } from '../contract/calendars.ts'

const isFull = process.env.STEWARD_FULL === '1'
const script = join(import.meta.dirname, 'vdirwriter.ts')
const never = new AbortController().signal
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

const before = eventText('mine', 'Before')
const after = eventText('mine', 'After')
const inner = (text: string) => text.split('\r\n').slice(3, -2).join('\r\n')
const shared = before.replace('END:VCALENDAR', `${inner(eventText('theirs', 'Theirs'))}\r\nEND:VCALENDAR`)

/** What is there at first, what is done to it, and at which steps there is something to be cut off. */
const deeds: Record<string, { there?: string; change: Omit<ResourceChange, 'uid'>; steps: number }> = {
  'a new entry': { change: { text: after, base: null }, steps: 4 },
  'a change': { there: before, change: { text: after, base: etagOf(before) }, steps: 4 },
  'a removal': { there: before, change: { text: null, base: etagOf(before) }, steps: 1 },
  'a change in a file of several': { there: shared, change: { text: after, base: etagOf(shared) }, steps: 4 },
  'a removal from a file of several': { there: shared, change: { text: null, base: etagOf(shared) }, steps: 8 },
}

function placed(there: string | undefined): { root: string; folder: string } {
  const root = mkdtempSync(join(tmpdir(), 'steward-vdir-'))
  cleanups.push(() => rmSync(root, { recursive: true, force: true }))
  const folder = join(root, 'calendars', 'personal')
  mkdirSync(folder, { recursive: true })
  if (there !== undefined) writeFileSync(join(folder, 'mine.ics'), there)
  return { root, folder }
}

/** Runs the writer to its end; how it ended. */
async function written(root: string, step: number, change: ResourceChange, lifeMs?: number): Promise<string | number> {
  const child = spawn(process.execPath, [script, root, String(step), JSON.stringify(change)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const timer = lifeMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), lifeMs)
  const [code, signal] = await once(child, 'exit')
  clearTimeout(timer)
  return signal ?? code
}

const titles = (text: string) => [...text.matchAll(/SUMMARY:(\w+)/g)].map(([, title]) => title).toSorted()

/** What is there is whole and is one or the other; and whoever comes next can go on. */
async function holds(root: string, folder: string, there: string | undefined, text: string | null): Promise<void> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.ics'))
  const found = names.map((name) => readFileSync(join(folder, name), 'utf8'))
  for (const each of found) expect(each).toMatch(/^BEGIN:VCALENDAR[\s\S]*END:VCALENDAR\r\n$/)
  const others = there === shared ? ['Theirs'] : []
  const old = [...others, ...(there === undefined ? [] : ['Before'])].toSorted()
  const fresh = [...others, ...(text === null ? [] : ['After'])].toSorted()
  expect([old, fresh]).toContainEqual(titles(found.join('')))
  const host = new WorkerHost({ log: () => undefined })
  cleanups.push(() => host.close())
  const provider = vdirProvider({
    folder: join(root, 'calendars'),
    lock: join(root, 'lock'),
    ask: host.ask,
    changed: () => undefined,
  })
  const now = await provider.resource('personal', 'mine', never).catch(() => undefined)
  const change = { uid: 'mine', text: eventText('mine', 'Next'), base: now?.etag ?? null }
  await provider.put('personal', change, never)
  expect((await provider.resource('personal', 'mine', never)).text).toContain('SUMMARY:Next')
  // Nothing of the one that was killed is left lying about.
  expect(readdirSync(folder).filter((name) => !name.endsWith('.ics'))).toEqual([])
}

describe('a writer of a local calendar that is killed', () => {
  for (const [what, { there, change, steps }] of Object.entries(deeds)) {
    test(`at any step of ${what} leaves the old or the new [calendar.crash]`, async () => {
      for (let step = 1; step <= steps; step++) {
        const { root, folder } = placed(there)
        expect(await written(root, step, { uid: 'mine', ...change })).toBe('SIGKILL')
        await holds(root, folder, there, change.text)
      }
      const { root, folder } = placed(there)
      expect(await written(root, steps + 1, { uid: 'mine', ...change })).toBe(0)
      await holds(root, folder, there, change.text)
    }, 240_000)
  }

  test(`at any time leaves the old or the new [calendar.crash]`, async () => {
    const all = Object.values(deeds)
    for (let n = 0; n < (isFull ? 150 : 4); n++) {
      const { there, change } = all[n % all.length] as (typeof all)[number]
      const { root, folder } = placed(there)
      await written(root, 0, { uid: 'mine', ...change }, 60 + ((n * 37) % 400))
      await holds(root, folder, there, change.text)
    }
  }, 600_000)
})
