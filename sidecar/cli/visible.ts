// Text from data on a terminal: nothing in it may move the cursor, change colours, reorder or hide other text.
import { hidden } from '../text/lookalike.ts'

const emojiBefore = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u
const emojiAfter = /^\p{Extended_Pictographic}/u

function shown(char: string, at: number, whole: string): string {
  const point = char.codePointAt(0) ?? 0
  // A joiner inside an emoji is part of one picture; anywhere else it hides.
  if (
    point === 0x200d &&
    emojiBefore.test(whole.slice(Math.max(0, at - 2), at)) &&
    emojiAfter.test(whole.slice(at + 1))
  )
    return char
  if (point < 0x20) return String.fromCodePoint(0x2400 + point)
  if (point === 0x7f) return '\u2421'
  return `<U+${point.toString(16).toUpperCase().padStart(4, '0')}>`
}

/** One line: every control, format and hidden character is shown as a sign of its own, line ends too. */
export const visible = (text: string): string => text.replace(hidden, shown)

/** Several lines: line ends and tabs stay, all else as above. */
export function visibleLines(text: string): string[] {
  return text
    .replace(/\r\n/g, '\n')
    .split('\n')
    .map((line) => line.split('\t').map(visible).join('\t'))
}

/** JSON that is safe on a terminal: the same value, with what JSON itself leaves raw written as \u escapes. */
export function safeJson(value: unknown, indent?: number): string {
  const json = JSON.stringify(value, null, indent) ?? 'null'
  return json.replace(hidden, (char) => {
    if (char === '\n') return char
    let out = ''
    for (let i = 0; i < char.length; i++) out += `\\u${char.charCodeAt(i).toString(16).padStart(4, '0')}`
    return out
  })
}
