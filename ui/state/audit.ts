// The audit log as the page sees it: a part of the records, newest first, and whether the chain was found whole.
import { signal } from '@preact/signals'
import type { GivenTo, ResultOf } from '../../sidecar/protocol/methods.ts'
import { call, hear, whenFresh } from './link.ts'

/** One record: these fields are always there, the rest depends on its type. */
export interface AuditRecord {
  seq: number
  at: number
  type: string
  [field: string]: unknown
}
export type AuditFilter = Omit<GivenTo<'audit/query'>, 'limit'>
export type Proof = ResultOf<'audit/export'>
export type ProofCheck = ResultOf<'audit/check'>
type Verified = ResultOf<'audit/verify'>

export interface Chain {
  isChecking: boolean
  found?: Verified
  checkedAt?: number
  /** When the newest seal was set. */
  sealedAt?: number | undefined
  /** The first public key of the log. */
  key?: string | undefined
}

export const records = signal<readonly AuditRecord[]>([])
export const filter = signal<AuditFilter>({})
export const hasOlder = signal(false)
export const isLoading = signal(false)
export const chain = signal<Chain>({ isChecking: false })

const PAGE = 100
const LARGEST = 10_000
const CALM_MS = 500
let watchers = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Chooses what is shown; what is left out is no longer asked for. */
export async function setFilter(next: AuditFilter): Promise<void> {
  filter.value = next
  records.value = []
  isLoading.value = true
  try {
    const page = await query(next, PAGE)
    // The user may have chosen something else meanwhile.
    if (filter.peek() !== next) return
    records.value = page
    hasOlder.value = page.length === PAGE
  } finally {
    if (filter.peek() === next) isLoading.value = false
  }
}

/** Loads records that are older than those shown. */
export async function loadOlder(): Promise<void> {
  const of = filter.peek()
  const shown = records.peek()
  const oldest = shown.at(-1)
  if (!oldest) return
  // Pages are cut by time, and many records may have the same: a page that brings nothing new is asked for larger.
  for (let limit = PAGE; ; limit = Math.min(LARGEST, limit * 10)) {
    const page = await query({ ...of, until: oldest.at + 1 }, limit)
    const older = page.filter(({ seq }) => seq < oldest.seq)
    if (filter.peek() !== of) return
    if (older.length === 0 && page.length === limit && limit < LARGEST) continue
    records.value = [...records.peek(), ...older]
    hasOlder.value = page.length === limit && older.length > 0
    return
  }
}

/** Looks for new records for as long as somebody looks. */
export function watch(): () => void {
  watchers++
  return () => void watchers--
}

async function loadNewer(): Promise<void> {
  const of = filter.peek()
  const newest = records.peek()[0]
  if (!newest) return setFilter(of)
  const page = await query({ ...of, since: newest.at }, LARGEST)
  if (filter.peek() !== of) return
  records.value = [...page.filter(({ seq }) => seq > newest.seq), ...records.peek()]
}

async function query(of: AuditFilter, limit: number): Promise<AuditRecord[]> {
  return (await call('audit/query', { ...of, limit })).records as AuditRecord[]
}

/** Checks the chain: what came after the seal that was checked before, or all of it. */
export async function verify(isWhole = false): Promise<void> {
  const before = chain.peek()
  if (before.isChecking) return
  chain.value = { ...before, isChecking: true }
  try {
    const { ok, sealed } = before.found ?? {}
    // A log that was found broken is looked at from its start again.
    const from = isWhole || !ok || !sealed ? {} : { from: { seq: sealed.seq, hash: sealed.hash } }
    const found = await call('audit/verify', from)
    const [seal] = found.sealed ? await query({ type: 'checkpoint' }, 1) : []
    const key = found.sealed?.key ?? before.key
    chain.value = { isChecking: false, found, checkedAt: Date.now(), sealedAt: seal?.at, key }
  } catch (thrown) {
    chain.value = before
    throw thrown
  }
}

/** The records of one call with their proof. */
export const exportProof = (callId: string): Promise<Proof> => call('audit/export', { callId })

/** Checks a proof that somebody has. */
export const checkProof = (proof: unknown): Promise<ProofCheck> => call('audit/check', { proof })

const soon = () => {
  if (watchers === 0) return
  clearTimeout(timer)
  timer = setTimeout(() => void loadNewer().catch(() => {}), CALM_MS)
}

hear('call/finished', soon)
hear('approval/requested', soon)
hear('approval/resolved', soon)
hear('suspension/opened', soon)
hear('suspension/closed', soon)
hear('state/changed', soon)
hear('health/changed', soon)
whenFresh(() => {
  // Another sidecar may have another log: what was checked of the old one says nothing of it.
  chain.value = { isChecking: false }
  return watchers > 0 ? setFilter(filter.peek()) : undefined
})
