// Every call that the page knows of, newest first: the live ones by events, the past ones as they are asked for.
import { signal } from '@preact/signals'
import type { ResultOf } from '../../sidecar/protocol/methods.ts'
import { call, hear } from './link.ts'

export type CallView = ResultOf<'tool/call'>
export type CallState = CallView['state']
export type CallDetail = ResultOf<'call/show'>

/** Progress of running calls, by id. */
export const progress = signal<ReadonlyMap<string, string>>(new Map())
/** Where the list was cut off: all that is newer is there. */
export const cutAt = signal<CallView | undefined>(undefined)
/** All that is loaded, newest first. What came out of each is asked for where it is shown. */
export const calls = signal<readonly CallView[]>([])

const known = new Map<string, CallView>()
/** So many are kept beside those that are read back to by hand; more is dropped a few hundred at a time. */
const MOST = 5000
const SLACK = 500
const LONGEST_WHY = 400
const added = new Set<string>()
const parked: ReadonlySet<CallState> = new Set(['planned', 'waiting', 'suspended'])
const lasting: ReadonlySet<CallState> = new Set([...parked, 'running'])
let room = MOST
let isDue = false

/** Puts what is known of a call in its place. */
export const keep = (view: CallView): void => keepAll([view])

/** The same for many. */
export function keepAll(views: readonly CallView[]): void {
  for (const view of views) {
    if (!known.has(view.callId)) added.add(view.callId)
    known.set(view.callId, slim(view))
  }
  publish()
}

/** Makes room for a page of older ones, since they were asked for. */
export function makeRoom(count: number): void {
  room += count
}

/** Forgets them all: what was missed may have changed any of them. */
export function forgetCalls(): void {
  known.clear()
  added.clear()
  room = MOST
  calls.value = []
}

/** What is known of one call; read in a view, it is drawn again when that changes. */
export const viewOf = (callId: string): CallView | undefined =>
  calls.value.length === 0 ? undefined : known.get(callId)

/** Everything about one call. */
export async function showCall(callId: string, wait = false): Promise<CallDetail> {
  const detail = await call('call/show', { callId, wait })
  const { input: _input, effects: _effects, hash: _hash, attempts: _attempts, ...view } = detail
  keep(view)
  return detail
}

/** A call once it is over, or waits for something. */
export const ended = (callId: string): Promise<CallView> => showCall(callId, true)

/** Says what became of a call whose outcome is unknown. */
export async function settle(callId: string, as: 'done' | 'failed' | 'retry'): Promise<CallView> {
  const view = await call('call/settle', { callId, as })
  keep(view)
  return view
}

// Once for all that came together: sorting for each of a thousand events would take the page's breath away.
function publish(): void {
  if (isDue) return
  isDue = true
  queueMicrotask(() => {
    isDue = false
    // Two runs that are in order already, or nearly: they are sorted in one go through.
    const ids = [...[...added].reverse(), ...calls.peek().map(({ callId }) => callId)]
    added.clear()
    const list = ids.flatMap((id) => known.get(id) ?? []).sort(newestFirst)
    calls.value = list.length > room + SLACK ? cut(list) : list
  })
}

// What runs or waits stays, however old it is.
function cut(list: readonly CallView[]): readonly CallView[] {
  const kept = list.filter(({ state }, at) => at < room || lasting.has(state))
  const ids = new Set(kept.map(({ callId }) => callId))
  for (const { callId } of list) if (!ids.has(callId)) known.delete(callId)
  cutAt.value = list[room - 1]
  return kept
}

// What came out may be large, and is seldom looked at.
function slim({ output: _output, error, ...view }: CallView): CallView {
  if (!error) return view
  return { ...view, error: { ...error, message: error.message.slice(0, LONGEST_WHY) } }
}

// The sidecar's ids grow with time, and tell those of one millisecond apart.
const newestFirst = (a: CallView, b: CallView): number => b.createdAt - a.createdAt || (a.callId < b.callId ? 1 : -1)

hear('call/started', ({ callId, tool, session }, at) => {
  const before = known.get(callId)
  if (before && !parked.has(before.state)) return
  keep({ ...(before ?? fresh(callId, tool, session, at)), state: 'running' })
})
hear('call/progress', ({ callId, title }) => {
  progress.value = new Map(progress.value).set(callId, title)
})
hear('call/finished', (view) => {
  keep(view)
  if (!progress.value.has(view.callId)) return
  const rest = new Map(progress.value)
  rest.delete(view.callId)
  progress.value = rest
})
hear('approval/requested', ({ callId, tool, session, id, askedAt }) =>
  keep({ ...(known.get(callId) ?? fresh(callId, tool, session, askedAt)), state: 'waiting', approvalId: id }),
)
hear('suspension/opened', ({ callId, tool, session, id, openedAt }) =>
  keep({ ...(known.get(callId) ?? fresh(callId, tool, session, openedAt)), state: 'suspended', suspensionId: id }),
)

// Until the sidecar tells more: what an event says of a call.
const fresh = (callId: string, tool: string, session: string, at: number): CallView => ({
  ...{ callId, tool, session, createdAt: at, startedAt: at },
  state: 'planned',
  durationMs: 0,
  receipt: { score: 1, lines: [] },
  labels: { trust: 'own', secrecy: 'private' },
  attachments: [],
})
