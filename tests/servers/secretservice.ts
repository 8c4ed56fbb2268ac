// A real Secret Service: gnome-keyring on a session bus of its own, with its files in a temporary folder.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export const secretServicePackages = ['gnome-keyring', 'dbus']

export interface SecretService {
  /** What a process needs in its environment to find it. */
  env: NodeJS.ProcessEnv
  /** It answers nobody until `thaw`. */
  freeze(): void
  thaw(): void
  /** Ends it, with its bus. */
  stop(): Promise<void>
}

/** Starts one that is unlocked. */
export async function startSecretService(): Promise<SecretService> {
  const folder = mkdtempSync(join(tmpdir(), 'steward-keyring-'))
  const runtime = join(folder, 'run')
  mkdirSync(runtime, { mode: 0o700 })
  const socket = join(folder, 'bus')
  const env = {
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${socket}`,
    XDG_RUNTIME_DIR: runtime,
    XDG_DATA_HOME: join(folder, 'data'),
  }
  const start = (command: string, args: string[]) =>
    spawn(command, args, { stdio: ['pipe', 'ignore', 'ignore'], env: { ...process.env, ...env } })
  const bus = start('dbus-daemon', ['--session', '--nofork', `--address=unix:path=${socket}`])
  while (!existsSync(socket)) await sleep(10)
  const keyring = start('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'])
  keyring.stdin?.end('password')
  while (!isOnBus(env)) await sleep(20)
  return {
    env,
    freeze: () => void keyring.kill('SIGSTOP'),
    thaw: () => void keyring.kill('SIGCONT'),
    async stop() {
      for (const child of [keyring, bus]) await end(child)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function isOnBus(env: NodeJS.ProcessEnv): boolean {
  const args = ['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/', 'org.freedesktop.DBus.NameHasOwner']
  const asked = spawnSync('dbus-send', [...args, 'string:org.freedesktop.secrets'], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  return asked.stdout.includes('boolean true')
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
