// Open questions to the user, and how they are answered.
import { computed, signal } from '@preact/signals'
import type { GivenTo, ResultOf } from '../../sidecar/protocol/methods.ts'
import { keep } from './calls.ts'
import { call, hear, whenFresh } from './link.ts'

export type Approval = ResultOf<'approval/list'>['approvals'][number]
export type Answer = Omit<GivenTo<'approval/decide'>, 'id' | 'hash'>

/** Open ones, the oldest first. */
export const approvals = signal<readonly Approval[]>([])
/** What became of those that somebody else answered while they were on the screen. */
export const answeredElsewhere = signal<ReadonlyMap<string, Approval>>(new Map())
/** Those that can be answered as one, and the rest one by one; in the order of the first of each. */
export const groups = computed(() => {
  const found = new Map<string, Approval[]>()
  for (const one of approvals.value) found.set(one.group, [...(found.get(one.group) ?? []), one])
  return [...found.values()]
})

const answering = new Set<string>()

whenFresh(async () => {
  approvals.value = (await call('approval/list', { limit: 1000 })).approvals.sort(byAge)
})
hear('approval/requested', (one) => put(one))
hear('approval/resolved', (one) => {
  const wasOpen = approvals.value.some(({ id }) => id === one.id)
  approvals.value = approvals.value.filter(({ id }) => id !== one.id)
  if (wasOpen && !answering.has(one.id) && one.state !== 'replaced')
    answeredElsewhere.value = new Map(answeredElsewhere.value).set(one.id, one)
})

/** Answers one question, as it was shown. */
export async function decide(one: Approval, answer: Answer): Promise<ResultOf<'approval/decide'>> {
  answering.add(one.id)
  try {
    const result = await call('approval/decide', { id: one.id, hash: one.hash, ...answer })
    settle(one.id)
    keep(result.call)
    return result
  } finally {
    answering.delete(one.id)
  }
}

/** Answers several as one. Those that were refused are named. */
export async function decideMany(
  answers: readonly { one: Approval; decision: 'allow' | 'deny'; reason?: string }[],
): Promise<ResultOf<'approval/decideMany'>['answers']> {
  for (const { one } of answers) answering.add(one.id)
  try {
    const given = answers.map(({ one, decision, reason }) => ({
      ...{ id: one.id, hash: one.hash, decision },
      ...(reason === undefined ? {} : { reason }),
    }))
    const result = await call('approval/decideMany', { answers: given })
    for (const { id, call: view, error } of result.answers) {
      if (!error) settle(id)
      if (view) keep(view)
    }
    return result.answers
  } finally {
    for (const { one } of answers) answering.delete(one.id)
  }
}

/** Takes the note about an answer from elsewhere off the screen. */
export function dismissElsewhere(id: string): void {
  const rest = new Map(answeredElsewhere.value)
  rest.delete(id)
  answeredElsewhere.value = rest
}

function settle(id: string): void {
  approvals.value = approvals.value.filter((one) => one.id !== id)
}

function put(one: Approval): void {
  approvals.value = [...approvals.value.filter(({ id }) => id !== one.id), one].sort(byAge)
}

const byAge = (a: Approval, b: Approval) => a.askedAt - b.askedAt
