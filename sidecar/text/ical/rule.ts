// RRULE and EXRULE as values. Parts that make no sense are left out; a rule without a frequency is none.
import { readMoment, type When } from './values.ts'

export const frequencies = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'] as const
export type Frequency = (typeof frequencies)[number]

export interface NthDay {
  /** 0 is Sunday. */
  day: number
  /** 0 for every one. */
  nth: number
}

export interface Rule {
  freq: Frequency
  interval: number
  count?: number
  until?: When
  seconds: readonly number[]
  minutes: readonly number[]
  hours: readonly number[]
  days: readonly NthDay[]
  monthDays: readonly number[]
  yearDays: readonly number[]
  weeks: readonly number[]
  /** As month codes, for calendars with leap months: `5`, `5L`. */
  months: readonly string[]
  positions: readonly number[]
  weekStart: number
  /** RFC 7529: a calendar that Temporal knows, and what becomes of days that a month does not have. */
  scale?: string
  skip: 'OMIT' | 'BACKWARD' | 'FORWARD'
}

const dayNames = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const scales: Readonly<Record<string, string>> = {
  'ETHIOPIC-AMETE-ALEM': 'ethioaa',
  ETHIOPIC: 'ethiopic',
  'ISLAMIC-CIVIL': 'islamic-civil',
  'ISLAMIC-TBLA': 'islamic-tbla',
  'ISLAMIC-UMALQURA': 'islamic-umalqura',
}
const plainScales = ['CHINESE', 'HEBREW', 'COPTIC', 'DANGI', 'INDIAN', 'PERSIAN', 'BUDDHIST', 'ROC', 'JAPANESE']

/** Whole numbers between the limits, each once, in order. */
function numbers(text: string | undefined, most: number, least = -most): number[] {
  if (text === undefined) return []
  const found = text
    .split(',')
    .filter((part) => /^\s*[+-]?\d+\s*$/.test(part))
    .map(Number)
  const right = found.filter((value) => value >= least && value <= most && (value !== 0 || least === 0))
  return [...new Set(right)].sort((a, b) => a - b)
}

function nthDays(text: string | undefined): NthDay[] {
  const found: NthDay[] = []
  for (const part of text?.split(',') ?? []) {
    const match = /^\s*([+-]?\d{1,2})?\s*(SU|MO|TU|WE|TH|FR|SA)\s*$/.exec(part)
    if (match) found.push({ nth: Number(match[1] ?? 0), day: dayNames.indexOf(match[2] ?? '') })
  }
  return found
}

const monthCodes = (text: string | undefined): string[] => {
  const found = (text?.split(',') ?? []).map((part) => /^\s*0*(\d{1,2}L?)\s*$/.exec(part)?.[1] ?? '')
  return [...new Set(found.filter((code) => code !== '' && Number.parseInt(code, 10) <= 13))]
}

const weekStartOf = (text: string | undefined): number => {
  const found = dayNames.indexOf(text ?? 'MO')
  return found === -1 ? 1 : found
}

function scaleOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  return scales[text] ?? (plainScales.includes(text) ? text.toLowerCase() : undefined)
}

const positive = (text: string | undefined): number | undefined => {
  const value = text !== undefined && /^\s*\d+\s*$/.test(text) ? Number(text) : 0
  return value > 0 ? Math.min(value, Number.MAX_SAFE_INTEGER) : undefined
}

/** Reads a rule; undefined where it has no frequency, or a calendar that nobody here knows. */
export function readRule(text: string): Rule | undefined {
  const parts = new Map<string, string>()
  for (const part of text.toUpperCase().split(';')) {
    const at = part.indexOf('=')
    if (at > 0) parts.set(part.slice(0, at).trim(), part.slice(at + 1).trim())
  }
  const freq = frequencies.find((name) => name === parts.get('FREQ'))
  if (!freq) return undefined
  const rscale = parts.get('RSCALE')
  const scale = scaleOf(rscale)
  if (rscale !== undefined && rscale !== 'GREGORIAN' && rscale !== 'ISO8601' && scale === undefined) return undefined
  const count = positive(parts.get('COUNT'))
  const until = readMoment(parts.get('UNTIL') ?? '')
  const skip = parts.get('SKIP')
  return {
    freq,
    interval: positive(parts.get('INTERVAL')) ?? 1,
    ...(count === undefined ? {} : { count }),
    ...(until === undefined ? {} : { until }),
    // A leap second is the last one that clocks here know.
    seconds: [...new Set(numbers(parts.get('BYSECOND'), 60, 0).map((value) => Math.min(value, 59)))],
    minutes: numbers(parts.get('BYMINUTE'), 59, 0),
    hours: numbers(parts.get('BYHOUR'), 23, 0),
    days: nthDays(parts.get('BYDAY')),
    monthDays: numbers(parts.get('BYMONTHDAY'), 31),
    yearDays: numbers(parts.get('BYYEARDAY'), 385),
    weeks: numbers(parts.get('BYWEEKNO'), 55),
    months: monthCodes(parts.get('BYMONTH')),
    positions: numbers(parts.get('BYSETPOS'), 31_622_400),
    weekStart: weekStartOf(parts.get('WKST')),
    ...(scale === undefined ? {} : { scale }),
    skip: rscale !== undefined && (skip === 'BACKWARD' || skip === 'FORWARD') ? skip : 'OMIT',
  }
}
