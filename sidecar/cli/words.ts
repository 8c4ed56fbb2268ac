// A typed line as words, in the way of a shell: quotes hold words together, a backslash takes the next sign as it is.
import { UsageError } from './exit.ts'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Splits one line. JSON at the end of a line needs no quotes. */
export function splitLine(line: string): string[] {
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (let i = 0; i < line.length; i++) {
    const sign = line[i] ?? ''
    if (word === undefined && /[[{]/.test(sign) && isJson(line.slice(i))) return [...words, line.slice(i).trim()]
    if (quote) {
      if (sign === quote) quote = ''
      else if (sign === '\\' && quote === '"' && /["\\]/.test(line[i + 1] ?? '')) word += line[++i] ?? ''
      else word += sign
    } else if (sign === '"' || sign === "'") {
      quote = sign
      word ??= ''
    } else if (sign === '\\' && i + 1 < line.length) word = (word ?? '') + (line[++i] ?? '')
    else if (/\s/.test(sign)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = (word ?? '') + sign
  }
  if (quote) throw new UsageError(`A ${quote} is not closed.`, 'Close it on the same line.')
  return word === undefined ? words : [...words, word]
}
