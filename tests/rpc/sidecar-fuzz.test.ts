// Hostile lines for the real sidecar, on a data folder of its own.
import { describe, expect, it } from 'vitest'
import { MAX_FRAME_BYTES } from '../../sidecar/protocol/errors.ts'
import { fuzzCommand } from './fuzz.ts'
import { mainScript, startSidecar, tempFolder } from './process.ts'

const full = process.env.STEWARD_FULL === '1'
const lines = full ? 100_000 : 10_000
const seed = Number(process.env.STEWARD_SEED ?? 1)

describe('[wire.fuzz] fuzzing', () => {
  it(`the sidecar survives ${lines} hostile lines, answers every honest one, and does not grow`, {
    timeout: 900_000,
  }, async () => {
    const home = tempFolder()
    const env = { ...process.env, STEWARD_HOME: home }
    const report = await fuzzCommand({ command: [process.execPath, mainScript, 'serve'], env, lines, seed })
    expect(report).toMatchObject({ sent: lines, crashed: false, garbled: 0, heartbeats: report.heartbeatsSent })
    expect(report.heartbeats).toBeGreaterThan(lines / 101)
    expect(report.answers).toBeGreaterThan(lines / 2)
    expect(report.stderr).not.toMatch(/Error|Warning/)
    expect(report.rssEnd - report.rssStart).toBeLessThan(8 * MAX_FRAME_BYTES)
    const { client } = await startSidecar({ home })
    expect(await client.call('audit/verify', {})).toMatchObject({ ok: true })
    expect((await client.call('doctor/run', {})).findings.filter(({ level }) => level === 'error')).toEqual([])
    expect(await client.call('tool/call', { tool: 'current_time' })).toMatchObject({ state: 'done' })
  })
})
