// What the tray tells of the sidecar: how many questions wait, whether STOP is set, and in which language to say so.

import { languageOf } from '../../../sidecar/ports/notifier/noticetext.ts'
import type { GivenTo, ResultOf } from '../../../sidecar/protocol/methods.ts'
import type { TrayStatus } from './menu.ts'

type Asked = 'approval/list' | 'suspension/list' | 'control/status' | 'settings/get'

export interface StatusClient {
  call<N extends Asked>(name: N, params: GivenTo<N>): Promise<ResultOf<N>>
  onEvent(listener: (event: { event: string }) => void): () => void
}

export interface StatusWatch {
  now(): TrayStatus
  /** Looks again soon; whoever looks often meanwhile gets one look. */
  look(): void
  stop(): void
}

const telling = /^(?:approval|suspension)\/|^health\/changed$/
const limit = 1000
const gatherMs = 100

async function read(client: StatusClient): Promise<TrayStatus> {
  const [{ approvals }, { suspensions }, { stopped }, { settings }] = await Promise.all([
    client.call('approval/list', { limit }),
    client.call('suspension/list', { limit }),
    client.call('control/status', {}),
    client.call('settings/get', {}),
  ])
  // What goes on by itself at some time asks nobody.
  const questions = suspensions.filter(({ wakeAt }) => wakeAt === undefined)
  const { ui } = settings as { ui?: { language?: unknown } }
  return { waiting: approvals.length + questions.length, stopped, language: languageOf(ui?.language) }
}

/** Follows the sidecar; `onChange` is called when the status is another one. */
export function watchStatus(client: StatusClient, onChange: () => void): StatusWatch {
  let status: TrayStatus = { waiting: 0, stopped: false, language: languageOf('system') }
  let timer: NodeJS.Timeout | undefined

  async function refresh(): Promise<void> {
    timer = undefined
    const found = await read(client)
    const isSame = JSON.stringify(found) === JSON.stringify(status)
    status = found
    if (!isSame) onChange()
  }
  const look = () => {
    // A sidecar that is gone has its questions on disk: the number stays right.
    timer ??= setTimeout(() => void refresh().catch(() => {}), gatherMs).unref()
  }
  const stopListening = client.onEvent(({ event }) => {
    if (telling.test(event)) look()
  })
  look()
  return {
    now: () => status,
    look,
    stop() {
      stopListening()
      clearTimeout(timer)
    },
  }
}
