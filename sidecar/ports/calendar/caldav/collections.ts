// The calendars of a user on a server, as the server tells of them.
import { createHash } from 'node:crypto'
import { StewardError } from '../../../text/errors.ts'
import { refusedPassword, type Server } from './discover.ts'
import type { Wire } from './http.ts'
import { type Part, readMultistatus, textOf } from './multistatus.ts'
import { asFolder, resolveHref } from './places.ts'
import { childrenOf, type Element, XmlFault } from './xml.ts'

export interface Collection {
  /** Short, and good for a file name; the second half of the calendar's id. It stays when the name changes. */
  slug: string
  url: string
  name: string
  color?: string
  holds: ('VEVENT' | 'VTODO')[]
  readOnly: boolean
}

export interface RemoteCollection extends Collection {
  /** RFC 6578; a server without it has no token. */
  token?: string
  /** Changes with the content, on servers that have it. */
  ctag?: string
}

const body = `<?xml version="1.0" encoding="utf-8"?>
<d:propfind xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:cs="http://calendarserver.org/ns/" xmlns:ca="http://apple.com/ns/ical/">
<d:prop><d:resourcetype/><d:displayname/><d:sync-token/><d:current-user-privilege-set/><c:supported-calendar-component-set/><cs:getctag/><ca:calendar-color/></d:prop>
</d:propfind>`

/** All calendars at the user's homes. Throws where one of those can't be asked. */
export async function listCollections(wire: Wire, server: Server, signal: AbortSignal): Promise<RemoteCollection[]> {
  const found: RemoteCollection[] = []
  for (const home of server.homes) {
    const parts = await propfind(wire, new URL(home), server.isSingle ? '0' : '1', signal)
    for (const part of parts) {
      const made = collectionOf(part, new URL(home))
      if (made && !found.some(({ url }) => url === made.url)) found.push(made)
    }
  }
  return apart(found)
}

async function propfind(wire: Wire, url: URL, depth: '0' | '1', signal: AbortSignal): Promise<Part[]> {
  const headers = { depth, 'content-type': 'application/xml; charset=utf-8' }
  // Some servers count through everything in a calendar to name its token.
  const answer = await wire.send(url, { method: 'PROPFIND', headers, body, signal, isList: true })
  return readParts(wire, answer)
}

/** Reads the parts of an answer that must be a multistatus. */
export async function readParts(wire: Wire, answer: Response, take?: (part: Part) => void): Promise<Part[]> {
  await refuseFault(wire, answer)
  const parts: Part[] = []
  try {
    await readMultistatus(answer.body, take ?? ((part) => void parts.push(part)))
  } catch (thrown) {
    throw notUnderstood(wire, thrown)
  }
  return parts
}

/** What can't be read is the server's fault; what broke off is told as it is. */
export function notUnderstood(wire: Wire, thrown: unknown): unknown {
  if (!(thrown instanceof XmlFault)) return thrown
  return new StewardError(
    'UNAVAILABLE',
    `The answer of ${wire.base.host} is not understood: ${thrown.message}.`,
    'Check that the address is that of a CalDAV server.',
    true,
  )
}

/** Throws what an answer says is wrong. */
export async function refuseFault(wire: Wire, answer: Response): Promise<void> {
  if (answer.ok) return
  await answer.body?.cancel()
  const { host } = wire.base
  if (answer.status === 401) throw refusedPassword(wire.base)
  if (answer.status === 404 || answer.status === 410)
    throw new StewardError('NOT_FOUND', `${host} has nothing at that address any more.`, 'Look at the account.')
  throw new StewardError(
    'UNAVAILABLE',
    `${host} answers with an error (${answer.status}).`,
    'Try again later; if it stays, ask who runs the server.',
    true,
  )
}

function collectionOf(part: Part, home: URL): RemoteCollection | undefined {
  const url = resolveHref(part.href, home)
  const kinds = part.props.get('d:resourcetype')?.children.map(({ name }) => name) ?? []
  if (!url || !kinds.includes('c:calendar')) return undefined
  const holds = componentsOf(part.props.get('c:supported-calendar-component-set'))
  if (holds.length === 0) return undefined
  const { href } = asFolder(url)
  const [token, ctag] = [textOf(part, 'd:sync-token'), textOf(part, 'cs:getctag')]
  const [, color] = /^(#[0-9a-f]{6})(?:[0-9a-f]{2})?$/i.exec(textOf(part, 'ca:calendar-color') ?? '') ?? []
  return {
    ...{ slug: slugOf(href), url: href, holds },
    name: plainName(textOf(part, 'd:displayname')) || decoded(href.split('/').at(-2) ?? '') || 'Calendar',
    readOnly: isReadOnly(part.props.get('d:current-user-privilege-set')),
    ...(color === undefined ? {} : { color: color.toLowerCase() }),
    ...(token === undefined ? {} : { token }),
    ...(ctag === undefined ? {} : { ctag }),
  }
}

// What is shown has no line ends, nothing invisible and an end.
const plainName = (text = ''): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 200)

// None named means all (RFC 4791, 5.2.3).
function componentsOf(set: Element | undefined): Collection['holds'] {
  const all = ['VEVENT', 'VTODO'] as const
  if (!set) return [...all]
  const named = childrenOf(set, 'c:comp').map(({ attributes }) => attributes.name?.toUpperCase())
  return all.filter((name) => named.includes(name))
}

const writing = ['d:all', 'd:write', 'd:write-content', 'd:bind']

// A server that does not tell what the user may do is tried.
function isReadOnly(set: Element | undefined): boolean {
  if (!set || set.children.length === 0) return false
  const may = childrenOf(set, 'd:privilege').flatMap(({ children }) => children.map(({ name }) => name))
  return !may.some((name) => writing.includes(name))
}

function slugOf(href: string): string {
  const last = decoded(href.split('/').at(-2) ?? '')
  if (/^[a-z0-9][a-z0-9_-]{0,59}$/.test(last)) return last
  const words = last
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  return `${words.slice(0, 40) || 'calendar'}-${digest(href)}`
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)

// Two with the same last part of their address are told apart by the whole.
function apart(all: RemoteCollection[]): RemoteCollection[] {
  const isTwice = ({ slug }: Collection) => all.filter((one) => one.slug === slug).length > 1
  return all.map((one) => (isTwice(one) ? { ...one, slug: `${one.slug}-${digest(one.url)}` } : one))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
