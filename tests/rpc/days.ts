// Asks everything about calendars, tasks, reminders and accounts once.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, onTestFinished } from 'vitest'
import type { MethodName } from '../../sidecar/protocol/methods.ts'
import { startFake } from '../servers/fakedav.ts'
import { until } from './process.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers of every method
type Ask = (name: MethodName, params?: object) => Promise<any>

const feed =
  'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:f1\r\nDTSTAMP:20300101T000000Z\r\nDTSTART:20300506T100000Z\r\nDTEND:20300506T110000Z\r\nSUMMARY:Fair\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'

async function feedServer(): Promise<string> {
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/calendar').end(feed))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/fair.ics`
}

export async function askAboutDays(ask: Ask): Promise<void> {
  await ask('calendar/list')
  const work = await ask('calendar/create', { name: 'Work' })
  await ask('calendar/edit', { id: work.id, color: '#114477' })
  await ask('calendar/import', { text: feed, calendar: work.id })
  const day = { from: '2030-05-06T00:00:00Z', to: '2030-05-07T00:00:00Z' }
  expect(await ask('calendar/events', day)).toMatchObject({ events: [{ title: 'Fair', calendar: work.id }] })
  await ask('calendar/slots', { ...day, minutes: 30 })
  expect(await ask('calendar/understand', { text: 'tea tomorrow 3pm', as: 'event' })).toMatchObject({ state: 'clear' })
  expect(await ask('calendar/export', { calendars: [work.id] })).toMatchObject({ events: 1 })
  await ask('calendar/remove', { id: work.id })
  await ask('tool/call', { tool: 'create_task', input: { title: 'Paint' } })
  expect(await ask('task/list')).toMatchObject({ tasks: [{ title: 'Paint' }] })
  const account = await ask('account/add', { kind: 'ics', url: await feedServer(), name: 'Fair' })
  await ask('account/list')
  await ask('account/sync', { id: account.id })
  const fake = await startFake()
  onTestFinished(() => fake.close())
  const dav = await ask('account/add', { kind: 'caldav', url: fake.url, user: 'ana', password: 'pw' })
  await ask('account/password', { id: dav.id, password: 'pw2' })
  await ask('account/remove', { id: account.id })
  await askAboutReminders(ask)
}

async function askAboutReminders(ask: Ask): Promise<void> {
  const soon = new Date(Math.ceil(Date.now() / 1000) * 1000 + 6000).toISOString().replace('.000', '')
  await ask('tool/call', { tool: 'set_reminder', input: { text: 'Tea', when: soon } })
  let id = ''
  await until('the reminder', async () => {
    const { due } = await ask('reminder/list', {})
    id = due[0]?.id ?? ''
    return id !== ''
  })
  await ask('reminder/snooze', { id, minutes: 60 })
  await ask('reminder/dismiss', { id })
}
