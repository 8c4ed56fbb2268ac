import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { readWhen } from '../../../sidecar/text/dates/read.ts'
import type { Choice, When, WhenOptions } from '../../../sidecar/text/dates/types.ts'
import { berlin } from './berlin.ts'
import * as when from './brief.ts'
import { newyork } from './newyork.ts'
import { shanghai } from './shanghai.ts'

const rowsOf = (table: string): [string, string][] =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const at = line.lastIndexOf(' => ')
      return [line.slice(0, at), line.slice(at + 4)]
    })

const tables: [string, WhenOptions, [string, string][]][] = [
  ['Berlin', when.berlin, rowsOf(berlin)],
  ['New York', when.newYork, rowsOf(newyork)],
  ['Shanghai', when.shanghai, rowsOf(shanghai)],
]
const choicesOf = (found: When): Choice[] =>
  found.kind === 'none' ? [] : found.kind === 'ambiguous' ? found.choices : [found]
const all = tables.flatMap(([, options, rows]) =>
  (['en', 'zh'] as const).flatMap((locale) => rows.map(([text]) => ({ text, options: { ...options, locale } }))),
)

describe.each(tables)('[dates.read] said in %s', (_place, options, rows) => {
  test.each(rows)('%s means %s', (text, meaning) => {
    expect(when.brief(readWhen(text, options), options.zone)).toBe(meaning)
  })
})

test('[dates.read] the tables have hundreds of sentences, each once', () => {
  const said = tables.flatMap(([place, , rows]) => rows.map(([text]) => `${place} ${text}`))
  expect(said.length).toBeGreaterThan(500)
  expect(new Set(said).size).toBe(said.length)
})

test('[dates.read] what is spelled is read by Temporal as it is', () => {
  for (const { text, options } of all)
    for (const choice of choicesOf(readWhen(text, options))) {
      if (choice.kind === 'duration') expect(Temporal.Duration.from(choice.duration).blank).toBe(false)
      else if (choice.allDay) expect(Temporal.PlainDate.from(choice.start).toString()).toBe(choice.start)
      else {
        const start = Temporal.ZonedDateTime.from(choice.start)
        const end = choice.end === undefined ? start.add({ seconds: 1 }) : Temporal.ZonedDateTime.from(choice.end)
        expect(Temporal.ZonedDateTime.compare(start, end), text).toBe(-1)
      }
    }
})

test('[dates.says] what was understood, read again in its language, gives the same and is clear', () => {
  const plain = (found: When, zone: string) => when.brief(found, zone).replaceAll(' *', '')
  for (const { text, options } of all)
    for (const choice of choicesOf(readWhen(text, options))) {
      const again = readWhen(choice.says, options)
      expect([again.kind, plain(again, options.zone)], `${text}: ${choice.says}`).toEqual([
        choice.kind,
        plain(choice, options.zone),
      ])
    }
})

test('[dates.says] it is said as people write it', () => {
  const says = (text: string, options: WhenOptions) => choicesOf(readWhen(text, options)).map((choice) => choice.says)
  expect(says('tomorrow 3-4pm', when.berlin)).toEqual(['Tuesday 17 November 2026, 15:00–16:00'])
  expect(says('明天下午三点', when.shanghai)).toEqual(['2026年11月19日星期四 15:00'])
  expect(says('by Friday', when.berlin)).toEqual(['by Friday 20 November 2026'])
  expect(says('every weekday at 9am', when.berlin)).toEqual([
    'every week on Monday to Friday, 09:00, from Tuesday 17 November 2026',
  ])
  expect(says('每月第一个周五', when.shanghai)).toEqual(['每月第1个周五，从2026年12月4日星期五起'])
})

test('[dates.rule] the first occurrence of a rule is its start, as another implementation counts', () => {
  let rules = 0
  for (const { text, options } of all)
    for (const choice of choicesOf(readWhen(text, options))) {
      if (choice.kind !== 'rule') continue
      rules++
      const local = choice.start.slice(0, choice.allDay ? 10 : 19)
      const from = ICAL.Time.fromString(choice.allDay ? local : local.padEnd(19, ':00'), undefined as never)
      const first = ICAL.Recur.fromString(choice.rrule).iterator(from).next()
      expect(first?.toString(), `${text}: ${choice.rrule}`).toBe(from.toString())
    }
  expect(rules).toBeGreaterThan(100)
})
