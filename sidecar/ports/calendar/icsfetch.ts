// Fetches what is behind the address of an .ics file into a file: bounded in size, time and redirects, and only if it changed.
import type { FileHandle } from 'node:fs/promises'
import { open, rm } from 'node:fs/promises'
import { errno, writeFault } from '../../store/faults.ts'
import { StewardError } from '../../text/errors.ts'
import { LONGEST_CALENDAR } from '../../text/ical/document.ts'

const LONGEST_MS = 30_000
const MOST_REDIRECTS = 5
const LONGEST_HEADER = 1000
const LATEST_RETRY = 24 * 3_600_000

export interface Known {
  etag?: string
  lastModified?: string
}

export type Fetched = { state: 'same' } | ({ state: 'new' } & Known)

/** The server can't be asked again before a time. */
export class TooBusy extends StewardError {
  readonly until: number
  constructor(status: number, until: number) {
    super(
      'BUSY',
      `The server asks to be left alone for a while (${status}).`,
      'Wait; it is asked again by itself.',
      true,
    )
    this.until = until
  }
}

const unavailable = (why: string) =>
  new StewardError(
    'UNAVAILABLE',
    `The address did not give a calendar: ${why}.`,
    'Check the address; it is tried again by itself.',
    true,
  )

/** The address as it is asked for. Name and password go where they belong, and into no log. */
export function addressOf(written: string): { url: URL; authorization: string | undefined } {
  const text = written.trim().replace(/^webcals?:/i, 'https:')
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw new StewardError(
      'BAD_INPUT',
      'That is no address of a calendar.',
      'It begins with https://, http:// or webcal://.',
    )
  const url = new URL(text)
  const { username, password } = url
  url.username = ''
  url.password = ''
  url.hash = ''
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const authorization = username === '' ? undefined : `Basic ${Buffer.from(pair).toString('base64')}`
  return { url, authorization }
}

export interface FetchParts {
  address: string
  known: Known
  /** Where it is written to; there must be nothing yet. */
  to: string
  signal: AbortSignal
  now(): number
  isStopped(): boolean
}

/** Fetches. What was written is whole and on the disk, or is gone again. */
export async function fetchCalendar(parts: FetchParts): Promise<Fetched> {
  const signal = AbortSignal.any([parts.signal, AbortSignal.timeout(LONGEST_MS)])
  try {
    const response = await answer(parts, signal)
    if (response.status === 304) {
      await response.body?.cancel()
      return { state: 'same' }
    }
    if (response.status !== 200) throw await refusal(response, parts.now())
    await save(response, parts)
    return { state: 'new', ...headersOf(response) }
  } catch (thrown) {
    parts.signal.throwIfAborted()
    throw told(thrown, parts.to)
  }
}

async function answer({ address, known }: FetchParts, signal: AbortSignal): Promise<Response> {
  const { url: first, authorization } = addressOf(address)
  let url = first
  for (let step = 0; step <= MOST_REDIRECTS; step++) {
    const isOwn = url.origin === first.origin
    const headers = {
      accept: 'text/calendar, text/plain;q=0.5, */*;q=0.1',
      'user-agent': 'Steward',
      ...(known.etag === undefined ? {} : { 'if-none-match': known.etag }),
      ...(known.lastModified === undefined ? {} : { 'if-modified-since': known.lastModified }),
      // To nobody else, wherever the server sends us.
      ...(authorization !== undefined && isOwn ? { authorization } : {}),
    }
    const response = await asked(url, { headers, redirect: 'manual', signal })
    const location = response.headers.get('location')
    if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return response
    await response.body?.cancel()
    const next = location.replace(/^webcals?:/i, 'https:')
    if (!URL.canParse(next, url) || !/^https?:$/.test(new URL(next, url).protocol))
      throw unavailable('it leads to something that is no web address')
    url = new URL(next, url)
    url.username = ''
    url.password = ''
  }
  throw unavailable(`it leads on more than ${MOST_REDIRECTS} times`)
}

/** A connection that was kept from the last time may be gone on the other side: then it is asked once more. */
async function asked(url: URL, how: RequestInit): Promise<Response> {
  try {
    return await fetch(url, how)
  } catch (thrown) {
    const code = (thrown as { cause?: { code?: string } }).cause?.code
    if (code !== 'UND_ERR_SOCKET' && code !== 'ECONNRESET') throw thrown
    return fetch(url, how)
  }
}

async function save(response: Response, { to, isStopped }: FetchParts): Promise<void> {
  if (Number(response.headers.get('content-length')) > LONGEST_CALENDAR) {
    await response.body?.cancel()
    throw tooLarge()
  }
  let handle: FileHandle | undefined
  try {
    handle = await open(to, 'wx', 0o600)
    let size = 0
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      // Unpacked: what is small on the wire may be large here.
      size += chunk.length
      if (size > LONGEST_CALENDAR) throw tooLarge()
      if (isStopped()) throw new StewardError('STOPPED', 'STOP is set.', 'Lift it to go on.')
      await handle.writeFile(chunk)
    }
    await handle.sync()
  } catch (thrown) {
    await rm(to, { force: true })
    throw thrown
  } finally {
    await handle?.close()
  }
}

const tooLarge = () =>
  new StewardError(
    'TOO_LARGE',
    `The calendar has more than ${LONGEST_CALENDAR} bytes.`,
    'Ask for an address with a shorter time.',
  )

function headersOf({ headers }: Response): Known {
  const short = (name: string) => {
    const value = headers.get(name)
    return value !== null && value.length <= LONGEST_HEADER ? value : undefined
  }
  const [etag, lastModified] = [short('etag'), short('last-modified')]
  return { ...(etag ? { etag } : {}), ...(lastModified ? { lastModified } : {}) }
}

async function refusal({ status, headers, body }: Response, now: number): Promise<StewardError> {
  await body?.cancel()
  const until = retryAt(headers.get('retry-after'), now)
  if (until !== undefined && (status === 429 || status === 503)) return new TooBusy(status, until)
  if (status === 401 || status === 403) return unavailable(`it wants a name and a password, or other ones (${status})`)
  if (status === 404 || status === 410) return unavailable(`there is nothing any more (${status})`)
  return unavailable(`the server answered ${status}`)
}

/** RFC 9110, 10.2.3: seconds or a date. */
function retryAt(text: string | null, now: number): number | undefined {
  if (text === null) return undefined
  const at = /^\s*\d{1,9}\s*$/.test(text) ? now + Number(text) * 1000 : Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.min(Math.max(at, now), now + LATEST_RETRY)
}

// fetch hides the reason one level down.
function told(thrown: unknown, path: string): unknown {
  if (thrown instanceof StewardError) return thrown
  if ((thrown as Error).name === 'TimeoutError') return unavailable(`it took longer than ${LONGEST_MS / 1000} seconds`)
  const { cause, syscall } = thrown as { cause?: { code?: string }; syscall?: string }
  if (errno(thrown) !== undefined && /^(open|write|fsync)$/.test(syscall ?? '')) return writeFault(thrown, path)
  const code = cause?.code ?? errno(thrown)
  return unavailable(code === undefined ? 'the answer broke off' : `it can not be reached (${code})`)
}
