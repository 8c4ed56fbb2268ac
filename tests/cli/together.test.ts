import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'

const run = promisify(execFile)
const bin = join(import.meta.dirname, '../../sidecar/cli/bin.mjs')

function home() {
  const folder = mkdtempSync(join(tmpdir(), 'steward-together-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const steward = async (...args: string[]) => {
    const { stdout } = await run(process.execPath, [bin, ...args, '--json'], {
      env: { ...process.env, STEWARD_HOME: folder },
    })
    return JSON.parse(stdout)
  }
  return steward
}

describe('[cli.side-by-side] commands that run side by side on one folder', () => {
  test('all succeed, whichever of them holds it', async () => {
    const steward = home()
    const calls = await Promise.all(Array.from({ length: 6 }, () => steward('call', 'current_time')))
    expect(calls.map((call) => call.state)).toEqual(Array.from({ length: 6 }, () => 'done'))
    expect(new Set(calls.map((call) => call.callId)).size).toBe(6)
  })

  test('take over from one that ends first, and nothing runs twice', async () => {
    const steward = home()
    const first = steward('call', 'sleep', 'ms=1500')
    await new Promise((resolve) => setTimeout(resolve, 700))
    const second = await steward('call', 'sleep', 'ms=5000')
    expect((await first).state).toBe('done')
    expect(second.state).toBe('done')
    expect(second.output.sleptMs).toBeGreaterThanOrEqual(5000)
    expect((await steward('calls')).length).toBe(2)
    expect((await steward('audit', 'verify')).ok).toBe(true)
  })
})
