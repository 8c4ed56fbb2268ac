import { describe, expect, it } from 'vitest'
import { type Answer, hello, openPeer, openReady, request, trivialHandlers } from './harness.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))
const event = (seq: number, text = '') => ({ seq, at: 0, event: 'notice/show', data: { level: 'info', text } })
const events = (lines: unknown[]) => (lines as Answer[]).filter((line) => line.method === 'event')

describe('[wire.events] a slow reader', () => {
  it('is sent at most some events, and every answer', async () => {
    const lines: string[] = []
    const peer = await openReady({ log: (line) => lines.push(line) })
    peer.stopReading()
    for (let n = 1; n <= 50; n++) peer.send(request(n, 'tool/list'))
    for (let n = 1; n <= 20_000; n++) {
      peer.connection.emit(event(n, 'x'.repeat(100)))
      if (n % 100 === 0) await turn()
    }
    peer.startReading()
    expect(await answersTo(peer, 50)).toBe(50)
    const seen = events(peer.lines)
    expect(seen.length).toBeGreaterThan(1000)
    expect(seen.length).toBeLessThan(5000)
    expect(lines.join()).toContain('events are dropped')
    peer.connection.emit(event(30_000))
    while (!JSON.stringify(peer.lines.at(-1)).includes('30000')) await turn()
  })

  it('is sent at most some bytes of events', async () => {
    const peer = await openReady()
    peer.stopReading()
    for (let n = 1; n <= 200; n++) {
      peer.connection.emit(event(n, 'x'.repeat(1024 * 1024)))
      await turn()
    }
    peer.startReading()
    expect(await answersTo(peer, 0)).toBe(0)
    expect(events(peer.lines).length).toBeLessThan(20)
  })

  it('gets a burst whole when it does read', async () => {
    const peer = await openReady()
    for (let n = 1; n <= 1900; n++) peer.connection.emit(event(n))
    expect(events(await peer.next(1900))).toHaveLength(1900)
  })

  it('is not read from until it takes its answers', async () => {
    let calls = 0
    const big = { settings: 'x'.repeat(100_000) }
    const handlers = trivialHandlers({
      'settings/get': () => {
        calls++
        return big
      },
    })
    const peer = await openReady({ handlers })
    peer.stopReading()
    const all = Array.from({ length: 1000 }, (_, n) => `${JSON.stringify(request(n, 'settings/get'))}\n`)
    peer.send(Buffer.from(all.join('')))
    for (let n = 0; n < 100; n++) await turn()
    expect(calls).toBeLessThan(100)
    peer.startReading()
    await peer.next(1000)
    expect(calls).toBe(1000)
  })
})

describe('the end of a connection', () => {
  it('comes when the client ends, after the answers that are under way', async () => {
    const handlers = trivialHandlers({
      'tool/stats': async () => {
        await new Promise((resolve) => setTimeout(resolve, 50))
        return { stats: [] }
      },
    })
    const peer = openPeer({ handlers })
    peer.send(hello)
    peer.send(request(1, 'tool/stats'))
    peer.end()
    await peer.connection.ended
    expect(peer.lines.map((line) => (line as Answer).id)).toEqual(['hello', 1])
  })

  it('aborts what does not get done in time', async () => {
    let signal: AbortSignal | undefined
    const handlers = trivialHandlers({
      'tool/stats': (_, context) => {
        signal = context.signal
        return new Promise(() => {})
      },
    })
    const peer = await openReady({ handlers })
    peer.send(request(1, 'tool/stats'))
    peer.end()
    await peer.connection.ended
    expect(signal?.aborted).toBe(true)
  })

  it('lets the answer of the handler that closes get out', async () => {
    const handlers = trivialHandlers({
      shutdown: (_, { connection }) => {
        void connection.close()
        return { ok: true }
      },
    })
    const peer = await openReady({ handlers })
    expect((await peer.ask(request(1, 'shutdown'))).result).toEqual({ ok: true })
    await peer.connection.ended
  })

  it('does not wait for ever for a reader who takes nothing', async () => {
    const handlers = trivialHandlers({ 'settings/get': () => ({ settings: 'x'.repeat(1_000_000) }) })
    const peer = await openReady({ handlers })
    peer.stopReading()
    for (let n = 0; n < 10; n++) peer.send(request(n, 'settings/get'))
    await turn()
    await peer.connection.close()
    peer.connection.emit(event(1))
  })
})

/** Asks once more, reads everything up to that answer, and counts the answers before it. */
async function answersTo(peer: Awaited<ReturnType<typeof openReady>>, most: number): Promise<number> {
  const isLast = (line: unknown) => (line as Answer).id === 'last'
  peer.send(request('last', 'tool/list'))
  while (!peer.lines.some(isLast)) await turn()
  const ids = (peer.lines as Answer[]).filter((line) => typeof line.id === 'number').map((line) => line.id)
  return new Set(ids).size === ids.length ? ids.length : most + 1
}
