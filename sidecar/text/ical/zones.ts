// From the TZID in a file to a zone. An IANA name means what IANA says, since the VTIMEZONE beside it is often cut short;
// any other name means the file's own VTIMEZONE, and without one what Windows, an address or an offset makes of it.
import type { Calendar, Component } from './document.ts'
import { inside, textOf } from './params.ts'
import { offsetSeconds } from './values.ts'
import { ownZone } from './vtimezone.ts'
import { windowsZone } from './windows.ts'
import { ianaZone, type Zone } from './zone.ts'

export type FindZone = (name: string) => Zone | undefined

/** How the names of zones are read inside one VCALENDAR; what it does not define may be in another of the same file. */
export function zonesOf(calendar: Calendar, own: Component | undefined): FindZone {
  const all = calendar.items.filter((item): item is Component => item.kind === 'component')
  const places = own ? [own, ...all.filter((each) => each !== own)] : all
  const definitions = new Map<string, Component>()
  for (const place of places)
    for (const zone of place.name === 'VTIMEZONE' ? [place] : inside(place, 'VTIMEZONE')) {
      const id = textOf(zone, 'TZID')?.trim().replaceAll('"', '')
      if (id !== undefined && !definitions.has(id)) definitions.set(id, zone)
    }
  const found = new Map<string, Zone | undefined>()
  return (name) => {
    if (!found.has(name)) found.set(name, resolve(name, definitions))
    return found.get(name)
  }
}

function resolve(name: string, definitions: ReadonlyMap<string, Component>): Zone | undefined {
  const clean = name.trim().replaceAll('\\,', ',')
  const definition = definitions.get(clean) ?? definitions.get(name)
  return (
    ianaZone(clean) ??
    (definition && ownZone(definition, clean)) ??
    zoneByName(clean) ??
    zoneByName(definition ? (textOf(definition, 'X-LIC-LOCATION')?.trim() ?? '') : '')
  )
}

/** A zone by any name that is in use, without a file: IANA, Windows, `/vendor/Europe/Berlin`, `UTC+02:00`. */
export function zoneByName(name: string): Zone | undefined {
  if (name === '' || name.length > 200) return undefined
  const direct = ianaZone(name) ?? ianaZone(name.replaceAll(' ', '_'))
  if (direct) return direct
  // The last two or three parts of an address, as Evolution, Citadel and Mozilla write them.
  const parts = name.split('/')
  for (const count of [3, 2]) {
    const zone = parts.length > count ? ianaZone(parts.slice(-count).join('/')) : undefined
    if (zone) return zone
  }
  const windows = windowsZone(name)
  return (windows === undefined ? undefined : ianaZone(windows)) ?? fixedZone(name)
}

/** `UTC+02:00`, `GMT-4`, `+0530`, `(UTC+03:00) Somewhere`. */
function fixedZone(name: string): Zone | undefined {
  const found = /^\(?\s*(?:UTC|GMT)?\s*([+-])(\d{1,2}):?(\d\d)?(?:\)|$)/i.exec(name)
  if (!found || Number(found[2]) > 14) return undefined
  const offset = offsetSeconds(`${found[1]}${(found[2] ?? '').padStart(2, '0')}${found[3] ?? '00'}`)
  return { id: name, offset: () => offset }
}
