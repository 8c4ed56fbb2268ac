import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createFake } from './fake.ts'
import { steward } from './harness.ts'

function fileWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'steward-audit-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'receipt.json')
  writeFileSync(file, text)
  return file
}

describe('[audit.proof] steward audit', () => {
  it('exports a proof as JSON, and says how much has none', async () => {
    const fake = createFake()
    fake.answers['audit/export'] = ({ callId }) => ({ proof: { call: callId }, left: 2 })
    const { code, out, err } = await steward(['audit', 'export', 'c_9'], { fake })
    expect([code, JSON.parse(out)]).toEqual([0, { call: 'c_9' }])
    expect(err).toContain('2 records of it have no proof')
  })

  it('checks a file, and names the key to compare', async () => {
    const { code, out, err } = await steward(['audit', 'check', fileWith('{}')])
    expect([code, out.split('\n')[0]]).toEqual([0, expect.stringContaining('The proof holds: 1 record of c_9')])
    expect(err).toContain('ab'.repeat(32))
  })

  it('ends with the code of a broken log where the proof does not hold', async () => {
    const fake = createFake()
    fake.answers['audit/check'] = () => ({ ok: false, call: '', key: '', records: [], why: 'It was changed.' })
    const { code, out } = await steward(['audit', 'check', fileWith('{}')], { fake })
    expect([code, out]).toEqual([7, expect.stringContaining('It was changed.')])
  })

  it.each([
    ['a file that is no JSON', () => ['check', fileWith('{')]],
    ['a file that is not there', () => ['check', '/nowhere/receipt.json']],
    ['a seal that is none', () => ['verify', '--from', '7']],
  ])('takes %s for wrong use', async (_what, words) => {
    expect((await steward(['audit', ...words()])).code).toBe(2)
  })
})
