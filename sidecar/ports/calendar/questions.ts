// What the agenda asks its library, and what comes back: plain data, since the library is in a thread of its own.
import type { CalendarFault, EventQuery, EventView, SlotQuery, TaskQuery, TaskView } from '../../text/agenda/types.ts'
import type { Alarm } from './types.ts'

/** A calendar as the library sees it. */
export interface Source {
  id: string
  folder: string
}

export interface Viewer {
  zone: string
  me: readonly string[]
}

/** A resource as it is to be, to be judged before it is written. */
export interface Wish {
  uid: string
  text: string | null
  base: string | null
}

/** What to do to a folder so that a wish comes true. */
export interface Plan {
  /** The file that is there now, with the hash it must still have; none for a new one. */
  file?: { name: string; etag: string }
  /** What is to stand in it; null takes it away. */
  content: string | null
  /** What goes to the trash, where it is not the whole file. */
  trash?: string
  holds: 'VEVENT' | 'VTODO'
}

export interface Told {
  id: string
  fault: string | undefined
}

/** Every answer says how the calendars are that it came from. */
interface Answer {
  told: Told[]
}

/** Each question with its answer. */
export interface Questions {
  events: {
    ask: { sources: Source[]; query: EventQuery; limit: number; viewer: Viewer }
    answer: Answer & { list: EventView[]; cut: boolean }
  }
  tasks: {
    ask: { sources: Source[]; query: TaskQuery; limit: number; viewer: Viewer; now: number }
    answer: Answer & { list: TaskView[]; cut: boolean }
  }
  free: {
    /** The calendars of the others are further sources, by their ids. */
    ask: { sources: Source[]; mine: string[]; query: SlotQuery; limit: number; viewer: Viewer }
    answer: Answer & { list: { start: string; end: string }[]; cut: boolean }
  }
  alarms: {
    ask: { sources: Source[]; from: number; to: number; reminders: string; viewer: Viewer }
    answer: Answer & { list: Alarm[] }
  }
  export: { ask: { sources: Source[] }; answer: Answer & { text: string; events: number; tasks: number } }
  find: {
    ask: { sources: Source[]; uid: string }
    answer: Answer & { found?: { name: string; etag: string; text: string } }
  }
  plan: { ask: { sources: Source[]; wish: Wish }; answer: Answer & { plan: Plan } }
  /** Whether a file is a calendar, and how it calls itself. */
  inspect: {
    ask: { sources: Source[]; file: string }
    answer: Answer & { name?: string; color?: string; events: number; tasks: number; why?: string }
  }
}

export type Question = keyof Questions
export type Ask<Q extends Question> = Questions[Q]['ask']
export type AnswerTo<Q extends Question> = Questions[Q]['answer']

/** Asks the library; it may be here or in a thread. */
export type AskLibrary = <Q extends Question>(question: Q, ask: Ask<Q>, signal?: AbortSignal) => Promise<AnswerTo<Q>>

/** The faults among what was told. */
export const faultsIn = (told: readonly Told[]): CalendarFault[] =>
  told.flatMap(({ id, fault }) => (fault === undefined ? [] : [{ calendar: id, why: fault }]))
