// Reminders as another program would write them: files in the folder of the calendar.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const stamp = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')

/** A reminder at a whole second, as text. */
export function reminderText(uid: string, at: number, title = uid): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//steward tests//EN',
    'BEGIN:VTODO',
    `UID:${uid}`,
    `DTSTAMP:${stamp(at - 86_400_000)}`,
    `SUMMARY:${title}`,
    `DUE:${stamp(at)}`,
    'STATUS:NEEDS-ACTION',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${title}`,
    'TRIGGER;RELATED=END:PT0S',
    'END:VALARM',
    'END:VTODO',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}

/** The folder of reminders below a home. */
export class ReminderFiles {
  readonly folder: string

  constructor(home: string) {
    this.folder = join(home, 'data/calendars/reminders')
    mkdirSync(this.folder, { recursive: true })
  }

  write(uid: string, at: number, title?: string): void {
    const file = join(this.folder, `${uid}.ics`)
    writeFileSync(`${file}.tmp`, reminderText(uid, at, title))
    renameSync(`${file}.tmp`, file)
  }

  remove(uid: string): void {
    rmSync(join(this.folder, `${uid}.ics`))
  }
}

/** Whether reminders were looked for since a time; nothing on the wire tells. */
export function hasLooked(home: string, since: number): boolean {
  const db = new DatabaseSync(join(home, 'data/steward.db'), { readOnly: true })
  try {
    const row = db.prepare("SELECT value FROM facts WHERE key = 'reminders'").get()
    return row !== undefined && (JSON.parse(String(row.value)) as { to: number }).to >= since
  } finally {
    db.close()
  }
}

/** The first whole second that is at least so far away. */
export const secondAfter = (ms: number): number => Math.ceil((Date.now() + ms) / 1000) * 1000
