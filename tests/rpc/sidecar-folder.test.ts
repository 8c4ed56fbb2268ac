// The real process and its data folder: one holder, clear refusals that change nothing, backup, and modes.
import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { type Paths, resolvePaths } from '../../sidecar/store/paths.ts'
import { type Answer, hello } from './harness.ts'
import { ending, type StartOptions, spawnSidecar, startSidecar, tempFolder, tree } from './process.ts'

const UNAVAILABLE = 6

/** Starts one that can't, says hello to it, and returns all that it said. */
async function refused(options: StartOptions) {
  const child = spawnSidecar(options)
  child.stdin.write(`${JSON.stringify(hello)}\n`)
  const [output, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { exit: await ending(child), stderr, answer: JSON.parse(output) as Answer }
}

/** A folder in which a sidecar has worked, and which nobody uses now. */
async function usedHome(): Promise<{ home: string; paths: Paths }> {
  const home = tempFolder()
  const sidecar = await startSidecar({ home })
  await sidecar.client.call('settings/set', { key: 'concurrency', value: 2 })
  await sidecar.client.call('tool/call', { tool: 'set_env', input: { name: 'A', value: 'b' } })
  await sidecar.end()
  return { home, paths: resolvePaths({ STEWARD_HOME: home }) }
}

describe('[lock.second-sidecar] [lock.killed-holder] a second sidecar on the same folder', () => {
  it('is told who holds it, on stderr and on the wire, and harms nothing', async () => {
    const home = tempFolder()
    const first = await startSidecar({ home })
    const { exit, stderr, answer } = await refused({ home })
    expect(exit).toBe(UNAVAILABLE)
    const who = `process ${first.child.pid}`
    expect(stderr).toContain(who)
    expect(answer).toMatchObject({ id: 'hello', error: { message: expect.stringContaining(who) } })
    expect(answer.error?.data).toMatchObject({ code: 'LOCKED', hint: expect.stringContaining('end process') })
    expect(await first.client.call('tool/call', { tool: 'current_time' })).toMatchObject({ state: 'done' })
    expect(await first.client.call('audit/verify', {})).toMatchObject({ ok: true })
  })

  it('starts once the first was killed', async () => {
    const home = tempFolder()
    const first = await startSidecar({ home })
    const { callId } = await first.client.call('tool/call', { tool: 'current_time' })
    await first.kill()
    const second = await startSidecar({ home })
    expect(await second.client.call('call/show', { callId })).toMatchObject({ state: 'done' })
  })
})

describe('[store.too-new] [store.damaged] [store.read-only] a sidecar that can not use its folder says why and changes nothing:', () => {
  it('a database of a newer Steward', async () => {
    const { home, paths } = await usedHome()
    const db = new DatabaseSync(paths.database)
    db.exec('PRAGMA user_version = 99')
    db.close()
    const before = tree(home)
    const { exit, stderr, answer } = await refused({ home })
    expect(exit).toBe(UNAVAILABLE)
    expect(stderr).toContain('version 99')
    expect(answer.error?.data).toMatchObject({ code: 'STORE_TOO_NEW' })
    expect(tree(home)).toEqual(before)
  })

  it('a damaged database', async () => {
    const { home, paths } = await usedHome()
    fs.writeFileSync(paths.database, 'this is no database at all '.repeat(500))
    const before = tree(home)
    const { exit, stderr, answer } = await refused({ home })
    expect(exit).toBe(UNAVAILABLE)
    expect(stderr).toMatch(/damaged.*restore/s)
    expect(answer.error?.data).toMatchObject({ code: 'STORE_DAMAGED' })
    expect(tree(home)).toEqual(before)
  })

  it('settings with a slip in them', async () => {
    const { home, paths } = await usedHome()
    fs.writeFileSync(paths.configFile, '{\n  // how many\n  "concurrency": 2,,\n}\n')
    const before = tree(home)
    const { exit, stderr, answer } = await refused({ home })
    expect(exit).toBe(UNAVAILABLE)
    expect(stderr).toContain('line 3, column 20')
    expect(answer.error).toMatchObject({ message: expect.stringContaining(paths.configFile) })
    expect(tree(home)).toEqual(before)
  })

  it('a folder that can not be written', async () => {
    const { home } = await usedHome()
    // Root may write anything: so nobody is asked to.
    const uid = process.getuid?.() === 0 ? 65534 : undefined
    const modes = () => Object.keys(tree(home)).map((name) => fs.statSync(path.join(home, name)).mode)
    for (const name of ['', ...Object.keys(tree(home))]) {
      const file = path.join(home, name)
      if (uid !== undefined) fs.chownSync(file, uid, uid)
      fs.chmodSync(file, fs.statSync(file).isDirectory() ? 0o500 : 0o400)
    }
    const before = { files: tree(home), modes: modes() }
    const { exit, stderr, answer } = await refused({ home, ...(uid === undefined ? {} : { uid }) })
    for (const name of ['', ...Object.keys(tree(home))]) fs.chmodSync(path.join(home, name), 0o700)
    expect(exit).toBe(UNAVAILABLE)
    expect(stderr).toMatch(/can not be written.*STEWARD_HOME/s)
    expect(answer.error?.data).toMatchObject({ code: 'STORE_READ_ONLY' })
    expect(tree(home)).toEqual(before.files)
    expect(before.modes.every((mode) => (mode & 0o222) === 0)).toBe(true)
  })
})

describe('[store.backup] a backup made while calls run', () => {
  it('is whole: restored elsewhere, it has the calls, the questions and a log that verifies', async () => {
    const home = tempFolder()
    const elsewhere = tempFolder()
    const file = path.join(tempFolder(), 'backup.tar.gz')
    const { client } = await startSidecar({ home })
    const input = { name: 'A', value: 'b' }
    const asked = await client.call('tool/call', { tool: 'set_env', input, callId: 'waits' })
    await client.call('grant/create', { kind: 'writeEnv', pattern: 'N*' })
    let isDone = false
    let made = 0
    const busy = async () => {
      while (!isDone) {
        await client.call('tool/call', { tool: 'set_env', input: { name: `N${made++}`, value: 'x' } })
        await client.call('tool/call', { tool: 'current_time' })
      }
    }
    const working = Promise.all([busy(), busy(), busy()])
    const first = await client.call('tool/call', { tool: 'current_time', callId: 'before' })
    await client.call('backup/create', { file })
    isDone = true
    await working
    expect(made).toBeGreaterThan(3)
    expect(fs.statSync(file).mode & 0o777).toBe(0o600)
    const restoring = spawnSidecar({ home: elsewhere, args: ['restore', file] })
    restoring.stdout.resume()
    expect(await ending(restoring)).toBe(0)
    const restored = await startSidecar({ home: elsewhere })
    expect(await restored.client.call('audit/verify', {})).toMatchObject({ ok: true })
    expect(await restored.client.call('call/show', { callId: 'before' })).toMatchObject({ output: first.output })
    const approvals = (await restored.client.call('approval/list', {})).approvals
    expect(approvals).toEqual((await client.call('approval/list', {})).approvals)
    expect(approvals).toMatchObject([{ id: asked.approvalId, input }])
    expect(await client.call('audit/verify', {})).toMatchObject({ ok: true })
  })
})

describe('[store.private] everything in the data folder', () => {
  it('can be read by its owner alone, while it runs and afterwards', async () => {
    const home = tempFolder()
    const sidecar = await startSidecar({ home, env: { UMASK: '000' } })
    await sidecar.client.call('settings/set', { key: 'concurrency', value: 2 })
    await sidecar.client.call('tool/call', { tool: 'base64_encode', input: { text: 'x'.repeat(500_000) } })
    await sidecar.client.call('tool/call', { tool: 'set_env', input: { name: 'A', value: 'b' } })
    await sidecar.client.call('backup/create', { file: path.join(home, 'backup.tar.gz') })
    const open = () =>
      Object.keys(tree(home)).filter((name) => {
        const stat = fs.lstatSync(path.join(home, name))
        return (stat.mode & 0o777) !== (stat.isDirectory() ? 0o700 : 0o600)
      })
    expect(Object.keys(tree(home)).length).toBeGreaterThan(12)
    expect(open()).toEqual([])
    await sidecar.end()
    expect(open()).toEqual([])
  })
})
