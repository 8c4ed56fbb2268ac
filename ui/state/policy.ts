// Rules, the user's rule file as it is edited, and standing grants.
import { computed, signal } from '@preact/signals'
import type { GivenTo, ResultOf } from '../../sidecar/protocol/methods.ts'
import { call, hear } from './link.ts'

export type RuleView = ResultOf<'policy/rules'>['rules'][number]
export type Refused = ResultOf<'policy/rules'>['refused'][number]
export type RuleSource = ResultOf<'policy/source'>['files'][number]
export type Backtest = ResultOf<'policy/backtest'>
export type Change = Backtest['changes'][number]
export type Grant = ResultOf<'grant/list'>['grants'][number]
export type NewGrant = GivenTo<'grant/create'>
export type Suggestion = ResultOf<'grant/suggest'>['suggestions'][number]

/** The file that is written; the others are only shown. */
export const OWN_FILE = 'rules.jsonc'

export const rules = signal<{ rules: readonly RuleView[]; refused: readonly Refused[] } | undefined>(undefined)
export const sources = signal<readonly RuleSource[] | undefined>(undefined)
/** The text in the editor, where it was changed. It outlives a look at another view. */
export const draft = signal<string | undefined>(undefined)
/** What the draft was made from: where the file is another by now, somebody else changed it. */
export const draftOf = signal<string | undefined>(undefined)
/** The last back-test, with the text it was of. */
export const tried = signal<{ text: string; report: Backtest } | undefined>(undefined)
/** What was saved last from here. */
export const saved = signal<{ before: string | undefined; former?: string | undefined; at: number } | undefined>(
  undefined,
)
/** The user's own file; none where there is no such file yet. */
export const ownText = computed(() => sources.value?.find(({ name }) => name === OWN_FILE)?.text)

export const grants = signal<readonly Grant[] | undefined>(undefined)
export const suggestions = signal<readonly Suggestion[]>([])

/** Reads the rules in force, and the files they come from. */
export async function loadRules(): Promise<void> {
  const [inForce, source] = await Promise.all([call('policy/rules', {}), call('policy/source', {})])
  rules.value = inForce
  sources.value = source.files
}

/** Writes in the editor. */
export function write(text: string): void {
  if (draft.peek() === undefined) draftOf.value = ownText.peek()
  draft.value = text
}

/** Forgets what was written. */
export function discard(): void {
  draft.value = undefined
}

/** Checks a text; throws with the line where it is refused. */
export async function checkRules(text: string): Promise<number> {
  const { files } = await call('policy/setRules', { text, check: true })
  return files.reduce((sum, { rules: count }) => sum + count, 0)
}

/** Tries a text on the log. */
export async function tryRules(text: string): Promise<void> {
  tried.value = { text, report: await call('policy/backtest', { text }) }
}

/** Puts a text in force. */
export async function saveRules(text: string): Promise<void> {
  const before = ownText.peek()
  const { former } = await call('policy/setRules', { text })
  draft.value = undefined
  tried.value = undefined
  saved.value = { before, former, at: Date.now() }
  await loadRules()
}

/** Puts the text back that was in force before the last save. Where there was none, the file becomes an empty list. False where it is back already. */
export async function putBack(): Promise<boolean> {
  const last = saved.peek()
  if (!last) return false
  await call('policy/setRules', { text: last.before ?? '[]\n' })
  saved.value = undefined
  draft.value = undefined
  await loadRules()
  return true
}

/** Reads all grants, the ended ones too, and what could be granted. */
export async function loadGrants(): Promise<void> {
  const [list, could] = await Promise.all([call('grant/list', { all: true }), call('grant/suggest', {})])
  grants.value = [...list.grants].sort((a, b) => b.createdAt - a.createdAt)
  suggestions.value = could.suggestions
}

/** Gives leave in advance. */
export async function createGrant(given: NewGrant): Promise<Grant> {
  const grant = await call('grant/create', given)
  await loadGrants()
  return grant
}

/** Takes leave back. */
export async function revokeGrant(id: string): Promise<void> {
  await call('grant/revoke', { id })
  await loadGrants()
}

/** The same leave again, with what was left of it. */
export function again({ kind, pattern, tool, times, left, perDay, until }: Grant): NewGrant {
  return {
    ...{ kind, pattern },
    ...(tool === undefined ? {} : { tool }),
    ...(times === undefined ? {} : { times: left ?? times }),
    ...(perDay === undefined ? {} : { perDay }),
    ...(until === undefined ? {} : { until }),
  }
}

/** Whether leave is still good for something. */
export const isOver = ({ revokedAt, until, left }: Grant, now = Date.now()): boolean =>
  revokedAt !== undefined || (until !== undefined && until <= now) || left === 0

/** Does not suggest this one again. */
export async function dismissSuggestion(id: string): Promise<void> {
  await call('grant/dismiss', { id })
  suggestions.value = suggestions.value.filter((one) => one.id !== id)
}

// Used up, created with an answer, or made suggestable by one: where they are on the screen they are read again.
const CALM_MS = 500
let timer: ReturnType<typeof setTimeout> | undefined
const soon = () => {
  if (grants.peek() === undefined) return
  clearTimeout(timer)
  timer = setTimeout(() => void loadGrants().catch(() => {}), CALM_MS)
}
hear('call/finished', soon)
hear('approval/resolved', soon)
hear('state/changed', ({ what }) => {
  if (what === 'grants') soon()
  if (what === 'rules' && rules.peek() !== undefined) void loadRules().catch(() => {})
})
