// Several approvals at once, and grants, on the command line.
import { describe, expect, it } from 'vitest'
import { createFake } from './fake.ts'
import { asked, steward } from './harness.ts'

function waiting(count: number) {
  const fake = createFake()
  for (let i = 1; i <= count; i++)
    fake.addApproval({ callId: `c_${i}`, group: i % 2 === 0 ? 'even' : 'odd', preview: { title: `Thing ${i}` } })
  return fake
}

describe('[approval.batch] several approvals', () => {
  it('are allowed by their ids in one request, with the hashes of what they show', async () => {
    const fake = waiting(3)
    const { code, out } = await steward(['approvals', 'allow', 'ap_1', 'ap_3'], { fake })
    expect(code).toBe(0)
    expect(asked(fake, 'approval/decideMany')).toEqual([
      {
        answers: [
          { id: 'ap_1', hash: 'hash-1', decision: 'allow' },
          { id: 'ap_3', hash: 'hash-3', decision: 'allow' },
        ],
      },
    ])
    expect(out).toBe('ap_1  allowed: set_env is done\nap_3  allowed: set_env is done\n')
  })

  it('are denied with one reason', async () => {
    const fake = waiting(2)
    const { code, out } = await steward(['approvals', 'deny', 'ap_1', 'ap_2', '--reason', 'not today'], { fake })
    expect([code, out.match(/denied/g)?.length]).toEqual([0, 2])
    const [{ answers }] = asked(fake, 'approval/decideMany') as [{ answers: object[] }]
    for (const answer of answers) expect(answer).toMatchObject({ decision: 'deny', reason: 'not today' })
  })

  it('are answered where one of the ids is unknown, which is named, and the exit code says so', async () => {
    const fake = waiting(3)
    const allowed = await steward(['approvals', 'allow', 'ap_9', 'ap_1', 'ap_8'], { fake })
    expect(allowed.code).toBe(5)
    expect(allowed.out).toBe(
      [
        'ap_1  allowed: set_env is done',
        'ap_9  not answered: There is no approval ap_9.',
        'ap_8  not answered: There is no approval ap_8.',
        '',
      ].join('\n'),
    )
    const denied = await steward(['approvals', 'deny', 'ap_2', 'ap_9', '--json'], { fake })
    expect(denied.code).toBe(5)
    expect(JSON.parse(denied.out)).toMatchObject([
      { id: 'ap_2', decision: 'deny' },
      { id: 'ap_9', error: { code: 'NOT_FOUND' } },
    ])
    expect(asked(fake, 'approval/decideMany')).toMatchObject([
      { answers: [{ id: 'ap_1', decision: 'allow' }] },
      { answers: [{ id: 'ap_2', decision: 'deny' }] },
    ])
  })

  it('are named where all of the ids are unknown, and nothing is answered', async () => {
    const fake = waiting(1)
    const { code, err } = await steward(['approvals', 'allow', 'ap_8', 'ap_9'], { fake })
    expect([code, err]).toEqual([5, expect.stringContaining('There is no approval ap_8, ap_9.')])
    expect(asked(fake, 'approval/decideMany')).toEqual([])
  })

  it('say which of them was stale, and the exit code does too', async () => {
    const fake = waiting(2)
    await steward(['approvals', 'deny', 'ap_1'], { fake })
    const { code, out } = await steward(['approvals', 'allow', 'ap_1', 'ap_2'], { fake })
    expect(code).toBe(1)
    expect(out).toContain('ap_1  not answered: It was answered already.')
    expect(out).toContain('ap_2  allowed')
  })

  it('take no grant and no edit', async () => {
    const fake = waiting(2)
    expect((await steward(['approvals', 'allow', 'ap_1', 'ap_2', '--times', '3'], { fake })).code).toBe(2)
    expect(asked(fake, 'approval/decideMany')).toEqual([])
  })
})

describe('[approval.batch] the walk through what waits, at a terminal', () => {
  const walk = (types: string[], fake = waiting(3)) =>
    steward(['approvals', '--no-color'], { fake, terminal: true, types })

  it('takes a tick each, those alike together, and answers all at the last word', async () => {
    const { code, err, fake } = await walk(['a\n', 'what?\n', 'd\n', 'no need\n', 'l\n', 'yes\n'])
    expect(code).toBe(0)
    const order = [...err.matchAll(/what {6}Thing (\d)/g)].map(([, n]) => n)
    expect(order).toEqual(['1', '3', '2'])
    expect(err).toMatch(/You ticked:\s+allow {2}Thing 1\s+deny {3}Thing 3 \(no need\)/)
    expect(asked(fake, 'approval/decideMany')).toEqual([
      {
        answers: [
          { id: 'ap_1', hash: 'hash-1', decision: 'allow' },
          { id: 'ap_3', hash: 'hash-3', decision: 'deny', reason: 'no need' },
        ],
      },
    ])
  })

  it.each([
    ['the end of input', ['a\n']],
    ['Ctrl-C', ['a\n', '\u0003']],
    ['anything but yes at the end', ['a\n', 'a\n', 'a\n', 'y\n']],
    ['nothing ticked', ['\n', '\n', '\n']],
  ])('answers nothing after %s', async (_, types) => {
    const { out, fake } = await walk(types)
    expect(fake.log.filter(({ method }) => method.startsWith('approval/decide'))).toEqual([])
    expect(out).toContain('Nothing was answered.')
  })

  it('is a plain list in a pipe and with list', async () => {
    const fake = waiting(3)
    expect((await steward(['approvals'], { fake })).out).toContain('Thing 3')
    const { out } = await steward(['approvals', 'list', '--no-color'], { fake, terminal: true })
    expect(out).toContain('Look at one: steward approvals show ID')
  })
})

it('[approval.shown-whole] a list that cuts says so, and how to see all', async () => {
  const fake = createFake()
  fake.addApproval({ preview: { title: 'x'.repeat(500) } })
  const { out } = await steward(['approvals', 'list', '--no-color'], { fake, terminal: true, columns: 80 })
  expect(out).toMatch(/x…/)
  expect(out).toContain('steward approvals show ID')
})

it('[approval.lookalike] a card shows what can not be seen, and says so', async () => {
  const fake = createFake()
  const target = 'a\u202ecme\u200b.com'
  fake.addApproval({ effects: [{ kind: 'sendMail', target }], why: [`The name "${target}" has invisible characters.`] })
  const { out } = await steward(['approvals', 'show', 'ap_1'], { fake })
  expect(out).toContain('sendMail  a<U+202E>cme<U+200B>.com')
  expect(out).toContain('has invisible characters')
})

describe('steward grants', () => {
  it('[grant.left] lists what is left of each', async () => {
    const fake = createFake()
    const grant = { id: 'gr_1', kind: 'writeEnv', pattern: 'EDITOR', used: 1, createdAt: 1 }
    const daily = { ...grant, perDay: 5, leftToday: 4 }
    const grants = [{ ...grant, times: 3, left: 2 }, grant, daily, { ...daily, times: 20, left: 19 }]
    fake.answers['grant/list'] = () => ({ grants })
    const { out } = await steward(['grants'], { fake })
    const left = out.split('\n').map((line) => / 1 +(.+?) +you revoke it$/.exec(line)?.[1])
    expect(left).toEqual([undefined, '2 of 3', 'no limit', '4 of 5 today', '4 of 5 today, 19 of 20 in all', undefined])
  })

  it('[grant.daily] gives leave by the day', async () => {
    const fake = createFake()
    await steward(['grants', 'create', 'sendMail', '*@acme.com', '--per-day', '5'], { fake })
    expect(asked(fake, 'grant/create')).toEqual([{ kind: 'sendMail', pattern: '*@acme.com', perDay: 5 }])
    const wrong = await steward(['grants', 'create', 'sendMail', '*@acme.com', '--per-day', '0'], { fake })
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('--per-day needs a whole number')])
  })

  it('[grant.suggest] suggests with the command that would grant it, and grants nothing', async () => {
    const fake = createFake()
    const until = Date.now() + 30 * 86_400_000
    const more = { id: 'ab12', tool: 'send_mail', kind: 'sendMail', until, given: 3 }
    fake.answers['grant/suggest'] = () => ({
      suggestions: [
        { ...more, times: 5, pattern: '*@acme.com', text: 'Allow up to 5 mails to @acme.com?' },
        { ...more, perDay: 7, pattern: 'a@b.org', text: 'Allow up to 7 a day?' },
      ],
    })
    const { out } = await steward(['grants', 'suggest'], { fake })
    expect(out).toContain('Allow up to 5 mails to @acme.com?')
    expect(out).toContain("steward grants create sendMail '*@acme.com' --tool send_mail --times 5 --until 30d")
    expect(out).toContain('steward grants create sendMail a@b.org --tool send_mail --per-day 7 --until 30d')
    expect(out).toContain('steward grants dismiss ab12')
    expect(asked(fake, 'grant/create')).toEqual([])
    await steward(['grants', 'dismiss', 'ab12'], { fake })
    expect(asked(fake, 'grant/dismiss')).toEqual([{ id: 'ab12' }])
  })
})
