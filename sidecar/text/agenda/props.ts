// Properties out of what people and models say. Nothing that is said can end a line or begin a parameter.
import { StewardError } from '../errors.ts'
import type { Component, Property } from '../ical/document.ts'
import { escapeText } from '../ical/params.ts'
import { type When, writeWhen } from '../ical/values.ts'
import { newComponent, newProperty } from '../ical/write.ts'
import type { Attendee } from './types.ts'

const LONGEST_TEXT = 200_000

/** Text without what other programs take for the end of a line, and without other signs that nobody sees. */
export function cleanText(text: string): string {
  if (text.length > LONGEST_TEXT)
    throw new StewardError(
      'TOO_LARGE',
      `A text of the event has ${text.length} characters; at most ${LONGEST_TEXT} are kept.`,
      'Put it into a note or a file, and the name of that into the event.',
    )
  return (
    text
      .toWellFormed()
      .replaceAll(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go
      .replaceAll(/[\0-\x08\x0e-\x1f\x7f\ufeff]/g, '')
  )
}

const oneLine = (text: string): string => cleanText(text).replaceAll(/\s+/g, ' ').trim()

/** A TEXT property. */
export const textProperty = (name: string, text: string): Property => newProperty(name, escapeText(cleanText(text)))

/** A property with a time. */
export function timeProperty(name: string, when: When): Property {
  const { value, params } = writeWhen(when)
  return newProperty(name, value, params)
}

/** The UID, which must come back as it went. */
export function uidProperty(uid: string): Property {
  if (uid === '' || uid.length > 500 || oneLine(uid) !== uid)
    throw new StewardError('BAD_INPUT', 'The UID can not be used.', 'Use up to 500 letters, digits and hyphens.')
  return newProperty('UID', escapeText(uid))
}

export function categories(tags: readonly string[]): Property[] {
  const clean = tags.map(oneLine).filter((tag) => tag !== '')
  return clean.length === 0 ? [] : [newProperty('CATEGORIES', clean.map(escapeText).join(','))]
}

/** An address of the web; a blank in it would end it elsewhere. */
export const urlProperty = (url: string): Property => newProperty('URL', oneLine(url).replaceAll(' ', '%20'))

/** An address as it is compared and written, without `mailto:`. */
export function addressOf(text: string): string {
  const address = text.trim().replace(/^mailto:/i, '')
  if (address.length <= 320 && /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+$/.test(address)) return address
  throw new StewardError(
    'BAD_INPUT',
    `${JSON.stringify(text.slice(0, 80))} is no mail address.`,
    'Give attendees as name@example.org.',
  )
}

function word(text: string, of: string): string {
  const found = text.trim().toUpperCase()
  if (/^[A-Z][A-Z0-9-]{0,40}$/.test(found)) return found
  throw new StewardError('BAD_INPUT', `${JSON.stringify(text.slice(0, 40))} is no ${of}.`, 'Use a word of RFC 5545.')
}

const named = ({ name }: Attendee): Record<string, string> => {
  const clean = oneLine(name ?? '')
  return clean === '' ? {} : { CN: clean }
}

/** An ATTENDEE; who has not answered is asked to. */
export function attendeeProperty(attendee: Attendee): Property {
  const answer = word(attendee.answer ?? 'NEEDS-ACTION', 'answer to an invitation')
  return newProperty('ATTENDEE', `mailto:${addressOf(attendee.address)}`, {
    ...named(attendee),
    PARTSTAT: answer,
    ROLE: word(attendee.role ?? 'REQ-PARTICIPANT', 'role'),
    ...(answer === 'NEEDS-ACTION' ? { RSVP: 'TRUE' } : {}),
  })
}

export const organizerProperty = (organizer: Attendee): Property =>
  newProperty('ORGANIZER', `mailto:${addressOf(organizer.address)}`, named(organizer))

/** The TRIGGER of an alarm so many minutes before. */
export function triggerText(minutes: number): string {
  const size = Math.abs(Math.round(minutes))
  const sign = minutes > 0 ? '-' : ''
  if (size === 0) return 'PT0S'
  if (size % 1440 === 0) return `${sign}P${size / 1440}D`
  return size % 60 === 0 ? `${sign}PT${size / 60}H` : `${sign}PT${size}M`
}

/** A VALARM that shows the title. */
export function alarmComponent(minutes: number, title: string): Component {
  if (!Number.isFinite(minutes) || Math.abs(minutes) > 5_000_000)
    throw new StewardError('BAD_INPUT', 'The alarm is too far from the start.', 'Give minutes before the start.')
  return newComponent('VALARM', [
    newProperty('ACTION', 'DISPLAY'),
    textProperty('DESCRIPTION', oneLine(title) || 'Reminder'),
    newProperty('TRIGGER', triggerText(minutes)),
  ])
}
