// What the user approved is what runs, whatever is done to the rows, the tool or the name in between.
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { callHash } from '../../policy/bridge.ts'
import { defineTool, type Tool } from '../../sidecar/kernel/define.ts'
import type { Kernel } from '../../sidecar/kernel/kernel.ts'
import { noRules, reaches, ruleFor, spyPort, world } from './harness.ts'

const shape = { summary: 'x', category: 'system' as const, output: z.unknown(), examples: [{}] }
const copyIt = defineTool({
  ...shape,
  name: 'copy_it',
  aliases: ['copy'],
  input: z.object({ name: z.string().default('A') }),
  prepare: async (_input, ports) => ({ text: String(await ports.readFile('/from')) }),
  effects: { readFile: () => ['/from'], writeEnv: ({ name }) => [name] },
  async run({ name }, { writeEnv }, _context, { text }) {
    await writeEnv(name, text)
    return text
  },
})
const asking = [ruleFor('writeEnv', 'ask')]

async function waiting(tool = 'copy_it', input: unknown = {}, tools: Tool[] = [copyIt]) {
  const wrote: unknown[] = []
  const write = spyPort('writeEnv', { answer: (target, args) => void wrote.push([target, ...args]) })
  const read = spyPort('readFile', { answer: () => 'text' })
  const w = world({ tools, ports: [read.port, write.port], rules: asking })
  const call = await w.kernel.executor.execute({ tool, input })
  const [approval] = w.kernel.approvals.list(false, 10)
  if (!approval) throw new Error('nothing waits')
  return { ...w, world: w, wrote, call, approval }
}

const alter = ({ journal }: Kernel, column: string, value: string, callId: string) =>
  journal.store.db.prepare(`UPDATE calls SET ${column} = ? WHERE id = ?`).run(value, callId)

describe('[approval.integrity] what runs', () => {
  test('has the hash that was approved, and the record says so', async () => {
    const { kernel, approval, call, wrote } = await waiting()
    const { id, hash, input, effects } = approval
    expect(hash).toBe(callHash({ tool: 'copy_it', version: 1, input, prepared: { text: 'text' }, effects }))
    await kernel.answers.decide({ id, hash, decision: 'allow' })
    await reaches(kernel, call.callId, 'done')
    const records = kernel.journal.audit.query((record) => record.call === call.callId, 10).reverse()
    const hashes = records.flatMap((record) => ('hash' in record ? [[record.type, record.hash]] : []))
    expect(hashes).toEqual([
      ['asked', hash],
      ['approval.allowed', hash],
      ['decided', hash],
    ])
    expect(wrote).toEqual([['A', 'text']])
  })

  test.each([
    ['input', '{"name":"B"}'],
    ['prepared', '{"text":"other"}'],
    ['effects', '[{"kind":"readFile","target":"/from"}]'],
  ])('is never what somebody put into the row meanwhile: %s', async (column, value) => {
    const { kernel, approval, call, wrote } = await waiting()
    alter(kernel, column, value, call.callId)
    const { id, hash } = approval
    const allow = kernel.answers.decide({ id, hash, decision: 'allow' })
    await expect(allow).rejects.toMatchObject({ code: 'STALE_APPROVAL', hint: expect.stringContaining('Deny it') })
    expect([kernel.executor.find(call.callId).state, wrote]).toEqual(['waiting', []])
    expect((await kernel.answers.decide({ id, hash, decision: 'deny' })).call.state).toBe('failed')
  })

  test('is never what a card that was changed on the disk does not show', async () => {
    const { kernel, approval, wrote } = await waiting()
    const { db } = kernel.journal.store
    db.exec("UPDATE approvals SET card = json_set(card, '$.effects[1].target', 'HARMLESS')")
    const { id, hash } = approval
    const allow = kernel.answers.decide({ id, hash, decision: 'allow' })
    await expect(allow).rejects.toMatchObject({ code: 'STALE_APPROVAL' })
    expect(wrote).toEqual([])
  })

  test('is never what a preview that was changed on the disk hides', async () => {
    const shown = defineTool({
      ...copyIt,
      name: 'shown_it',
      aliases: [],
      preview: ({ name }) => ({ title: `Set ${name}` }),
    })
    const { kernel, approval, wrote } = await waiting('shown_it', {}, [shown])
    expect(approval.preview.title).toBe('Set A')
    kernel.journal.store.db.exec("UPDATE approvals SET card = json_set(card, '$.preview.title', 'Set HARMLESS')")
    const { id, hash } = approval
    await expect(kernel.answers.decide({ id, hash, decision: 'allow' })).rejects.toMatchObject({
      code: 'STALE_APPROVAL',
    })
    expect(wrote).toEqual([])
  })

  test.each([
    ['a name that must be asked about', asking],
    ['a name that nobody would be asked about', [{ ...ruleFor('writeEnv', 'ask'), target: 'A' }]],
  ])('is not another input, put there between the yes and the run: %s', async (_, rules) => {
    const write = spyPort('writeEnv')
    const w = world({
      tools: [copyIt],
      ports: [spyPort('readFile', { answer: () => 'text' }).port, write.port],
      rules: rules,
    })
    const { callId } = await w.kernel.executor.execute({ tool: 'copy_it', input: {} })
    const { db } = w.kernel.journal.store
    // As a process leaves it that dies right after the yes.
    db.prepare("UPDATE approvals SET state = 'allowed' WHERE call = ?").run(callId)
    db.prepare("UPDATE calls SET state = 'planned', approval = NULL WHERE id = ?").run(callId)
    alter(w.kernel, 'input', '{"name":"B"}', callId)
    const kernel = w.restart()
    await kernel.recover()
    await reaches(kernel, callId, 'failed')
    expect(kernel.executor.find(callId).error?.code).toBe('STALE_APPROVAL')
    expect(write.done).toEqual([])
  })

  test('goes on after a restart where nothing was touched', async () => {
    const { world: w, call, approval, wrote } = await waiting()
    const kernel = w.restart()
    await kernel.answers.decide({ id: approval.id, hash: approval.hash, decision: 'allow' })
    await reaches(kernel, call.callId, 'done')
    expect(wrote).toEqual([['A', 'text']])
  })

  test('is asked about anew where the tool has another version since', async () => {
    const tools: Tool[] = [copyIt]
    const { world: w, call, approval, wrote } = await waiting('copy_it', {}, tools)
    tools[0] = { ...copyIt, version: 2 } as Tool
    const kernel = w.restart()
    const { id, hash } = approval
    const answer = await kernel.answers.decide({ id, hash, decision: 'allow' })
    expect(answer.approval).toMatchObject({ state: 'open', callId: call.callId })
    expect([answer.approval.hash === hash, wrote]).toEqual([false, []])
    expect(kernel.approvals.find(id).state).toBe('withdrawn')
    await kernel.answers.decide({ id: answer.approval.id, hash: answer.approval.hash, decision: 'allow' })
    await reaches(kernel, call.callId, 'done')
    expect(wrote).toEqual([['A', 'text']])
  })

  test('is shown and hashed under its own name, whichever alias it was called by', async () => {
    const { approval } = await waiting('copy')
    const { approval: byName } = await waiting('copy_it')
    expect([approval.tool, approval.hash]).toEqual(['copy_it', byName.hash])
  })

  test('is not touched by an answer to an approval that does not exist', async () => {
    const { kernel, approval } = await waiting()
    const answer = kernel.answers.decide({ id: `${approval.id}x`, hash: approval.hash, decision: 'allow' })
    await expect(answer).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(kernel.approvals.list(false, 10)).toHaveLength(1)
  })
})

test('[approval.lookalike] a card says what about a target deceives the eye, and shows it whole', async () => {
  const name = `p\u0430ypal\u200b${'x'.repeat(5000)}`
  const { approval } = await waiting('copy_it', { name })
  expect(approval.effects.at(-1)?.target).toBe(name)
  expect(approval.why.join('\n')).toMatch(/mixes Latin and Cyrillic letters in .*\(U\+0430\)/)
  expect(approval.why.join('\n')).toContain('has invisible characters (U+200B)')
  const { approval: plain } = await waiting('copy_it', { name: 'paypal' })
  expect(plain.why.join('\n')).not.toContain('The name')
})

test('[approval.integrity] without rules that ask, a call needs no approval and has none', async () => {
  const write = spyPort('writeEnv')
  const { kernel } = world({
    tools: [copyIt],
    ports: [spyPort('readFile', { answer: () => 'text' }).port, write.port],
    rules: noRules,
  })
  expect((await kernel.executor.execute({ tool: 'copy_it', input: {} })).state).toBe('done')
  expect(kernel.approvals.list(true, 10)).toEqual([])
})
