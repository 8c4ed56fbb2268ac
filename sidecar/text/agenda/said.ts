// A line that must be clear: what it says as the input of its tool, or an error with the choices.
import { StewardError } from '../errors.ts'
import { type LineOptions, understandLine } from './quick.ts'

/** The input that a line stands for. */
export function understood(line: string, options: LineOptions): Record<string, unknown> {
  const { state, choices, why } = understandLine(line, options)
  const [only] = choices
  if (state === 'clear' && only) return only.input
  const hint =
    state === 'ambiguous'
      ? `Say which: ${choices.map(({ says, start }) => (start === undefined ? says : `${says} (${start})`)).join(' | ')}`
      : 'Say what it is and when.'
  throw new StewardError('BAD_INPUT', why ?? 'This was not understood.', hint)
}
