// What a parked call waits for, read out of its data. Pure, so that it can be tested without a page.
import type { Suspension } from '../../state/waiting.ts'

export interface Asked {
  question: string
  options: readonly string[]
  /** Several options may be chosen. */
  multiple: boolean
  /** Words of one's own are an answer too. */
  free: boolean
}

/** The question that a person answers, if it is one. */
export function askedOf({ data }: Pick<Suspension, 'data'>): Asked | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const { question, options, multiple, free } = data as Record<string, unknown>
  if (typeof question !== 'string') return undefined
  const texts = Array.isArray(options) ? options.filter((one) => typeof one === 'string') : []
  return { question, options: texts, multiple: multiple === true, free: free === true || texts.length === 0 }
}

/** The answer that was chosen and typed: the options in their order, then the own words. */
export function answerOf(asked: Asked, chosen: readonly string[], own: string): string[] {
  const words = own.trim()
  const picked = asked.options.filter((option) => chosen.includes(option))
  if (words === '' || picked.includes(words)) return picked
  return asked.multiple ? [...picked, words] : [words]
}

/** A text that was typed for a call that said no question: JSON where it is such, else the words. */
export function looseAnswer(text: string): unknown {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** How long until a moment, as a clock that runs: 4:05, 1:02:09. */
export function countdown(until: number, now: number): string {
  const seconds = Math.max(0, Math.ceil((until - now) / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
