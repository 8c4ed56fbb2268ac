// From an address to the places where a user's calendars are (RFC 6764, 6): what is there, who the user is, where their
// home is. The answers are small ones, so tsdav asks and reads them.
import type { DAVResponse } from 'tsdav'
import { StewardError } from '../../../text/errors.ts'
import type { Credentials } from './auth.ts'
import { openWire, type Wire, WireFault } from './http.ts'
import { asFolder, readTyped, resolveHref } from './places.ts'

export interface Server {
  /** The address that leads here. */
  url: string
  user?: string
  /** Folders of calendars; or one calendar, where the user named just that. */
  homes: string[]
  isSingle: boolean
  /** It sends invitations by itself (RFC 6638, 2). */
  schedules: boolean
}

export interface Found extends Server {
  credentials?: Credentials
}

export interface Wanted {
  url: string
  user?: string | undefined
  password?: string | undefined
}

/** Looks for the user's calendars. Throws, with what is wrong, where there are none to be had. */
export async function discover(wanted: Wanted, signal: AbortSignal): Promise<Found> {
  const typed = readTyped(wanted.url, wanted.user)
  const user = wanted.user?.trim() || typed.user
  const password = wanted.password ?? typed.password
  const credentials = user === undefined ? undefined : { user, password: password ?? '' }
  const [first = new URL('https://localhost'), plain] = typed.bases
  try {
    return await findAt(first, credentials, signal)
  } catch (thrown) {
    // In the user's own network there may be no encryption. A bad certificate is no reason to do without.
    if (!plain || !(thrown instanceof WireFault) || !['unreachable', 'cut'].includes(thrown.kind)) throw thrown
    return findAt(plain, credentials, signal).catch((second) => {
      throw second instanceof WireFault ? thrown : second
    })
  }
}

async function findAt(base: URL, credentials: Credentials | undefined, signal: AbortSignal): Promise<Found> {
  const wire = openWire(base, credentials)
  const usual = ['/.well-known/caldav', '/']
  const paths = base.pathname === '/' ? usual : [base.pathname, ...usual]
  for (const path of paths) {
    const found = await lookAt(wire, new URL(path, base), signal)
    if (!found) continue
    const schedules = await sendsInvitations(wire, new URL(found.homes[0] ?? base), signal)
    const who = credentials ? { user: credentials.user, credentials } : {}
    return { url: base.href, ...found, schedules, ...who }
  }
  throw new StewardError(
    'BAD_TARGET',
    `${base.host} has no calendars at this address.`,
    'Enter the CalDAV address that its provider names; it often ends in /dav or /caldav.',
  )
}

type Homes = Pick<Server, 'homes' | 'isSingle'>

async function lookAt(wire: Wire, url: URL, signal: AbortSignal): Promise<Homes | undefined> {
  let seen = await ask(wire, url, signal)
  const isStranger = (): boolean => hasOwn(seen?.props?.currentUserPrincipal, 'unauthenticated')
  if (isStranger() && wire.auth.insist()) seen = await ask(wire, url, signal)
  if (!seen?.props) return undefined
  if (isStranger()) throw refusedPassword(wire.base)
  if (hasOwn(seen.props.resourcetype, 'calendar')) return { homes: [asFolder(new URL(seen.url)).href], isSingle: true }
  const own = homesOf(seen, wire)
  if (own.length > 0) return { homes: own, isSingle: false }
  const [who] = hrefsOf(seen.props.currentUserPrincipal)
  const principal = who === undefined ? undefined : resolveHref(who, new URL(seen.url))
  if (!principal) return undefined
  const said = await ask(wire, principal, signal)
  const homes = said ? homesOf(said, wire) : []
  return homes.length === 0 ? undefined : { homes, isSingle: false }
}

type Seen = DAVResponse & { url: string }

const wantedProps = { 'd:resourcetype': {}, 'd:current-user-principal': {}, 'c:calendar-home-set': {} }

async function ask(wire: Wire, url: URL, signal: AbortSignal): Promise<Seen | undefined> {
  const { propfind } = await import('tsdav')
  const send = wire.fetch(signal)
  let end = url.href
  const [answer] = await propfind({
    ...{ url: url.href, depth: '0', props: wantedProps },
    fetch: async (input: string | URL | Request, init?: RequestInit) => {
      const response = await send(input as string, init)
      end = response.url
      return response
    },
  })
  if (answer?.status === 401) throw refusedPassword(wire.base)
  // 403 here is a door that is not for users, such as / on some servers.
  return answer?.ok ? { ...answer, url: end } : undefined
}

/** The server does not take this user with this password. */
export function refusedPassword(base: URL): StewardError {
  return new StewardError(
    'NOT_CONFIGURED',
    `${base.host} does not accept this user name and password.`,
    'Check both. Some providers want a password made for programs instead of your usual one.',
  )
}

function homesOf(seen: Seen, wire: Wire): string[] {
  const hrefs = hrefsOf(seen.props?.calendarHomeSet)
  const from = new URL(seen.url)
  const homes = hrefs.map((href) => resolveHref(href, from)).filter((home) => home !== undefined)
  const [foreign] = homes.length > 0 ? [] : hrefs.filter((href) => URL.canParse(href, from))
  if (foreign !== undefined)
    throw new WireFault(
      'elsewhere',
      false,
      `${wire.base.host} says that the calendars are at ${new URL(foreign, from).origin}. The password is not given to another server.`,
      'If you trust that one, use its address for the account.',
    )
  return [...new Set(homes.map((home) => asFolder(home).href))]
}

function hrefsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null || !('href' in value)) return []
  const hrefs = Array.isArray(value.href) ? value.href : [value.href]
  return hrefs
    .map((href) => (hasOwn(href, '_cdata') ? String(href._cdata) : href))
    .filter((href) => typeof href === 'string')
}

const hasOwn = <K extends string>(value: unknown, key: K): value is Record<K, unknown> =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)

async function sendsInvitations(wire: Wire, home: URL, signal: AbortSignal): Promise<boolean> {
  const answer = await wire.send(home, { method: 'OPTIONS', signal })
  await answer.body?.cancel()
  return /\bcalendar-auto-schedule\b/i.test(answer.headers.get('dav') ?? '')
}
