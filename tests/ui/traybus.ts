// A session bus of its own, and a panel on it that is written with another implementation of the bus.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export const trayPackages = ['dbus', 'python3-dbus', 'python3-gi']

export interface TestBus {
  env: { DBUS_SESSION_BUS_ADDRESS: string }
  stop(): Promise<void>
}

/** Starts a bus, at the same address again if one is given. */
export async function startBus(address?: string): Promise<TestBus> {
  const folder = mkdtempSync(join(tmpdir(), 'steward-bus-'))
  const wanted = address ?? `unix:path=${join(folder, 'bus')}`
  const args = ['--session', '--nofork', '--print-address=1', `--address=${wanted}`]
  const child = spawn('dbus-daemon', args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const told = await once(createInterface({ input: child.stdout }), 'line')
  return {
    // With the id of the bus at its end, as desktops hand it out.
    env: { DBUS_SESSION_BUS_ADDRESS: String(told[0]) },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export interface Panel {
  /** What it answers to one command. */
  ask(command: { do: string; [more: string]: unknown }): Promise<never>
  stop(): Promise<void>
}

/** Starts a panel: a watcher with a host, or without. */
export async function startPanel(bus: TestBus, ...args: string[]): Promise<Panel> {
  const script = join(import.meta.dirname, '..', 'fixtures', 'trayhost.py')
  // That of the system, which has its packages.
  const child = spawn('/usr/bin/python3', [script, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...bus.env },
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const answer = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error('The panel ended.')
    const { is, error } = JSON.parse(value)
    if (error !== undefined) throw new Error(error)
    return is as never
  }
  await answer()
  return {
    ask(command) {
      child.stdin.write(`${JSON.stringify(command)}\n`)
      return answer()
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
