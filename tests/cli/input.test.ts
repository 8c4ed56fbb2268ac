import { describe, expect, it } from 'vitest'
import { exampleCall } from '../../sidecar/cli/example.ts'
import { UsageError } from '../../sidecar/cli/exit.ts'
import { fromPairs } from '../../sidecar/cli/input.ts'
import { parseWhen } from '../../sidecar/cli/when.ts'
import { splitLine } from '../../sidecar/cli/words.ts'
import { nearest } from '../../sidecar/text/nearest.ts'
import { createFake } from './fake.ts'
import { asked, steward } from './harness.ts'

const inputOf = async (words: string[], stdin?: string) => {
  const ran = await steward(['call', 'read_file', ...words], stdin === undefined ? {} : { stdin })
  return (asked(ran.fake, 'tool/call')[0] as { input?: unknown } | undefined)?.input
}

describe('[cli.input] the input of a call', () => {
  it('is read by what the schema says of each field', async () => {
    expect(await inputOf(['path=007', 'maxBytes=100', 'either=true', 'any={"a":1}'])).toEqual({
      path: '007',
      maxBytes: 100,
      either: true,
      any: { a: 1 },
    })
    expect(await inputOf(['path={"not":"json"}', 'maxBytes=many', 'other=5'])).toEqual({
      path: '{"not":"json"}',
      maxBytes: 'many',
      other: '5',
    })
  })

  it('makes lists of keys that come again, and of single values where a list is wanted', async () => {
    expect(await inputOf(['path=x', 'tags=a', 'tags=b'])).toEqual({ path: 'x', tags: ['a', 'b'] })
    expect(await inputOf(['path=x', 'tags=a'])).toEqual({ path: 'x', tags: ['a'] })
    expect(await inputOf(['path=x', 'tags=["a","b"]'])).toEqual({ path: 'x', tags: ['a', 'b'] })
  })

  it('takes JSON by force, whole, or from stdin', async () => {
    expect(await inputOf(['path:="x"', 'other:=[1,2]'])).toEqual({ path: 'x', other: [1, 2] })
    expect(await inputOf(['{"path": "x", "maxBytes": 1}'])).toEqual({ path: 'x', maxBytes: 1 })
    expect(await inputOf(['-'], '{"path": "from stdin"}')).toEqual({ path: 'from stdin' })
    expect(await inputOf(['-'], '')).toEqual({})
  })

  it('keeps equals signs and line ends in values, and treats __proto__ as any other key', async () => {
    expect(await inputOf(['path=a=b\nc'])).toEqual({ path: 'a=b\nc' })
    const made = fromPairs(['__proto__=x'], {})
    expect(Object.keys(made)).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(made)).toBe(Object.prototype)
  })

  it('is refused with an example where it does not fit', async () => {
    const { err, code } = await steward(['call', 'read_file', 'maxBytes=1'])
    expect(code).toBe(2)
    expect(err).toContain('path: expected a string')
    expect(err).toContain('For example: steward call read_file path=notes.txt')
    for (const words of [['word'], ['x:={'], ['{"path"']]) {
      const wrong = await steward(['call', 'read_file', ...words])
      expect(wrong.code).toBe(2)
      expect(wrong.err).toContain('For example: steward call read_file path=notes.txt')
      expect(asked(wrong.fake, 'tool/call')).toEqual([])
    }
  })

  it('goes to the session of the folder, or to the one that was named', async () => {
    const { fake } = await steward(['call', 'current_time'])
    expect(asked(fake, 'session/open')).toEqual([{ name: process.cwd(), root: process.cwd() }])
    const named = await steward(['call', 'current_time', '--session', 'work', '--root', '/tmp'])
    expect(asked(named.fake, 'session/open')).toEqual([{ name: 'work', root: '/tmp' }])
    expect(asked(named.fake, 'tool/call')[0]).toMatchObject({ session: 's_work', ask: true })
    const there = createFake()
    const labels = { trust: 'user', secrecy: 'public' } as const
    there.answers['session/list'] = () => ({
      sessions: [{ id: 's_7', name: 'work', root: '/elsewhere', allowed: [], labels, openedAt: 1 }],
    })
    await steward(['call', 'current_time', '--session', 'work'], { fake: there })
    expect(asked(there, 'session/open')).toEqual([])
    expect(asked(there, 'tool/call')[0]).toMatchObject({ session: 's_7' })
  })
})

describe('an example call', () => {
  it.each([
    [{ path: 'a b' }, `call t 'path=a b'`],
    [{ n: 3, on: true }, 'call t n=3 on=true'],
    [{ text: '5' }, `call t '{"text":"5"}'`],
    [{ list: [1] }, `call t '{"list":[1]}'`],
    [{ text: "it's" }, `call t 'text=it'\\''s'`],
    [{}, 'call t'],
  ])('of %j can be pasted', (input, expected) => expect(exampleCall('t', input)).toBe(expected))
})

describe('times', () => {
  const now = new Date(2026, 8, 1, 12, 0, 0).getTime()
  it.each([
    ['30m', now + 30 * 60_000],
    ['2h', now + 2 * 3_600_000],
    ['7d', now + 7 * 86_400_000],
    ['18:00', new Date(2026, 8, 1, 18).getTime()],
    ['08:00', new Date(2026, 8, 2, 8).getTime()],
    ['today', new Date(2026, 8, 2).getTime() - 1],
    ['2026-10-01', new Date(2026, 9, 2).getTime() - 1],
    ['2026-10-01T18:00:00Z', Date.UTC(2026, 9, 1, 18)],
  ])('%s lies ahead', (text, expected) => expect(parseWhen('until', text, now)).toBe(expected))

  it('count back where the past is meant', () => {
    expect(parseWhen('since', '2h', now, true)).toBe(now - 2 * 3_600_000)
    expect(parseWhen('since', '2026-08-31', now, true)).toBe(new Date(2026, 7, 31).getTime())
  })

  it.each(['soon', '2026-02-30', '25:00', '', '-3h', '2020-01-01'])('%j is refused', (text) => {
    expect(() => parseWhen('until', text, now)).toThrow(UsageError)
  })
})

describe('words', () => {
  it.each([
    [`call read_file path="my notes.txt"`, ['call', 'read_file', 'path=my notes.txt']],
    [`answer su_1 'it''s' fine`, ['answer', 'su_1', 'its', 'fine']],
    [`a\\ b "c\\"d" ''`, ['a b', 'c"d', '']],
    [`call t {"a": "b c", "d": [1]}`, ['call', 't', '{"a": "b c", "d": [1]}']],
    ['   ', []],
  ])('%j are split as a shell would', (line, expected) => expect(splitLine(line)).toEqual(expected))

  it('that are not closed are refused', () => expect(() => splitLine('say "hello')).toThrow(UsageError))

  it.each([
    ['tols', 'tools'],
    ['aprovals', 'approvals'],
    ['cofnig', 'config'],
    ['audt', 'audit'],
  ])('%s is nearest to %s', (typed, meant) =>
    expect(nearest(typed, ['tools', 'approvals', 'config', 'audit', 'calls'])).toBe(meant),
  )
  it('that are like nothing have no nearest', () => expect(nearest('xyzzyx', ['tools', 'call'])).toBeUndefined())
})
