// A sentence as words that know where they stand. Latin words are split at spaces, Chinese at every character, and what
// stands in quotes is one word. Comparison is by `key`; values are cut from the text as it was typed.

export interface Token {
  /** What is compared: NFKC, lower case, no apostrophes. Empty for marks and for what is quoted. */
  key: string
  kind: 'word' | 'han' | 'mark' | 'quoted'
  from: number
  to: number
}

const closers: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '‘': '’',
  '「': '」',
  '『': '』',
  '«': '»',
  '《': '》',
}
const han = /\p{Script=Han}/u
const space = /\s/u
const opening = new Set('([（【<¿¡')
const closing = new Set('.,;:!?…)]>。，；：！？、）】·"\'`”’」』»》')
const apart = new Set('=：，。；！？、（）【】…“”「」『』«»《》')

/** How a word is compared. */
export const keyOf = (word: string): string => word.normalize('NFKC').toLowerCase().replaceAll(/['’‘]/gu, '')

/** The words of a text, in order. */
export function tokenise(text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const sign = String.fromCodePoint(text.codePointAt(at) ?? 0)
    if (space.test(sign)) at += sign.length
    else at = quoted(text, at, sign, tokens) ?? single(at, sign, tokens) ?? run(text, at, tokens)
  }
  return tokens
}

// An apostrophe opens only where a word could begin, and closes only where one could end.
function quoted(text: string, at: number, sign: string, tokens: Token[]): number | undefined {
  const closer = Object.hasOwn(closers, sign) ? closers[sign] : undefined
  if (closer === undefined) return undefined
  let end = text.indexOf(closer, at + 1)
  while (end > 0 && closer === "'" && !isBreak(text[end + 1])) end = text.indexOf(closer, end + 1)
  if (end <= at + 1) return undefined
  tokens.push({ key: '', kind: 'quoted', from: at, to: end + 1 })
  return end + 1
}

const isBreak = (sign: string | undefined): boolean =>
  sign === undefined || space.test(sign) || closing.has(sign) || han.test(sign)

function single(at: number, sign: string, tokens: Token[]): number | undefined {
  const to = at + sign.length
  if (han.test(sign)) tokens.push({ key: keyOf(sign), kind: 'han', from: at, to })
  else if (sign === '=' || sign === '＝') tokens.push({ key: '=', kind: 'word', from: at, to })
  else if (opening.has(sign) || apart.has(sign)) tokens.push({ key: '', kind: 'mark', from: at, to })
  else return undefined
  return to
}

/** A run without spaces, and the marks that end it. */
function run(text: string, from: number, tokens: Token[]): number {
  let end = from
  while (end < text.length) {
    const sign = String.fromCodePoint(text.codePointAt(end) ?? 0)
    if (space.test(sign) || han.test(sign) || apart.has(sign)) break
    end += sign.length
  }
  // A dot by itself is a folder.
  const isDots = /^\.{1,2}$/.test(text.slice(from, end)) && (from === 0 || space.test(text[from - 1] ?? ''))
  let to = end
  while (!isDots && to > from && closing.has(text[to - 1] ?? '')) to--
  if (to > from) tokens.push({ key: keyOf(text.slice(from, to)), kind: 'word', from, to })
  for (let mark = to; mark < end; mark++) tokens.push({ key: '', kind: 'mark', from: mark, to: mark + 1 })
  return end
}
