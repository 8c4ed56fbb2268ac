// How many columns text takes on a terminal.

// East Asian wide and full-width blocks (Unicode UAX #11); emoji come from their own property.
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18cff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u
const plain = /^[\x20-\x7e]*$/
const joined = /\ufe0f|\u200d/
const marks = /^[\p{Mn}\p{Me}\u200d]+$/u
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

const columnsOf = (grapheme: string): number => {
  if (marks.test(grapheme)) return 0
  return wide.test(grapheme) || joined.test(grapheme) ? 2 : 1
}

/** Columns of a terminal; one that does not know its size says none or zero. */
export const widthOf = ({ columns: told }: NodeJS.WriteStream): number => told || 80

/** Columns of a text that holds no control characters. */
export function columns(text: string): number {
  if (plain.test(text)) return text.length
  let sum = 0
  for (const { segment } of graphemes.segment(text)) sum += columnsOf(segment)
  return sum
}

/** Splits off what fits into so many columns. */
export function split(text: string, most: number): [head: string, tail: string] {
  if (columns(text) <= most) return [text, '']
  let sum = 0
  for (const { segment, index } of graphemes.segment(text)) {
    sum += columnsOf(segment)
    if (sum > most) return [text.slice(0, index), text.slice(index)]
  }
  return [text, '']
}

/** Cuts to so many columns, and says so with an ellipsis. */
export function cut(text: string, most: number): string {
  return columns(text) <= most ? text : `${split(text, Math.max(0, most - 1))[0]}…`
}

/** Fills up with spaces. */
export const pad = (text: string, to: number): string => text + ' '.repeat(Math.max(0, to - columns(text)))

/** Breaks at spaces, or inside a word that is too long; nothing is lost. */
export function wrap(text: string, most: number): string[] {
  const room = Math.max(1, most)
  if (!Number.isFinite(room)) return [text]
  const lines: string[] = []
  let rest = text
  while (columns(rest) > room) {
    const [head] = split(rest, room)
    const taken = head === '' ? (graphemes.segment(rest)[Symbol.iterator]().next().value?.segment ?? rest) : head
    const space = rest[taken.length] === ' ' ? taken.length : taken.lastIndexOf(' ')
    const end = space > 0 ? space : taken.length
    lines.push(rest.slice(0, end))
    rest = rest.slice(space > 0 ? end + 1 : end)
  }
  return [...lines, rest]
}
