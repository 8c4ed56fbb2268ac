import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Holder, LockedError, readHolder, takeLock } from '../../sidecar/store/lock.ts'
import type { Paths } from '../../sidecar/store/paths.ts'
import { finish, says, start, tempPaths } from './temp.ts'

const me = (): Holder => ({ pid: process.pid, kind: 'cli', since: 1_700_000_000_000, version: '1.0.0' })

const holdForever = `import { takeLock } from 'store/lock.ts'
  takeLock(input, { pid: process.pid, kind: 'serve', since: Date.now(), socket: input.socket, version: '1.0.0' })
  globalThis.gc?.()
  console.log('held')
  setInterval(() => {}, 1000)`

function refusal(paths: Paths): LockedError {
  try {
    takeLock(paths, me()).release()
  } catch (thrown) {
    if (thrown instanceof LockedError) return thrown
    throw thrown
  }
  throw new Error('The lock was free.')
}

// A process that has just ended: its number is nobody's.
async function deadPid(): Promise<number> {
  const child = start('', null)
  await finish(child)
  return child.pid ?? 0
}

test('[lock.second-sidecar] a second process is told who holds the folder, and gets it once the holder is killed', async () => {
  const paths = tempPaths()
  const child = start(holdForever, paths)
  await says(child, 'held')
  const error = refusal(paths)
  expect(error).toMatchObject({ code: 'LOCKED', holder: { pid: child.pid, kind: 'serve', socket: paths.socket } })
  expect(error.message).toContain(`steward serve (process ${child.pid}, since 20`)
  expect(error.hint).toContain(String(child.pid))
  expect(readHolder(paths)?.pid).toBe(child.pid)
  const ended = finish(child)
  child.kill('SIGKILL')
  await ended
  expect(existsSync(paths.holder)).toBe(true)
  expect(readHolder(paths)).toBeUndefined()
  const lock = takeLock(paths, me())
  expect(readHolder(paths)).toEqual(me())
  lock.release()
})

test('of many that start together exactly one gets the folder, and the others know which', async () => {
  const paths = tempPaths()
  const code = `import { takeLock } from 'store/lock.ts'
    while (Date.now() < input.at) {}
    const holder = { pid: process.pid, kind: 'serve', since: Date.now(), version: '1.0.0' }
    try { takeLock(input.paths, holder); console.log('won', process.pid) }
    catch (error) { console.log('lost to', error.holder?.pid) }
    setTimeout(() => process.exit(), Math.max(0, input.at + 2000 - Date.now()))`
  const at = Date.now() + 1000
  const results = await Promise.all(Array.from({ length: 6 }, () => finish(start(code, { paths, at }))))
  const winners = results.filter(({ output }) => output.startsWith('won'))
  expect(winners).toHaveLength(1)
  const pid = winners[0]?.output.split(' ')[1]
  expect(results.filter(({ output }) => output === `lost to ${pid}`)).toHaveLength(5)
})

test('the same process can not take it twice, and can after releasing', () => {
  const paths = tempPaths()
  const lock = takeLock(paths, me())
  expect(refusal(paths).holder).toEqual(me())
  lock.release()
  lock.release()
  expect(existsSync(paths.holder)).toBe(false)
  takeLock(paths, me()).release()
})

test('[lock.killed-holder] what a dead process left behind confuses nobody', async () => {
  const paths = tempPaths()
  const stale = { ...me(), pid: await deadPid() }
  writeFileSync(paths.holder, JSON.stringify(stale))
  expect(readHolder(paths)).toBeUndefined()
  takeLock(paths, me()).release()
  const child = start(holdForever, paths)
  await says(child, 'held')
  writeFileSync(paths.holder, JSON.stringify(stale))
  const error = refusal(paths)
  expect(error.holder).toBeUndefined()
  expect(error.message).toContain('another Steward')
})

test.each([
  '',
  '{',
  '[]',
  'null',
  '{"pid":"1"}',
  '{"pid":-1,"kind":"x","since":0,"version":"1"}',
  '{"pid":1,"kind":"x","since":1e99,"version":"1"}',
])('a holder file that holds %j counts as none', (text) => {
  const paths = tempPaths()
  writeFileSync(paths.holder, text)
  expect(readHolder(paths)).toBeUndefined()
})

test('the holder can tell something new, privately, and only while it holds', () => {
  const paths = tempPaths()
  const lock = takeLock(paths, me())
  lock.update({ ...me(), socket: '/run/x.sock' })
  expect(readHolder(paths)?.socket).toBe('/run/x.sock')
  expect([statSync(paths.holder).mode & 0o777, statSync(paths.lock).mode & 0o777]).toEqual([0o600, 0o600])
  lock.release()
  expect(() => lock.update(me())).toThrow('released')
  expect(existsSync(paths.holder)).toBe(false)
})

test('a name that can not be written gives the lock back', () => {
  const paths = tempPaths()
  rmSync(paths.state, { recursive: true })
  writeFileSync(paths.state, '')
  expect(() => takeLock(paths, me())).toThrow(expect.objectContaining({ code: 'STORE_READ_ONLY' }))
  rmSync(paths.state)
  const elsewhere = { ...paths, holder: `${paths.data}/holder.json` }
  takeLock(elsewhere, me()).release()
})

test('holding and releasing writes nothing into the lock file and leaves nothing beside it', () => {
  const paths = tempPaths()
  const lock = takeLock(paths, me())
  expect(existsSync(`${paths.lock}-journal`)).toBe(false)
  lock.release()
  expect(readFileSync(paths.lock).length).toBe(0)
})

test('[lock.second-sidecar] a holder whose lock file was taken away writes nothing more', () => {
  const paths = tempPaths()
  const lock = takeLock(paths, me())
  expect(() => lock.check()).not.toThrow()
  rmSync(paths.lock)
  expect(() => lock.check()).toThrow(LockedError)
  const other = takeLock(paths, me())
  expect(() => lock.check()).toThrow(LockedError)
  other.release()
  lock.release()
})
