// Leave by the day, on the command line: every command here is a process of its own.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const run = promisify(execFile)
const main = join(import.meta.dirname, '../../sidecar/main.ts')

/** A zone in which it is now about so many o'clock; midnight must not come while a test runs. */
function zoneAt(hour: number): string {
  const offset = new Date().getUTCHours() - hour
  return `Etc/GMT${offset < 0 ? offset : `+${offset}`}`
}

function home() {
  const folder = mkdtempSync(join(tmpdir(), 'steward-daily-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return async (...args: string[]): Promise<string> => {
    const env = { ...process.env, STEWARD_HOME: join(folder, 'home'), NODE_COMPILE_CACHE: join(folder, 'cache') }
    const ran = await run(process.execPath, [main, ...args], { env }).catch((error: { stdout: string }) => error)
    return ran.stdout
  }
}

test('[grant.daily] leave for twice a day lasts for two calls, and a later process knows of them', async () => {
  const steward = home()
  await steward('config', 'set', 'zone', zoneAt(12))
  const set = async (value: string) =>
    JSON.parse(await steward('call', 'set_env', 'name=PLAIN_DAILY', `value=${value}`, '--json'))
  const { approvalId } = await set('0')
  await steward('approvals', 'allow', approvalId, '--per-day', '2', '--times', '9')
  expect(await steward('grants')).toContain('2 of 2 today, 9 of 9 in all')
  expect([(await set('1')).state, (await set('2')).state]).toEqual(['done', 'done'])
  expect(await steward('grants')).toContain('0 of 2 today, 7 of 9 in all')
  expect((await set('3')).state).toBe('waiting')
  const [grant] = JSON.parse(await steward('grants', '--json'))
  expect(grant).toMatchObject({ perDay: 2, leftToday: 0, times: 9, used: 2, left: 7 })
})

test('[grant.suggest] what was allowed three times in one day is suggested by the day, and the command given does it', async () => {
  const steward = home()
  await steward('config', 'set', 'zone', zoneAt(12))
  for (const value of ['1', '2', '3']) {
    const call = JSON.parse(await steward('call', 'set_env', 'name=PLAIN_DAILY', `value=${value}`, '--json'))
    await steward('approvals', 'allow', call.approvalId)
  }
  const said = await steward('grants', 'suggest')
  expect(said).toContain('Allow up to 5 a day for the next 30 days?')
  const words = /yes: +steward (.+)/.exec(said)?.[1]?.split(' ') ?? []
  expect(words).toContain('--per-day')
  await steward(...words)
  expect(await steward('grants')).toContain('5 of 5 today')
  expect(await steward('grants', 'suggest')).toContain('There is nothing to suggest.')
})
