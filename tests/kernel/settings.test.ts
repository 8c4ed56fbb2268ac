import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { defaultSettings, parseSettings } from '../../sidecar/kernel/settings.ts'
import { openSettings } from '../../sidecar/settings.ts'

const ana = { name: 'Ana', address: 'ana@x.org' }

describe('a setting that is not allowed is told once, with what is:', () => {
  test.each([
    [{ concurrency: 1000 }, 'concurrency must be a whole number from 1 to 64.'],
    [{ concurrency: 1000.5 }, 'concurrency must be a whole number from 1 to 64.'],
    [{ concurrency: 'many' }, 'concurrency must be a whole number from 1 to 64.'],
    [{ timeouts: { sleep: 1 } }, 'timeouts.sleep must be a whole number from 100 to 86400000.'],
    [{ timeouts: 3 }, 'timeouts must be milliseconds by tool.'],
    [{ zone: 'Berlin' }, 'zone must be a time zone such as Europe/Berlin.'],
    [{ zone: 3 }, 'zone must be a time zone such as Europe/Berlin.'],
    [{ tools: { disabled: 'sleep' } }, 'tools.disabled must be a list of tools such as ["sleep"].'],
    [{ tools: 3 }, 'tools must be an object.'],
    [{ flags: { fast: 'yes' } }, 'flags.fast must be true or false.'],
    [{ modes: { plan: 'yes' } }, 'modes.plan must be true or false.'],
    [{ quietHours: '22-7' }, 'quietHours must be hours such as {"from": "22:00", "to": "07:00"}.'],
    [
      { quietHours: { from: '22:00', to: '22:00' } },
      'quietHours must be hours such as {"from": "22:00", "to": "07:00"}.',
    ],
    [{ quietHours: { from: '22:00', to: '7' } }, 'quietHours.to must be a time such as "22:00".'],
    [
      { contacts: { Ana: 'ana@x.org' } },
      'contacts must be a list such as [{"name": "Ana", "address": "ana@example.org"}].',
    ],
    [{ contacts: [ana, 'bob'] }, 'contacts.1 must be a list such as [{"name": "Ana", "address": "ana@example.org"}].'],
    [
      { contacts: [{ ...ana, address: 'Ana <ana@x.org>' }] },
      'contacts.0.address must be an address such as ana@example.org.',
    ],
    [
      { contacts: [{ ...ana, address: 'ana\u200b@x.org' }] },
      'contacts.0.address must be an address such as ana@example.org.',
    ],
    [{ contacts: [{ ...ana, name: '' }] }, 'contacts.0.name must be a name of at most 200 characters on one line.'],
    [{ contacts: [{ ...ana, name: 'a\nb' }] }, 'contacts.0.name must be a name of at most 200 characters on one line.'],
    [{ contacts: [{ ...ana, trust: 'user' }] }, 'contacts.0.trust is not a setting.'],
    [{ contacts: Array(2001).fill(ana) }, 'contacts may have 2000 entries at most.'],
    [{ attention: { perHour: 0 } }, 'attention.perHour must be a whole number from 1 to 1000.'],
    [{ ui: { theme: 'pink' } }, 'ui.theme must be system, light or dark.'],
    [{ ui: { language: 3 } }, 'ui.language must be system, en or zh.'],
    [{ ui: { tray: 1 } }, 'ui.tray must be true or false.'],
    [{ place: '' }, 'place must be text.'],
    [{ notifications: 'yes' }, 'notifications must be true or false.'],
    [
      { workingHours: '9-5' },
      'workingHours must be hours such as {"from": "09:00", "to": "17:30", "days": [1, 2, 3, 4, 5]}.',
    ],
    [
      { workingHours: { from: '09:00', to: '17:00', days: [0] } },
      'workingHours.days.0 must be days from 1 (Monday) to 7, such as [1, 2, 3, 4, 5].',
    ],
    [
      { workingHours: { from: '09:00', to: '17:00', days: [1, 1] } },
      'workingHours.days must be days from 1 (Monday) to 7, such as [1, 2, 3, 4, 5].',
    ],
    [{ tools: { off: [] }, speed: 1 }, 'tools.off is not a setting; speed is not a setting.'],
    [[1], 'It must be an object.'],
  ])('%j', (value, says) => {
    expect(() => parseSettings(value)).toThrow(expect.objectContaining({ code: 'BAD_INPUT', message: says }))
    expect(() => parseSettings(value, '/c.jsonc')).toThrow(expect.objectContaining({ message: `/c.jsonc: ${says}` }))
  })
})

test('the address book holds as many as it may', () => {
  const contacts = Array.from({ length: 2000 }, (_, n) => ({ name: `王伟 ${n}`, address: `w${n}@x.org` }))
  expect(parseSettings({ contacts }).contacts).toEqual(contacts)
})

test('what is left out has its default', () => {
  expect(parseSettings({})).toEqual(defaultSettings)
  expect(parseSettings({ concurrency: 5 })).toEqual({ ...defaultSettings, concurrency: 5 })
})

test('the comment of a fresh settings file stays on top of all that is set', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'steward-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'config.jsonc')
  const settings = await openSettings(file, () => {})
  await settings.set('concurrency', 5)
  await settings.set('tools.disabled', ['sleep'])
  await settings.set('concurrency', null)
  await settings.set('zone', 'UTC')
  const text = readFileSync(file, 'utf8')
  expect(text).toMatch(/^\/\/ Steward's settings\./)
  expect(text.match(/\/\//g)).toHaveLength(1)
  await expect(settings.set('concurrency', 1000)).rejects.toThrow(/^concurrency must be/)
  expect(readFileSync(file, 'utf8')).toBe(text)
  expect((await openSettings(file, () => {})).current).toEqual({
    ...defaultSettings,
    tools: { disabled: ['sleep'], replace: [] },
    zone: 'UTC',
  })
})
