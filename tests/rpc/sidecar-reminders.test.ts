// Reminders of a real sidecar on a real folder: when they come, who tells them, and who shows them.
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { openClient } from '../../sidecar/rpc/client.ts'
import type { WireEvent } from '../../sidecar/rpc/connection.ts'
import { connectSocket } from '../../sidecar/rpc/socket.ts'
import type { ReminderView } from '../../sidecar/text/agenda/types.ts'
import { hasLooked, ReminderFiles, secondAfter } from '../servers/reminderfiles.ts'
import { eventOf, mainScript, spawnSidecar, startSidecar, tempFolder, until } from './process.ts'

const run = promisify(execFile)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A home on which a sidecar ran before, so that there is a past. */
async function lived() {
  const home = tempFolder()
  const files = new ReminderFiles(home)
  const sidecar = await startSidecar({ home })
  await until('a first look', () => hasLooked(home, 0))
  return { home, files, sidecar }
}

const due = (sidecar: { events: WireEvent[] }) =>
  sidecar.events.filter(({ event }) => event === 'reminder/due').map(({ data }) => data as ReminderView)

describe('a real sidecar', () => {
  test('[reminder.once] tells a reminder at its time, also one that another program wrote just now', async () => {
    const { files, sidecar } = await lived()
    const first = secondAfter(1000)
    files.write('first', first, 'Tea')
    files.write('cancelled', first)
    const at = secondAfter(2500)
    files.write('second', at)
    await pause(500)
    files.remove('cancelled')
    for (const [uid, time] of [
      ['first', first],
      ['second', at],
    ] as const) {
      const event = await eventOf(sidecar, 'reminder/due', ({ uid: found }: ReminderView) => found === uid)
      expect(event.data).toMatchObject({ uid, at: time, of: 'reminder', calendar: 'reminders', state: 'due' })
      expect(event.at - time).toBeGreaterThanOrEqual(0)
      // Machines are noisy; it is not told by chance, minutes later.
      expect(event.at - time).toBeLessThan(20_000)
    }
    const { due: listed } = await sidecar.client.call('reminder/list', {})
    expect(listed.map(({ uid }) => uid)).toEqual(['first', 'second'])
    expect(due(sidecar).map(({ uid }) => uid)).toEqual(['first', 'second'])
  })

  test('[reminder.missed] [reminder.answer] tells what it missed to a client that is there from the start, and takes its answers', async () => {
    const { home, files, sidecar } = await lived()
    await sidecar.end()
    const at = secondAfter(0)
    files.write('missed', at)
    files.write('other', at)
    await pause(at - Date.now() + 5)
    // A command on the same folder looks, and tells nothing.
    const env = { ...process.env, STEWARD_HOME: home }
    const { stdout } = await run(process.execPath, [mainScript, 'remind', 'list', '--json'], { env })
    expect(stdout).toContain('missed')
    const next = await startSidecar({ home })
    await until('both', () => due(next).length === 2)
    expect(due(next)).toMatchObject([{ missed: true }, { missed: true }])
    const [{ id } = { id: '' }, { id: other } = { id: '' }] = due(next)
    await next.client.call('reminder/dismiss', { id })
    await next.client.call('reminder/snooze', { id: other, minutes: 5 })
    await expect(next.client.call('reminder/dismiss', { id: 'r0' })).rejects.toMatchObject({
      data: { code: 'NOT_FOUND' },
    })
    await next.kill()
    const begun = Date.now()
    const last = await startSidecar({ home })
    await until('a look', () => hasLooked(home, begun))
    expect(await last.client.call('reminder/list', {})).toMatchObject({ due: [], coming: [{ id: other }] })
    expect(due(last)).toEqual([])
    expect(await last.client.call('audit/verify', {})).toMatchObject({ ok: true })
  })
})

describe.runIf(process.platform === 'linux')('[reminder.desktop] a sidecar in the background', () => {
  async function background() {
    const { home, files, sidecar } = await lived()
    await sidecar.end()
    const bin = tempFolder()
    const log = path.join(bin, 'log')
    fs.writeFileSync(path.join(bin, 'notify-send'), `#!/bin/sh\necho "$*" >> '${log}'\n`, { mode: 0o755 })
    const env = { PATH: `${bin}:${process.env.PATH}`, LC_ALL: 'C' }
    const child = spawnSidecar({ home, args: ['serve', '--background'], env })
    const shown = () => (fs.existsSync(log) ? fs.readFileSync(log, 'utf8').trim().split('\n') : [])
    const attach = async (notifies: boolean) => {
      const ends = await until('a socket', () =>
        connectSocket(path.join(home, 'state/steward.sock')).catch(() => undefined),
      )
      const events: WireEvent[] = []
      const client = openClient({ ...ends, onEvent: (event) => void events.push(event) })
      await client.initialize({ name: 'test', notifies })
      return { client, events }
    }
    return { files, child, shown, attach }
  }

  test('shows a reminder itself where nobody else does, once', async () => {
    const { files, shown, attach } = await background()
    const plain = await attach(false)
    files.write('tea', secondAfter(1500), 'Tea')
    await until('an event', () => due(plain).length === 1)
    expect(await until('a notification', () => (shown().length > 0 ? shown() : undefined))).toEqual([
      '--app-name=Steward -- Steward: Reminder Tea',
    ])
    await pause(1500)
    expect(shown()).toHaveLength(1)
  })

  test('leaves it to a client that shows notifications, while that is there', async () => {
    const { files, shown, attach } = await background()
    const shell = await attach(true)
    files.write('tea', secondAfter(1500), 'Tea')
    await until('an event', () => due(shell).length === 1)
    await pause(1500)
    expect(shown()).toEqual([])
    await shell.client.close()
    files.write('cake', secondAfter(1500), 'Cake')
    expect(await until('a notification', () => (shown().length > 0 ? shown() : undefined))).toEqual([
      '--app-name=Steward -- Steward: Reminder Cake',
    ])
  })

  test('[reminder.missed] tells at its first start ever what a command set before, and nothing older', async () => {
    const home = tempFolder()
    new ReminderFiles(home).write('old', secondAfter(-3600_000), 'Long ago')
    const when = new Date(secondAfter(8000)).toISOString()
    const env = { ...process.env, STEWARD_HOME: home }
    await run(process.execPath, [mainScript, 'call', 'set_reminder', JSON.stringify({ text: 'Tea', when })], { env })
    await pause(Math.max(0, Date.parse(when) + 200 - Date.now()))
    const sidecar = await startSidecar({ home })
    await until('the reminder', () => due(sidecar)[0])
    expect(due(sidecar)).toMatchObject([{ title: 'Tea', missed: true }])
  })
})
