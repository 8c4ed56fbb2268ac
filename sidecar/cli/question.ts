// Questions of parked calls: how they are shown, and how a typed answer is understood.
import type { ResultOf } from '../protocol/methods.ts'
import { safeJson, visible, visibleLines } from './visible.ts'

export type Parked = ResultOf<'suspension/list'>['suspensions'][number]

interface Question {
  question: string
  options: string[]
  multiple: boolean
}

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

/** The question inside a suspension, if it is one that a person answers in words. */
export function questionOf(parked: Parked): Question | undefined {
  if (typeof parked.data !== 'object' || parked.data === null) return undefined
  const { question, options, multiple } = parked.data as Record<string, unknown>
  if (typeof question !== 'string') return undefined
  return { question, options: strings(options), multiple: multiple === true }
}

/** What is parked, in one line. */
export const asks = (parked: Parked): string => questionOf(parked)?.question ?? parked.reason

/** The question, its options numbered. */
export function questionLines(parked: Parked): string[] {
  const question = questionOf(parked)
  if (!question) return [`  ${visible(parked.reason)}`, `  ${safeJson(parked.data)}`]
  return [
    ...visibleLines(question.question).map((line) => `  ${line}`),
    ...question.options.map((option, i) => `  ${String(i + 1).padStart(3)}  ${visible(option)}`),
    ...(question.multiple ? ['  (several may be chosen: 1,3)'] : []),
  ]
}

/** An option by its number, or the words themselves. */
function choose(text: string, options: readonly string[]): string {
  if (options.includes(text)) return text
  const number = /^\d+$/.test(text) ? Number(text) : 0
  return options[number - 1] ?? text
}

/** What was typed, as the answer that the call waits for: a list of words for a question, JSON or text for all else. */
export function readAnswer(parked: Parked, words: readonly string[]): unknown {
  const question = questionOf(parked)
  const text = words.join(' ')
  if (!question) {
    try {
      return JSON.parse(text)
    } catch {
      return text
    }
  }
  if (!question.multiple) return [choose(text, question.options)]
  const parts = words.length > 1 ? words : text.split(',')
  return parts.map((part) => choose(part.trim(), question.options)).filter((part) => part !== '')
}
