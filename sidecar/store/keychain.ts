// The keychain of the system, asked in a process of its own: its calls wait for a daemon, or for a person who is to
// unlock it, and nothing but the end of the process ends them. Secrets go through pipes, never through arguments.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Keeps short texts, one to an account. */
export interface Keychain {
  /** What is kept; with `secret`, keeps that first. Throws where the keychain does not answer. */
  ask(account: string, signal: AbortSignal, secret?: string): Promise<string | undefined>
}

// Linux has another store beside the Secret Service, the kernel's, which forgets everything when the machine stops.
const program = `
const [module, account] = process.argv.slice(1)
const say = (answer) => process.stdout.write(JSON.stringify(answer))
let secret = ''
process.stdin.setEncoding('utf8')
process.stdin.on('data', (chunk) => { secret += chunk })
process.stdin.on('end', () => {
  try {
    const { Entry } = require(module)
    const entry = new Entry('steward', account, { linux: { store: 'secret-service' } })
    if (secret !== '') entry.setPassword(secret)
    say({ secret: entry.getPassword() ?? null })
  } catch (thrown) {
    say({ fault: String(thrown?.message ?? thrown) })
  }
})
`

interface Answer {
  secret?: string | null
  fault?: string
}

/** The keychain of this system. */
export const systemKeychain: Keychain = {
  async ask(account, signal, secret) {
    if (!hasBus(process.env)) throw new Error('There is no session bus')
    const module = createRequire(import.meta.url).resolve('@napi-rs/keyring')
    const answer = parse(await run([module, account], secret ?? '', signal))
    if (answer.fault !== undefined) throw new Error(answer.fault)
    return answer.secret ?? undefined
  },
}

// Without a bus there is no Secret Service, and no need to start a process to learn that.
function hasBus({ DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR }: NodeJS.ProcessEnv): boolean {
  if (process.platform !== 'linux' || DBUS_SESSION_BUS_ADDRESS) return true
  return XDG_RUNTIME_DIR !== undefined && existsSync(join(XDG_RUNTIME_DIR, 'bus'))
}

function run(args: string[], input: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['-e', program, ...args], {
      ...{ signal, killSignal: 'SIGKILL' },
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      output += chunk
    })
    child.stdin.on('error', () => {})
    child.on('error', (thrown) => reject(signal.aborted ? new Error('It does not answer') : thrown))
    child.on('close', () => resolve(output))
    child.stdin.end(input)
    // Whoever waits for it holds the process; nobody else does.
    child.unref()
  })
}

function parse(text: string): Answer {
  try {
    return JSON.parse(text)
  } catch {
    return { fault: 'It ended without an answer' }
  }
}
