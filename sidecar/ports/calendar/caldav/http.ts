// Every request to a CalDAV server goes through here, those of tsdav too: the password goes to the user's own server only,
// no answer is longer and takes longer than it may, and a failure says whether the request can have arrived.
import { StewardError } from '../../../text/errors.ts'
import { Auth, type Credentials } from './auth.ts'
import { isSafe, isSameParty } from './places.ts'

export interface WireLimits {
  requestMs: number
  /** A list of everything in a large calendar may take a server a while. */
  listMs: number
  answerBytes: number
}

const usual: WireLimits = { requestMs: 30_000, listMs: 120_000, answerBytes: 64 * 1024 * 1024 }
const MOST_REDIRECTS = 5

export interface Ask {
  method: string
  headers?: Record<string, string>
  body?: string
  signal: AbortSignal
  /** It lists a whole collection. */
  isList?: boolean
}

/** What did not come to an answer. */
export class WireFault extends StewardError {
  readonly kind: 'unreachable' | 'certificate' | 'cut' | 'slow' | 'large' | 'elsewhere'
  /** It may have been carried out all the same. */
  readonly mayHaveArrived: boolean
  constructor(kind: WireFault['kind'], mayHaveArrived: boolean, message: string, hint: string) {
    super('UNAVAILABLE', message, hint, true)
    this.kind = kind
    this.mayHaveArrived = mayHaveArrived
  }
}

export interface Wire {
  /** The user's server. */
  readonly base: URL
  /** Who the user is there. */
  readonly auth: Auth
  send(url: URL, ask: Ask): Promise<Response>
  /** The same for tsdav; where a request ended up is in `url` of its answer. */
  fetch(signal: AbortSignal): typeof fetch
}

/** The way to one server. */
export function openWire(base: URL, credentials: Credentials | undefined, limits = usual): Wire {
  const auth = new Auth(credentials, isSafe(base))

  const once = async (url: URL, ask: Ask): Promise<Response> => {
    const header = auth.header(ask.method, url)
    const limit = AbortSignal.timeout(ask.isList ? limits.listMs : limits.requestMs)
    try {
      const answer = await fetch(url, {
        method: ask.method,
        headers: {
          'user-agent': 'Steward',
          ...ask.headers,
          ...(header === undefined ? {} : { authorization: header }),
        },
        redirect: 'manual',
        signal: AbortSignal.any([ask.signal, limit]),
        ...(ask.body === undefined ? {} : { body: ask.body }),
      })
      return bounded(answer, url, limits.answerBytes, ask.signal)
    } catch (thrown) {
      throw faultOf(thrown, url, ask.signal)
    }
  }

  const send = async (start: URL, ask: Ask): Promise<Response> => {
    let url = start
    for (let turns = 0; turns <= MOST_REDIRECTS; turns++) {
      if (!isSameParty(base, url)) throw elsewhere(base, url)
      const answer = await once(url, ask)
      if (answer.status === 401 && auth.hear(answer.headers.get('www-authenticate'))) {
        await answer.body?.cancel()
        continue
      }
      // As RFC 6764 wants it: the method stays what it was. 303 is for pages.
      const to = [301, 302, 307, 308].includes(answer.status) ? answer.headers.get('location') : null
      if (to === null || !URL.canParse(to, url)) return answer
      await answer.body?.cancel()
      url = new URL(to, url)
    }
    throw new WireFault('cut', false, `${base.host} sends us around in circles.`, 'Check the address of the account.')
  }

  const forTsdav = (signal: AbortSignal): typeof fetch =>
    ((input: string | URL, init: RequestInit = {}) =>
      send(new URL(input), {
        ...{ method: init.method ?? 'GET', headers: init.headers as Record<string, string>, signal },
        ...(typeof init.body === 'string' ? { body: init.body } : {}),
      })) as typeof fetch

  return { base, auth, send, fetch: forTsdav }
}

// The answer, ended with a fault where it gets too long or stops half-way.
function bounded(answer: Response, url: URL, most: number, signal: AbortSignal): Response {
  let bytes = 0
  const count = async function* () {
    try {
      for await (const chunk of answer.body ?? []) {
        bytes += chunk.length
        if (bytes > most)
          throw new WireFault('large', true, `${url.host} answers with more than is read.`, 'Ask who runs the server.')
        yield chunk
      }
    } catch (thrown) {
      throw thrown instanceof WireFault ? thrown : faultOf(thrown, url, signal, true)
    }
  }
  const body = answer.body === null ? null : (ReadableStream.from(count()) as ReadableStream<Uint8Array<ArrayBuffer>>)
  const { status, statusText, headers } = answer
  return Object.defineProperty(new Response(body, { status, statusText, headers }), 'url', { value: url.href })
}

function elsewhere(base: URL, url: URL): WireFault {
  return new WireFault(
    'elsewhere',
    false,
    `${base.host} sends us on to ${url.origin}. The password is not given to another server.`,
    'If you trust that one, use its address for the account.',
  )
}

/** Before these, nothing was sent. */
const unreachable = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'],
  ...['UND_ERR_CONNECT_TIMEOUT', 'EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG'],
])

function faultOf(thrown: unknown, url: URL, signal: AbortSignal, isUnderWay = false): unknown {
  if (thrown instanceof StewardError) return thrown
  // Whoever asked does not want to know any more.
  if (signal.aborted) return signal.reason
  const code = codeOf(thrown)
  const again = 'Try again when it is there; look at the network and at the address.'
  if (/CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ALTNAME/.test(code))
    return new WireFault(
      'certificate',
      false,
      `The certificate of ${url.host} can not be trusted (${code}).`,
      'If it is your own server, set NODE_EXTRA_CA_CERTS to the file of its certificate and start Steward again.',
    )
  if (!isUnderWay && unreachable.has(code))
    return new WireFault('unreachable', false, `${url.host} can not be reached (${code}).`, again)
  if (thrown instanceof DOMException && thrown.name === 'TimeoutError')
    return new WireFault('slow', true, `${url.host} takes too long to answer.`, again)
  return new WireFault('cut', true, `The connection to ${url.host} broke off (${code}).`, again)
}

function codeOf(thrown: unknown): string {
  for (let at: unknown = thrown; at instanceof Error; at = at.cause) {
    if (at instanceof AggregateError && at.errors.length > 0) return codeOf(at.errors[0])
    if ('code' in at && typeof at.code === 'string') return at.code
  }
  return thrown instanceof Error ? thrown.name : 'unknown'
}
