// The ask bar: open or not, what was typed, and what the sidecar understands by it.
import { computed, effect, signal } from '@preact/signals'
import type { ResultOf } from '../../sidecar/protocol/methods.ts'
import { freshId } from './drafts.ts'
import { call } from './link.ts'

export type Understood = ResultOf<'intent/run'>

export const asking = signal(false)
export const words = signal('')

// Kept with the text that it is the meaning of: an answer may come after more was typed.
const answered = signal<{ text: string; found: Understood | undefined } | undefined>(undefined)
const SHORTEST = 2
const CALM_MS = 120
let timer: ReturnType<typeof setTimeout> | undefined
let asked: { text: string; answer: Promise<void> } | undefined

/** What the words mean to the sidecar, where it has said so of these very words; nothing is run to find out. */
export const understood = computed<Understood | undefined>(() =>
  answered.value?.text === words.value.trim() ? answered.value.found : undefined,
)
/** Whether it is still to say what the words mean. */
export const isPending = computed(() => {
  const text = words.value.trim()
  return asking.value && text.length >= SHORTEST && answered.value?.text !== text
})

effect(() => {
  const isDue = isPending.value
  const text = words.value.trim()
  clearTimeout(timer)
  if (isDue) timer = setTimeout(() => void understand(text), CALM_MS)
})

/** Finds out what these words mean; asked twice at once, it is one question. */
export function understand(text: string): Promise<void> {
  if (asked?.text === text) return asked.answer
  const answer = call('intent/run', { text, run: false })
    .catch(() => undefined)
    .then((found) => {
      if (asked?.text === text) asked = undefined
      if (words.peek().trim() === text) answered.value = { text, found }
    })
  asked = { text, answer }
  return answer
}

/** Opens the bar, with some words where they are given. */
export function openAsk(text = ''): void {
  words.value = text
  answered.value = undefined
  asking.value = true
}

/** Does what these words say. */
export const runWords = (text: string, session: string): Promise<Understood> =>
  call('intent/run', { text, session, callId: freshId() })
