// What is typed and not sent yet, by its place: it outlives a change of the view.
import { type Signal, signal } from '@preact/signals'

export interface Draft<T> {
  value: Signal<T>
  /** The id of the call that it will be. The same until it is changed or sent: sent twice, it is one call. */
  callId(): string
  change(next: T): void
  /** It was taken: what comes next is another. */
  sent(): void
}

const drafts = new Map<string, Draft<unknown>>()

/** An id for a call that is about to be made. */
export const freshId = (): string => `w_${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`

/** The draft of a place, begun with a value. */
export function draftOf<T>(place: string, first: T): Draft<T> {
  const found = drafts.get(place) as Draft<T> | undefined
  if (found) return found
  const made = begin(first)
  drafts.set(place, made as Draft<unknown>)
  return made
}

function begin<T>(first: T): Draft<T> {
  const value = signal(first)
  let id: string | undefined
  const sent = () => {
    id = undefined
  }
  const callId = () => {
    id ??= freshId()
    return id
  }
  const change = (next: T) => {
    sent()
    value.value = next
  }
  return { value, callId, change, sent }
}
