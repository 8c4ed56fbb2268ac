// What changed in a calendar, and the text of what did.
import { StewardError } from '../../../text/errors.ts'
import { notUnderstood, readParts, refuseFault } from './collections.ts'
import type { Wire } from './http.ts'
import { LONGEST_RESOURCE, type Part, readMultistatus, textOf } from './multistatus.ts'
import { memberHref } from './places.ts'
import { child, escapeXml, XmlReader } from './xml.ts'

export interface Changes {
  /** All that is there, and not only what changed. */
  isWhole: boolean
  /** Etag by address. */
  there: Map<string, string>
  gone: string[]
  token?: string
}

/** One resource as the server has it. */
export interface Text {
  href: string
  etag: string
  text: string
}

const MOST_ROUNDS = 200
const head = '<?xml version="1.0" encoding="utf-8"?>'
const xml = 'application/xml; charset=utf-8'

/**
 * What changed since a token (RFC 6578); everything where the server does not know the token any more, or has none. By
 * hand: tsdav's smartCollectionSync keeps every text in memory, and knows neither answers in parts (3.6) nor tokens that
 * are not good any more.
 */
export async function changesSince(
  wire: Wire,
  url: URL,
  token: string | undefined,
  signal: AbortSignal,
): Promise<Changes> {
  const changes: Changes = { isWhole: token === undefined, there: new Map(), gone: [] }
  let from = token ?? ''
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = await changesRound(wire, url, from, changes, signal)
    if (next === 'refused')
      return token === undefined ? listAll(wire, url, signal) : changesSince(wire, url, undefined, signal)
    if (next.token !== undefined) changes.token = next.token
    if (!next.isCut) return changes
    if (next.token === undefined || next.token === from) break
    from = next.token
  }
  throw new StewardError(
    'UNAVAILABLE',
    `${wire.base.host} never comes to the end of its changes.`,
    'Try again later.',
    true,
  )
}

async function changesRound(
  wire: Wire,
  url: URL,
  from: string,
  changes: Changes,
  signal: AbortSignal,
): Promise<'refused' | { token?: string; isCut: boolean }> {
  const body = `${head}<d:sync-collection xmlns:d="DAV:"><d:sync-token>${escapeXml(from)}</d:sync-token><d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop></d:sync-collection>`
  const headers = { depth: '0', 'content-type': xml }
  const answer = await wire.send(url, { method: 'REPORT', headers, body, signal, isList: true })
  // 403 or 409 for a bad token, 4xx and 501 where there is no such report: the same is done for both.
  if (
    (answer.status >= 400 && answer.status < 500 && ![401, 404, 429].includes(answer.status)) ||
    answer.status === 501
  ) {
    await answer.body?.cancel()
    return 'refused'
  }
  await refuseFault(wire, answer)
  let isCut = false
  const take = (part: Part): void => {
    if (part.status === 507) isCut = true
    note(part, url, changes)
  }
  try {
    const token = await readMultistatus(answer.body, take)
    return { isCut, ...(token ? { token } : {}) }
  } catch (thrown) {
    throw notUnderstood(wire, thrown)
  }
}

function note(part: Part, url: URL, changes: Changes): void {
  const href = memberHref(part.href, url)
  if (href === undefined) return
  const kinds = part.props.get('d:resourcetype')?.children ?? []
  if (kinds.some(({ name }) => name === 'd:collection')) return
  if (part.status === 404) {
    changes.gone.push(href)
    changes.there.delete(href)
  } else if (part.status < 300) changes.there.set(href, textOf(part, 'd:getetag') ?? '')
}

/** Everything in a calendar, by the plain way that every server has. */
export async function listAll(wire: Wire, url: URL, signal: AbortSignal): Promise<Changes> {
  const body = `${head}<d:propfind xmlns:d="DAV:"><d:prop><d:getetag/><d:resourcetype/></d:prop></d:propfind>`
  const headers = { depth: '1', 'content-type': xml }
  const answer = await wire.send(url, { method: 'PROPFIND', headers, body, signal, isList: true })
  const changes: Changes = { isWhole: true, there: new Map(), gone: [] }
  await readParts(wire, answer, (part) => note(part, url, changes))
  return changes
}

export interface Texts {
  found: Text[]
  /** Not there any more. */
  gone: string[]
  /** Larger than anything that is taken. */
  tooLarge: string[]
}

/** The texts of some resources (RFC 4791, 7.9). */
export async function fetchTexts(wire: Wire, url: URL, hrefs: readonly string[], signal: AbortSignal): Promise<Texts> {
  const wanted = hrefs.map((href) => `<d:href>${escapeXml(href)}</d:href>`).join('')
  const body = `${head}<c:calendar-multiget xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><d:getetag/><c:calendar-data/></d:prop>${wanted}</c:calendar-multiget>`
  const headers = { depth: '1', 'content-type': xml }
  const answer = await wire.send(url, { method: 'REPORT', headers, body, signal, isList: true })
  const texts: Texts = { found: [], gone: [], tooLarge: [] }
  const left = new Set(hrefs)
  await readParts(wire, answer, (part) => {
    const href = memberHref(part.href, url)
    // What was not asked for is not taken.
    if (href === undefined || !left.has(href)) return
    const text = part.props.get('c:calendar-data')?.text
    if (part.status === 404) texts.gone.push(href)
    else if (text === undefined) return
    else if (text.length > LONGEST_RESOURCE) texts.tooLarge.push(href)
    else texts.found.push({ href, text: withEnd(text), etag: textOf(part, 'd:getetag') ?? '' })
    left.delete(href)
  })
  for (const href of left) await fetchOne(wire, url, href, texts, signal)
  return texts
}

async function fetchOne(wire: Wire, url: URL, href: string, texts: Texts, signal: AbortSignal): Promise<void> {
  const got = await getText(wire, new URL(href, url), signal)
  if (got === 'gone') texts.gone.push(href)
  else if (got === 'too large') texts.tooLarge.push(href)
  else if (got !== 'same') texts.found.push({ href, ...got })
}

/** One resource by itself; `same` where it still has an etag that is known. */
export async function getText(
  wire: Wire,
  url: URL,
  signal: AbortSignal,
  known?: string,
): Promise<Omit<Text, 'href'> | 'gone' | 'same' | 'too large'> {
  const headers = { accept: 'text/calendar', ...(known ? { 'if-none-match': known } : {}) }
  const answer = await wire.send(url, { method: 'GET', headers, signal })
  if (answer.status === 304) return 'same'
  if (answer.status === 404 || answer.status === 410) {
    await answer.body?.cancel()
    return 'gone'
  }
  await refuseFault(wire, answer)
  const text = await shortText(answer)
  if (text === undefined) return 'too large'
  return { text, etag: answer.headers.get('etag') ?? (await askEtag(wire, url, signal)) }
}

// RFC 4791, 5.3.4 wants an etag with every GET, and some servers forget it.
async function askEtag(wire: Wire, url: URL, signal: AbortSignal): Promise<string> {
  const body = `${head}<d:propfind xmlns:d="DAV:"><d:prop><d:getetag/></d:prop></d:propfind>`
  const headers = { depth: '0', 'content-type': xml }
  const [part] = await readParts(wire, await wire.send(url, { method: 'PROPFIND', headers, body, signal }))
  return (part && textOf(part, 'd:getetag')) ?? ''
}

async function shortText(answer: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    // Leaving the loop ends the connection.
    if (bytes > LONGEST_RESOURCE) return undefined
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

// Readers of XML may drop the last line end, and every line of a calendar has one.
const withEnd = (text: string): string => (/[\r\n]$/.test(text) ? text.replace(/(\r?\n)\s*$/, '$1') : `${text}\r\n`)

/** What a server names as the reason of a refusal, such as no-uid-conflict (RFC 4791, 5.3.2.1). */
export async function reasonOf(answer: Response): Promise<string | undefined> {
  const text = await shortText(answer).catch(() => undefined)
  if (text === undefined) return undefined
  try {
    const reader = new XmlReader('', { text: 10_000, elements: 50 }, () => {})
    reader.write(text)
    const [reason] = reader.root?.name === 'd:error' ? reader.root.children : []
    return reason?.name ?? child(reader.root, 'd:error')?.name
  } catch {
    return undefined
  }
}
