// The DevTools protocol over a pair of pipes, as `--remote-debugging-pipe` speaks it: JSON, a zero byte after each. Nobody
// but the two ends can reach it, as others could a port.
import type { Readable, Writable } from 'node:stream'

export interface CdpEvent {
  method: string
  params: Record<string, unknown>
}

export interface Cdp {
  /** Rejects where the browser refuses; never settles where it is gone. */
  call(method: string, params?: object, sessionId?: string): Promise<Record<string, unknown>>
}

interface Waiting {
  resolve(result: Record<string, unknown>): void
  reject(error: Error): void
}

/** Speaks over the pipes of a browser; its events go to `onEvent`. */
export function speakCdp(to: Writable, from: Readable, onEvent: (event: CdpEvent) => void): Cdp {
  const waiting = new Map<number, Waiting>()
  let last = 0
  let rest = ''

  const hear = (text: string) => {
    const { id, result = {}, error, method, params = {} } = JSON.parse(text)
    if (id === undefined) return onEvent({ method, params })
    const asked = waiting.get(id)
    waiting.delete(id)
    if (error) asked?.reject(new Error(error.message))
    else asked?.resolve(result)
  }
  from.setEncoding('utf8')
  from.on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\0')
    rest = parts.pop() ?? ''
    for (const part of parts) hear(part)
  })
  // The end of the browser is told by its exit.
  to.on('error', () => {})
  from.on('error', () => {})

  return {
    call(method, params = {}, sessionId) {
      const id = ++last
      const answer = Promise.withResolvers<Record<string, unknown>>()
      waiting.set(id, answer)
      to.write(`${JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) })}\0`)
      return answer.promise
    },
  }
}
