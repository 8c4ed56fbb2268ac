// The default browser, asked by the desktop's own command and never through a shell.
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { StewardError } from '../../sidecar/text/errors.ts'

/** The program that opens an address, and what it is handed. */
export function openerFor(platform: NodeJS.Platform, address: string): [program: string, args: string[]] {
  if (platform === 'darwin') return ['open', [address]]
  // `start` belongs to cmd.exe, which would read & and % in the address.
  if (platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', address]]
  return ['xdg-open', [address]]
}

/** So soon an opener that has nothing to open with gives up; one that goes on may have become the browser itself. */
const patience = 1500

/** Opens an address in the default browser and goes on. */
export function openExternal(address: string, platform = process.platform): Promise<void> {
  const [program, args] = openerFor(platform, address)
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'ignore', detached: true })
    child.unref()
    const fail = (why: string) => {
      const hint = platform === 'linux' ? 'Install xdg-utils and a browser, or use' : 'Use'
      const message = `The default browser could not be opened: ${why}`
      reject(new StewardError('UNAVAILABLE', message, `${hint} the address that \`steward open --headless\` prints.`))
    }
    child.on('error', ({ message }) => fail(message))
    child.on('exit', (code) =>
      code === 0 || platform === 'win32' ? resolve() : fail(`${program} ended with ${code}.`),
    )
    setTimeout(resolve, patience)
  })
}

/** Whether a default browser can read our files: snaps (name_name) see no hidden folders, flatpaks (org.x.y) no files. */
export const readsOurFiles = (desktopId: string): boolean =>
  !desktopId.includes('_') && desktopId.replace(/\.desktop$/, '').split('.').length < 3

async function canReadFile(platform: NodeJS.Platform): Promise<boolean> {
  // Windows shows the command line to its own user only, so there is no need.
  if (platform === 'win32') return false
  if (platform === 'darwin') return true
  try {
    const { stdout } = await promisify(execFile)('xdg-settings', ['get', 'default-web-browser'], { timeout: 3000 })
    return readsOurFiles(stdout.trim())
  } catch {
    return true
  }
}

const redirect = (url: string): string =>
  `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Steward</title>
<script>location.replace(${JSON.stringify(url).replaceAll('<', '\\u003c')})</script>\n`

/**
 * Opens an address that holds a one-time token. The command lines of the opener and of the browser can be read by every
 * user of the computer for as long as they run, and one who is quicker than the page could use the token in its place. So
 * they are handed a file that only its owner can read, and that leads on. Where the browser can't read it, the address
 * itself is handed over: then the token is open from the start of the browser to the load of the page, and no longer; if
 * somebody else used it in between, the page is refused and says so.
 */
export async function openPrivately(url: string, statePath: string, platform = process.platform): Promise<void> {
  if (!(await canReadFile(platform))) return openExternal(url, platform)
  const file = join(statePath, `open-${randomBytes(8).toString('hex')}.html`)
  writeFileSync(file, redirect(url), { mode: 0o600, flag: 'wx' })
  const remove = () => rmSync(file, { force: true })
  process.once('exit', remove)
  setTimeout(() => {
    remove()
    process.off('exit', remove)
  }, 60_000).unref()
  await openExternal(pathToFileURL(file).href, platform)
}
