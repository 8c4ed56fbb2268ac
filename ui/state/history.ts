// Which calls are shown, and their older pages. A filter that the sidecar knows is asked there, so that a rare kind of
// call is found without reading all the others.
import { computed, effect, signal } from '@preact/signals'
import type { GivenTo } from '../../sidecar/protocol/methods.ts'
import { type CallState, type CallView, calls, cutAt, forgetCalls, keepAll, makeRoom } from './calls.ts'
import { call, whenFresh } from './link.ts'
import { tools } from './tools.ts'

/** The kinds that can be chosen, and the states that each stands for. */
export const kinds = {
  all: [],
  running: ['running', 'planned'],
  waiting: ['waiting'],
  suspended: ['suspended'],
  done: ['done'],
  failed: ['failed', 'unknown'],
} as const satisfies Record<string, readonly CallState[]>
export type Kind = keyof typeof kinds

export interface Filter {
  kind: Kind
  /** Part of a tool's name. */
  tool: string
}

/** One question to the sidecar, and how far back its answers reach. */
interface Strand {
  params: Pick<GivenTo<'call/list'>, 'state' | 'tool'>
  /** The last call of the last page. */
  last?: CallView | undefined
  hasMore: boolean
}

const PAGE = 200
const LARGEST_PAGE = 1000
/** More tools than this are looked for here: so many questions would cost more than reading everything. */
const MOST_TOOLS = 6

export const filter = signal<Filter>({ kind: 'all', tool: '' })
export const isLoadingOlder = signal(false)
/** Why the last page did not come. */
export const olderFault = signal<Error | undefined>(undefined)

const strands = signal<readonly Strand[]>([])
const memory = new Map<string, readonly Strand[]>()
let loading: Promise<void> | undefined

/** Whether older ones may be there. */
export const hasOlder = computed(() => strands.value.some(({ hasMore }) => hasMore))

/** What fits the filter, newest first. It ends where something in between might not be loaded yet. */
export const shownCalls = computed(() => {
  const { kind, tool } = filter.value
  const part = tool.trim().toLowerCase()
  const states: readonly CallState[] = kinds[kind]
  const ends = strands.value.map(({ hasMore, last }) => (hasMore ? (last?.createdAt ?? Number.POSITIVE_INFINITY) : -1))
  const since = Math.max(-1, ...ends)
  return calls.value.filter(
    (one) =>
      one.createdAt >= since &&
      (states.length === 0 || states.includes(one.state)) &&
      (part === '' || one.tool.toLowerCase().includes(part)),
  )
})

/** Chooses what is shown. */
export function setFilter(next: Partial<Filter>): void {
  filter.value = { ...filter.peek(), ...next }
  olderFault.value = undefined
  open()
}

/** Loads the next older page of what is shown. */
export function loadOlder(): Promise<void> {
  loading ??= older().finally(() => {
    loading = undefined
    isLoadingOlder.value = false
  })
  return loading
}

async function older(): Promise<void> {
  isLoadingOlder.value = true
  olderFault.value = undefined
  const of = strands.peek()
  const key = keyOf(filter.peek())
  try {
    const next = await Promise.all(of.map((strand) => (strand.hasMore ? advance(strand) : strand)))
    if (memory.get(key) === of) memory.set(key, next)
    if (strands.peek() === of) strands.value = next
  } catch (thrown) {
    if (strands.peek() === of) olderFault.value = thrown instanceof Error ? thrown : new Error(String(thrown))
  }
}

async function advance({ params, last }: Strand): Promise<Strand> {
  const page = (await call('call/list', { ...params, ...(last ? { beforeCall: last.callId } : {}), limit: PAGE })).calls
  makeRoom(page.length)
  keepAll(page)
  return { params, last: page.at(-1) ?? last, hasMore: page.length === PAGE }
}

const keyOf = ({ kind, tool }: Filter): string => `${kind} ${tool.trim().toLowerCase()}`

function open(): void {
  const key = keyOf(filter.peek())
  const found = memory.get(key) ?? strandsFor(filter.peek())
  memory.set(key, found)
  strands.value = found
}

function strandsFor({ kind, tool }: Filter): readonly Strand[] {
  const states: readonly (CallState | undefined)[] = kind === 'all' ? [undefined] : kinds[kind]
  return states.flatMap((state) =>
    toolsLike(tool.trim().toLowerCase()).map((name) => ({
      params: { ...(state === undefined ? {} : { state }), ...(name === undefined ? {} : { tool: name }) },
      hasMore: true,
    })),
  )
}

// Tools that are gone, and those that are in no list, are known by their calls or by their whole name.
function toolsLike(part: string): readonly (string | undefined)[] {
  if (part === '') return [undefined]
  const names = new Set([...tools.peek().map(({ name }) => name), ...calls.peek().map(({ tool }) => tool)])
  const like = [...names].filter((name) => name.toLowerCase().includes(part))
  if (like.length > MOST_TOOLS) return [undefined]
  return like.length === 0 ? [part] : like
}

// One that was never asked for begins at the newest anyway.
const reaches = ({ last, hasMore }: Strand, end: CallView): boolean =>
  last === undefined ? hasMore : last.createdAt >= end.createdAt

// What was dropped at the far end is asked for again by whoever goes back there.
effect(() => {
  const end = cutAt.value
  if (!end) return
  const shorten = (of: readonly Strand[]) =>
    of.map((strand) => (reaches(strand, end) ? strand : { ...strand, last: end, hasMore: true }))
  for (const [key, of] of memory) memory.set(key, shorten(of))
  strands.value = memory.get(keyOf(filter.peek())) ?? shorten(strands.peek())
})

whenFresh(async () => {
  forgetCalls()
  memory.clear()
  open()
  // All that runs is known from the start, however long ago it began.
  const [running] = await Promise.all([call('call/list', { state: 'running', limit: LARGEST_PAGE }), loadOlder()])
  keepAll(running.calls)
})
