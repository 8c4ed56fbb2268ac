// Names that are not what they look like: letters of several scripts in one word, characters that nobody sees, signs that
// pass for others. What is found is said in words, with the code points, so that a card can show it.

/** Format characters, controls, line separators, lone surrogates, blank fillers and the selectors that can carry hidden bytes. */
export const hidden =
  /\p{Cc}|\p{Cf}|\p{Cs}|\p{Zl}|\p{Zp}|\u034f|[\u115f\u1160]|[\u17b4\u17b5]|[\u180b-\u180f]|\u3164|\uffa0|[\ufe00-\ufe0e]|[\u{e0100}-\u{e01ef}]/gu

const reordering = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const passing = /[\u2044\u2215\u29f8\u2571\ua789\u2236\u0589\ufe68]/gu
const word = /[\p{L}\p{M}\p{N}]+/gu

const scripts: readonly (readonly [string, RegExp])[] = [
  ['Latin', /\p{Script=Latin}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Cherokee', /\p{Script=Cherokee}/u],
  ['Georgian', /\p{Script=Georgian}/u],
  ['Coptic', /\p{Script=Coptic}/u],
  ['Lisu', /\p{Script=Lisu}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Arabic', /\p{Script=Arabic}/u],
]
// A word all of these reads as a Latin one.
const latinTwins = /^[асеорхуіјѕһԁԛԝӏАВСЕНІЈКМОРЅТХУԌԜαινορυΑΒΕΖΗΙΚΜΝΟΡΤΥΧօոսհցզյ\d]+$/u

const points = (found: Iterable<string>): string =>
  [...new Set(found)]
    .slice(0, 5)
    .map((char) => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
    .join(', ')

const scriptOf = (char: string): string | undefined => scripts.find(([, letters]) => letters.test(char))?.[0]

function mixedWord(text: string): string | undefined {
  const letters = [...text].map((char) => ({ char, script: scriptOf(char) }))
  const found = new Set(letters.flatMap(({ script }) => script ?? []))
  const [first] = found
  if (found.size > 1) {
    const main = found.has('Latin') ? 'Latin' : first
    const others = letters.filter(({ script }) => script !== undefined && script !== main).map(({ char }) => char)
    return `mixes ${[...found].join(' and ')} letters in ${JSON.stringify(text)} (${points(others)})`
  }
  if (first !== undefined && first !== 'Latin' && latinTwins.test(text))
    return `has ${JSON.stringify(text)}, which looks Latin and is ${first} (${points(text)})`
  return undefined
}

/** What about a name deceives the eye, one sentence each; nothing where it is what it looks like. */
export function lookalikes(name: string): string[] {
  const unseen: string[] = name.match(hidden) ?? []
  const turning: string[] = name.match(reordering) ?? []
  const bare = name.replace(hidden, '')
  const signs = bare.match(passing) ?? []
  const found = (bare.match(word) ?? []).flatMap((each) => mixedWord(each) ?? [])
  if (turning.length > 0) found.push(`has characters that turn the direction of the text (${points(turning)})`)
  const other = unseen.filter((char) => !turning.includes(char))
  if (other.length > 0) found.push(`has invisible characters (${points(other)})`)
  if (signs.length > 0) found.push(`has signs that pass for others (${points(signs)})`)
  const odd = [...bare].filter((char) => char.charCodeAt(0) > 127 && /[\w./@\\]/.test(char.normalize('NFKC')))
  if (odd.length > 0) found.push(`has characters in an unusual form (${points(odd)})`)
  if (/(?:^|[./@])xn--/iu.test(bare)) found.push('has a host in another alphabet, written as xn--')
  return found.map((what) => `The name ${JSON.stringify(name)} ${what}.`)
}
