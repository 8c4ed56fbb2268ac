// Colours, only where somebody sees them.
import type { Paint } from './types.ts'

const plain = (text: string) => text
const painter = (open: number, close: number) => (text: string) => `\x1b[${open}m${text}\x1b[${close}m`

const none: Paint = { bold: plain, dim: plain, red: plain, green: plain, yellow: plain, cyan: plain }
const colours: Paint = {
  bold: painter(1, 22),
  dim: painter(2, 22),
  red: painter(31, 39),
  green: painter(32, 39),
  yellow: painter(33, 39),
  cyan: painter(36, 39),
}

/** Colours on a terminal that wants them (https://no-color.org), none elsewhere. */
export function paintFor(stream: { isTTY?: boolean }, env: NodeJS.ProcessEnv, off: boolean): Paint {
  return stream.isTTY && !off && !env.NO_COLOR && env.TERM !== 'dumb' ? colours : none
}
