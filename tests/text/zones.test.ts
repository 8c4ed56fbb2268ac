import { describe, expect, test } from 'vitest'
import { zoneNamed } from '../../sidecar/text/zones.ts'

describe('[intent.phrases] time zones', () => {
  test.each([
    ['Tokyo', 'Asia/Tokyo'],
    ['new york', 'America/New_York'],
    ['New-York', 'America/New_York'],
    ['europe/berlin', 'Europe/Berlin'],
    ['EUROPE/BERLIN', 'Europe/Berlin'],
    ['the UK', 'Europe/London'],
    ['St. Petersburg', undefined],
    ['北京', 'Asia/Shanghai'],
    ['北京时间', 'Asia/Shanghai'],
    ['纽约市', 'America/New_York'],
    ['gmt', 'UTC'],
    ['Atlantis', undefined],
    ['', undefined],
    ['constructor', undefined],
    ['a'.repeat(10_000), undefined],
  ])('%s', (name, zone) => expect(zoneNamed(name)).toBe(zone))

  test('every zone that the system knows is found by its name and by its city, and can be used', () => {
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      expect(zoneNamed(zone)).toBe(zone)
      const byCity = zoneNamed(zone.slice(zone.lastIndexOf('/') + 1)) ?? ''
      expect(() => Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(byCity)).not.toThrow()
    }
  })
})
