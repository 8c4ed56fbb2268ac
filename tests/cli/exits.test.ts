import { describe, expect, it } from 'vitest'
import { RemoteError } from '../../sidecar/rpc/client.ts'
import { StewardError } from '../../sidecar/text/errors.ts'
import { createFake } from './fake.ts'
import { steward } from './harness.ts'

const broken = () => {
  const fake = createFake()
  fake.answers['audit/verify'] = () => ({
    ok: false,
    records: 9,
    head: 'x',
    firstBad: { line: 4, seq: 3, why: 'prev differs' },
  })
  return fake
}
const locked = {
  connect: async () => {
    throw new StewardError('LOCKED', 'Another Steward uses this data folder.', 'End it first.')
  },
}

describe('[cli.exit-codes] exit codes', () => {
  it.each([
    ['done', 0, ['call', 'current_time']],
    ['failed', 1, ['call', 'read_file', 'path=broken']],
    ['an unknown command', 2, ['cal']],
    ['an unknown option', 2, ['tools', '--jsno']],
    ['a missing word', 2, ['describe']],
    ['a word too many', 2, ['release', 'now']],
    ['a wrong sub-command', 2, ['approvals', 'alow', 'x']],
    ['input that does not fit', 2, ['call', 'read_file', 'maxBytes=3']],
    ['input that is not JSON', 2, ['call', 'read_file', '{"path"']],
    ['a denied call', 3, ['call', 'read_file', 'path=forbidden']],
    ['a call that may not wait', 3, ['call', 'set_env', 'name=A', 'value=b', '--no-wait']],
    ['a call that waits', 4, ['call', 'set_env', 'name=A', 'value=b']],
    ['a question that waits', 4, ['call', 'ask_user', 'question=Tea?']],
    ['an unknown tool', 5, ['call', 'nothing']],
    ['an unknown approval', 5, ['approvals', 'allow', 'ap_9']],
    ['an unknown call', 5, ['calls', 'show', 'c_9']],
  ])('for %s is %i', async (_, code, argv) => {
    expect((await steward(argv)).code).toBe(code)
    // The same in JSON.
    expect((await steward([...argv, '--json'])).code).toBe(code)
  })

  it('is 6 where the data folder is locked, the sidecar is gone or STOP is set', async () => {
    expect((await steward(['tools'], { host: locked })).code).toBe(6)
    const fake = createFake()
    fake.answers['tool/list'] = () => {
      throw new RemoteError(-32000, 'Steward went away before it answered.', { code: 'UNAVAILABLE', hint: 'Start it.' })
    }
    expect((await steward(['tools'], { fake })).code).toBe(6)
    const stopped = createFake()
    expect((await steward(['stop', 'enough'], { fake: stopped })).code).toBe(0)
    expect((await steward(['call', 'current_time'], { fake: stopped })).code).toBe(6)
    expect((await steward(['release'], { fake: stopped })).code).toBe(0)
    expect((await steward(['call', 'current_time'], { fake: stopped })).code).toBe(0)
  })

  it('[audit.exit] is 7 where the audit log does not verify, and the first bad record is named', async () => {
    const { code, out } = await steward(['audit', 'verify'], { fake: broken() })
    expect(code).toBe(7)
    expect(out).toContain('line 4, record 3: prev differs')
    expect((await steward(['audit', 'verify'])).code).toBe(0)
  })

  it('is 1 where the doctor finds something that must be mended', async () => {
    const fake = createFake()
    fake.answers['doctor/run'] = () => ({ findings: [{ id: 'x', level: 'error', text: 'broken', how: 'mend it' }] })
    const { code, out } = await steward(['doctor'], { fake })
    expect(code).toBe(1)
    expect(out).toContain('mend it')
  })

  it('is what serve returns', async () => {
    const seen: boolean[] = []
    const host = {
      serve: async ({ background }: { background: boolean }) => {
        seen.push(background)
        return 42
      },
    }
    expect((await steward(['serve'], { host })).code).toBe(42)
    expect((await steward(['serve', '--background'], { host })).code).toBe(42)
    expect(await steward(['serve', '--json'], { host })).toMatchObject({ code: 42, out: '' })
    expect(seen).toEqual([false, true, false])
  })
})
