import { describe, expect, test } from 'vitest'
import { zoneComponent } from '../../../sidecar/text/agenda/zonetext.ts'
import type { Component } from '../../../sidecar/text/ical/document.ts'
import { parseCalendar } from '../../../sidecar/text/ical/document.ts'
import { ownZone } from '../../../sidecar/text/ical/vtimezone.ts'
import { writeCalendar } from '../../../sidecar/text/ical/write.ts'
import { ianaZone, type Zone } from '../../../sidecar/text/ical/zone.ts'

const odd = [
  'Europe/Berlin',
  'Europe/Dublin',
  'Africa/Casablanca',
  'Africa/El_Aaiun',
  'Asia/Tehran',
  'Asia/Gaza',
  'Asia/Jerusalem',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/Nuuk',
  'America/Santiago',
  'America/Sao_Paulo',
  'Antarctica/Troll',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Asia/Shanghai',
]
const all = process.env.STEWARD_FULL ? Intl.supportedValuesOf('timeZone') : odd

const written = (component: Component): string => writeCalendar({ items: [component], notes: [], newline: '\r\n' })

/** Read from the text, by what the VTIMEZONE itself says. */
function readBack(component: Component, name: string): Zone {
  const [read] = parseCalendar(written(component)).items
  return ownZone(read as Component, `own ${name}`) as Zone
}

const seconds = (iso: string) => Date.parse(iso) / 1000

/** Where two zones differ; both sides of each change of the first, and every 5 days. */
function differences(zone: Zone, own: Zone, from: number, to: number): string[] {
  const found: string[] = []
  let before = zone.offset(from)
  const look = (utc: number) => {
    if (zone.offset(utc) !== own.offset(utc))
      found.push(`${new Date(utc * 1000).toISOString()} ${zone.offset(utc)} ${own.offset(utc)}`)
  }
  for (let at = from; at < to; at += 5 * 86_400) {
    look(at)
    const offset = zone.offset(at)
    if (offset !== before) {
      let [low, high] = [at - 5 * 86_400, at]
      while (high - low > 1) {
        const mid = Math.floor((low + high) / 2)
        if (zone.offset(mid) === before) low = mid
        else high = mid
      }
      look(low)
      look(high)
    }
    before = offset
  }
  return found
}

describe('the text of a zone', () => {
  test.each(all)('[calendar.zonetext] of %s says what IANA says, by itself, from 1970 for a century', (name) => {
    const component = zoneComponent(name)
    const zone = ianaZone(name) as Zone
    if (!component) return expect(zone.id).toBe('UTC')
    const own = readBack(component, name)
    expect(differences(zone, own, seconds('1970-01-03T00:00:00Z'), seconds('2090-01-01T00:00:00Z'))).toEqual([])
  })

  test('[calendar.zonetext] goes back to the beginning where a time is earlier', () => {
    for (const name of odd) {
      const zone = ianaZone(name) as Zone
      const own = readBack(zoneComponent(name, seconds('1939-09-01T00:00:00Z')) as Component, name)
      expect(differences(zone, own, seconds('1900-01-01T00:00:00Z'), seconds('2040-01-01T00:00:00Z'))).toEqual([])
    }
  })

  test('[calendar.zonetext] is short where the zone has a rule', () => {
    const text = written(zoneComponent('Europe/Berlin') as Component)
    expect(text).toContain('RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r\n')
    expect(text).toContain('RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r\n')
    expect(text.split('\r\n').length).toBeLessThan(50)
    expect(written(zoneComponent('Asia/Kathmandu') as Component).split('BEGIN:').length).toBeLessThan(5)
    expect(zoneComponent('UTC')).toBeUndefined()
    expect(zoneComponent('Nowhere/Land')).toBeUndefined()
  })
})
