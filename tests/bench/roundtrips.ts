// Requests a second over stdio: a whole tool call of ours against an echo by a bare loop and by vscode-jsonrpc.
// One client for all: it writes frames in bulk and only counts what comes back, so that the server is what is measured.
import { join } from 'node:path'
import {
  ask,
  type Bench,
  type Child,
  contentLength,
  end,
  type Framing,
  initialize,
  median,
  newline,
  type Row,
  resultOf,
  start,
  toolCall,
} from './measure.ts'

const rounds = 7
const roundMs = 500
const peers = join(import.meta.dirname, 'peers')

interface Server {
  child: Child
  framing: Framing
  rates: Map<number, number[]>
}

/** Keeps `window` requests in flight for a while; requests a second. */
function rate({ child, framing }: Server, window: number): Promise<number> {
  const count = framing.counter()
  const bulk = (n: number) => Array.from({ length: n }, () => framing.encode(toolCall())).join('')
  return new Promise((resolve, reject) => {
    const from = performance.now()
    let [done, flying, failed] = [0, window, '']
    const take = (chunk: Buffer) => {
      const n = count(chunk)
      done += n
      flying -= n
      if (chunk.includes('"error":')) failed ||= chunk.toString('utf8').slice(0, 500)
      if (performance.now() - from < roundMs) {
        if (n > 0) child.stdin.write(bulk(n))
        flying += n
      } else if (flying === 0) {
        child.stdout.off('data', take)
        child.off('exit', ended)
        if (failed) reject(new Error(`an answer was an error: ${failed}`))
        else resolve((done / (performance.now() - from)) * 1000)
      }
    }
    const ended = () => reject(new Error(`${child.spawnargs.join(' ')} ended early`))
    child.on('exit', ended)
    child.stdout.on('data', take)
    child.stdin.write(bulk(window))
  })
}

async function interleave(servers: readonly Server[], windows: readonly number[]): Promise<void> {
  for (let round = 0; round <= rounds; round += 1)
    for (const window of windows)
      for (const server of servers) {
        const measured = await rate(server, window)
        // The first round warms the compilers.
        if (round > 0) server.rates.set(window, [...(server.rates.get(window) ?? []), measured])
      }
}

export const roundtripBench: Bench = {
  name: 'roundtrips',
  async run({ entry, home }) {
    const serve = (args: string[], framing: Framing): Server => ({
      child: start(args, home),
      framing,
      rates: new Map(),
    })
    const ours = serve([entry, 'serve'], newline)
    const echo = serve([join(peers, 'echo.mjs')], newline)
    const vscode = serve([join(peers, 'vscode.mjs')], contentLength)
    resultOf(await ask(ours.child, [initialize()], newline))
    resultOf(await ask(ours.child, [toolCall()], newline))
    const windows = [1, 500]
    await interleave([ours, echo, vscode], windows)
    await Promise.all([ours, echo, vscode].map(({ child }) => end(child)))
    const at = (server: Server, window: number) => median(server.rates.get(window) ?? [])
    return windows.flatMap((window): Row[] => {
      const name = window === 1 ? 'tool/call, one at a time' : `tool/call, ${window} in flight`
      const base = { ours: at(ours, window), unit: '/s' }
      return [
        { name: `${name}, to echo`, ...base, peer: at(echo, window), peerName: 'newline-JSON echo' },
        {
          name: `${name}, to vscode-jsonrpc`,
          ...base,
          peer: at(vscode, window),
          peerName: 'vscode-jsonrpc echo',
          aim: { least: 2 },
        },
      ]
    })
  },
}
