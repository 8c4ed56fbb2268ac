// What a line would become, asked as it is typed. Nothing is done to find out.
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import type { ResultOf } from '../../sidecar/protocol/methods.ts'
import { call } from './link.ts'
import { language } from './settings.ts'

export type Understanding = ResultOf<'calendar/understand'>
export type Choice = Understanding['choices'][number]
export type LineKind = 'event' | 'task' | 'reminder'

export interface Line {
  text: ReadonlySignal<string>
  /** What these very words mean; undefined until that is known. */
  found: ReadonlySignal<Understanding | undefined>
  /** Why it could not be found out. */
  fault: ReadonlySignal<unknown>
  type(text: string): void
  /** Waits until it is known. */
  settle(): Promise<Understanding | undefined>
}

const CALM_MS = 140
const SHORTEST = 2

/** What a line means, asked once. */
export const understand = (text: string, as: LineKind, calendar?: string): Promise<Understanding> =>
  call('calendar/understand', { text, as, language: language.peek(), ...(calendar === undefined ? {} : { calendar }) })

/** A line that is typed. */
export function lineOf(as: LineKind): Line {
  const text = signal('')
  // Kept with the words that it is the meaning of: an answer may come after more was typed.
  const answered = signal<{ words: string; found: Understanding | undefined; fault: unknown } | undefined>(undefined)
  const words = computed(() => text.value.trim())
  const now = computed(() => (answered.value?.words === words.value ? answered.value : undefined))
  let asked: { words: string; answer: Promise<void> } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = (these: string): Promise<void> => {
    if (asked?.words === these) return asked.answer
    const answer = understand(these, as)
      .then(
        (found) => ({ words: these, found, fault: undefined }),
        (fault: unknown) => ({ words: these, found: undefined, fault }),
      )
      .then((told) => {
        if (asked?.words === these) asked = undefined
        if (words.peek() === these) answered.value = told
      })
    asked = { words: these, answer }
    return answer
  }
  effect(() => {
    clearTimeout(timer)
    const these = words.value
    if (these.length >= SHORTEST && answered.peek()?.words !== these) timer = setTimeout(() => void ask(these), CALM_MS)
  })
  return {
    text,
    found: computed(() => now.value?.found),
    fault: computed(() => now.value?.fault),
    type: (next) => {
      text.value = next
    },
    async settle() {
      if (words.peek().length < SHORTEST) return undefined
      if (!now.peek()) await ask(words.peek())
      return now.peek()?.found
    },
  }
}
