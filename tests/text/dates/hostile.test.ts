import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findWhen, MAX_WHEN_CHARS, readWhen } from '../../../sidecar/text/dates/read.ts'
import type { When, WhenOptions } from '../../../sidecar/text/dates/types.ts'
import { berlin, brief, newYork, shanghai } from './brief.ts'

const isFull = process.env.STEWARD_FULL === '1'
const places = fc.constantFrom<WhenOptions[]>(berlin, newYork, shanghai, { ...berlin, locale: 'zh' })
const anyPlace = fc
  .record({ base: places, now: fc.integer({ min: 0, max: 4_000_000_000 }) })
  .map(({ base, now }) => ({ ...base, now: now * 1000 }))
const word = fc.constantFrom(
  ...'tomorrow today next last this every other second mon tue friday 3pm 15:00 7 at on from to until by for 90 minutes noon midnight morning tonight 20 nov 11/20/2026 2026-11-20 5/6 the first of month week year weekend days in ago Tokyo time CET UTC+2 , - half quarter past 10 times 明天 下午 三点 到 五点 每 周一 周 两 个 半 小时 后 之前 每天 每月 第一个 周五 月底 春节 东京时间 11月 20日 共10次 从 起 为止 constructor __proto__'.split(
    ' ',
  ),
)
const soup = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '))
const text = fc.oneof(
  soup,
  fc.string({ unit: 'binary', maxLength: 600 }),
  fc.array(word, { maxLength: 8 }).map((words) => words.join('')),
)
const choicesOf = (found: When) => (found.kind === 'ambiguous' ? found.choices : found.kind === 'none' ? [] : [found])
const plain = (found: When, zone: string) => brief(found, zone).replaceAll(' *', '').replaceAll(' past', '')

describe('[dates.bounded] hostile text', () => {
  test('never throws, and a result is whole', () => {
    fc.assert(
      fc.property(text, anyPlace, (said, options) => {
        const found = readWhen(said, options)
        if (found.kind === 'none') expect(found.why).not.toBe('')
        if (found.kind === 'ambiguous') {
          expect(found.why).not.toBe('')
          expect(found.choices.length).toBeGreaterThan(1)
          expect(found.choices.length).toBeLessThan(9)
        }
        const { when, rest, words } = findWhen(said, options)
        expect(when.kind === 'none').toBe(words === '')
        expect(rest.length).toBeLessThanOrEqual(said.length)
      }),
      { seed: 1, numRuns: isFull ? 5_000 : 400 },
    )
  })

  test.each([
    '1 ',
    'a ',
    'every mon,',
    'mon, ',
    '1h ',
    '1-',
    '1/',
    '1.1.',
    '周一,',
    '每',
    '一',
    '三点',
    'half an hour and ',
    'a b time ',
    'asia/',
    'the first monday of ',
    '({[',
    '"a',
    '\u0000',
    '🙂',
    'e\u0301',
    'tomorrow tokyo time ',
    '下午三点到',
    '每周一和周二和',
    '   ',
    '9',
  ])('%j over and over comes to an end', (part) => {
    const long = part.repeat(MAX_WHEN_CHARS).slice(0, MAX_WHEN_CHARS)
    // Late in the evening it is another day in Tokyo, so that everything is read twice.
    const late = { ...berlin, now: Date.UTC(2026, 10, 16, 20) }
    expect(['none', 'ambiguous', 'moment', 'span', 'rule', 'duration']).toContain(readWhen(long, late).kind)
    expect(findWhen(long, late).rest.length).toBeLessThanOrEqual(MAX_WHEN_CHARS)
  })

  test('what is too long is not read', () => {
    expect(readWhen(`tomorrow${' '.repeat(MAX_WHEN_CHARS)}`, berlin)).toMatchObject({ kind: 'none' })
    expect(findWhen(`tomorrow ${'x'.repeat(1_000_000)}`, berlin).when.kind).toBe('none')
  })

  test.each([
    'in 9999 years',
    '9999 years ago',
    '9999-12-31',
    'every 999 years',
    '0001-01-01',
    '1000-01-01',
    'in 9999 months',
    '9999年后',
  ])('%s does no harm', (far) => expect(() => readWhen(far, berlin)).not.toThrow())
})

describe('[dates.says] anything that is understood', () => {
  test('reads again as the same', () => {
    fc.assert(
      fc.property(soup, anyPlace, (said, options) => {
        for (const choice of choicesOf(readWhen(said, options))) {
          const again = readWhen(choice.says, options)
          expect([again.kind, plain(again, options.zone)], `${said}: ${choice.says}`).toEqual([
            choice.kind,
            plain(choice, options.zone),
          ])
        }
      }),
      { seed: 2, numRuns: isFull ? 5_000 : 1500 },
    )
  })
})
