// What the tray says and offers, the same on every platform.
import type { Language, Notice } from '../../../sidecar/ports/notifier/noticetext.ts'

export interface TrayStatus {
  /** How many questions wait for the user. */
  waiting: number
  stopped: boolean
  language: Language
}

export type Action = 'open' | 'waiting' | 'stop' | 'release' | 'quit'

export type Entry = { action: Action; label: string; enabled: boolean } | 'line'

interface Words {
  open: string
  waiting(count: number): string
  stop: string
  release: string
  quit: string
  stopped: string
  staying: Notice
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    open: 'Open Steward',
    waiting: (count) => {
      if (count === 0) return 'Nothing waits for you'
      return count === 1 ? '1 question waits' : `${count} questions wait`
    },
    stop: 'STOP everything',
    release: 'Let it go on',
    quit: 'Quit Steward',
    stopped: 'Stopped',
    staying: {
      title: 'Steward goes on in the tray',
      body: 'Its icon opens the window again. To end it, choose “Quit Steward” in the menu of the icon.',
    },
  },
  zh: {
    open: '打开 Steward',
    waiting: (count) => (count === 0 ? '没有等待您的问题' : `有 ${count} 个问题等待您回答`),
    stop: '全部停止',
    release: '继续运行',
    quit: '退出 Steward',
    stopped: '已停止',
    staying: {
      title: 'Steward 仍在托盘中运行',
      body: '点击图标可重新打开窗口。要结束运行，请在图标的菜单中选择“退出 Steward”。',
    },
  },
}

/** The menu of the icon. STOP and its release are two entries, so that a click is never taken for the other one. */
export function menuOf({ waiting, stopped, language }: TrayStatus): Entry[] {
  const say = words[language]
  return [
    { action: 'open', label: say.open, enabled: true },
    { action: 'waiting', label: say.waiting(waiting), enabled: waiting > 0 },
    'line',
    stopped
      ? { action: 'release', label: say.release, enabled: true }
      : { action: 'stop', label: say.stop, enabled: true },
    'line',
    { action: 'quit', label: say.quit, enabled: true },
  ]
}

/** What is shown beside the icon when it is pointed at. */
export function tipOf({ waiting, stopped, language }: TrayStatus): string {
  const say = words[language]
  return stopped ? say.stopped : say.waiting(waiting)
}

/** What tells the user, once, that closing the window did not end it. */
export const stayingNotice = (language: Language): Notice => words[language].staying

const actions: readonly Action[] = ['open', 'waiting', 'stop', 'release', 'quit']

/** Whether this is something that the menu, as it is now, lets the user do. */
export const isOffered = (status: TrayStatus, action: unknown): action is Action =>
  actions.some((each) => each === action) &&
  menuOf(status).some((entry) => entry !== 'line' && entry.enabled && entry.action === action)
