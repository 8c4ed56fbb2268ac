// What the sidecar says in English, in the user's language: looked up whole, or by its pattern. What is not known stays as it is.
import { effect, signal } from '@preact/signals'
import { language } from '../../state/settings.ts'
import { inWindow } from './hints.ts'
import { type Phrases, translate } from './translate.ts'

// Lists say the same again and again.
const MOST_KEPT = 2000
const known = new Map<string, string>()
const phrases = signal<Phrases | undefined>(undefined)

effect(() => {
  if (language.value === 'zh' && phrases.peek() === undefined)
    void import('./zh/said.ts').then(({ said: found }) => {
      phrases.value = found
    })
})

/** A sentence of the sidecar. */
export function said(text: string): string {
  if (language.value !== 'zh' || !phrases.value) return inWindow(text)
  const kept = known.get(text)
  if (kept !== undefined) return kept
  const found = translate(inWindow(text), phrases.value)
  if (known.size >= MOST_KEPT) known.clear()
  known.set(text, found)
  return found
}
