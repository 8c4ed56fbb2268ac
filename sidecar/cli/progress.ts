// Progress on one line of stderr, where somebody sees it.
import { eventData, type Run, type WireEvent } from './types.ts'
import { visible } from './visible.ts'
import { cut, widthOf } from './width.ts'

export interface ProgressLine {
  onEvent(event: WireEvent): void
  /** A whole line, above the moving one. */
  say(text: string): void
  end(): void
}

/** The moving line of one call. Notices of the call stay, as lines of their own. */
export function progressLine(run: Run, callId: string): ProgressLine {
  const { stderr } = run.host
  const moving = stderr.isTTY === true && !run.quiet
  let up = false
  const clear = () => {
    if (up) stderr.write('\r\x1b[K')
    up = false
  }
  const say = (text: string) => {
    clear()
    stderr.write(`${text}\n`)
  }
  return {
    say,
    end: clear,
    onEvent(event) {
      const progress = eventData(event, 'call/progress')
      if (progress?.callId === callId && moving) {
        stderr.write(`\r\x1b[K${run.errPaint.dim(cut(visible(progress.title), widthOf(stderr) - 1))}`)
        up = true
      }
      const notice = eventData(event, 'notice/show')
      if (notice?.callId === callId && !run.quiet)
        say(`${run.errPaint.yellow(`${notice.level}:`)} ${visible(notice.text)}`)
    },
  }
}
