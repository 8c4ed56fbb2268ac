// A small CalDAV server in memory, for what Radicale never does: no tokens, no etags, other servers' addresses, malice.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text as readAll } from 'node:stream/consumers'

export interface FakeOptions {
  hasToken?: boolean
  hasCtag?: boolean
  /** Of the OPTIONS answer. */
  dav?: string
  /** Whether answers to GET and PUT have one. */
  hasEtag?: boolean
  isWeak?: boolean
  /** What the user may do. */
  privileges?: string
  home?: string
  /** Answers in parts of this size (RFC 6578, 3.6). */
  part?: number
  /** Takes a request before the server does; true where it answered. */
  first?: (request: IncomingMessage, response: ServerResponse, body: string) => boolean
}

export interface Fake {
  url: string
  options: FakeOptions
  texts: Map<string, string>
  requests: { line: string; authorization: string | undefined; ifMatch: string | undefined; body: string }[]
  put(href: string, text: string): void
  remove(href: string): void
  close(): Promise<void>
}

const spaces =
  'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:cs="http://calendarserver.org/ns/" xmlns:ca="http://apple.com/ns/ical/"'
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** What stands around the parts of an answer. */
export const multistatus = (parts: string): string =>
  `<?xml version="1.0"?><d:multistatus ${spaces}>${parts}</d:multistatus>`

/** One part of it. */
export const part = (href: string, props: string): string =>
  `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${props}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`

const gone = (href: string, status = '404 Not Found') =>
  `<d:response><d:href>${href}</d:href><d:status>HTTP/1.1 ${status}</d:status></d:response>`

/** Starts one with a calendar at /home/cal/. */
export async function startFake(options: FakeOptions = {}): Promise<Fake> {
  const texts = new Map<string, string>()
  const changes: string[] = []
  const etag = (href: string) =>
    `${fake.options.isWeak ? 'W/' : ''}"${createHash('sha1')
      .update(texts.get(href) ?? '')
      .digest('hex')
      .slice(0, 8)}"`
  const etags = (href: string) => `<d:getetag>${escaped(etag(href))}</d:getetag>`

  const properties = (): string => {
    const { hasToken, hasCtag, privileges } = fake.options
    return [
      '<d:resourcetype><d:collection/><c:calendar/></d:resourcetype><d:displayname>Fake</d:displayname>',
      hasToken ? `<d:sync-token>t${changes.length}</d:sync-token>` : '',
      hasCtag ? `<cs:getctag>c${changes.length}</cs:getctag>` : '',
      privileges === undefined ? '' : `<d:current-user-privilege-set>${privileges}</d:current-user-privilege-set>`,
    ].join('')
  }
  const propfind = (path: string, depth: unknown): string => {
    if (path === '/home/cal/' && depth === '1')
      return multistatus(
        `${part(path, '<d:resourcetype><d:collection/></d:resourcetype>')}${[...texts.keys()].map((href) => part(href, etags(href))).join('')}`,
      )
    if (texts.has(path)) return multistatus(part(path, etags(path)))
    if (path === '/home/') return multistatus(part('/home/cal/', properties()))
    if (path === '/home/cal/') return multistatus(part(path, properties()))
    const home = `<c:calendar-home-set><d:href>${fake.options.home ?? '/home/'}</d:href></c:calendar-home-set>`
    return multistatus(part(path, `<d:resourcetype><d:collection/></d:resourcetype>${home}`))
  }
  const sync = (body: string): string | undefined => {
    const [, token = ''] = /<d:sync-token>(?:t(\d+))?</.exec(body) ?? []
    const since = Number(token)
    if (since > changes.length) return undefined
    const until = Math.min(since + (fake.options.part ?? changes.length), changes.length)
    const hrefs = [...new Set(changes.slice(since, until))]
    const parts = hrefs.map((href) => (texts.has(href) ? part(href, etags(href)) : gone(href)))
    if (until < changes.length) parts.push(gone('/home/cal/', '507 Insufficient Storage'))
    return multistatus(`${parts.join('')}<d:sync-token>t${until}</d:sync-token>`)
  }
  const multiget = (body: string): string => {
    const hrefs = [...body.matchAll(/<d:href>([^<]*)<\/d:href>/g)].map(([, href = '']) => href)
    const data = (href: string) => `${etags(href)}<c:calendar-data>${escaped(texts.get(href) ?? '')}</c:calendar-data>`
    return multistatus(hrefs.map((href) => (texts.has(href) ? part(href, data(href)) : gone(href))).join(''))
  }
  const answer = (request: IncomingMessage, response: ServerResponse, body: string) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    const say = (status: number, text = '', headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/xml', ...headers }).end(text)
    const tags = (): Record<string, string> => (fake.options.hasEtag === false ? {} : { etag: etag(path) })
    switch (request.method) {
      case 'OPTIONS':
        return say(200, '', { dav: fake.options.dav ?? '1, calendar-access' })
      case 'PROPFIND':
        return say(207, propfind(path, request.headers.depth))
      case 'REPORT': {
        const found = body.includes('sync-collection') ? sync(body) : multiget(body)
        return found === undefined ? say(403, `<d:error ${spaces}><d:valid-sync-token/></d:error>`) : say(207, found)
      }
      case 'GET':
        return texts.has(path) ? say(200, texts.get(path), tags()) : say(404)
      case 'PUT': {
        const wanted = request.headers['if-match']
        const isWrong =
          wanted === undefined ? texts.has(path) : !texts.has(path) || etag(path).replace('W/', '') !== wanted
        if (isWrong) return say(412)
        fake.put(path, body)
        return say(201, '', tags())
      }
      default:
        return say(405)
    }
  }
  const server = createServer(async (request, response) => {
    const body = await readAll(request).catch(() => '')
    const { authorization, 'if-match': ifMatch } = request.headers
    fake.requests.push({ line: `${request.method} ${request.url}`, authorization, ifMatch, body })
    if (!fake.options.first?.(request, response, body)) answer(request, response, body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const fake: Fake = {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}/`,
    ...{ options, texts, requests: [] },
    put(href, text) {
      texts.set(href, text)
      changes.push(href)
    },
    remove(href) {
      texts.delete(href)
      changes.push(href)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return fake
}
