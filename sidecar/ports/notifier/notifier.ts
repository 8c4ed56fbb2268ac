// One notification by the desktop's own command. Texts are arguments or variables of it, never part of a script and never
// read by a shell.
import { type ChildProcess, spawn } from 'node:child_process'
import type { Notice } from './noticetext.ts'

export interface Command {
  program: string
  args: string[]
  env?: Record<string, string>
}

const appleScript = ['on run argv', 'display notification (item 2 of argv) with title (item 1 of argv)', 'end run']

// A toast needs a name that Windows knows; that of PowerShell is known everywhere.
const powerShell = `
$ErrorActionPreference = 'Stop'
[void][Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ContentType = WindowsRuntime]
$kind = [Windows.UI.Notifications.ToastTemplateType]::ToastText02
$xml = [Windows.UI.Notifications.ToastNotificationManager]::GetTemplateContent($kind)
$lines = $xml.GetElementsByTagName('text')
[void]$lines.Item(0).AppendChild($xml.CreateTextNode($env:STEWARD_NOTICE_TITLE))
[void]$lines.Item(1).AppendChild($xml.CreateTextNode($env:STEWARD_NOTICE_BODY))
$app = '{1AC14E77-02E7-4E5D-B744-2EB1AE5198B7}\\WindowsPowerShell\\v1.0\\powershell.exe'
$toast = [Windows.UI.Notifications.ToastNotification]::new($xml)
[Windows.UI.Notifications.ToastNotificationManager]::CreateToastNotifier($app).Show($toast)
`

/** The command that shows a notice. With `clickable` it says `default` when somebody clicks, where the desktop can. */
export function commandFor(platform: NodeJS.Platform, { title, body }: Notice, clickable: boolean): Command {
  if (platform === 'darwin')
    return { program: 'osascript', args: [...appleScript.flatMap((line) => ['-e', line]), title, body] }
  if (platform === 'win32') {
    const script = Buffer.from(powerShell, 'utf16le').toString('base64')
    const env = { STEWARD_NOTICE_TITLE: title, STEWARD_NOTICE_BODY: body }
    return { program: 'powershell', args: ['-NoProfile', '-NonInteractive', '-EncodedCommand', script], env }
  }
  const action = clickable ? ['--action=default=Steward'] : []
  return { program: 'notify-send', args: ['--app-name=Steward', ...action, '--', title, body] }
}

export interface Notifier {
  show(notice: Notice): void
  /** Ends the commands that still wait for a click. */
  stop(): void
}

export interface NotifierOptions {
  platform?: NodeJS.Platform
  /** After how many milliseconds it is tried again, and again: right after login there may be nobody yet who shows it. */
  again?: readonly number[]
}

/**
 * Shows notices on this desktop. One that can't be shown is let go: the window and the command line show the same. Without
 * `onClick` no command waits for a click.
 */
export function createNotifier(onClick: (() => void) | undefined, options: NotifierOptions = {}): Notifier {
  const { platform = process.platform, again = [] } = options
  const waiting = new Set<ChildProcess>()
  const timers = new Set<NodeJS.Timeout>()
  // An older notify-send knows no actions; that is found out once.
  let clickable = onClick !== undefined && platform !== 'darwin' && platform !== 'win32'

  const later = (notice: Notice, tried: number) => {
    const ms = again[tried]
    if (ms === undefined) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      run(notice, tried + 1)
    }, ms).unref()
    timers.add(timer)
  }
  const run = (notice: Notice, tried = 0) => {
    const { program, args, env } = commandFor(platform, notice, clickable)
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, ...env },
      windowsHide: true,
    })
    const wasClickable = clickable
    waiting.add(child)
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (wasClickable && text.trim() === 'default') onClick?.()
    })
    child.on('error', () => waiting.delete(child))
    child.on('exit', (code) => {
      if (!waiting.delete(child) || code === 0) return
      if (!wasClickable || !clickable) return later(notice, tried)
      clickable = false
      run(notice, tried)
    })
  }
  return {
    show: (notice) => run(notice),
    stop() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      for (const child of waiting) child.kill()
      waiting.clear()
    },
  }
}
