// Text as the flow guard sees it: one spelling for look-alikes, and whole words only.

/** One spelling: compatibility forms folded, invisible characters gone, white space single. Letter case is kept. */
export const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()

/** `fold`, and letter case folded too. */
export const norm = (text: string): string => lowered(fold(text))

/** Lower case at the same length: what stands in the one at a place stands in the other there. */
export function lowered(text: string): string {
  const low = text.toLowerCase()
  if (low.length === text.length) return low
  // İ becomes two letters. Seldom, so it may be slow.
  return text
    .replace(/[^\p{ASCII}]/gu, (char) => {
      const small = char.toLowerCase()
      return small.length === char.length ? small : char
    })
    .replace(/[A-Z]/gu, (char) => char.toLowerCase())
}

const isWord = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}_]/u.test(char)
// Scripts that put no space between words: there every place is a border.
const isSpaceless = (char: string | undefined): boolean =>
  char !== undefined && /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(char)
// What goes on within an address, a host or a number.
const joins = '.@-+'

/**
 * Where a folded value stands as a whole in a folded text, compared without letter case; -1 where it does not.
 * `low` is the text in lower case, for those who look more than once.
 */
export function findWhole(text: string, value: string, from = 0, low = lowered(text)): number {
  const wanted = lowered(value)
  if (wanted === '') return -1
  for (let at = low.indexOf(wanted, from); at >= 0; at = low.indexOf(wanted, at + 1)) {
    if (startsFresh(text, at) && endsFresh(text, at + wanted.length)) return at
  }
  return -1
}

function startsFresh(text: string, at: number): boolean {
  const before = text[at - 1]
  if (isSpaceless(text[at]) || isSpaceless(before)) return true
  if (isWord(before) && isWord(text[at])) return false
  // Part of a longer address, host or number.
  return !(before !== undefined && joins.includes(before) && isWord(text[at - 2]))
}

function endsFresh(text: string, end: number): boolean {
  const after = text[end]
  if (isSpaceless(text[end - 1]) || isSpaceless(after)) return true
  if (isWord(text[end - 1]) && isWord(after)) return false
  if (after === undefined || !joins.includes(after)) return true
  const next = text[end + 1]
  if (!isWord(next)) return true
  // "…www.our-company.com.They sent": a sentence that follows without a space.
  return after === '.' && next !== undefined && next !== next.toLowerCase()
}

const quoted = /["'“”‘’«»`「」『』](.{1,200}?)["'“”‘’«»`「」『』]/gu

/** What stands in quotation marks, folded. */
export const quotedParts = (text: string): string[] =>
  [...fold(text).matchAll(quoted)].map((found) => found[1]?.trim() ?? '')

/** Letters and digits only: 4929-3813 and 4929 3813 are one number. */
export const plain = (text: string): string => norm(text).replace(/[^\p{L}\p{N}]/gu, '')

/** The words of a sentence, without what stands around them: "Event created with id ev-881." Of a long text none. */
export function wordsOf(text: string): string[] {
  if (!/\s/u.test(text)) return [text]
  return text.length > 500 ? [] : text.split(/[\s"'`()<>[\]]+/u).map((part) => part.replace(/[.,;:!?]+$/u, ''))
}
