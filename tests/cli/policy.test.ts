import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createFake } from './fake.ts'
import { asked, steward } from './harness.ts'

const ESC = '\u001b[31m'

function file(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'steward-policy-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const name = join(folder, 'rules.jsonc')
  writeFileSync(name, text)
  return name
}

const counts = (more = {}) => ({ allow: 0, warn: 0, ask: 0, deny: 0, ...more })

function fakeWithRules() {
  const fake = createFake()
  fake.answers['policy/backtest'] = ({ limit }) => ({
    decisions: 12,
    before: counts({ allow: 12 }),
    after: counts({ allow: 9, deny: 3 }),
    changed: 3,
    changes: [
      {
        ...{ seq: 7, at: 1, call: 'c_1', tool: `send${ESC}`, from: 'allow' as const, to: 'deny' as const },
        ...{ effects: [{ kind: 'sendMail', target: 'ana@example.org' }], rules: ['no-ana'], lacks: ['label'] },
      },
    ].slice(0, limit),
    lacking: { label: 4 },
  })
  fake.answers['policy/setRules'] = ({ text }) => ({
    files: [{ file: `/rules${ESC}`, rules: 2, ...(text === 'bad' ? { refused: { line: 3, why: `no${ESC}` } } : {}) }],
    former: '/former',
  })
  return fake
}

describe('[policy.user-rules] steward policy', () => {
  it('backtest shows the counts, each change and what is not on record', async () => {
    const fake = fakeWithRules()
    const { code, out } = await steward(['policy', 'backtest', file('[]'), '--limit', '5'], { fake })
    expect(code).toBe(0)
    expect(out).toContain('12 decisions on record, 3 would have been another:')
    expect(out).toMatch(/deny +3 {3}was 0/)
    expect(out).toMatch(/7 +send\S* +allow +deny \(\?\) +no-ana +sendMail ana@example\.org/)
    expect(out).toContain('… and 2 more')
    expect(out).toContain('label (4)')
    expect(out).not.toContain(ESC)
    expect(asked(fake, 'policy/backtest')).toMatchObject([{ text: '[]', limit: 5 }])
  })

  it('set says what would have changed, and where the former rules are', async () => {
    const { code, out, err, fake } = await steward(['policy', 'set', file('[]')], { fake: fakeWithRules() })
    expect([code, out]).toEqual([0, expect.stringContaining('The rules are in force.')])
    expect(err).toContain('The former rules are in /former')
    expect(err).toContain('Of 12 past decisions, 3 would have been another.')
    expect(asked(fake, 'policy/setRules')).toMatchObject([{ text: '[]' }])
  })

  it('test only checks, and fails where a file is refused', async () => {
    const fine = await steward(['policy', 'test', file('[]')], { fake: fakeWithRules() })
    expect([fine.code, asked(fine.fake, 'policy/setRules')]).toEqual([0, [expect.objectContaining({ check: true })]])
    const bad = await steward(['policy', 'test', file('bad')], { fake: fakeWithRules() })
    expect([bad.code, bad.out]).toEqual([1, expect.stringContaining(', line 3: no')])
    expect(bad.out).not.toContain(ESC)
  })

  it('rules names every file that was refused, on stderr', async () => {
    const fake = createFake()
    fake.answers['policy/rules'] = () => ({
      rules: [],
      refused: [{ file: '/r.json', line: 4, why: `odd${ESC}`, inForce: 0 }],
    })
    const { err } = await steward(['policy', 'rules'], { fake })
    expect(err).toContain('/r.json, line 4: odd')
    expect(err).toContain('none of its rules is in force')
    expect(err).not.toContain(ESC)
  })

  it.each([['test'], ['set'], ['backtest']])('%s with --json is one value', async (verb) => {
    const { out } = await steward(['policy', verb, file('[]'), '--json'], { fake: fakeWithRules() })
    expect(JSON.parse(out)).toBeTypeOf('object')
  })

  it('wants a file for a back-test, and one that is there', async () => {
    expect((await steward(['policy', 'backtest'])).code).toBe(2)
    expect((await steward(['policy', 'backtest', '/no/such/file'])).code).toBe(5)
  })
})
