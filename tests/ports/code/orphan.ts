// A Steward that is killed while its custom tool runs.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fixtures } from './fake.ts'

const program = `
const [host, launcher, folder, name] = process.argv.slice(1)
const { openHost } = await import(host)
const { launch } = await import(launcher)
let child
const spawn = () => (child = launch())
const opened = openHost({ file: folder + '/misbehave.mjs', toolsFolder: folder, log: () => {}, spawn })
const tool = (await opened.load()).find((one) => one.name === name)
tool.run({}, {}, { signal: new AbortController().signal, session: {} }, undefined).catch(() => {})
setTimeout(() => console.log(child.pid), 200)
`

/** The process id of a custom tool whose parent was killed with -9 in the middle of a call. */
export async function orphanOf(tool: string): Promise<number> {
  const code = new URL('../../../sidecar/ports/code/', import.meta.url).href
  const args = ['--input-type=module', '-e', program, `${code}host.ts`, `${code}launch.ts`, fixtures, tool]
  const parent = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(createInterface(parent.stdout), 'line')
  parent.kill('SIGKILL')
  await once(parent, 'close')
  return Number(line)
}

/** Whether a process still runs; one that is dead and only not yet collected does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
