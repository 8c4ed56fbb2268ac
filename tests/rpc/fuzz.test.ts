import { describe, expect, it } from 'vitest'
import { MAX_FRAME_BYTES } from '../../sidecar/protocol/errors.ts'
import { fuzzCommand, hostileLines } from './fuzz.ts'

const server = new URL('server.ts', import.meta.url).pathname
const full = Boolean(process.env.STEWARD_FULL)
const lines = full ? 100_000 : 20_000
const seed = Number(process.env.STEWARD_SEED ?? 1)

describe('[wire.fuzz] fuzzing', () => {
  it(`a connection survives ${lines} hostile lines, answers every honest one, and does not grow`, {
    timeout: 600_000,
  }, async () => {
    const report = await fuzzCommand({ command: [process.execPath, server], lines, seed })
    expect(report).toMatchObject({ sent: lines, crashed: false, garbled: 0, heartbeats: report.heartbeatsSent })
    expect(report.heartbeats).toBeGreaterThan(lines / 101)
    expect(report.answers).toBeGreaterThan(lines / 2)
    expect(report.stderr).not.toMatch(/Error|Warning/)
    expect(report.rssEnd - report.rssStart).toBeLessThan(8 * MAX_FRAME_BYTES)
  })

  it('sees a server that dies, and one that goes silent', async () => {
    const hello = `console.log('{"jsonrpc":"2.0","id":"hello","result":{}}')`
    const dies = `${hello}; let n = 0; process.stdin.on('data', () => ++n > 2 && process.exit(3))`
    const dead = await fuzzCommand({ command: [process.execPath, '-e', dies], lines: 2000, seed })
    expect(dead).toMatchObject({ crashed: true })
    const prints = `${hello}; console.log('oops'); process.stdin.resume().on('end', () => process.exit(0))`
    const silent = await fuzzCommand({ command: [process.execPath, '-e', prints], lines: 50, seed, patienceMs: 500 })
    expect(silent).toMatchObject({ crashed: false, garbled: 1, heartbeats: 1, heartbeatsSent: 2 })
  })

  it('sends the same lines for the same seed, and never a shutdown that would be taken', () => {
    const some = [...hostileLines(seed, 3000)]
    expect(Buffer.concat([...hostileLines(seed, 3000)]).equals(Buffer.concat(some))).toBe(true)
    expect(Buffer.concat([...hostileLines(seed + 1, 3000)]).equals(Buffer.concat(some))).toBe(false)
    const shutdowns = some.map(String).filter((text) => text.startsWith('{') && text.includes('"method":"shutdown"'))
    expect(shutdowns.length).toBeGreaterThan(5)
    for (const text of shutdowns) expect(text).not.toMatch(/"params":\{|"shutdown"\}/)
  })
})
