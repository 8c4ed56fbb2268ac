import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type LocalCalendars, vdirProvider } from '../../../sidecar/ports/calendar/vdir.ts'
import { WorkerHost } from '../../../sidecar/ports/calendar/workerhost.ts'
import { calendarContract, eventText, taskText } from '../../contract/calendars.ts'
import { tempFolder } from './place.ts'

const never = new AbortController().signal

function opened(root: string): { provider: LocalCalendars; host: WorkerHost; folder: string; changes: string[] } {
  const host = new WorkerHost({ log: () => undefined })
  const folder = join(root, 'calendars')
  const changes: string[] = []
  const changed = (holds: string) => void changes.push(holds)
  return { provider: vdirProvider({ folder, lock: join(root, 'lock'), ask: host.ask, changed }), host, folder, changes }
}

calendarContract('files on this computer', async () => {
  const root = tempFolder()
  const first = opened(root)
  const hosts = [first.host]
  return {
    provider: first.provider,
    calendar: 'personal',
    // Another Steward on the same folder: a thread, a lock and a memory of its own.
    async other() {
      const next = opened(root)
      hosts.push(next.host)
      return next.provider
    },
    async close() {
      for (const host of hosts) await host.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
})

async function inPlace(use: (place: ReturnType<typeof opened> & { root: string }) => Promise<void>): Promise<void> {
  const root = tempFolder()
  const place = opened(root)
  try {
    await use({ ...place, root })
  } finally {
    await place.host.close()
    rmSync(root, { recursive: true, force: true })
  }
}

const code = (doing: Promise<unknown>) =>
  doing.then(
    () => 'done',
    (thrown) => thrown.code,
  )

describe('a folder of vdirs', () => {
  test('has two calendars before anything was written, and makes nothing [calendar.local]', () =>
    inPlace(async ({ provider, folder }) => {
      const all = await provider.list()
      expect(all.map(({ id, name, holds }) => [id, name, holds])).toEqual([
        ['personal', 'Personal', ['VEVENT', 'VTODO']],
        ['reminders', 'Reminders', ['VTODO']],
      ])
      expect(existsSync(folder)).toBe(false)
    }))

  test('has one file for each UID, named by it, for its owner only [calendar.local]', () =>
    inPlace(async ({ provider, folder, changes }) => {
      const text = eventText('tea@example.org')
      await provider.put('personal', { uid: 'tea@example.org', text, base: null }, never)
      await provider.put('reminders', { uid: 'r', text: taskText('r'), base: null }, never)
      expect(readdirSync(join(folder, 'personal'))).toEqual(['tea@example.org.ics'])
      expect(readFileSync(join(folder, 'personal', 'tea@example.org.ics'), 'utf8')).toBe(text)
      expect(statSync(join(folder, 'personal', 'tea@example.org.ics')).mode & 0o077).toBe(0)
      expect(changes).toEqual(['VEVENT', 'VTODO'])
    }))

  test('what is taken away lies in the trash, as often as it is taken away [calendar.local]', () =>
    inPlace(async ({ provider, folder }) => {
      for (const summary of ['One', 'Two', 'Three']) {
        const { etag } = await provider.put('personal', { uid: 'u', text: eventText('u', summary), base: null }, never)
        await provider.put('personal', { uid: 'u', text: null, base: etag as string }, never)
      }
      const bin = join(folder, '.trash', 'personal')
      const kept = readdirSync(bin).map((name) => /SUMMARY:(\w+)/.exec(readFileSync(join(bin, name), 'utf8'))?.[1])
      expect(kept.toSorted()).toEqual(['One', 'Three', 'Two'])
      expect(readdirSync(join(folder, 'personal'))).toEqual([])
    }))

  test('names and colours are files as khal and vdirsyncer have them [calendar.local]', () =>
    inPlace(async ({ provider, folder }) => {
      await mkdir(join(folder, 'work'), { recursive: true })
      writeFileSync(join(folder, 'work', 'displayname'), 'Work at Acme\n')
      writeFileSync(join(folder, 'work', 'color'), '#12ABEF')
      await mkdir(join(folder, '.hidden'))
      await mkdir(join(folder, '.trash', 'old'), { recursive: true })
      const id = await provider.create('Café / Büro', '#00ff00')
      const all = await provider.list()
      expect(all.map((each) => [each.id, each.name, each.color])).toEqual([
        ['personal', 'Personal', ''],
        ['reminders', 'Reminders', ''],
        [id, 'Café / Büro', '#00ff00'],
        ['work', 'Work at Acme', '#12abef'],
      ])
      expect(await provider.create('Café / Büro')).not.toBe(id)
      expect(readFileSync(join(folder, id, 'displayname'), 'utf8')).toBe('Café / Büro\n')
      await provider.look('work', { name: 'Other' })
      expect(readFileSync(join(folder, 'work', 'displayname'), 'utf8')).toBe('Other\n')
      const trash = await provider.remove(id)
      expect(existsSync(join(trash, 'color'))).toBe(true)
      expect(await code(provider.remove('personal'))).toBe('BAD_TARGET')
      expect(await code(provider.remove('../calendars'))).toBe('NOT_FOUND')
    }))

  test('links that lead out are neither calendars nor events [calendar.local]', () =>
    inPlace(async ({ provider, folder, root }) => {
      await mkdir(join(root, 'outside'))
      writeFileSync(join(root, 'outside', 'secret.ics'), eventText('secret'))
      await mkdir(join(folder, 'personal'), { recursive: true })
      symlinkSync(join(root, 'outside'), join(folder, 'out'))
      symlinkSync(join(root, 'outside', 'secret.ics'), join(folder, 'personal', 'secret.ics'))
      expect((await provider.list()).map(({ id }) => id)).toEqual(['personal', 'reminders'])
      expect(await code(provider.resource('personal', 'secret', never))).toBe('NOT_FOUND')
      await provider.put('personal', { uid: 'secret', text: eventText('secret', 'Mine'), base: null }, never)
      expect(readFileSync(join(root, 'outside', 'secret.ics'), 'utf8')).toBe(eventText('secret'))
    }))

  test('of a file with several UIDs only what is meant is changed [calendar.lossless]', () =>
    inPlace(async ({ provider, folder }) => {
      const middle = (uid: string) => eventText(uid, `Of ${uid}`).split('\r\n').slice(3, -2).join('\r\n')
      const all = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'X-ODD:  kept  ', middle('a'), middle('b'), middle('c')]
      const before = [...all, 'END:VCALENDAR', ''].join('\r\n')
      await mkdir(join(folder, 'personal'), { recursive: true })
      const path = join(folder, 'personal', 'export.ics')
      writeFileSync(path, before)
      const found = await provider.resource('personal', 'b', never)
      expect(found.text).toContain('SUMMARY:Of b')
      expect(found.text).not.toContain('SUMMARY:Of a')
      const change = { uid: 'b', text: found.text.replace('Of b', 'Changed'), base: found.etag }
      const { etag } = await provider.put('personal', change, never)
      expect(readFileSync(path, 'utf8')).toBe(before.replace('Of b', 'Changed'))
      expect((await provider.resource('personal', 'b', never)).etag).toBe(etag)
      await provider.put('personal', { uid: 'b', text: null, base: etag as string }, never)
      expect(readFileSync(path, 'utf8')).toBe(before.replace(`${middle('b')}\r\n`, ''))
      expect(readFileSync(join(folder, '.trash', 'personal', 'b.ics'), 'utf8')).toContain('SUMMARY:Changed')
    }))

  test('a UID that is in a file of another name is found there and not doubled [calendar.local]', () =>
    inPlace(async ({ provider, folder }) => {
      await mkdir(join(folder, 'personal'), { recursive: true })
      writeFileSync(join(folder, 'personal', 'whatever.ics'), eventText('u'))
      expect(await code(provider.put('personal', { uid: 'u', text: eventText('u'), base: null }, never))).toBe(
        'CONFLICT',
      )
      const { etag, name } = await provider.resource('personal', 'u', never)
      expect(name).toBe('whatever.ics')
      await provider.put('personal', { uid: 'u', text: eventText('u', 'Changed'), base: etag }, never)
      expect(readdirSync(join(folder, 'personal'))).toEqual(['whatever.ics'])
    }))

  test('a file in the way of the name is left alone [calendar.local]', () =>
    inPlace(async ({ provider, folder }) => {
      await mkdir(join(folder, 'personal'), { recursive: true })
      writeFileSync(join(folder, 'personal', 'mine.ics'), eventText('somebody-else'))
      await provider.put('personal', { uid: 'mine', text: eventText('mine'), base: null }, never)
      expect(readFileSync(join(folder, 'personal', 'mine.ics'), 'utf8')).toBe(eventText('somebody-else'))
      expect((await provider.resource('personal', 'mine', never)).text).toBe(eventText('mine'))
    }))

  test('a disk that refuses is told with what to do [calendar.local]', () =>
    inPlace(async ({ provider, root }) => {
      writeFileSync(join(root, 'calendars'), 'a file in the place of the folder')
      const thrown = await provider
        .put('personal', { uid: 'u', text: eventText('u'), base: null }, never)
        .catch((error) => error)
      expect(['STORE_READ_ONLY', 'UNAVAILABLE']).toContain(thrown.code)
      expect(thrown.hint).toBeTruthy()
    }))
})
