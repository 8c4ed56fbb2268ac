// The window of the system's own web view, seen from the shell.
import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { readPlacement, savePlacement, toPlacement } from './geometry.ts'
import { type Address, addressOf, NoWindow, patience, type WindowHandle } from './handle.ts'
import { binFile } from './place.ts'
import type { Order, Report } from './windowprocess.ts'

const root = join(dirname(binFile), '..', '..')
const program = import.meta.filename.endsWith('.ts')
  ? join(root, 'ui', 'shell', 'windowprocess.ts')
  : join(root, 'dist', 'windowprocess.mjs')

/** WebView2 keeps its files beside the program that uses it, where they can't be written, unless it is told. */
const environment = (statePath: string) => ({
  ...process.env,
  NODE_OPTIONS: '',
  WEBVIEW2_USER_DATA_FOLDER: join(statePath, 'webview'),
})

function downloads(): string {
  const folder = join(homedir(), 'Downloads')
  return existsSync(folder) ? folder : homedir()
}

/** Opens the window; rejects with NoWindow where the system has no web view or it does not come up. */
export function openWebview(url: Address, statePath: string): Promise<WindowHandle> {
  // JavaScriptCore stops its threads with SIGUSR1, which Node would otherwise take for a debugger.
  const child = fork(program, [], {
    execArgv: process.platform === 'win32' ? [] : ['--disable-sigusr1'],
    env: environment(statePath),
    // Where the web view puts what is saved, if the system names no folder for it.
    cwd: downloads(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let complaint = ''
  child.stderr?.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-2000)
  })
  const order = (what: Order) => void (child.connected && child.send(what, () => {}))
  const { promise: closed, resolve: isClosed } = Promise.withResolvers<string | undefined>()
  const opening = Promise.withResolvers<WindowHandle>()
  const timer = setTimeout(() => {
    complaint = 'It did not show the page in time.'
    child.kill('SIGKILL')
  }, patience)

  let isWanted = true
  const close = () => {
    isWanted = false
    order('close')
  }
  const end = (why: string, isCrash = true) => {
    clearTimeout(timer)
    isClosed(isWanted && isCrash ? why : undefined)
    opening.reject(new NoWindow(why))
  }
  child.on('error', (error) => end(error.message))
  child.on('exit', (code, signal) => end(complaint.trim() || `The window ended with ${signal ?? code}.`, code !== 0))
  child.on('message', (report: Report) => {
    if (report === 'ready') {
      clearTimeout(timer)
      opening.resolve({ kind: 'webview', raise: () => order('raise'), close, closed })
      return
    }
    const placement = toPlacement(report.placement)
    if (placement) savePlacement(statePath, placement)
  })
  order({ open: { url: addressOf(url), placement: readPlacement(statePath) } })
  return opening.promise
}
