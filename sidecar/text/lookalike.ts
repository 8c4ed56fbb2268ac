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
const latinTwins = /^[асеорхуіјѕһԁԛԝӏѵѡАВСЕНІЈКМОРЅТХУԌԜαινορυΑΒΕΖΗΙΚΜΝΟΡΤΥΧօոսհցզյ\d]+$/u

// Latin letters that are read as others, from Unicode's confusables. These stand in no spelling, only in phonetic scripts …
const phonetic = pairs('aɑ bƅ cᴄ eꬲ fꬵꞙẝ gɡᶃƍ iɪ jȷ oᴏᴑ pƿ rꭇꭈ sꜱƽ uᴜꭎꭒ vᴠ wᴡɯ yʏỿᶌ zᴢ')
// … and these in some languages: ordinary in a name, and told where one letter decides where something goes.
const regional = pairs('iıɩ lǀƖ uʋ yɣ')
const homeOfRegional = /\.(?:tr|az|kz)$/iu
const otherDots = /[\u3002\uff61]/gu
const dotInside = /[a-z\d][\u3002\uff61](?=[a-z\d])/giu
const otherDigits = /[^\P{Nd}\d]/gu

const bareHost = /^[^\s/\\@:]+[.\u3002\uff61](?:com|net|org|io|dev|app|co|ai|info|biz|edu|gov|me|xyz)$/iu

/** `aɑ gɡᶃ` as what each letter is read as. */
function pairs(text: string): ReadonlyMap<string, string> {
  return new Map(text.split(' ').flatMap(([read = '', ...letters]) => letters.map((letter) => [letter, read] as const)))
}

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

/** The parts of a name that say where something goes: hosts and addresses. Split and not searched, so that it takes one look. */
function places(name: string): string[] {
  const upTo = (text: string) => text.split(/[/?#\s]/u, 1)[0] ?? ''
  const hosts = name.split('://').slice(1).map(upTo)
  const addresses = name.split(/[\s,;<>"']/u).filter((each) => each.includes('@'))
  const mail = addresses.map((each) => `${each.slice(0, each.indexOf('@'))}@${upTo(each.slice(each.indexOf('@') + 1))}`)
  return [...hosts, ...mail, ...(name.match(bareHost) ?? [])]
}

// Where a word has other letters of a language, the regional ones are at home in it.
function regionalIn(place: string): string[] {
  if (homeOfRegional.test(place)) return []
  const isForeign = (char: string) => char.charCodeAt(0) > 127 && !regional.has(char)
  const words = (place.match(word) ?? []).filter((each) => ![...each].some(isForeign))
  return [...words.join('')].filter((char) => regional.has(char))
}

function passingIn(name: string): string[] {
  const found = places(name)
  const inPlaces = found.flatMap((place) => [...(place.match(otherDots) ?? []), ...latinDigits(place)])
  const dots = (name.match(dotInside) ?? []).map((pair) => pair.slice(1))
  return [...(name.match(passing) ?? []), ...inPlaces, ...dots]
}

/** Digits of another script among Latin letters. */
const latinDigits = (place: string): string[] =>
  (place.match(word) ?? [])
    .filter((each) => /\p{Script=Latin}/u.test(each))
    .flatMap((each) => each.match(otherDigits) ?? [])

/** Letters that are read as others, each with what it is read as. */
function misread(name: string): string[] {
  const found = [...[...name].filter((char) => phonetic.has(char)), ...places(name).flatMap(regionalIn)]
  return [...new Set(found)].map((char) => `${points(char)} for ${phonetic.get(char) ?? regional.get(char)}`)
}

/** What about a name deceives the eye, one sentence each; nothing where it is what it looks like. */
export function lookalikes(name: string): string[] {
  const unseen: string[] = name.match(hidden) ?? []
  const turning: string[] = name.match(reordering) ?? []
  const bare = name.replace(hidden, '')
  const signs = passingIn(bare)
  const letters = misread(bare)
  const found = (bare.match(word) ?? []).flatMap((each) => mixedWord(each) ?? [])
  if (turning.length > 0) found.push(`has characters that turn the direction of the text (${points(turning)})`)
  const other = unseen.filter((char) => !turning.includes(char))
  if (other.length > 0) found.push(`has invisible characters (${points(other)})`)
  if (signs.length > 0) found.push(`has signs that pass for others (${points(signs)})`)
  if (letters.length > 0) found.push(`has letters that pass for others (${letters.slice(0, 5).join(', ')})`)
  const odd = [...bare].filter((char) => char.charCodeAt(0) > 127 && /[\w./@\\]/.test(char.normalize('NFKC')))
  if (odd.length > 0) found.push(`has characters in an unusual form (${points(odd)})`)
  if (/(?:^|[./@])xn--/iu.test(bare)) found.push('has a host in another alphabet, written as xn--')
  return found.map((what) => `The name ${JSON.stringify(name)} ${what}.`)
}
