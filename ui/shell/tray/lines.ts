// A tray in a process of its own, for platforms whose scripts can make one. It is sent one line of JSON for each state and
// says one word for each click; it ends when its stdin does, so it can't outlive the shell.
import { spawn } from 'node:child_process'
import { isOffered, menuOf, tipOf } from './menu.ts'
import { toPng } from './png.ts'
import type { Tray, TrayOptions } from './types.ts'

export interface Program {
  program: string
  args: string[]
}

const patience = 20_000
const longestWord = 100
const lastWords = 1000
const iconSize = 36

/** In ASCII, so that no encoding of a script can spoil it. */
const spell = (value: object): string =>
  `${JSON.stringify(value).replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`

/** What a script is told. */
export function stateLine({ icon, status }: Pick<TrayOptions, 'icon' | 'status'>): string {
  const entries = menuOf(status()).map((entry) =>
    entry === 'line' ? { action: '', label: '', enabled: false } : entry,
  )
  return spell({
    tip: `Steward: ${tipOf(status())}`,
    icon: toPng(icon(iconSize), iconSize).toString('base64'),
    entries,
  })
}

/** Starts a script; undefined where it does not come up. */
export function lineTray({ program, args }: Program, options: TrayOptions): Promise<Tray | undefined> {
  const { promise, resolve } = Promise.withResolvers<Tray | undefined>()
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true })
  let isUp = false
  let heard = ''
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const timer = setTimeout(kill, patience)
  const end = () => {
    isUp = false
    clearTimeout(timer)
    process.off('exit', kill)
    resolve(undefined)
  }
  const update = () => void child.stdin.write(stateLine(options))
  const close = () => {
    isUp = false
    child.stdin.end()
    setTimeout(kill, lastWords).unref()
  }
  const hear = (word: string) => {
    if (word === 'ready') {
      clearTimeout(timer)
      isUp = true
      resolve({ isShown: async () => isUp, update, close })
    } else if (isOffered(options.status(), word)) options.onAction(word)
  }
  child.on('error', end).on('exit', end)
  child.stdin.on('error', () => {})
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const words = `${heard}${chunk}`.split(/\r?\n/)
    heard = (words.pop() ?? '').slice(-longestWord)
    for (const word of words) hear(word.trim())
  })
  update()
  return promise
}
