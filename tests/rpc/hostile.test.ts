import { describe, expect, it } from 'vitest'
import { type Answer, openPeer, openReady, request, trivialHandlers } from './harness.ts'

const never = () => new Promise<never>(() => {})
const code = (answer: Answer) => answer.error?.code
const line = (text: string) => Buffer.from(`${text}\n`)

describe('[wire.broken-line] hostile input', () => {
  it('gets -32700 for what is not JSON or not UTF-8', async () => {
    const peer = await openReady()
    for (const bytes of [line('{'), line('nope'), line('\ufeff{}'), line('\0'), line('NaN'), Buffer.from([0xff, 10])])
      expect(await peer.ask(bytes)).toMatchObject({ id: null, error: { code: -32700 } })
  })

  it('gets -32600 for JSON that is no request, with the id where there is one', async () => {
    const peer = await openReady()
    for (const value of [1, 'x', null, true, {}, { id: 5, method: 'tool/list' }, { jsonrpc: '1.0', id: 5 }])
      expect(code(await peer.ask(value))).toBe(-32600)
    expect((await peer.ask({ jsonrpc: '2.0', id: 5, method: 7 })).id).toBe(5)
  })

  it('takes strings, numbers and null as ids and refuses all others', async () => {
    const peer = await openReady()
    for (const id of ['', 'a', 'x'.repeat(256), 0, -1, 1.5, Number.MAX_SAFE_INTEGER, null])
      expect(await peer.ask(request(id, 'tool/list'))).toMatchObject({ id, result: { tools: [] } })
    for (const id of ['true', '{}', '[1]', '1e400', '9'.repeat(400), '9007199254740993', `"${'x'.repeat(257)}"`])
      expect(await peer.ask(line(`{"jsonrpc":"2.0","id":${id},"method":"tool/list"}`))).toMatchObject({
        id: null,
        error: { code: -32600 },
      })
  })

  it('refuses an id that is in flight without answering for the first', async () => {
    const peer = await openReady({ handlers: trivialHandlers({ 'call/show': never }) })
    peer.send(request(1, 'call/show', { callId: 'a' }))
    expect(await peer.ask(request(1, 'tool/list'))).toMatchObject({
      id: null,
      error: { code: -32600, data: { id: 1 } },
    })
    expect(await peer.ask(request('1', 'tool/list'))).toMatchObject({ id: '1', result: {} })
  })

  it('[wire.nesting] does not overflow on 100,000 nested arrays or objects, open or closed', async () => {
    const peer = await openReady()
    const n = 100_000
    const nests = [
      '['.repeat(n) + ']'.repeat(n),
      '['.repeat(n),
      '{"a":'.repeat(n),
      `${'{"a":'.repeat(n)}1${'}'.repeat(n)}`,
    ]
    for (const nest of nests) {
      expect(code(await peer.ask(line(nest)))).toBe(-32600)
      const call = `{"jsonrpc":"2.0","id":1,"method":"tool/call","params":{"tool":"x","input":${nest}}}`
      expect(code(await peer.ask(line(call)))).toBe(-32600)
    }
  })

  it('does not take brackets inside strings for nesting', async () => {
    const handlers = trivialHandlers({ 'settings/set': ({ value }) => ({ settings: value }) })
    const peer = await openReady({ handlers })
    for (const value of ['['.repeat(5000), `\\"${'{'.repeat(5000)}\\\\`, Array(5000).fill(['"'])])
      expect((await peer.ask(request(1, 'settings/set', { key: 'k', value }))).result).toEqual({ settings: value })
  })

  it('[wire.prototype] pollutes no prototype', async () => {
    const handlers = trivialHandlers({ 'settings/set': ({ value }) => ({ settings: value }) })
    const peer = await openReady({ handlers })
    const evil = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'
    for (const params of [evil, `{"key":"k","value":${evil},"__proto__":{"polluted":1}}`])
      await peer.ask(line(`{"jsonrpc":"2.0","id":1,"method":"settings/set","params":${params},"__proto__":${evil}}`))
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect((await peer.ask(request(2, 'tool/list'))).result).toEqual({ tools: [] })
  })

  it('[wire.frame-limit] skips a line over 16 MB and goes on', async () => {
    const peer = await openReady()
    peer.send(Buffer.alloc(17 * 1024 * 1024, 'x'))
    expect(code(await peer.ask(Buffer.from('x\n')))).toBe(-32003)
    expect((await peer.ask(request(1, 'tool/list'))).id).toBe(1)
  })

  it('ignores blank lines and takes \\r\\n', async () => {
    const peer = await openReady()
    peer.send(Buffer.from('\n\r\n  \n\t\n'))
    expect((await peer.ask(Buffer.from('{"jsonrpc":"2.0","id":1,"method":"tool/list"}\r\n'))).id).toBe(1)
  })

  it('answers a last line without its newline', async () => {
    const peer = openPeer()
    peer.send(Buffer.from('{"half":'))
    peer.end()
    expect((await peer.next())[0]).toMatchObject({ error: { code: -32700 } })
    await peer.connection.ended
  })
})

describe('[wire.batch] batches', () => {
  const batch = (...items: unknown[]) => items

  it('are answered as one array, notifications left out', async () => {
    const peer = await openReady({ handlers: trivialHandlers({ 'tool/stats': async () => ({ stats: [] }) }) })
    const answers = await peer.ask(
      batch(
        request(1, 'tool/stats'),
        request(2, 'tool/list'),
        { jsonrpc: '2.0', method: 'tool/list' },
        5,
        [],
        request(3, 'no'),
      ),
    )
    const byId = (answers as unknown as Answer[]).map((each) => [each.id, each.error?.code])
    expect(byId).toHaveLength(5)
    expect(byId).toEqual(
      expect.arrayContaining([
        [1, undefined],
        [2, undefined],
        [null, -32600],
        [3, -32601],
      ]),
    )
  })

  it('are refused when empty or longer than 100, and silent when nothing wants an answer', async () => {
    const peer = await openReady()
    expect(code(await peer.ask([]))).toBe(-32600)
    expect(code(await peer.ask(Array(101).fill(request(1, 'tool/list'))))).toBe(-32600)
    peer.send(Array(100).fill({ jsonrpc: '2.0', method: 'tool/list' }))
    expect((await peer.ask(request(7, 'tool/list'))).id).toBe(7)
  })

  it('may hold requests that are cancelled', async () => {
    const peer = await openReady({ handlers: trivialHandlers({ 'call/show': never }) })
    peer.send(batch(request(1, 'call/show', { callId: 'a' }), request(2, 'tool/list')))
    const answers = await peer.ask({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 1 } })
    expect(answers).toMatchObject([{ id: 2 }, { id: 1, error: { code: -32800 } }])
  })

  it('refuse the largest results when all together would not fit', async () => {
    const sizes: Record<string, number> = { a: 9, b: 10, c: 1 }
    const handlers = trivialHandlers({
      'settings/get': ({ key }) => ({ settings: 'x'.repeat((sizes[key ?? ''] ?? 0) << 20) }),
    })
    const peer = await openReady({ handlers })
    const answers = await peer.ask(['a', 'b', 'c'].map((key) => request(key, 'settings/get', { key })))
    const codes = (answers as unknown as Answer[]).map((each) => [each.id, each.error?.code])
    expect(codes).toEqual([
      ['a', undefined],
      ['b', -32003],
      ['c', undefined],
    ])
  })
})
