// Which calendar, event or task somebody means.
import { StewardError } from '../errors.ts'
import type { Attendee, CalendarInfo } from './types.ts'

/** What is said where several fit: each can be given back as it stands. */
const oneOf = (names: readonly string[]): string => `Say which: ${names.slice(0, 8).join(' | ')}`

/** The calendar of that id or name, or the default one, for what is to be written. */
export function writableCalendar(
  calendars: readonly CalendarInfo[],
  wanted: string | undefined,
  kind: 'VEVENT' | 'VTODO',
): CalendarInfo {
  const fit = calendars.filter(({ readOnly, holds }) => !readOnly && holds.includes(kind))
  const found = wanted === undefined ? usual(fit) : namedCalendar(calendars, wanted)
  if (!found)
    throw new StewardError(
      'NOT_FOUND',
      'There is no calendar that this could go to.',
      'See them with: steward calendar list',
    )
  if (!fit.includes(found))
    throw new StewardError(
      'BAD_TARGET',
      found.readOnly
        ? `The calendar ${found.name} can only be read.`
        : `The calendar ${found.name} holds no ${kind === 'VEVENT' ? 'events' : 'tasks'}.`,
      oneOf(fit.map(({ id }) => id)),
    )
  return found
}

const usual = (fit: readonly CalendarInfo[]): CalendarInfo | undefined =>
  fit.find(({ isDefault }) => isDefault) ?? fit.find(({ id }) => id === 'personal') ?? fit[0]

/** The calendar of that id or name. */
export function namedCalendar(calendars: readonly CalendarInfo[], wanted: string): CalendarInfo {
  const exact = calendars.find(({ id }) => id === wanted)
  if (exact) return exact
  const key = wanted.trim().toLowerCase()
  const named = calendars.filter(({ name }) => name.toLowerCase() === key)
  const [first] = named
  if (first && named.length === 1) return first
  if (named.length > 1)
    throw new StewardError('BAD_INPUT', `Several calendars are called ${wanted}.`, oneOf(named.map(({ id }) => id)))
  throw new StewardError('NOT_FOUND', `There is no calendar ${wanted}.`, oneOf(calendars.map(({ id }) => id)))
}

/** The one of these that a title means: all of its words, or all of the title. */
export function titled<T extends { uid: string; title: string }>(
  found: readonly T[],
  words: string,
  tell: (one: T) => string,
): T {
  const key = plain(words)
  const same = distinct(found.filter(({ title }) => plain(title) === key))
  const near = distinct(found.filter(({ title }) => key.split(' ').every((word) => plain(title).includes(word))))
  const fit = same.length > 0 ? same : near
  const [first] = fit
  if (first && fit.length === 1) return first
  if (fit.length === 0)
    throw new StewardError(
      'NOT_FOUND',
      `Nothing is called ${JSON.stringify(words)}.`,
      'Name it by its UID, or by its title.',
    )
  throw new StewardError(
    'BAD_INPUT',
    `Several are called ${JSON.stringify(words)}.`,
    oneOf(fit.map((one) => `${one.uid} (${tell(one)})`)),
  )
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim()

function distinct<T extends { uid: string }>(found: readonly T[]): T[] {
  const byUid = new Map<string, T>()
  for (const one of found) if (!byUid.has(one.uid)) byUid.set(one.uid, one)
  return [...byUid.values()]
}

/** `Ana <ana@example.org>` or an address as an attendee. */
export function attendeeOf(said: string | { address: string; name?: string | undefined }): Attendee {
  if (typeof said !== 'string')
    return { address: said.address.trim(), ...(said.name === undefined ? {} : { name: said.name }) }
  const [, name, inner] = /^\s*(.*?)\s*<([^<>]+)>\s*$/u.exec(said) ?? []
  const address = (inner ?? said).trim()
  return name ? { address, name: name.replaceAll('"', '') } : { address }
}

/** A UID that nobody else has: 120 bits of chance. */
export function newUid(random: () => number): string {
  const part = () =>
    Math.floor(random() * 2 ** 40)
      .toString(16)
      .padStart(10, '0')
  return `${part()}${part()}${part()}@steward`
}
