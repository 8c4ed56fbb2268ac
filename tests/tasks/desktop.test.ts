// Reminders on the desktop where no window is there, by a notify-send that writes down what it was told.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Events } from '../../sidecar/kernel/events.ts'
import { showReminders } from '../../sidecar/notices.ts'
import type { ReminderView } from '../../sidecar/text/agenda/types.ts'
import { until } from '../rpc/process.ts'

let folder: string
const path = process.env.PATH

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steward-desktop-'))
  writeFileSync(join(folder, 'notify-send'), `#!/bin/sh\necho "$*" >> '${join(folder, 'log')}'\n`)
  chmodSync(join(folder, 'notify-send'), 0o755)
  process.env.PATH = `${folder}:${path}`
})
afterEach(() => {
  process.env.PATH = path
  rmSync(folder, { recursive: true, force: true })
})

const shown = () =>
  existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8').trim().split('\n') : []

const tea = (id: string): ReminderView => ({
  ...{ id, uid: id, calendar: 'reminders', title: 'Tea', at: 1, of: 'reminder', recurring: false, state: 'due' },
})

function desktop(settings: object, isShown = () => false) {
  const events = new Events(Date.now)
  const stop = showReminders({ events, settings: () => settings, isShown, again: [50, 50, 50] })
  return { events, stop }
}

describe.runIf(process.platform === 'linux')('[reminder.desktop] without a window', () => {
  const english = { notifications: true, ui: { language: 'en' } }

  test('a reminder is shown, without a process that waits for a click, and nothing else is', async () => {
    const { events, stop } = desktop(english)
    events.emit('notice/show', { level: 'error', text: 'The disk is full.' })
    events.emit('reminder/due', tea('r1'))
    expect(await until('a notification', () => (shown().length > 0 ? shown() : undefined))).toEqual([
      '--app-name=Steward -- Steward: Reminder Tea',
    ])
    stop()
  })

  test('one that the desktop does not take yet, as right after login, is shown when it does, and once', async () => {
    const mark = join(folder, 'ready')
    const script = `#!/bin/sh\n[ -e '${mark}' ] || { touch '${mark}'; exit 1; }\necho "$*" >> '${join(folder, 'log')}'\n`
    writeFileSync(join(folder, 'notify-send'), script)
    const { events, stop } = desktop(english)
    events.emit('reminder/due', tea('r1'))
    expect(await until('a notification', () => (shown().length > 0 ? shown() : undefined))).toHaveLength(1)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(shown()).toHaveLength(1)
    stop()
  })

  test('many at once are one notification, in the language of the user', async () => {
    const { events, stop } = desktop({ ui: { language: 'zh' } })
    for (let n = 0; n < 40; n++) events.emit('reminder/due', { ...tea(`r${n}`), missed: true })
    expect(await until('a notification', () => (shown().length > 0 ? shown() : undefined))).toEqual([
      '--app-name=Steward -- Steward 错过了 40 条提醒',
    ])
    stop()
  })

  test('nothing is shown where that is switched off, or where a client shows it', async () => {
    const off = desktop({ notifications: false })
    const attached = desktop(english, () => true)
    for (const { events } of [off, attached]) events.emit('reminder/due', tea('r1'))
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect(shown()).toEqual([])
    off.stop()
    attached.stop()
  })
})
