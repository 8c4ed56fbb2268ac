// A sidecar in a process of its own, whose stdio is the wire. It ends when its stdin does, so it can't outlive us.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { binFile } from './place.ts'

type Child = ChildProcessByStdio<Writable, Readable, Readable>

export interface SidecarChild {
  input: Readable
  output: Writable
  stderr: Readable
  /** Resolves with words for how it ended. */
  ended: Promise<string>
  /** Ends it: in good order if it can, and in any case. */
  end(): Promise<void>
  /** Ends it at once, whatever it is at. */
  kill(): void
}

const PATIENCE_MS = 4000
const LAST_WORDS_MS = 300

/** Starts `steward serve`. */
export function startChild(env: NodeJS.ProcessEnv): SidecarChild {
  const child = spawn(process.execPath, [binFile, 'serve'], { env, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true })
  const ended = endingOf(child)
  // Whatever way this process ends, as long as it can still do something.
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  void ended.then(() => process.off('exit', kill))
  child.stdin.on('error', () => {})
  return {
    input: child.stdout,
    output: child.stdin,
    stderr: child.stderr,
    ended,
    kill,
    async end() {
      child.stdin.end()
      const timer = setTimeout(kill, PATIENCE_MS)
      await ended
      clearTimeout(timer)
    },
  }
}

function endingOf(child: Child): Promise<string> {
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(`The sidecar could not be started: ${error.message}`))
    child.on('exit', (code, signal) => {
      const how = signal ? `The sidecar was ended by ${signal}.` : `The sidecar ended with code ${code}.`
      // After its last words were read; but a process that it left behind may hold the pipe for long.
      child.on('close', () => resolve(how))
      setTimeout(() => resolve(how), LAST_WORDS_MS).unref()
    })
  })
}
