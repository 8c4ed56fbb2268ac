import { describe, expect, it } from 'vitest'
import { type MethodName, methods } from '../../sidecar/protocol/methods.ts'
import { StewardError } from '../../sidecar/text/errors.ts'
import { type Answer, hello, openPeer, openReady, request, trivialHandlers } from './harness.ts'

const never = () => new Promise<never>(() => {})
const code = (answer: Answer) => answer.error?.code

describe('a connection', () => {
  it('[wire.initialize] wants initialize first', async () => {
    const peer = openPeer()
    expect(code(await peer.ask(request(1, 'tool/list')))).toBe(-32002)
    expect(peer.connection.client).toBeUndefined()
    expect((await peer.ask(hello)).result).toMatchObject({ protocolVersion: 1, epoch: 'e1' })
    expect(peer.connection.client).toEqual({ name: 'test', version: '1' })
    expect((await peer.ask(request(2, 'tool/list'))).result).toEqual({ tools: [] })
  })

  it('refuses a second initialize', async () => {
    const peer = await openReady()
    expect(code(await peer.ask({ ...hello, id: 2 }))).toBe(-32600)
  })

  it('names the versions that work when asked for another', async () => {
    const peer = openPeer()
    const params = { ...hello.params, protocolVersion: 7 }
    const answer = await peer.ask({ ...hello, params })
    expect(answer.error).toMatchObject({ code: -32000, data: { versions: [1], hint: 'Use protocolVersion 1.' } })
    expect(code(await peer.ask(request(1, 'tool/list')))).toBe(-32002)
  })

  it('is not initialized by an initialize that fails', async () => {
    const initialize = () => Promise.reject(new StewardError('UNAVAILABLE', 'Not now.'))
    const peer = openPeer({ handlers: trivialHandlers({ initialize }) })
    expect(code(await peer.ask(hello))).toBe(-32000)
    expect(code(await peer.ask(request(1, 'tool/list')))).toBe(-32002)
  })

  it('[wire.unknown-method] answers unknown methods, also those that every object has', async () => {
    const peer = await openReady()
    for (const name of ['nope', '', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '$/cancelRequest'])
      expect(code(await peer.ask(request(1, name)))).toBe(-32601)
  })

  it('[wire.bad-params] tells path and reason of wrong params, five at most', async () => {
    const peer = await openReady()
    const one = await peer.ask(request(1, 'tool/describe', { tool: 7 }))
    expect(one.error).toMatchObject({
      code: -32602,
      message: expect.stringMatching(/^params\.tool: .*expected string/),
    })
    const calls = Array.from({ length: 9 }, () => ({ tool: 1 }))
    const many = await peer.ask(request(2, 'tool/batch', { calls }))
    expect(many.error?.message).toContain('params.calls.4.tool: ')
    expect(many.error?.message).not.toContain('params.calls.5.tool: ')
    expect(many.error?.message).toMatch(/; and 4 more$/)
    for (const params of [[], null, 5, 'x', true])
      expect(code(await peer.ask(request(3, 'tool/list', params)))).toBe(-32602)
  })

  it('refuses a list of millions without looking at each item', async () => {
    const peer = await openReady()
    const answer = await peer.ask(request(1, 'tool/export', { format: 'mcp', tools: Array(2_000_000).fill(1) }))
    expect(answer.error).toMatchObject({ code: -32602, message: expect.stringContaining('params.tools: Too many') })
  })

  it('[wire.hand] keeps what only the hand may do from a guest, and nothing else', async () => {
    const peer = await openReady({ role: 'guest' })
    for (const name of Object.keys(methods) as MethodName[]) {
      if (name === 'initialize') continue
      const answer = await peer.ask(request(name, name, { wrong: 1 }))
      if (methods[name].hand) expect(answer.error?.message, name).toContain("only to the user's own hand")
      else expect(answer.error?.message ?? '', name).not.toContain('hand')
    }
  })

  it('[wire.refused] tells what a handler threw as -32000 with code and hint', async () => {
    const handlers = trivialHandlers({
      'tool/list': () => {
        throw new StewardError('LOCKED', 'It is locked.', 'Wait.')
      },
      'tool/stats': async () => {
        throw new Error('boom')
      },
    })
    const peer = await openReady({ handlers })
    expect((await peer.ask(request(1, 'tool/list'))).error).toEqual({
      code: -32000,
      message: 'It is locked.',
      data: { code: 'LOCKED', hint: 'Wait.' },
    })
    expect((await peer.ask(request(2, 'tool/stats'))).error).toMatchObject({
      message: 'boom',
      data: { code: 'INTERNAL' },
    })
  })

  it('answers -32603 when even the description of an error fails', async () => {
    const fail = () => {
      throw new Error('boom')
    }
    const peer = await openReady({ handlers: trivialHandlers({ 'tool/list': fail }), describeError: fail })
    expect(code(await peer.ask(request(1, 'tool/list')))).toBe(-32603)
  })

  it('refuses a result that is larger than a frame, or that is no JSON', async () => {
    const circle: { tools: unknown } = { tools: 1 }
    circle.tools = circle
    const handlers = trivialHandlers({
      'settings/get': () => ({ settings: 'é'.repeat(9 * 1024 * 1024) }),
      'tool/export': () => circle as { tools: unknown },
    })
    const peer = await openReady({ handlers })
    expect(code(await peer.ask(request(1, 'settings/get')))).toBe(-32003)
    expect(code(await peer.ask(request(2, 'tool/export', { format: 'mcp' })))).toBe(-32000)
    expect(code(await peer.ask(request(3, 'tool/list')))).toBeUndefined()
  })

  it('is not held up by a handler that never settles', async () => {
    const peer = await openReady({ handlers: trivialHandlers({ 'call/show': never }) })
    peer.send(request(1, 'call/show', { callId: 'a' }))
    expect((await peer.ask(request(2, 'tool/list'))).id).toBe(2)
  })

  it('[wire.busy] [stop.through-busy] refuses more than it may have in flight, but lets STOP through', async () => {
    const peer = await openReady({ handlers: trivialHandlers({ 'call/show': never }), maxInFlight: 3 })
    for (const id of [1, 2, 3]) peer.send(request(id, 'call/show', { callId: 'a' }))
    expect((await peer.ask(request(4, 'tool/list'))).error).toMatchObject({ code: -32001, data: { retryable: true } })
    expect((await peer.ask(request(5, 'control/stop'))).result).toEqual({})
    expect(code(await cancelAndRead(peer, 2))).toBe(-32800)
    expect((await peer.ask(request(6, 'tool/list'))).result).toEqual({ tools: [] })
  })

  it('[wire.cancel] cancels: answers at once, aborts the signal, and drops the late result', async () => {
    const seen: AbortSignal[] = []
    const { promise, resolve } = Promise.withResolvers<never>()
    const handlers = trivialHandlers({
      'call/show': (_, context) => {
        seen.push(context.signal)
        return promise
      },
    })
    const peer = await openReady({ handlers })
    peer.send(request('c', 'call/show', { callId: 'a' }))
    for (const params of [undefined, null, {}, { id: 'other' }, { id: { x: 1 } }, [], 'c'])
      peer.send({ jsonrpc: '2.0', method: '$/cancelRequest', params })
    expect((await peer.ask(request(1, 'tool/list'))).id).toBe(1)
    expect(seen[0]?.aborted).toBe(false)
    const answer = await cancelAndRead(peer, 'c')
    expect(answer).toMatchObject({ id: 'c', error: { code: -32800 } })
    expect(seen[0]?.aborted).toBe(true)
    resolve({} as never)
    expect((await peer.ask(request('c', 'tool/list'))).result).toEqual({ tools: [] })
    expect(peer.lines).toHaveLength(4)
  })

  it('gives an aborted signal to a handler that looks only after the cancel', async () => {
    const { promise, resolve } = Promise.withResolvers<AbortSignal>()
    const handlers = trivialHandlers({
      'call/show': async (_, context) => {
        await new Promise((next) => setTimeout(next, 20))
        resolve(context.signal)
        return never()
      },
    })
    const peer = await openReady({ handlers })
    peer.send(request(1, 'call/show', { callId: 'a' }))
    await cancelAndRead(peer, 1)
    expect((await promise).aborted).toBe(true)
  })

  it('answers nothing to notifications and to answers', async () => {
    const seen: string[] = []
    const stats = async () => {
      seen.push('stats')
      throw new Error('boom')
    }
    const peer = await openReady({ handlers: trivialHandlers({ 'tool/stats': stats }) })
    peer.send({ jsonrpc: '2.0', method: 'tool/stats' })
    peer.send({ jsonrpc: '2.0', method: 'nope' })
    peer.send({ jsonrpc: '2.0', method: 'tool/describe', params: {} })
    peer.send({ jsonrpc: '2.0', id: 4, result: {} })
    expect((await peer.ask(request(9, 'tool/list'))).id).toBe(9)
    expect(seen).toEqual(['stats'])
  })

  it('[wire.events] leaves events out for who has not said hello or wants none', async () => {
    const event = { seq: 1, at: 2, event: 'notice/show', data: { level: 'info', text: 'hi' } }
    const early = openPeer()
    early.connection.emit(event)
    expect((await early.ask(hello)).id).toBe('hello')
    early.connection.emit(event)
    expect(await early.next()).toEqual([{ jsonrpc: '2.0', method: 'event', params: event }])
    const deaf = openPeer()
    await deaf.ask({ ...hello, params: { ...hello.params, events: false } })
    deaf.connection.emit(event)
    expect((await deaf.ask(request(1, 'tool/list'))).id).toBe(1)
  })

  it('serialises an event once for all connections', async () => {
    const peers = await Promise.all([openReady(), openReady(), openReady()])
    let times = 0
    const data = { toJSON: () => ++times }
    const event = { seq: 1, at: 2, event: 'notice/show', data }
    for (const peer of peers) peer.connection.emit(event)
    for (const peer of peers) expect(await peer.next()).toMatchObject([{ params: { data: 1 } }])
  })
})

async function cancelAndRead(peer: Awaited<ReturnType<typeof openReady>>, id: string | number): Promise<Answer> {
  return peer.ask({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id } })
}
