// The thread that reads calendars: it is replaced when it hangs or dies, names whose fault that was, and keeps nobody waiting.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { Library } from '../../../sidecar/ports/calendar/library.ts'
import { WorkerHost } from '../../../sidecar/ports/calendar/workerhost.ts'
import { eventText } from '../../contract/calendars.ts'
import { tempFolder } from './place.ts'

const viewer = { zone: 'Europe/Berlin', me: [] }
const query = { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' }
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

function folders(...names: string[]): { id: string; folder: string }[] {
  const root = tempFolder()
  cleanups.push(() => rmSync(root, { recursive: true, force: true }))
  return names.map((id) => {
    const folder = join(root, id)
    mkdirSync(folder)
    writeFileSync(join(folder, 'a.ics'), eventText(`${id}-a`, id))
    return { id, folder }
  })
}

function opened(parts: Partial<ConstructorParameters<typeof WorkerHost>[0]> = {}): WorkerHost & { lines: string[] } {
  const lines: string[] = []
  const host = new WorkerHost({ log: (line) => void lines.push(line), ...parts })
  cleanups.push(() => host.close())
  return Object.assign(host, { lines })
}

/** Short lines that take all the memory there is once they are read: each file is within its own limit. */
const heavy = (n: number) =>
  `BEGIN:VCALENDAR\r\n${'BEGIN:VEVENT\r\nX:1\r\nEND:VEVENT\r\n'.repeat(660_000)}X-N:${n}\r\nEND:VCALENDAR\r\n`

describe('the thread of calendars', () => {
  test('is not there before it is asked, answers, and ends when idle [calendar.thread]', async () => {
    const host = opened({ idleMs: 100 })
    const sources = folders('one')
    expect(host.isRunning).toBe(false)
    const { list, told } = await host.ask('events', { sources, query, limit: 10, viewer })
    expect([list.length, told, host.isRunning]).toEqual([1, [{ id: 'one', fault: undefined }], true])
    await expect.poll(() => host.isRunning, { timeout: 10_000 }).toBe(false)
    expect((await host.ask('events', { sources, query, limit: 10, viewer })).list).toHaveLength(1)
  })

  test('says the same as the library without it [calendar.thread]', async () => {
    const host = opened()
    const sources = folders('one', 'two')
    const ask = { sources, query, limit: 10, viewer }
    expect(await host.ask('events', ask)).toEqual(new Library().answer('events', ask))
  })

  test('answers many questions at once, and passes on what is wrong with one [calendar.thread]', async () => {
    const host = opened()
    const sources = folders('one')
    const asks = Array.from({ length: 50 }, (_, n) =>
      host.ask('events', { sources, query: n === 20 ? { ...query, from: 'yesterday' } : query, limit: 10, viewer }),
    )
    const ends = await Promise.allSettled(asks)
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(49)
    expect(ends[20]).toMatchObject({ status: 'rejected', reason: { code: 'BAD_INPUT' } })
  })

  test('that takes too long is replaced, and only the question it was at fails [calendar.thread]', async () => {
    const host = opened({ longestMs: 20 })
    const sources = folders('one')
    const endless = eventText('endless', 'Endless', 'RRULE:FREQ=SECONDLY;BYSETPOS=-1;BYMONTH=11')
    for (let n = 0; n < 20; n++) writeFileSync(join(sources[0]?.folder ?? '', `${n}.ics`), endless)
    const ask = { sources, query, limit: 10, viewer }
    await expect(host.ask('events', ask)).rejects.toMatchObject({ code: 'TIMEOUT', hint: expect.any(String) })
    for (let n = 0; n < 20; n++) rmSync(join(sources[0]?.folder ?? '', `${n}.ics`))
    Object.assign(host, { parts: { log: () => undefined } })
    host.forgive(sources[0]?.folder ?? '')
    expect((await host.ask('events', ask)).list).toHaveLength(1)
  })

  test('that runs out of memory costs the guilty calendar, and the others answer [calendar.thread]', async () => {
    const host = opened({ memoryMb: 96 })
    const [good, bad, last] = folders('good', 'bad', 'last')
    const sources = [good, bad, last].filter((each) => each !== undefined)
    writeFileSync(join(bad?.folder ?? '', 'heavy.ics'), heavy(1))
    const ask = { sources, query, limit: 10, viewer }
    const { list, told } = await host.ask('events', ask)
    expect(list.map(({ title }) => title).toSorted()).toEqual(['good', 'last'])
    expect(told.find(({ id }) => id === 'bad')?.fault).toMatch(/memory|too long/)
    expect(host.lines.join()).toContain('bad')
    // It is left alone for a while, so nobody waits for it again.
    const begun = performance.now()
    expect((await host.ask('events', ask)).list).toHaveLength(2)
    expect(performance.now() - begun).toBeLessThan(10_000)
    await expect(
      host.ask('events', { ...ask, sources: [bad].filter((each) => each !== undefined) }),
    ).resolves.toMatchObject({
      list: [],
      told: [{ id: 'bad', fault: expect.any(String) }],
    })
  }, 120_000)

  test('keeps no process alive, not even one that listens [calendar.thread]', () => {
    const [one] = folders('one')
    const url = (path: string) =>
      JSON.stringify(pathToFileURL(join(import.meta.dirname, '../../../sidecar', path)).href)
    const script = `
      import { openAgenda } from ${url('ports/calendar/agenda.ts')}
      const folder = ${JSON.stringify(join(one?.folder ?? '', '..'))}
      const settings = { zone: () => 'UTC', me: () => [], calendars: () => ({ hidden: [], looks: {} }), accounts: () => [], save: async () => {} }
      const agenda = await openAgenda({ folder, cache: folder + '/.cache', settings, secrets: {}, log() {}, now: Date.now, isStopped: () => false })
      agenda.onChange(() => {})
      const { events } = await agenda.events('*', ${JSON.stringify(query)})
      process.stderr.write(String(events.length))`
    const { status, stderr, signal } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      timeout: 30_000,
    })
    expect({ status, signal, events: String(stderr) }).toEqual({ status: 0, signal: null, events: '1' })
  })

  test('is cut off by whoever asked, without harm to the next [calendar.thread]', async () => {
    const host = opened()
    const sources = folders('one')
    const ask = { sources, query, limit: 10, viewer }
    const leaving = new AbortController()
    const first = host.ask('events', ask, leaving.signal)
    leaving.abort()
    await expect(first).rejects.toMatchObject({ name: 'AbortError' })
    expect((await host.ask('events', ask)).list).toHaveLength(1)
  })

  test('that is closed answers nobody any more [calendar.thread]', async () => {
    const host = opened()
    const sources = folders('one')
    const waiting = host.ask('events', { sources, query, limit: 10, viewer })
    await Promise.all([expect(waiting).rejects.toMatchObject({ code: 'CANCELLED' }), host.close()])
    await expect(host.ask('find', { sources, uid: 'x' })).rejects.toMatchObject({ code: 'CANCELLED' })
  })
})
