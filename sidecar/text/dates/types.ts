// What comes out of words about time, and what goes in besides the words.
//
// Every time is a string, so that a result can be stored and sent as it is: a timed one is spelled as
// Temporal.ZonedDateTime.from reads it ("2026-11-17T15:00:00+01:00[Europe/Berlin]", offset included, so a clock time
// that comes twice is clear), a whole day as Temporal.PlainDate.from reads it ("2026-11-17"). `end` is exclusive, as
// in RFC 5545: a whole day ends on the next.

export interface WhenOptions {
  now: Temporal.Instant | number
  zone: string
  /** "09:00" to "17:00" on Monday (1) to Friday (5) unless told. */
  workingHours?: { start: string; end: string; days?: readonly number[] }
  /** 1 is Monday, 7 Sunday. */
  weekStart?: number
  locale: 'en' | 'zh'
  /** How 5/6/2026 is read. Without it that is ambiguous. */
  order?: 'dmy' | 'mdy'
  /** A time is wanted: what alone is rather none, such as 12-1, is one. */
  isEager?: true
}

/** A deadline or a limit: by (that day included), before, after, until, from. */
export type Bound = 'by' | 'before' | 'after' | 'until' | 'from'

interface Understood {
  /** What was understood, in the locale; read again it gives the same. */
  says: string
  /** What was taken for granted on the way, as sentences to show. */
  notes: string[]
}

interface Timed extends Understood {
  start: string
  allDay: boolean
  /** It is over already. */
  past: boolean
  bound?: Bound
  /** How long what is meant takes, where it was said but not at what time: ISO 8601. */
  length?: string
}

/** A point in time, something with a beginning and an end within a day's length, or one whole day. */
export interface Moment extends Timed {
  kind: 'moment'
  end?: string
}

/** A stretch within which something is, or several days: "next week", "tomorrow morning", "Mon–Fri". */
export interface Span extends Timed {
  kind: 'span'
  end: string
}

/** A recurrence. `start` and `end` are those of the first occurrence. */
export interface Rule extends Understood {
  kind: 'rule'
  start: string
  end?: string
  allDay: boolean
  /** The value of an RRULE (RFC 5545). */
  rrule: string
}

/** A length of time by itself. */
export interface Length extends Understood {
  kind: 'duration'
  /** ISO 8601, as Temporal.Duration.from reads it. */
  duration: string
}

export type Choice = Moment | Span | Rule | Length

/** Several readings; `why` says in the locale what is not clear. */
export interface Ambiguous {
  kind: 'ambiguous'
  choices: Choice[]
  why: string
}

export interface None {
  kind: 'none'
  why: string
}

export type When = Choice | Ambiguous | None

/** The words about time in a sentence, and the sentence without them. */
export interface Found {
  when: When
  /** The words that were read, as they were typed. */
  words: string
  rest: string
  /** What looks like a time in the rest and is none, as a sentence. */
  odd?: string
  /** The same sentence where a named day in it is when it is; `when` takes that for a part of what it is called. */
  other?: { when: Choice | Ambiguous; words: string; rest: string; why: string }
}
