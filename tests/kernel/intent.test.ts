// Plain words to calls, on the real catalogue.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Intents } from '../../sidecar/kernel/intent.ts'
import { Registry } from '../../sidecar/kernel/registry.ts'
import { catalog } from '../../sidecar/tools/catalog.gen.ts'
import { families } from '../../sidecar/tools/index.ts'
import { spoken } from '../../sidecar/tools/phrases.gen.ts'
import { calls, choices, nothing, typed } from './sentences.ts'

const settings = { disabled: () => [] as string[], replaceable: () => [] as string[], flag: () => true }
const registry = new Registry({ catalog, families, settings })
const intents = new Intents(registry, async () => spoken)
const understand = (text: string) => intents.understand(text, 'default')
const full = process.env.STEWARD_FULL === '1'

const meant = async (text: string) => {
  const { understood, call, choices: offered } = await understand(text)
  return call ? [call.tool, call.input] : [understood, ...offered.map(({ tool }) => tool)]
}

describe('[intent.phrases] a sentence that fits a phrase is a call', () => {
  const rows = Object.entries(calls).flatMap(([tool, all]) => all.map(([text, input]) => [text, tool, input] as const))

  test('there are enough of them, in both languages', () => {
    expect(rows.length).toBeGreaterThan(150)
    expect(rows.filter(([text]) => /\p{Script=Han}/u.test(text)).length).toBeGreaterThan(50)
  })

  test.each(rows)('%s', async (text, tool, input) => expect(await meant(text)).toEqual([tool, input]))
})

describe('[intent.typed] a call typed out is that call', () => {
  test.each(typed)('%s', async (text, tool, input) => expect(await meant(text)).toEqual([tool, input]))

  test('what it says can be typed again, and is the same call', async () => {
    for (const text of ['time in Tokyo and Berlin', 'set EDITOR to "a \\"b\\" c"', 'wait 5 minutes', '记一下 买 牛奶'])
      expect(await meant((await understand(text)).says)).toEqual(await meant(text))
  })

  test('JSON that is broken or does not fit is told', async () => {
    await expect(understand('read_file {"path": }')).rejects.toMatchObject({ code: 'BAD_INPUT' })
    await expect(understand('sleep ms=-5')).rejects.toMatchObject({ code: 'BAD_INPUT' })
    await expect(understand('wait 3 days')).rejects.toMatchObject({ code: 'BAD_INPUT' })
  })
})

describe('[intent.choices] what is not clear is offered, and nothing is run', () => {
  const rows = choices.map(([text, tool, input, missing]) => ({ text, tool, input, missing }))
  test.each(rows)('$text', async ({ text, tool, input, missing }) => {
    const { understood, call, choices: offered } = await understand(text)
    expect([understood, call, offered[0]?.tool]).toEqual(['choices', undefined, tool])
    if (input) expect(offered[0]?.input).toEqual(input)
    if (missing) expect(offered[0]?.missing).toEqual(missing)
  })

  test('two readings that are equally good are both offered', async () => {
    const { understood, choices: offered } = await understand('show .env')
    expect([understood, offered.map(({ tool }) => tool).sort()]).toEqual(['choices', ['list_directory', 'read_file']])
  })

  test('a stub says what it waits for', async () => {
    const { choices: offered } = await understand('email_send')
    expect(offered).toMatchObject([{ tool: 'email_send', missing: [expect.stringContaining('later version')] }])
  })

  test.each(nothing)('nothing fits %j', async (text) => expect(await meant(text)).toEqual(['nothing']))
})

describe('[intent.secret] a secret that was said', () => {
  test('is in nothing that is shown or kept', async () => {
    const { call, says } = await understand('set API_KEY to hunter22')
    expect(call?.input).toEqual({ name: 'API_KEY', value: 'hunter22' })
    expect(JSON.stringify([says, call?.shown, call?.said])).not.toContain('hunter22')
  })
})

describe('[intent.bounded] no text breaks it', () => {
  const words = fc.constantFrom(
    ...'what time is it in Tokyo set EDITOR to = note : read file with options ask me 把 设为 编码成 base64 记一下 现在几点 " \' “ ” { } [ ] ( ) , . / ~ $PATH 10 秒 and 和 __proto__ constructor \0 \u202e \ud800 👍'.split(
      ' ',
    ),
  )
  const text = fc.oneof(
    fc.string({ maxLength: 300, unit: 'binary' }),
    fc.array(words, { maxLength: 60 }).map((all) => all.join(' ')),
    fc.array(words, { maxLength: 60 }).map((all) => all.join('')),
  )

  test('every text is a call, choices, nothing, or an error that says why', async () => {
    const one = async (given: string) => {
      const answer = await understand(given).catch((error) => error)
      if (answer instanceof Error) expect((answer as Error & { code?: string }).code).toMatch(/BAD_INPUT|TOO_LARGE/)
      else expect(['call', 'choices', 'nothing']).toContain(answer.understood)
      expect(await understand(given).catch((error) => error)).toEqual(answer)
    }
    await fc.assert(fc.asyncProperty(text, one), {
      numRuns: full ? 5000 : 300,
      seed: Number(process.env.STEWARD_SEED ?? 1),
    })
  })

  test('what is too long is refused before it is looked at', async () => {
    for (const long of ['a'.repeat(100_000), 'note '.repeat(20_000), '"'.repeat(100_000), '现在几点'.repeat(25_000)])
      await expect(understand(long)).rejects.toMatchObject({ code: 'TOO_LARGE', hint: expect.stringMatching(/\S/) })
  })

  test('the longest hostile texts all come to an end', async () => {
    const pieces = [
      'ask me with options ',
      'set A to ',
      '"',
      "'",
      '把',
      '把A设为',
      '(',
      'a=',
      '10 ',
      '秒',
      '.',
      'and ',
      '\u0301',
      '﷽',
    ]
    for (const piece of pieces) {
      const hostile = piece.repeat(Math.floor(2000 / piece.length))
      const answer = await understand(hostile).catch((error) => error)
      expect(answer.understood ?? answer.code).toMatch(/^(call|choices|nothing|BAD_INPUT)$/)
    }
  })
})

describe('[intent.tools] only tools that are there answer', () => {
  test('a tool that is switched off is still understood, so that its call can say so', async () => {
    const off = new Registry({ catalog, families, settings: { ...settings, disabled: () => ['current_time'] } })
    const { call } = await new Intents(off, async () => spoken).understand('what time is it', 'default')
    expect(call?.tool).toBe('current_time')
  })

  test('a built-in that was replaced no longer answers to its phrases', async () => {
    const other = new Registry({ catalog, families, settings: { ...settings, replaceable: () => ['current_time'] } })
    other.addExternal([{ ...(await registry.load('current_time')), source: 'external', file: '/t.ts' }])
    const { understood, choices: offered } = await new Intents(other, async () => spoken).understand(
      'what time is it',
      'default',
    )
    expect([understood, offered[0]?.tool]).toEqual(['choices', 'current_time'])
  })
})
