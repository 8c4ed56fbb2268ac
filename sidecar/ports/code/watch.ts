// A thread beside the tool that ends the process when Steward is gone or the memory is used up. The main thread can't do
// that: a tool may keep it busy for ever, and would then outlive the sidecar.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** The most memory that a custom tool's process may hold, buffers included. */
export const MAX_RESIDENT = 512 * 1024 * 1024

// Plain text, so that the bundle needs no second file. It runs as CommonJS.
const program = `
const { writeSync } = require('node:fs')
const parent = Number(process.argv[2])
const end = (why) => {
  if (why) try { writeSync(2, why + '\\n') } catch {}
  process.kill(process.pid, 'SIGKILL')
}
setInterval(() => {
  if (process.ppid !== parent) end('')
  if (process.memoryUsage.rss() > ${MAX_RESIDENT}) end('The tool is out of memory.')
}, 100)
`

/** Starts the thread; it runs when this returns. */
export async function startWatch(parent: number): Promise<void> {
  const watch = new Worker(program, { eval: true, argv: [String(parent)], env: {}, execArgv: [], stdin: false })
  await once(watch, 'online')
  watch.unref()
}
