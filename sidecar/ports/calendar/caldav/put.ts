// Writes one resource, only over what the caller knows. tsdav sends it; where no answer comes, what is there is looked at.
import type { ResourceChange } from '../../../text/agenda/types.ts'
import { StewardError } from '../../../text/errors.ts'
import type { Cache } from './cache.ts'
import { refuseFault } from './collections.ts'
import { isSame } from './content.ts'
import { type Wire, WireFault } from './http.ts'
import { getText, reasonOf, type Text } from './report.ts'

export interface Place {
  wire: Wire
  cache: Cache
  /** Of the resource. */
  url: URL
  href: string
}

/** What is there afterwards: its etag; none where it was taken away, or the server has none to tell. */
export async function putResource(
  place: Place,
  change: ResourceChange,
  signal: AbortSignal,
): Promise<string | undefined> {
  let answer: Response
  try {
    answer = await send(place, change, signal)
  } catch (thrown) {
    if (!(thrown instanceof WireFault) || !thrown.mayHaveArrived) throw unsent(thrown)
    return look(place, change, thrown, signal)
  }
  if (answer.ok) {
    await answer.body?.cancel()
    return settle(place, change, answer.headers.get('etag') ?? '', signal)
  }
  if (answer.status >= 500) return lookAfter(place, change, answer, signal)
  return refused(place, change, answer, signal)
}

// A weak etag can't be used for If-Match (RFC 9110, 13.1.1). It is mostly a proxy that made the server's own one weak.
const strong = (etag: string): string => etag.replace(/^W\//, '')

async function send({ wire, url }: Place, change: ResourceChange, signal: AbortSignal): Promise<Response> {
  const dav = await import('tsdav')
  const fetch = wire.fetch(signal)
  if (change.base === '') throw noEtag()
  if (change.text === null) {
    const etag = strong(change.base ?? '')
    return dav.deleteCalendarObject({ calendarObject: { url: url.href, etag }, fetch })
  }
  if (change.base === null) {
    const calendar = { url: new URL('.', url).href }
    const filename = url.href.slice(calendar.url.length)
    return dav.createCalendarObject({ calendar, filename, iCalString: change.text, fetch })
  }
  const calendarObject = { url: url.href, etag: strong(change.base), data: change.text }
  return dav.updateCalendarObject({ calendarObject, fetch })
}

// tsdav would leave out If-Match without a word, and overwrite whatever is there.
function noEtag(): StewardError {
  return new StewardError(
    'UNAVAILABLE',
    'The server does not say which version of this it has, so it can not be changed safely. Nothing was changed.',
    'Change it with the program of your provider.',
  )
}

function unsent(thrown: unknown): unknown {
  if (!(thrown instanceof WireFault)) return thrown
  return new StewardError('UNAVAILABLE', `${thrown.message} Nothing was changed.`, thrown.hint, true)
}

// The server may have written it in its own way, so it is read back. It is done, whatever comes of that.
async function settle(
  place: Place,
  change: ResourceChange,
  etag: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { cache, href } = place
  if (change.text === null) {
    forget(place)
    return undefined
  }
  const got = await getText(place.wire, place.url, signal).catch(() => undefined)
  const there = typeof got === 'object' ? got : { etag, text: change.text }
  remember(place, there)
  cache.touched.add(href)
  return there.etag || undefined
}

function remember({ cache, href }: Place, there: Omit<Text, 'href'>): void {
  cache.touched.add(href)
  cache.keepOne({ href, ...there })
  cache.save()
}

function forget({ cache, href }: Place): void {
  cache.touched.add(href)
  cache.drop(href)
  cache.save()
}

async function refused(
  place: Place,
  change: ResourceChange,
  answer: Response,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { status } = answer
  const { host } = place.wire.base
  const reason = await reasonOf(answer)
  if (status === 412 || status === 404 || status === 410) return reread(place, change, signal)
  if (reason === 'c:no-uid-conflict')
    throw new StewardError('CONFLICT', 'Another entry on the server has that UID.', 'Synchronise, then try again.')
  if (status === 403)
    throw new StewardError('BAD_TARGET', `${host} does not allow you to write there.`, 'Choose another calendar.')
  if (status === 413) throw new StewardError('TOO_LARGE', `It is larger than ${host} takes.`, 'Make its notes shorter.')
  if (status === 400 || status === 409 || status === 415 || status === 422)
    throw new StewardError(
      'BAD_INPUT',
      `${host} does not take this as an event or a task (${reason ?? status}).`,
      'Change it, or choose another calendar.',
    )
  await refuseFault(place.wire, answer)
  return undefined
}

// Something else is there than the caller knows. It is read into the copy; and it may be our own, from an earlier try.
async function reread(place: Place, change: ResourceChange, signal: AbortSignal): Promise<string | undefined> {
  const got = await getText(place.wire, place.url, signal)
  if (typeof got === 'object') {
    remember(place, got)
    if (change.text !== null && isSame(change.text, got.text)) return got.etag || undefined
    if (change.base === null)
      throw new StewardError('CONFLICT', 'There is one with that UID already.', 'Read it, then change that.')
    throw new StewardError('CONFLICT', 'It was changed on the server meanwhile.', 'Read it again, then decide anew.')
  }
  if (got === 'gone') forget(place)
  // What was to go is gone.
  if (got === 'gone' && change.text === null) throw notThere()
  if (got === 'gone' && change.base === null)
    throw new StewardError('UNAVAILABLE', 'The server did not take it. Nothing was changed.', 'Try again.', true)
  throw new StewardError('CONFLICT', 'It was removed on the server meanwhile.', 'Synchronise, then decide anew.')
}

/** Nothing is there that could be taken away. */
export const notThere = (): StewardError =>
  new StewardError('NOT_FOUND', 'It is not in this calendar any more.', 'It may have been removed meanwhile.')

async function lookAfter(
  place: Place,
  change: ResourceChange,
  answer: Response,
  signal: AbortSignal,
): Promise<string | undefined> {
  const fault = await refuseFault(place.wire, answer).catch((thrown: unknown) => thrown)
  return look(place, change, fault as StewardError, signal)
}

// No answer came, and it may have arrived: what is there tells. Whoever gave up waiting still gets the truth.
async function look(
  place: Place,
  change: ResourceChange,
  fault: StewardError,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { message, hint } = fault
  const got = await getText(place.wire, place.url, signal).catch(() => undefined)
  if (got === undefined || got === 'same' || got === 'too large')
    throw new StewardError('UNAVAILABLE', `${message} Whether it was carried out is not known.`, hint, true)
  if (got === 'gone') {
    if (change.text === null) {
      forget(place)
      return undefined
    }
    if (change.base === null) throw asBefore(fault)
    forget(place)
    throw new StewardError('CONFLICT', 'It was removed on the server meanwhile.', 'Synchronise, then decide anew.')
  }
  remember(place, got)
  if (change.text !== null && isSame(change.text, got.text)) return got.etag || undefined
  if (change.base !== null && strong(got.etag) === strong(change.base)) throw asBefore(fault)
  throw new StewardError('CONFLICT', 'It was changed on the server meanwhile.', 'Read it again, then decide anew.')
}

// It may yet arrive; then the etag that goes along keeps a second try from doing it twice.
function asBefore({ message, hint }: StewardError): StewardError {
  return new StewardError('UNAVAILABLE', `${message} On the server it is as it was before.`, hint, true)
}
