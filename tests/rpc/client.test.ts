import { describe, expect, it } from 'vitest'
import { openClient, pipePair, RemoteError } from '../../sidecar/rpc/client.ts'
import { type Handlers, openConnection, type WireEvent } from '../../sidecar/rpc/connection.ts'
import { StewardError, toView } from '../../sidecar/text/errors.ts'
import { trivialHandlers } from './harness.ts'

function connect(own: Partial<Handlers> = {}) {
  const [near, far] = pipePair()
  const events: WireEvent[] = []
  const connection = openConnection({ ...far, handlers: trivialHandlers(own), role: 'hand', describeError: toView })
  return { connection, events, client: openClient({ ...near, onEvent: (event) => events.push(event) }) }
}
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error as RemoteError,
  )

describe('the client', () => {
  it('calls methods and gets events', async () => {
    const { client, connection, events } = connect({ 'settings/set': ({ value }) => ({ settings: value }) })
    expect((await client.initialize({ name: 'test', version: '2' })).epoch).toBe('e1')
    expect(connection.client).toEqual({ name: 'test', version: '2' })
    const event = { seq: 1, at: 2, event: 'health/changed', data: { stopped: false } }
    connection.emit(event)
    const results = await Promise.all([1, 2, 3].map((value) => client.call('settings/set', { key: 'k', value })))
    expect(results.map(({ settings }) => settings)).toEqual([1, 2, 3])
    expect(events).toEqual([event])
  })

  it('rejects with the code and data that the server gave', async () => {
    const fail = () => Promise.reject(new StewardError('NOT_FOUND', 'It is not there.', 'Look elsewhere.'))
    const { client } = connect({ 'call/cancel': fail })
    expect(await refusal(client.call('tool/list', {}))).toMatchObject({ code: -32002 })
    await client.initialize({ name: 'test', events: false })
    const error = await refusal(client.call('call/cancel', { callId: 'a' }))
    expect(error).toBeInstanceOf(RemoteError)
    expect(error).toMatchObject({ code: -32000, message: 'It is not there.', data: { code: 'NOT_FOUND' } })
  })

  it('cancels at both ends', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const show: Handlers['call/show'] = (_, { signal }) => {
      signal.addEventListener('abort', () => resolve())
      return new Promise(() => {})
    }
    const { client } = connect({ 'call/show': show })
    await client.initialize({ name: 'test' })
    const controller = new AbortController()
    const call = refusal(client.call('call/show', { callId: 'a' }, { signal: controller.signal }))
    await client.call('tool/list', {})
    controller.abort()
    expect(await call).toMatchObject({ code: -32800 })
    await promise
    expect(await refusal(client.call('tool/list', {}, { signal: controller.signal }))).toMatchObject({ code: -32800 })
  })

  it('rejects what nobody is left to answer', async () => {
    const { client, connection } = connect({ 'call/show': () => new Promise(() => {}) })
    await client.initialize({ name: 'test' })
    const call = refusal(client.call('call/show', { callId: 'a' }))
    await connection.close()
    expect(await call).toMatchObject({ data: { code: 'UNAVAILABLE' } })
    await client.ended
    expect(await refusal(client.call('tool/list', {}))).toMatchObject({ data: { code: 'UNAVAILABLE' } })
  })

  it('ends the connection when it is closed', async () => {
    const { client, connection } = connect()
    await client.initialize({ name: 'test' })
    await client.close()
    await connection.ended
  })
})
