import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { durationIn, numberIn } from '../../sidecar/text/amounts.ts'

describe('[intent.phrases] numbers', () => {
  test.each([
    ['0', 0],
    ['-3', -3],
    ['1.5', 1.5],
    ['１２', 12],
    ['twelve', 12],
    ['十', 10],
    ['十二', 12],
    ['三十五', 35],
    ['两百', 200],
    ['一百零五', 105],
    ['半', 0.5],
  ])('%s', (text, value) => expect(numberIn(text)).toBe(value))

  test.each(['', 'x', '1e9', '1,000', '0x10', '一二', '十x', '百'.repeat(20), 'constructor', '__proto__'])(
    '%j is none',
    (text) => expect(numberIn(text)).toBeUndefined(),
  )
})

describe('[intent.phrases] lengths of time', () => {
  test.each([
    ['10 seconds', 10_000],
    ['250ms', 250],
    ['1h30m', 5_400_000],
    ['1 hour and 30 minutes', 5_400_000],
    ['half an hour', 1_800_000],
    ['a minute', 60_000],
    ['半小时', 1_800_000],
    ['十分钟', 600_000],
    ['1小时30分', 5_400_000],
    ['两个小时', 7_200_000],
  ])('%s', (text, ms) => expect(durationIn(text)).toBe(ms))

  test.each(['', '500', 'seconds', '10 parsecs', '1 hour 30', 'forever', '10 $', '-5 s', 'hour hour'])(
    '%j is none',
    (text) => expect(durationIn(text)).toBeUndefined(),
  )

  test('what is read is a whole number of milliseconds, and nothing breaks it', () => {
    const word = fc.constantFrom(
      '1',
      '2.5',
      'an',
      'half',
      'hour',
      'min',
      '秒',
      '十',
      '半',
      '小时',
      'and',
      ' ',
      'x',
      'constructor',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(word).map((all) => all.join(' ')),
        ),
        (text) => {
          const ms = durationIn(text)
          expect(ms === undefined || Number.isInteger(ms)).toBe(true)
        },
      ),
      { seed: 1 },
    )
  })
})
