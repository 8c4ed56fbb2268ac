// A home with calendars in it, as files that anything else may have written.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const DAY_MS = 86_400_000

/** The Monday of this week, or so many days after it: 20261116. */
export function weekday(after = 0, now = Date.now()): string {
  const today = new Date(now)
  const monday = Date.UTC(
    today.getUTCFullYear(),
    today.getUTCMonth(),
    today.getUTCDate() - ((today.getUTCDay() + 6) % 7),
  )
  return new Date(monday + after * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')
}

/** The same as 2026-11-16. */
export const dashed = (day: string): string => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`

/** Puts an event or a task into a calendar. */
export function put(home: string, uid: string, lines: readonly string[], calendar = 'personal', kind = 'VEVENT'): void {
  const folder = join(home, 'data/calendars', calendar)
  mkdirSync(folder, { recursive: true })
  const all = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', `BEGIN:${kind}`, `UID:${uid}`],
    ...['DTSTAMP:20260101T000000Z', ...lines, `END:${kind}`, 'END:VCALENDAR', ''],
  ]
  writeFileSync(join(folder, `${uid}.ics`), all.join('\r\n'))
}

/** An event of some hours, by UTC. */
export const timed = (day: string, from: string, to: string, title: string, ...more: string[]): string[] => [
  ...[`SUMMARY:${title}`, `DTSTART:${day}T${from}00Z`, `DTEND:${day}T${to}00Z`, ...more],
]

/** The file of an event or a task that has this in it; undefined where none has. */
export function fileWith(home: string, text: string, calendar = 'personal'): string | undefined {
  const folder = join(home, 'data/calendars', calendar)
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ics'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .find((file) => file.includes(text))
}
