// Text as the flow guard sees it: one spelling for look-alikes, whole words only, and the things in a payload that lead
// somewhere: links, addresses, account numbers, amounts.

/** One spelling: compatibility forms folded, format characters gone, white space single. Letter case is kept. */
export const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()

/** `fold`, and letter case folded too. */
export const norm = (text: string): string => fold(text).toLowerCase()

const isWord = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}_]/u.test(char)
// Scripts that put no space between words: there every place is a border.
const isSpaceless = (char: string | undefined): boolean =>
  char !== undefined && /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(char)

/**
 * Where a folded value stands as a whole in a folded text, compared without letter case; -1 where it does not.
 * `low` is the text in lower case, for those who look more than once.
 */
export function findWhole(text: string, value: string, from = 0, low = text.toLowerCase()): number {
  const wanted = value.toLowerCase()
  if (wanted === '' || low.length !== text.length) return wanted === '' ? -1 : low.indexOf(wanted, from)
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
  return !(before !== undefined && '.@-'.includes(before) && isWord(text[at - 2]))
}

function endsFresh(text: string, end: number): boolean {
  const after = text[end]
  if (isSpaceless(text[end - 1]) || isSpaceless(after)) return true
  if (isWord(text[end - 1]) && isWord(after)) return false
  if (after === undefined || !'.@-'.includes(after)) return true
  const next = text[end + 1]
  if (!isWord(next)) return true
  // "…www.our-company.com.They sent": a sentence that follows without a space.
  return after === '.' && next !== undefined && next !== next.toLowerCase()
}

const quoted = /["'“”‘’«»`「」『』](.{1,200}?)["'“”‘’«»`「」『』]/gu

/** What stands in quotation marks, folded. */
export const quotedParts = (text: string): string[] =>
  [...fold(text).matchAll(quoted)].map((found) => found[1]?.trim() ?? '')

const bare = String.raw`[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+`
const leads: readonly { what: Lead['what']; shape: RegExp }[] = [
  { what: 'address', shape: new RegExp(String.raw`[\p{L}\p{N}.+_-]+@${bare}`, 'giu') },
  { what: 'link', shape: /(?:[a-z][a-z0-9+.-]{1,10}:\/\/)[^\s<>"'”)\]]+/giu },
  {
    what: 'link',
    shape: new RegExp(
      String.raw`(?<![@\p{L}\p{N}])(?:www\.${bare}|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.(?:com|org|net|edu|gov|io|co|info|biz|app|dev|ai|me|tv|xyz|top|site|online|shop|link|ly|gl|to|ch|de|fr|it|es|uk|us|ru|cn|in|jp|eu|nl))(?::\d+)?(?:\/[^\s<>"'”)\]]*)?(?![\p{L}\p{N}])`,
      'giu',
    ),
  },
  {
    what: 'account',
    shape:
      /(?<![\p{L}\p{N}])(?:[a-z]{2}\d{2}(?: ?[a-z0-9]{4}){3,}(?: ?[a-z0-9]{1,4})?|\d(?:[ -]?\d){7,})(?![\p{L}\p{N}])/giu,
  },
  {
    what: 'amount',
    shape:
      /(?:[$€£¥]|\b(?:usd|eur|gbp|chf|cny|jpy|btc)\s?)\d[\d.,]*|\d[\d.,]*\s?(?:[$€£¥]|(?:usd|eur|gbp|chf|cny|jpy|btc|dollars?|euros?|pounds?)\b|元|块|美元|欧元)/giu,
  },
]

export interface Lead {
  what: 'address' | 'link' | 'account' | 'amount'
  value: string
}

// "example dot com", "example[.]com": written so that people read a dot and programs do not.
const dots = /\s*(?:\[\s*(?:\.|dot)\s*\]|\(\s*(?:\.|dot)\s*\)|\s(?:dot|punkt)\s)\s*/giu
const ats = /\s*(?:\[\s*(?:@|at)\s*\]|\(\s*(?:@|at)\s*\))\s*/giu

/** Everything in a text that leads somewhere or names a sum. */
export function leadsIn(text: string): Lead[] {
  const spelled = fold(text).replace(dots, '.').replace(ats, '@')
  const found = new Map<string, Lead>()
  for (const { what, shape } of leads)
    for (const [match] of spelled.matchAll(shape)) {
      const value = match.replace(/[.,;:!?]+$/u, '').toLowerCase()
      if (isDate(value) || [...found.keys()].some((known) => known.includes(value))) continue
      found.set(value, { what, value })
    }
  return [...found.values()]
}

const isDate = (value: string): boolean =>
  /^\d{4}[ -]\d{1,2}[ -]\d{1,2}/.test(value) || /^\d{1,2}[ -]\d{1,2}[ -]\d{4}$/.test(value)

/** A link without what does not change where it leads. */
export const bareLink = (value: string): string =>
  norm(value)
    .replace(/^https?:\/\//u, '')
    .replace(/\/+$/u, '')

const sum = /\d[\d,.' ]*\d|\d/gu

/** Whether a value is a number and nothing else. */
export const isSum = (value: string): boolean => /^[-+]?\d[\d,.' ]*$/u.test(value.trim())

/** A number as a value: thousands and decimals in either spelling. */
export function sumOf(text: string): number {
  const plain = text.replace(/[\s']/gu, '')
  const decimals = /[.,](\d{1,2})$/u.exec(plain)?.[1] ?? ''
  const whole = (decimals === '' ? plain : plain.slice(0, -decimals.length - 1)).replace(/[.,]/gu, '')
  return Number(`${whole}.${decimals || '0'}`)
}

/** All numbers in a text. */
export const sumsIn = (text: string): number[] => [...text.matchAll(sum)].map(([found]) => sumOf(found))
