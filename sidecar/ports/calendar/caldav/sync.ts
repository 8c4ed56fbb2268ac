// Brings the copy of one calendar to what the server has, and moves nothing that is here already.
import type { Cache } from './cache.ts'
import type { RemoteCollection } from './collections.ts'
import type { Wire } from './http.ts'
import { type Changes, changesSince, fetchTexts, listAll } from './report.ts'

const BATCH = 100
/** A process that ends has to fetch at most that much again. */
const BATCHES_A_SAVE = 2

export interface Progress {
  done: number
  of: number
}

/** Whether anything changed. Throws where the server does not tell; what came until then is kept. */
export async function syncCollection(
  wire: Wire,
  cache: Cache,
  remote: RemoteCollection,
  now: () => number,
  tell: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const { token, ctag } = cache.about
  if (isUnchanged(cache, remote)) {
    cache.set({ syncedAt: now() })
    return false
  }
  cache.touched.clear()
  const url = new URL(remote.url)
  const changes =
    remote.token === undefined ? await listAll(wire, url, signal) : await changesSince(wire, url, token, signal)
  const dropped = dropGone(cache, changes)
  const wanted = [...changes.there].filter(([href, etag]) => isOther(cache, href, etag)).map(([href]) => href)
  const tooLarge = await fetchAll(wire, cache, url, wanted, tell, signal)
  const isSettled = cache.touched.size === 0
  cache.set({
    token: changes.token ?? (remote.token === undefined ? undefined : token),
    // What was seen before something was written here is not what is there now.
    ctag: isSettled ? remote.ctag : ctag,
    syncedAt: now(),
    tooLarge: changes.isWhole || tooLarge > 0 ? tooLarge || undefined : cache.about.tooLarge,
  })
  cache.save()
  return dropped || wanted.length > 0
}

function isUnchanged(cache: Cache, remote: RemoteCollection): boolean {
  const { token, ctag } = cache.about
  if (remote.token !== undefined) return token === remote.token
  return remote.ctag !== undefined && ctag === remote.ctag
}

// Without an etag nobody can tell whether it changed.
function isOther(cache: Cache, href: string, etag: string): boolean {
  return etag === '' || cache.entry(href)?.etag !== etag
}

function dropGone(cache: Cache, changes: Changes): boolean {
  const listed = changes.isWhole ? [...cache.entries()].map(({ href }) => href) : []
  const gone = [...changes.gone, ...listed.filter((href) => !changes.there.has(href))]
  const dropped = gone.filter((href) => !cache.touched.has(href) && cache.entry(href))
  for (const href of dropped) cache.drop(href)
  return dropped.length > 0
}

async function fetchAll(
  wire: Wire,
  cache: Cache,
  url: URL,
  wanted: readonly string[],
  tell: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<number> {
  let tooLarge = 0
  for (let at = 0, round = 1; at < wanted.length; at += BATCH, round++) {
    const batch = wanted.slice(at, at + BATCH)
    const texts = await fetchTexts(wire, url, batch, signal)
    await cache.keep(texts.found.filter(({ href }) => !cache.touched.has(href)))
    for (const href of [...texts.gone, ...texts.tooLarge]) if (!cache.touched.has(href)) cache.drop(href)
    tooLarge += texts.tooLarge.length
    tell({ done: Math.min(at + BATCH, wanted.length), of: wanted.length })
    if (round % BATCHES_A_SAVE === 0) cache.save()
  }
  return tooLarge
}
