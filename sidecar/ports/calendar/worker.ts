// The thread in which calendar files are read and worked out. It answers one question after the other.
import { parentPort, workerData } from 'node:worker_threads'
import { toView } from '../../text/errors.ts'
import { Library } from './library.ts'
import type { Ask, Question } from './questions.ts'

/** What the thread hears: a question, or that the next piece of a long answer may come. */
export type Heard = { id: number; question: Question; ask: Ask<Question> } | { id: number; more: true }

/** What it says. A long list comes in pieces, each after it was asked for, so that nobody has to take it in at one stroke. */
export type Says =
  | { ready: true }
  | { id: number; answer: object; left: number }
  | { id: number; piece: unknown[]; left: number }
  | { id: number; error: ReturnType<typeof toView> }

const PIECE = 1000

/** The rest of answers that were begun. */
const rest = new Map<number, unknown[]>()
const progress = new Int32Array((workerData as { progress: SharedArrayBuffer }).progress)
const library = new Library((index) => void Atomics.store(progress, 1, index))

function first(id: number, answer: object): Says {
  const { list } = answer as { list?: unknown[] }
  if (!list || list.length <= PIECE) return { id, answer, left: 0 }
  rest.set(id, list.slice(PIECE))
  return { id, answer: { ...answer, list: list.slice(0, PIECE) }, left: list.length - PIECE }
}

function next(id: number): Says {
  const all = rest.get(id) ?? []
  if (all.length <= PIECE) rest.delete(id)
  else rest.set(id, all.slice(PIECE))
  return { id, piece: all.slice(0, PIECE), left: Math.max(0, all.length - PIECE) }
}

parentPort?.on('message', (heard: Heard) => {
  const { id } = heard
  Atomics.store(progress, 1, -1)
  Atomics.store(progress, 0, id)
  let says: Says
  try {
    says = 'more' in heard ? next(id) : first(id, library.answer(heard.question, heard.ask))
  } catch (thrown) {
    says = { id, error: toView(thrown) }
  }
  parentPort?.postMessage(says)
})

parentPort?.postMessage({ ready: true } satisfies Says)
