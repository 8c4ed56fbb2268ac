import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { undoCall } from '../../sidecar/kernel/undo.ts'
import { vaultPort } from '../../sidecar/ports/vault.ts'
import { quickNote } from '../../sidecar/tools/notes.ts'
import { world } from '../kernel/harness.ts'
import { tempFolder } from '../ports/bind.ts'

function setup() {
  const vault = join(tempFolder(), 'vault')
  const noon = () => Date.parse('2026-11-16T11:00:00Z')
  const { kernel } = world({ tools: [quickNote], ports: [vaultPort(vault)], now: noon, zone: () => 'Europe/Stockholm' })
  const capture = (input: object) => kernel.executor.execute({ tool: 'quick_note', input })
  return { vault, kernel, capture }
}

describe('quick_note', () => {
  test('[note.by-hand] captures in one step and asks nothing', async () => {
    const { vault, capture } = setup()
    const call = await capture({ text: 'Call the printer about the proofs #studio' })
    expect(call).toMatchObject({
      ...{ state: 'done', decision: 'allow', undoable: true },
      output: {
        file: 'Call the printer about the proofs.md',
        path: join(vault, 'Call the printer about the proofs.md'),
        title: 'Call the printer about the proofs',
        tags: ['studio'],
        created: '2026-11-16T12:00:00+01:00',
      },
    })
    expect(call.receipt.score).toBeLessThanOrEqual(2)
    expect(readFileSync(join(vault, 'Call the printer about the proofs.md'), 'utf8')).toMatch(/proofs #studio\n$/)
  })

  test('[note.tags] takes title, tags and source as they are given', async () => {
    const { vault, capture } = setup()
    await capture({ title: 'Paper: sizes', text: 'A5 #din', tags: ['print'], source: 'ISO 216' })
    const text = readFileSync(join(vault, 'Paper sizes.md'), 'utf8')
    expect(text).toContain('title: "Paper: sizes"\n')
    expect(text).toContain('source: "ISO 216"\ntags: ["print", "din"]\n')
  })

  test('[note.trash] is taken back as any call, and not where the note was changed', async () => {
    const { vault, kernel, capture } = setup()
    const { callId } = await capture({ text: 'Rope border?' })
    await undoCall(callId, kernel.journal, kernel.executor)
    expect(existsSync(join(vault, 'Rope border.md'))).toBe(false)
    expect(existsSync(join(vault, '.trash/Rope border.md'))).toBe(true)
    const kept = await capture({ text: 'Pear wood' })
    appendFileSync(join(vault, 'Pear wood.md'), 'from Olle')
    const refused = await undoCall(kept.callId, kernel.journal, kernel.executor)
    expect(refused).toMatchObject({ state: 'failed', error: { code: 'CONFLICT' } })
    expect(existsSync(join(vault, 'Pear wood.md'))).toBe(true)
  })

  test('does not vouch for the words it was given', () => {
    const { labels } = quickNote
    expect(labels).toMatchObject({ trust: 'metadata', untrustedFields: ['file', 'path', 'title', 'tags'] })
  })
})
