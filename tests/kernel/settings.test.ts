import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { defaultSettings, parseSettings } from '../../sidecar/kernel/settings.ts'
import { openSettings } from '../../sidecar/settings.ts'

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
    [{ attention: { perHour: 0 } }, 'attention.perHour must be a whole number from 1 to 1000.'],
    [{ tools: { off: [] }, speed: 1 }, 'tools.off is not a setting; speed is not a setting.'],
    [[1], 'It must be an object.'],
  ])('%j', (value, says) => {
    expect(() => parseSettings(value)).toThrow(expect.objectContaining({ code: 'BAD_INPUT', message: says }))
    expect(() => parseSettings(value, '/c.jsonc')).toThrow(expect.objectContaining({ message: `/c.jsonc: ${says}` }))
  })
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
