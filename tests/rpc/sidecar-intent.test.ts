// Plain words over the wire of the real process.
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { startSidecar, tempFolder } from './process.ts'

describe('[intent.wire] intent/run in the real process', () => {
  test('understands, runs and records like a call by hand, and the session knows what was said', async () => {
    const { client, end } = await startSidecar({ home: tempFolder() })
    const { id: session } = await client.call('session/open', { name: 'words' })
    const done = await client.call('intent/run', { text: 'What time is it in Tokyo?', session })
    expect(done).toMatchObject({
      understood: 'call',
      tool: 'current_time',
      input: { zones: ['Asia/Tokyo'] },
      says: 'current_time zones:=["Asia/Tokyo"]',
      choices: [],
      call: { state: 'done', session, output: { times: [{ zone: 'Asia/Tokyo' }] } },
    })
    const { records } = await client.call('audit/query', { call: done.call?.callId })
    expect(records).toHaveLength(1)
    const { events } = await client.call('session/trace', { session })
    expect(JSON.stringify(events)).toContain('What time is it in Tokyo?')
    await end()
  })

  test('only says what it understood when it is not to run', async () => {
    const { client, end } = await startSidecar({ home: tempFolder() })
    const { id: session } = await client.call('session/open', { name: 'words' })
    const dry = await client.call('intent/run', { text: '把 EDITOR 设为 vi', session, run: false })
    expect(dry).toMatchObject({ understood: 'call', tool: 'set_env', input: { name: 'EDITOR', value: 'vi' } })
    expect(dry.call).toBeUndefined()
    expect(await client.call('call/list', {})).toEqual({ calls: [] })
    expect(JSON.stringify(await client.call('session/trace', { session }))).not.toContain('EDITOR')
    await end()
  })

  test('[intent.choices] runs nothing where it is not clear, whatever could change', async () => {
    const { client, end } = await startSidecar({ home: tempFolder() })
    for (const text of ['don’t set EDITOR to vi', 'environment variable EDITOR vi set', 'show .env', 'read', 'hello'])
      expect((await client.call('intent/run', { text })).understood).toMatch(/choices|nothing/)
    expect(await client.call('call/list', {})).toEqual({ calls: [] })
    await end()
  })

  test('what changes something is asked about as ever, and runs after the answer', async () => {
    const { client, end } = await startSidecar({ home: tempFolder() })
    const { call } = await client.call('intent/run', { text: 'set EDITOR to vi' })
    expect(call).toMatchObject({ state: 'waiting', tool: 'set_env' })
    const { approvals } = await client.call('approval/list', {})
    expect(approvals).toMatchObject([{ id: call?.approvalId, input: { name: 'EDITOR', value: 'vi' } }])
    const refused = await client.call('intent/run', { text: 'set PAGER to cat', ask: false })
    expect(refused.call).toMatchObject({ state: 'failed', error: { code: 'NEEDS_APPROVAL' } })
    await end()
  })

  test('[intent.secret] keeps no secret that was said', async () => {
    const home = tempFolder()
    const { client, end } = await startSidecar({ home })
    const { id: session } = await client.call('session/open', { name: 'words' })
    const answer = await client.call('intent/run', { text: 'set API_KEY to hunter22hunter', session })
    expect(JSON.stringify(answer)).not.toContain('hunter22')
    const { events } = await client.call('session/trace', { session })
    const said = events.flatMap((event) => (event as { user?: string }).user ?? [])
    expect(said).toEqual(['set API_KEY to (hidden)'])
    await end()
  })

  test('[intent.bounded] refuses 100 KB with what to do, and goes on', async () => {
    const { client, end } = await startSidecar({ home: tempFolder() })
    for (const text of ['note '.repeat(20_000), '"'.repeat(100_000)])
      await expect(client.call('intent/run', { text })).rejects.toMatchObject({ data: { code: 'TOO_LARGE' } })
    for (const text of [
      'set A to '.repeat(200),
      '"'.repeat(2000),
      '把A设为'.repeat(400),
      '\u0000\ud800\u202e',
      '{'.repeat(2000),
    ])
      await client.call('intent/run', { text, run: false }).catch((error) => expect(error.data.code).toBe('BAD_INPUT'))
    expect((await client.call('intent/run', { text: '现在几点' })).call?.state).toBe('done')
    await end()
  })

  test('a tool that is switched off says so', async () => {
    const { client, end } = await startSidecar({ home: tempFolder() })
    await client.call('tool/enable', { tool: 'current_time', enabled: false })
    const failing = client.call('intent/run', { text: 'what time is it' })
    await expect(failing).rejects.toMatchObject({ data: { code: 'TOOL_DISABLED' } })
    await end()
  })

  test('a file that was asked for in Chinese is read from the folder of the session', async () => {
    const root = tempFolder()
    fs.writeFileSync(path.join(root, '笔记.txt'), '你好')
    const { client, end } = await startSidecar({ home: tempFolder() })
    const { id: session } = await client.call('session/open', { name: 'words', root })
    const { call } = await client.call('intent/run', { text: '打开文件 笔记.txt', session })
    expect(call).toMatchObject({ state: 'done', output: { text: '你好' } })
    await end()
  })
})
