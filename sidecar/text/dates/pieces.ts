// The pieces that words about time are made of, before they are put together.

/** One of several ways to read a piece. */
export interface Alt<T> {
  value: T
  note?: string
  /** Dropped where it would be over already, if another is left. */
  ifFuture?: true
}

export type PartName = 'early' | 'morning' | 'noon' | 'afternoon' | 'evening' | 'night'

/** A time of the clock as it was said: without `half` and not `exact`, 7 may be 07:00 or 19:00. */
export interface Clock {
  h: number
  m: number
  s?: number
  half?: 'am' | 'pm'
  exact?: true
  /** Midnight in words: the beginning of a day, or its end. */
  midnight?: true
}

export type Freq = 'MINUTELY' | 'HOURLY' | 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'

export interface Repeat {
  freq: Freq
  interval: number
  /** ISO days, Monday is 1. */
  days?: readonly number[]
  /** Which of `days` in the month: 1 the first, -1 the last. */
  nth?: number
  /** `nth` counts working days, not one weekday. */
  working?: true
  monthDay?: number
  month?: number
}

export type Days = readonly [first: Temporal.PlainDate, last: Temporal.PlainDate]
export type Which = 'bare' | 'this' | 'next' | 'last'
export type MarkName = 'to' | 'from' | 'until' | 'by' | 'before' | 'after' | 'allday'

export type Piece =
  /** `month` and `day` are what was said of a date without its year, for rules. `relative` ones depend on today. */
  | {
      t: 'date'
      alts: Alt<Temporal.PlainDate>[]
      why?: string
      month?: number
      day?: number
      relative?: true
      /** How to finish a date of which only the day was said, after another. */
      dayOnly?: true
      /** No year was said. */
      anyYear?: true
      /** Said by a name, such as that of a holiday, that may be a part of a title. */
      named?: true
    }
  /** `range`: from the first to the last of `days`, in the week so many from this one if `week` is said. */
  | { t: 'weekday'; days: readonly number[]; which: Which; range?: true; week?: number }
  | { t: 'clock'; clocks: Clock[]; why?: string }
  | { t: 'part'; part: PartName; window?: readonly [Clock, Clock] }
  | { t: 'zone'; alts: Alt<Zone>[]; why?: string }
  | { t: 'length'; length: Temporal.Duration }
  | { t: 'instant'; at: Temporal.ZonedDateTime }
  | { t: 'days'; alts: Alt<Days>[]; why?: string; relative?: true }
  | { t: 'rule'; rules: Repeat[]; once?: Temporal.PlainDate; why?: string; note?: string }
  | { t: 'count'; count: number }
  | { t: 'mark'; mark: MarkName }

/** `offset` is set where an abbreviation promises one that the place may not keep all year. */
export interface Zone {
  id: string
  offset?: string
}

/** What the rows read with. Nothing in it changes while a text is read. */
export interface Context {
  now: Temporal.ZonedDateTime
  today: Temporal.PlainDate
  work: { start: Temporal.PlainTime; end: Temporal.PlainTime; days: readonly number[] }
  weekStart: number
  locale: 'en' | 'zh'
  order: 'dmy' | 'mdy' | undefined
}

/** One way of speaking: where it matches, `make` gives its pieces, or nothing where the values make no sense. */
export interface Row {
  pattern: RegExp
  make: (found: readonly (string | undefined)[], context: Context) => Piece | Piece[] | undefined
  /** Counts only beside something that is surely about time. */
  weak?: true
}
