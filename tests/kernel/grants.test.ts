// Grants that are suggested, and what is left of those that were given.
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { EffectKind } from '../../policy/effects.ts'
import { matches } from '../../policy/pattern.ts'
import { defineTool } from '../../sidecar/kernel/define.ts'
import { ruleFor, spyPort, world } from './harness.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const kinds = ['sendMail', 'writeFile', 'pay', 'fetchUrl', 'loadCode'] as const
const doing = (kind: EffectKind) =>
  defineTool({
    name: `do_${kind.toLowerCase()}`,
    summary: 'x',
    category: 'system',
    output: z.unknown(),
    examples: [{ to: 'A' }],
    input: z.object({ to: z.string() }),
    roles: { destination: ['to'] },
    effects: { [kind]: ({ to }: { to: string }) => [to] } as never,
    run: () => 'done',
  })

function answering(zone = 'UTC') {
  let now = Date.UTC(2026, 5, 1)
  const w = world({
    tools: kinds.map(doing),
    ports: kinds.map(
      (kind) => spyPort(kind, { facts: (target) => (target.includes('secret') ? { sensitive: true } : {}) }).port,
    ),
    rules: kinds.map((kind) => ruleFor(kind, 'ask')),
    now: () => now,
    zone: () => zone,
  })
  const answer = async (
    kind: string,
    to: string,
    decision: 'allow' | 'deny' = 'allow',
    by: 'hand' | 'agent' = 'hand',
  ) => {
    const { approvalId } = await w.kernel.executor.execute({ tool: `do_${kind.toLowerCase()}`, input: { to }, by })
    const { id, hash } = w.kernel.approvals.find(approvalId ?? '')
    await w.kernel.answers.decide({ id, hash, decision })
  }
  const offered = () => w.kernel.suggestions.list().map(({ kind, pattern }) => `${kind} ${pattern}`)
  const pass = (ms: number) => {
    now += ms
  }
  return { ...w, answer, offered, pass, now: () => now }
}

describe('[grant.suggest] a grant is suggested', () => {
  test('for what was allowed three times to the same target, and not before', async () => {
    const { kernel, answer, offered, pass } = answering()
    await answer('sendMail', 'ann@gmail.com')
    pass(DAY)
    await answer('sendMail', 'ann@gmail.com')
    expect(offered()).toEqual([])
    pass(DAY)
    await answer('sendMail', 'ann@gmail.com')
    const [found] = kernel.suggestions.list()
    expect(found).toMatchObject({ tool: 'do_sendmail', pattern: 'ann@gmail.com', given: 3, times: 5 })
    expect(found?.text).toMatch(/allowed this 3 times in 30 days.* Allow up to 5 times more in the next 30 days\?$/)
    expect(found).not.toHaveProperty('perDay')
    // Nothing came of it by itself.
    expect(kernel.standing.list(true)).toEqual([])
    expect((await kernel.executor.execute({ tool: 'do_sendmail', input: { to: 'ann@gmail.com' } })).state).toBe(
      'waiting',
    )
  })

  test('by the day where several were allowed on one, as many as on the busiest and at least five', async () => {
    const { kernel, answer, pass, now } = answering()
    for (const one of ['ann', 'bob', 'cy']) await answer('sendMail', `${one}@acme.com`)
    const [found] = kernel.suggestions.list()
    expect(found).toMatchObject({ pattern: '*@acme.com', perDay: 5, until: now() + 30 * DAY })
    expect(found).not.toHaveProperty('times')
    expect(found?.text).toMatch(/, for @acme\.com\. Allow up to 5 a day for the next 30 days\?$/)
    pass(DAY)
    for (let i = 0; i < 7; i++) await answer('sendMail', 'ann@acme.com')
    expect(kernel.suggestions.list()).toMatchObject([{ given: 10, perDay: 7 }])
  })

  test('by the days of the user’s calendar', async () => {
    // Two hours apart, but midnight in Tokyo lies between them.
    const { kernel, answer, pass } = answering('Asia/Tokyo')
    pass(14 * HOUR)
    for (const wait of [2 * HOUR, DAY, 0]) {
      await answer('sendMail', 'ann@gmail.com')
      pass(wait)
    }
    expect(kernel.suggestions.list()).toMatchObject([{ given: 3, times: 5 }])
  })

  test('for a domain, a site, and files of one sort in one folder', async () => {
    const { answer, offered, kernel } = answering()
    for (const one of ['ann', 'bob', 'cy']) {
      await answer('sendMail', `${one}@acme.com`)
      await answer('writeFile', `/home/u/no*tes/${one}.md`)
      await answer('fetchUrl', `https://acme.com/${one}`)
    }
    expect(offered().sort()).toEqual([
      'fetchUrl https://acme.com/**',
      'sendMail *@acme.com',
      'writeFile /home/u/no\\*tes/*.md',
    ])
    const [file] = kernel.suggestions.list().filter(({ kind }) => kind === 'writeFile')
    const covers = (path: string) => matches(file?.pattern ?? '', path)
    expect(covers('/home/u/no*tes/z.md')).toBe(true)
    for (const path of ['/home/u/notes/z.md', '/home/u/no*tes/z.pem', '/home/u/no*tes/in/z.md'])
      expect(covers(path)).toBe(false)
  })

  test('never for a domain where everybody has an address', async () => {
    const { answer, offered } = answering()
    for (const one of ['ann', 'bob', 'cy']) await answer('sendMail', `${one}@gmail.com`)
    expect(offered()).toEqual([])
  })

  test('never for what binds the user, is sensitive, or is not what it looks like', async () => {
    const { answer, offered } = answering()
    for (let i = 0; i < 4; i++) {
      await answer('pay', 'ann')
      await answer('writeFile', '/home/u/secret.txt')
      await answer('sendMail', 'ann@\u0430cme.com')
    }
    expect(offered()).toEqual([])
  })

  test('[grant.wide] never wider than it could be given', async () => {
    const { answer, offered } = answering()
    for (const one of ['ann', 'bob', 'cy', 'ann', 'ann']) await answer('loadCode', `/${one}.ts`)
    // Not all code at the top, though three of them were allowed.
    expect(offered()).toEqual(['loadCode /ann.ts'])
  })

  test('never for what followed from untrusted text', async () => {
    const { kernel, answer, offered } = answering()
    kernel.sessions.taint(kernel.sessions.get(undefined).id, { trust: 'untrusted', secrecy: 'private' })
    const doubted: boolean[] = []
    for (let i = 0; i < 4; i++) {
      const to = `p${i}@acme.com`
      await answer('sendMail', to, 'allow', 'agent')
      doubted.push(kernel.approvals.list(true, 1)[0]?.doubts !== undefined)
    }
    expect([doubted, offered()]).toEqual([[true, true, true, true], []])
  })

  test('never against a no, and not for what is long ago', async () => {
    const { answer, offered, pass } = answering()
    for (let i = 0; i < 3; i++) await answer('sendMail', 'ann@acme.com')
    for (let i = 0; i < 3; i++) await answer('writeFile', '/home/u/a.md')
    await answer('writeFile', '/home/u/a.md', 'deny')
    expect(offered()).toEqual(['sendMail ann@acme.com'])
    pass(31 * DAY)
    expect(offered()).toEqual([])
  })

  test('no more once it is granted, or dismissed for good', async () => {
    const { kernel, answer, offered, restart } = answering()
    for (let i = 0; i < 3; i++) await answer('sendMail', 'ann@acme.com')
    for (let i = 0; i < 3; i++) await answer('writeFile', '/home/u/a.md')
    const [mail, file] = kernel.suggestions.list().sort((a, b) => (a.kind < b.kind ? -1 : 1))
    if (!mail || !file) throw new Error('nothing was suggested')
    kernel.standing.create({
      kind: mail.kind,
      pattern: mail.pattern,
      tool: mail.tool,
      times: mail.times,
      perDay: mail.perDay,
      until: mail.until,
    })
    expect(offered()).toEqual(['writeFile /home/u/a.md'])
    kernel.suggestions.dismiss(file.id)
    kernel.journal.flush()
    expect(offered()).toEqual([])
    expect(restart().suggestions.list()).toEqual([])
    expect(() => kernel.suggestions.dismiss(file.id)).toThrow('There is no suggestion')
  })
})

describe('[grant.wide] leave that is too wide', () => {
  test.each([
    ['pay', '**', { times: 1 }, /Name what it is for/],
    ['sendMail', '*', {}, /--times N, --per-day N/],
  ] as const)('is not given: %s %s', (kind, pattern, limits, hint) => {
    const { kernel } = answering()
    const give = () => kernel.standing.create({ kind, pattern, ...limits })
    expect(give).toThrow(expect.objectContaining({ code: 'BAD_INPUT', hint: expect.stringMatching(hint) }))
    expect(kernel.standing.list(true)).toEqual([])
  })

  test('is given where it has a limit, or weighs little', () => {
    const { kernel } = answering()
    kernel.standing.create({ kind: 'sendMail', pattern: '**', perDay: 3 })
    kernel.standing.create({ kind: 'fetchUrl', pattern: '**' })
    expect(kernel.standing.list(false)).toHaveLength(2)
  })
})
