// Addresses of servers and of what lies on them: what the user typed, and what a server may name.
import { isIP } from 'node:net'
import { StewardError } from '../../../text/errors.ts'

export interface Typed {
  /** To be tried in this order. */
  bases: URL[]
  user?: string
  password?: string
}

/** What the user typed: an address, the name of a host, or an e-mail address, which names its host. */
export function readTyped(url: string, user: string | undefined): Typed {
  const typed = url.trim() || (user ?? '').trim()
  const [, mailHost] = /^[^\s/:@]+@([^\s/@]+)$/.exec(typed) ?? []
  const text = mailHost ?? typed
  const isWhole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
  const base = parse(isWhole ? text : `https://${text}`)
  if (!base || !/^https?:$/.test(base.protocol) || base.hostname === '')
    throw new StewardError(
      'BAD_INPUT',
      'That is not the address of a server.',
      'Enter one such as https://dav.example.org/, or just dav.example.org.',
    )
  // A password in an address would be seen wherever the address is.
  const own = { user: decodeURIComponent(base.username), password: decodeURIComponent(base.password) }
  Object.assign(base, { username: '', password: '', hash: '', search: '' })
  const plain = parse(base.href.replace(/^https:/, 'http:'))
  return {
    bases: !isWhole && plain && isNear(base.hostname) ? [base, plain] : [base],
    ...(own.user ? { user: own.user } : mailHost === undefined ? {} : { user: typed }),
    ...(own.password ? { password: own.password } : {}),
  }
}

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}

/** Whether a host is this computer. */
export const isHere = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$|\.localhost$/i.test(host)

/** Whether a host is this computer or in the user's own network. */
export function isNear(host: string): boolean {
  if (isHere(host) || /\.(local|lan|home\.arpa|internal)$/i.test(host)) return true
  const bare = host.replace(/^\[|\]$/g, '')
  if (isIP(bare) === 4) return /^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)/.test(bare)
  return isIP(bare) === 6 && /^f[cd]|^fe[89ab]/i.test(bare)
}

/** Whether nobody on the way can read what is sent there. */
export const isSafe = (url: URL): boolean => url.protocol === 'https:' || isHere(url.hostname)

/** Whether a password for one may go to the other: the same origin, or the same host with encryption where it had none. */
export function isSameParty(from: URL, to: URL): boolean {
  if (from.origin === to.origin) return true
  const isUsual = from.port === '' && to.port === ''
  return from.hostname === to.hostname && from.protocol === 'http:' && to.protocol === 'https:' && isUsual
}

/** What a server names, seen from an address of it; nothing where it leads to another server. */
export function resolveHref(href: string, from: URL): URL | undefined {
  const found = URL.canParse(href, from) ? new URL(href, from) : undefined
  if (!found || found.origin !== from.origin) return undefined
  return Object.assign(found, { hash: '' })
}

/** The path of a resource right inside of a collection; nothing for what lies elsewhere, or is the collection. */
export function memberHref(href: string, collection: URL): string | undefined {
  const found = resolveHref(href, collection)
  if (!found?.pathname.startsWith(collection.pathname)) return undefined
  const name = found.pathname.slice(collection.pathname.length)
  if (name === '' || name.includes('/') || /^(%2e|\.)+$|%2f|%5c/i.test(name)) return undefined
  return `${found.pathname}${found.search}`
}

/** A collection's address, which ends with a slash. */
export function asFolder(url: URL): URL {
  return url.pathname.endsWith('/') ? url : Object.assign(new URL(url), { pathname: `${url.pathname}/` })
}
