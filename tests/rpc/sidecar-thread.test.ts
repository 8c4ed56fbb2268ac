// Calendars through the real process, from its sources and from its bundle.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { eventText, taskText } from '../contract/calendars.ts'
import { mainScript, startSidecar, tempFolder } from './process.ts'

const bundle = join(import.meta.dirname, '../../dist/sidecar.mjs')
const november = { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' }

describe.each([
  ['sources', mainScript],
  ['bundle', bundle],
])('calendars of a sidecar from its %s', (_what, script) => {
  // A build is made before all tests, but not for a few that are picked by name.
  test.skipIf(!existsSync(script))(
    'are read in a thread, seen as they change, and end with it [calendar.thread]',
    async () => {
      const home = tempFolder()
      const folder = join(home, 'data', 'calendars', 'personal')
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'a.ics'), eventText('a', 'Tea'))
      writeFileSync(join(folder, 't.ics'), taskText('t', 'Call'))
      writeFileSync(join(folder, 'bad.ics'), 'nothing of the kind')
      const { client, events, end } = await startSidecar({ home, script })
      const found = await client.call('calendar/events', november)
      expect(found.events.map(({ title }) => title)).toEqual(['Tea'])
      expect(found.faults).toEqual([
        { calendar: 'personal', why: expect.stringContaining('bad.ics: it is no calendar') },
      ])
      expect((await client.call('task/list', {})).tasks.map(({ title }) => title)).toEqual(['Call'])
      expect((await client.call('calendar/export', {})).events).toBe(1)
      writeFileSync(join(folder, 'b.ics'), eventText('b', 'Cake'))
      await expect
        .poll(() => events.filter(({ event }) => event === 'state/changed').length, { timeout: 10_000 })
        .toBeGreaterThan(0)
      expect((await client.call('calendar/events', november)).events).toHaveLength(2)
      expect(await end()).toBe(0)
    },
  )
})
