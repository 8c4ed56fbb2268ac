import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'

const run = promisify(execFile)
const bin = join(import.meta.dirname, '../../sidecar/cli/bin.mjs')

const tool = `import { defineTool, z } from 'steward'
export default defineTool({ name: 'swap', summary: 'Sets one.', category: 'custom', input: z.object({}), output: z.unknown(),
  effects: { writeEnv: () => ['SW'] }, examples: [{}], run: async (_input, { writeEnv }) => { await writeEnv('SW', 'x') } })`

function home() {
  const folder = mkdtempSync(join(tmpdir(), 'steward-together-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const steward = async (...args: string[]) => {
    const { stdout } = await run(process.execPath, [bin, ...args, '--json'], {
      env: { ...process.env, STEWARD_HOME: folder },
    })
    return JSON.parse(stdout)
  }
  return Object.assign(steward, { folder })
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

test('[cli.one-shot] a custom tool’s call is answered by a later command, which loads the tool first', async () => {
  const steward = home()
  const tools = join(steward.folder, 'config/tools')
  mkdirSync(tools, { recursive: true, mode: 0o700 })
  writeFileSync(join(tools, 'swap.ts'), tool)
  const parked = (...args: string[]) => steward(...args).catch((error: { stdout: string }) => JSON.parse(error.stdout))
  for (const name of ['reload_tools', 'swap']) {
    const { approvalId } = await parked('call', name)
    expect((await steward('approvals', 'allow', approvalId)).state).toBe('done')
  }
  expect((await steward('call', 'get_env', 'names=SW')).output.values).toEqual({ SW: 'x' })
})
