// A real sidecar with calendars, for tests.
import fs from 'node:fs'
import path from 'node:path'
import { startSidecar, tempFolder } from './process.ts'

const zone = { TZ: 'Europe/Berlin' }

export async function start(home = tempFolder()) {
  const sidecar = await startSidecar({ home, env: zone })
  const call = (tool: string, input: Record<string, unknown>, more: Record<string, unknown> = {}) =>
    sidecar.client.call('tool/call', { tool, input, ...more })
  const files = (calendar: string) => {
    const folder = path.join(home, 'data/calendars', calendar)
    const names = fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith('.ics')) : []
    return names.map((name) => fs.readFileSync(path.join(folder, name), 'utf8'))
  }
  const events = async (when: string, query?: string) => {
    const { output } = await call('calendar_check', { when, ...(query === undefined ? {} : { query }) })
    return (output as { events: { title: string; start: string; end: string; uid: string; recurrenceId?: string }[] })
      .events
  }
  return { ...sidecar, home, call, files, events }
}

export const outputOf = (call: { output?: unknown }) => call.output as Record<string, unknown>
export const shorts = (events: { title: string; start: string; end: string }[]) =>
  events.map(({ title, start, end }) => `${title} ${start} ${end}`)
