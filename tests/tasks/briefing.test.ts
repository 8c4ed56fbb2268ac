import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { roomItems } from '../../sidecar/briefing.ts'
import { defineTool } from '../../sidecar/kernel/define.ts'
import { userPort } from '../../sidecar/ports/user.ts'
import { brief, type Found, type Source, sources } from '../../sidecar/tasks/briefing.ts'
import { askUser } from '../../sidecar/tools/planning.ts'
import { ruleFor, spyPort, world } from '../kernel/harness.ts'

const clock = { now: () => Date.parse('2026-11-16T11:00:00Z'), zone: () => 'Europe/Stockholm' }
const source = (id: string, gather: Source['gather']): Source => ({ id, title: id, gather })

describe('[briefing.parts] a section', () => {
  test('that fails, throws at once or never answers says so, and the others are there', async () => {
    const found = await brief(
      [
        source('good', () => ({ items: [{ title: 'x' }], note: 'one' })),
        source('failing', async () => Promise.reject(new Error('no'))),
        source('throwing', () => {
          throw new Error('at once')
        }),
        source('silent', () => new Promise<Found>(() => {})),
        source('empty', () => ({ items: [] })),
        source('needing', () => ({ items: [], needs: 'This needs an account.' })),
      ],
      clock,
      20,
    )
    expect(found).toMatchObject({ at: clock.now(), zone: 'Europe/Stockholm' })
    expect(found.sections).toEqual([
      { id: 'good', state: 'ok', title: 'good', items: [{ title: 'x' }], note: 'one' },
      { id: 'failing', state: 'failed', title: 'failing', items: [], note: expect.stringMatching(/\S/) },
      { id: 'throwing', state: 'failed', title: 'throwing', items: [], note: expect.stringMatching(/\S/) },
      { id: 'silent', state: 'failed', title: 'silent', items: [], note: 'No answer came within 0.02 s.' },
      { id: 'empty', state: 'empty', title: 'empty', items: [] },
      { id: 'needing', state: 'needs', title: 'needing', items: [], note: 'This needs an account.' },
    ])
  })
})

const shape = { summary: 'x', category: 'system' as const, input: z.object({}), output: z.unknown(), examples: [{}] }
const acting = defineTool({ ...shape, name: 'acting', effects: { writeEnv: () => ['A'] }, run: () => 1 })
const bare = defineTool({ ...shape, name: 'bare', effects: {}, run: () => 1 })
const failing = defineTool({ ...bare, name: 'failing', run: () => Promise.reject(new Error('no')) })

function setup(notes: { file: string; title: string; tags: string[]; created: number }[] = []) {
  let now = clock.now()
  const { kernel } = world({
    tools: [acting, bare, failing, askUser],
    ports: [spyPort('writeEnv').port, userPort()],
    rules: [ruleFor('writeEnv', 'ask')],
    now: () => now,
    zone: clock.zone,
  })
  const parts = { kernel, now: () => now, zone: clock.zone, notes: async () => notes, trouble: async () => [] }
  const section = async (id: string) => {
    const { sections } = await brief(
      sources(parts).filter((one) => one.id === id),
      parts,
    )
    return sections[0]
  }
  const setNow = (at: string) => {
    now = Date.parse(at)
  }
  return { kernel, section, setNow }
}

describe('[briefing.today] the day shows', () => {
  test('what waits: approvals and questions, with their ids', async () => {
    const { kernel, section } = setup()
    expect(await section('waiting')).toMatchObject({ state: 'empty', items: [] })
    const asked = await kernel.executor.execute({ tool: 'acting', input: {} })
    const parked = await kernel.executor.execute({ tool: 'ask_user', input: { question: 'Which green?' } })
    expect(await section('waiting')).toMatchObject({
      state: 'ok',
      items: [
        { kind: 'approval', id: asked.approvalId, callId: asked.callId, at: clock.now() },
        { kind: 'question', id: parked.suspensionId, callId: parked.callId, title: 'Which green?' },
      ],
    })
  })

  test('the notes of seven days and no older ones', async () => {
    const day = 86_400_000
    const note = (file: string, days: number, tags: string[] = []) => ({
      ...{ file, title: file, tags },
      created: clock.now() - days * day,
    })
    const { section } = setup([note('new', 0, ['a', 'b']), note('week', 6.9), note('old', 7.1)])
    expect(await section('notes')).toEqual({
      ...{ id: 'notes', state: 'ok', title: 'Notes of the last seven days' },
      items: [
        { id: 'new', kind: 'note', title: 'new', at: clock.now(), detail: '#a #b' },
        { id: 'week', kind: 'note', title: 'week', at: clock.now() - 6.9 * day },
      ],
    })
  })

  test('what was done since midnight where the user is, and not what waits', async () => {
    const { kernel, section, setNow } = setup()
    setNow('2026-11-15T22:59:00Z')
    await kernel.executor.execute({ tool: 'bare', input: {} })
    setNow('2026-11-15T23:01:00Z')
    expect(await section('activity')).toMatchObject({ state: 'empty' })
    await kernel.executor.execute({ tool: 'bare', input: {} })
    await kernel.executor.execute({ tool: 'failing', input: {} })
    await kernel.executor.execute({ tool: 'acting', input: {} })
    expect(await section('activity')).toMatchObject({
      state: 'ok',
      items: [
        { kind: 'failed', title: 'failing', detail: expect.stringMatching(/\S/) },
        { kind: 'done', title: 'bare' },
      ],
      note: expect.stringMatching(/^3 calls today: .*1 done/),
    })
  })

  test('of this computer only what deserves attention', async () => {
    const { kernel, section } = setup()
    expect(await section('system')).toMatchObject({ state: 'empty' })
    kernel.latch.set('lunch')
    expect(await section('system')).toMatchObject({ state: 'ok', items: [{ kind: 'stop', detail: 'lunch' }] })
  })

  test('a disk as nearly full by share and by size', () => {
    const gigabyte = 1024 ** 3
    expect(roomItems(30 * gigabyte, 2000 * gigabyte)).toEqual([])
    expect(roomItems(3 * gigabyte, 20 * gigabyte)).toEqual([])
    expect(roomItems(15 * gigabyte, 500 * gigabyte)).toMatchObject([
      { kind: 'disk', detail: expect.stringMatching(/^15\.0 GB are free, 3 %/) },
    ])
    expect(roomItems(gigabyte, 10 * gigabyte)).toHaveLength(1)
    expect(roomItems(0, 0)).toEqual([])
  })
})
