// What becomes of the window's program when its sidecar dies, and of the sidecar when the program does.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { sweepDemos } from '../../ui/shell/demo.ts'
import { spawnSidecar } from '../rpc/process.ts'
import {
  cleanUp,
  isAlive,
  keyOf,
  openPage,
  openWire,
  processTree,
  type Shell,
  startShell,
  statusOf,
  tempFolder,
  until,
  withKey,
} from './shellprocess.ts'

// The same build that the shell starts: another may have another form of the data.
const bin = path.join(import.meta.dirname, '../../sidecar/cli/bin.mjs')

afterEach(cleanUp)

/** The process that holds the data folder. */
const holderOf = (home: string): number | undefined => {
  try {
    return JSON.parse(fs.readFileSync(path.join(home, 'state', 'holder.json'), 'utf8')).pid
  } catch {
    return undefined
  }
}

async function running(shell: Shell, key: string, other?: number): Promise<number> {
  return until('a running sidecar', async () => {
    const pid = holderOf(shell.home)
    return pid !== other && (await statusOf(shell.port, key)).sidecar === 'running' ? pid : undefined
  })
}

describe.runIf(process.platform === 'linux')('[shell.restart] a sidecar that is killed', () => {
  test('comes back once by itself, then only when it is asked for', async () => {
    const shell = await startShell()
    const key = await keyOf(shell)
    const first = await running(shell, key)
    expect(await statusOf(shell.port, key)).toEqual({ sidecar: 'running', restarts: 0, log: [], attached: false })

    const page = await openPage(shell.port, key)
    process.kill(first, 'SIGKILL')
    expect(await page.closed).toBe(4000)
    const second = await running(shell, key, first)
    const again = await openPage(shell.port, key)
    expect(await again.call('control/status', {})).toMatchObject({ result: { stopped: false } })
    const status = await statusOf(shell.port, key)
    expect(status).toMatchObject({ sidecar: 'running', restarts: 1, log: ['The sidecar was ended by SIGKILL.'] })

    process.kill(second, 'SIGKILL')
    expect(await again.closed).toBe(4000)
    await until('dead', async () => (await statusOf(shell.port, key)).sidecar === 'dead' || undefined)
    expect((await statusOf(shell.port, key)).restarts).toBe(1)
    expect(processTree(shell.child.pid ?? 0)).toHaveLength(1)
    expect(await (await openWire(shell.port, key)).closed).toBe(4000)
    expect((await withKey(shell.port, key, { method: 'POST', path: '/restart', body: '{}' })).status).toBe(200)
    await running(shell, key, second)
    const last = await openPage(shell.port, key)
    expect(await last.call('control/status', {})).toMatchObject({ result: { stopped: false } })
    expect((await statusOf(shell.port, key)).restarts).toBe(2)
    // Asking for what runs already changes nothing.
    await withKey(shell.port, key, { method: 'POST', path: '/restart', body: '{}' })
    expect(await statusOf(shell.port, key)).toMatchObject({ sidecar: 'running', restarts: 2 })
  })

  test('never runs twice at a time, and goes on with what was under way', async () => {
    const shell = await startShell()
    const key = await keyOf(shell)
    const first = await running(shell, key)
    const page = await openPage(shell.port, key)
    await page.call('tool/call', { tool: 'current_time', input: {}, callId: 'kept' })
    process.kill(first, 'SIGKILL')
    await page.closed
    await running(shell, key, first)
    expect(processTree(shell.child.pid ?? 0)).toHaveLength(2)
    const again = await openPage(shell.port, key)
    expect(await again.call('call/show', { callId: 'kept' })).toMatchObject({ result: { state: 'done' } })
  })
})

describe.runIf(process.platform === 'linux')('[shell.hung] a sidecar that does not answer', () => {
  test('is known by it, sends the pages away, and is itself again when it answers', async () => {
    const shell = await startShell()
    const key = await keyOf(shell)
    const pid = await running(shell, key)
    const page = await openPage(shell.port, key)
    process.kill(pid, 'SIGSTOP')
    expect(await page.closed).toBe(4002)
    expect((await statusOf(shell.port, key)).sidecar).toBe('hung')
    expect(await (await openWire(shell.port, key)).closed).toBe(4000)
    process.kill(pid, 'SIGCONT')
    expect(await running(shell, key)).toBe(pid)
    const again = await openPage(shell.port, key)
    expect(await again.call('control/status', {})).toMatchObject({ result: { stopped: false } })
    expect((await statusOf(shell.port, key)).restarts).toBe(0)
  })

  test('is ended and started again when the user says so, also the second time', async () => {
    const shell = await startShell()
    const key = await keyOf(shell)
    const kill = () => withKey(shell.port, key, { method: 'POST', path: '/kill', body: '{}' })
    let pid = await running(shell, key)
    for (const _time of ['first', 'second']) {
      process.kill(pid, 'SIGSTOP')
      expect((await kill()).status).toBe(200)
      pid = await running(shell, key, pid)
    }
    const page = await openPage(shell.port, key)
    expect(await page.call('control/status', {})).toMatchObject({ result: { stopped: false } })
    expect(processTree(shell.child.pid ?? 0)).toHaveLength(2)
  })

  test('is left alone where somebody else started it', async () => {
    const home = tempFolder()
    const child = spawnSidecar({ home, script: bin, args: ['serve', '--background'] })
    await until('a socket', () => fs.existsSync(path.join(home, 'state', 'steward.sock')) || undefined)
    const shell = await startShell(home)
    const key = await keyOf(shell)
    expect(await running(shell, key)).toBe(child.pid)
    expect(await withKey(shell.port, key, { method: 'POST', path: '/kill', body: '{}' })).toMatchObject({
      ...{ status: 409, body: '{"error":"foreign"}' },
    })
    expect(child.exitCode ?? child.signalCode).toBeNull()
    child.kill('SIGTERM')
  })
})

describe('[shell.log] a sidecar that can not start', () => {
  test('is dead after a second try, and its last lines say why', async () => {
    const home = tempFolder()
    fs.mkdirSync(path.join(home, 'data'), { recursive: true, mode: 0o700 })
    fs.mkdirSync(path.join(home, 'config'), { recursive: true, mode: 0o700 })
    fs.writeFileSync(path.join(home, 'data', 'steward.db'), 'this is no database '.repeat(1000))
    const shell = await startShell(home)
    const key = await keyOf(shell)
    await until('dead', async () => (await statusOf(shell.port, key)).sidecar === 'dead' || undefined)
    const status = await statusOf(shell.port, key)
    expect(status.restarts).toBe(1)
    expect(status.log.join('\n')).toMatch(/steward\.db/)
    expect(status.log.length).toBeLessThanOrEqual(50)
  })
})

describe.runIf(process.platform === 'linux')('[shell.no-orphan] a shell that is killed', () => {
  test('takes its sidecar along', async () => {
    const shell = await startShell()
    const key = await keyOf(shell)
    await running(shell, key)
    const pids = processTree(shell.child.pid ?? 0)
    expect(pids).toHaveLength(2)
    shell.child.kill('SIGKILL')
    await until('nobody is left', () => (pids.some(isAlive) ? undefined : true))
  })
})

describe('[shell.attach] a sidecar that runs already', () => {
  test('is attached to, left running, and replaced when it goes', async () => {
    const home = tempFolder()
    const child = spawnSidecar({ home, script: bin, args: ['serve', '--background'] })
    await until('a socket', () => fs.existsSync(path.join(home, 'state', 'steward.sock')) || undefined)
    const shell = await startShell(home)
    const key = await keyOf(shell)
    expect(await running(shell, key)).toBe(child.pid)
    expect((await statusOf(shell.port, key)).attached).toBe(true)
    const page = await openPage(shell.port, key)
    expect(await page.call('tool/call', { tool: 'current_time', input: {} })).toMatchObject({
      result: { state: 'done' },
    })
    await withKey(shell.port, key, { method: 'POST', path: '/quit', body: '{}' })
    expect(await shell.exited).toBe(0)
    expect(child.exitCode).toBeNull()

    const next = await startShell(home)
    const nextKey = await keyOf(next)
    await running(next, nextKey)
    child.kill('SIGTERM')
    expect(await running(next, nextKey, child.pid)).not.toBe(child.pid)
    expect(await statusOf(next.port, nextKey)).toMatchObject({ attached: false, restarts: 1 })
  })
})

describe('[shell.demo] the demonstration', () => {
  test('is in a closed folder of its own, leaves the real one alone, and is gone afterwards', async () => {
    const home = tempFolder()
    const temp = tempFolder()
    const shell = await startShell(home, ['--demo'], { TMPDIR: temp, TEMP: temp, TMP: temp })
    const key = await keyOf(shell)
    const page = await openPage(shell.port, key)
    const { result } = await page.call('approval/list', {})
    expect((result as unknown as { approvals: unknown[] }).approvals.length).toBeGreaterThan(0)
    const [folder = ''] = fs.readdirSync(temp).filter((name) => name.startsWith('steward-demo-'))
    if (process.platform !== 'win32') expect(fs.statSync(path.join(temp, folder)).mode & 0o777).toBe(0o700)
    expect(fs.readdirSync(home)).toEqual([])
    shell.child.kill('SIGTERM')
    expect(await shell.exited).toBe(0)
    expect(fs.readdirSync(temp).filter((name) => name.startsWith('steward-demo-'))).toEqual([])
    expect(fs.readdirSync(home)).toEqual([])
  })
  test('[shell.demo-left] that was left behind is removed by the next, if it is old, ours and nobody uses it', () => {
    const temp = tempFolder()
    const make = (name: string, mark: string | undefined) => {
      fs.mkdirSync(path.join(temp, name, 'home'), { recursive: true })
      if (mark !== undefined) fs.writeFileSync(path.join(temp, name, 'steward-demo.json'), mark)
    }
    const { pid: gone } = spawnSync(process.execPath, ['--version'])
    make('steward-demo-left', JSON.stringify({ pid: gone }))
    make('steward-demo-used', JSON.stringify({ pid: process.pid }))
    make('steward-demo-foreign', undefined)
    make('other', JSON.stringify({ pid: gone }))
    sweepDemos(temp)
    expect(fs.readdirSync(temp)).toHaveLength(4)
    sweepDemos(temp, Date.now() + 25 * 60 * 60 * 1000)
    expect(fs.readdirSync(temp).sort()).toEqual(['other', 'steward-demo-foreign', 'steward-demo-used'])
  })
})
