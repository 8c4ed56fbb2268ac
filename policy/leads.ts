// The things in a text that lead somewhere or name a sum: links, addresses, handles, account and telephone numbers, amounts.
import { numberWords, sumOf } from './sums.ts'
import { fold, norm } from './words.ts'

export interface Lead {
  what: 'address' | 'link' | 'handle' | 'account' | 'amount'
  value: string
}

// Every repetition is bounded: a text is looked through in a time that goes with its length.
const label = String.raw`[\p{L}\p{N}-]{1,63}`
const bare = String.raw`${label}(?:\.${label}){1,10}`
const rest = String.raw`(?::\d{1,5})?(?:[/?#][^\s<>"'”)\]]{0,2000})?(?![\p{L}\p{N}])`
// Endings that are hosts however they are written. Others count in what leaves, where they are in small letters.
const endings =
  'com|org|net|edu|gov|mil|int|io|co|info|biz|app|dev|ai|me|tv|xyz|top|site|online|shop|store|link|live|click|zip|mov|cc|ws|cloud|page|web|blog|news|pro|vip|icu|club|fun|work|world|email|group|team|tech|space|website|support|help|finance|bank|money|crypto|ly|gl|gg|to|sh|st|so|is|fm|am|pm|la|nu|tk|ml|ga|cf|gq|ch|de|at|fr|it|es|pt|uk|ie|us|ca|mx|br|ar|cl|ru|ua|by|cn|hk|tw|jp|kr|in|pk|id|my|sg|th|vn|ph|au|nz|za|ng|ke|eg|ma|il|ae|sa|ir|tr|gr|ro|bg|hu|cz|sk|pl|lt|lv|ee|fi|se|no|dk|be|nl|lu|eu|li|рф'
const files =
  'docx?|xlsx?|pptx?|pdf|txt|csv|tsv|md|json|jsonl|ya?ml|toml|ini|xml|html?|css|png|jpe?g|gif|svg|webp|mp[34]|mov|wav|ics|vcf|eml|log|tar|gz|zip|rar|7z|js|mjs|ts|tsx|jsx|py|rb|rs|go|java|c|h|cpp|sh|bat|exe|sql|db|odt|ods|odp|key|pages|numbers'
const codes =
  'usd|eur|gbp|chf|cny|rmb|jpy|inr|aud|cad|nzd|sek|nok|dkk|isk|pln|czk|huf|ron|bgn|brl|ars|clp|cop|mxn|zar|ngn|kes|egp|krw|sgd|hkd|twd|thb|vnd|idr|myr|php|pkr|try|rub|uah|ils|aed|sar|btc|xbt|eth|usdt|usdc|sol|xmr|ltc'
const names =
  'dollars?|bucks|euros?|pounds?|quid|francs?|rupees?|yen|yuan|pesos?|rubles?|kron(?:a|or|er)|zloty|bitcoins?|ether'
const number = String.raw`(?<![\d.,'’])\d(?:[\d.,'’]{0,40}\d)?(?: ?k\b)?`

const longNumber =
  /(?<![\p{L}\p{N}])(?:[a-z]{2}\d{2}(?: ?[a-z0-9]{4}){2,8}(?: ?[a-z0-9]{1,4})?|0x[0-9a-f]{16,100}|bc1[a-z0-9]{20,90}|[13][1-9a-z]{25,34})(?![\p{L}\p{N}])/giu
const spacedNumber = /(?<![\p{L}\p{N}.,])[+(]?\d(?:[ ()./-]{0,2}\d){6,60}(?![\p{L}\p{N}])/giu

const shapes: readonly { what: Lead['what']; shape: RegExp }[] = [
  { what: 'address', shape: new RegExp(String.raw`(?:"[^"\s]{1,64}"|[^\s@<>()[\],;:"'’”]{1,64})@${bare}`, 'giu') },
  { what: 'link', shape: /[a-z][a-z0-9+.-]{1,10}:\/\/[^\s<>"'”)\]]{1,2000}/giu },
  {
    what: 'link',
    shape:
      /(?<![\p{L}\p{N}])(?:javascript|vbscript|data|tel|sms|bitcoin|ethereum|monero|tg|whatsapp|skype):[^\s<>"'”)\]]{1,2000}/giu,
  },
  {
    what: 'link',
    shape: new RegExp(
      String.raw`(?<![@\p{L}\p{N}.-])(?:www\.${bare}|(?:${label}\.){1,10}(?:xn--[a-z0-9-]{1,59}|${endings}))${rest}`,
      'giu',
    ),
  },
  { what: 'link', shape: new RegExp(String.raw`(?<![\p{L}\p{N}.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.]*\d)${rest}`, 'giu') },
  { what: 'account', shape: longNumber },
  { what: 'account', shape: spacedNumber },
  // Before the number and behind it by itself: in "by 10, $140" and in "140$ 10 times" both are looked at.
  { what: 'amount', shape: new RegExp(String.raw`(?:\p{Sc}|\b(?:${codes})) ?${number}`, 'giu') },
  {
    what: 'amount',
    shape: new RegExp(
      String.raw`(?:${number}[.,]?[-–]{0,2}|\b${numberWords}) ?(?:\p{Sc}(?!\d)|(?:${codes}|${names})\b|元|块|美元|欧元|円|원)`,
      'giu',
    ),
  },
  { what: 'handle', shape: /(?<![\p{L}\p{N}.@/])@[\p{L}\p{N}_]{3,64}/giu },
]
// Only what leaves is looked at so closely: in a program that is written down, "list.map" is no place.
const anyHost = new RegExp(
  String.raw`(?<![@\p{L}\p{N}.-])(?:[\p{Ll}\p{N}-]{1,63}\.){0,9}[\p{Ll}\p{N}-]{0,61}[\p{Ll}\p{N}]{2}\.(?!(?:${files})(?![\p{L}\p{N}]))\p{Ll}{2,24}${rest}(?!\()`,
  'gu',
)

// "example dot com", "example[.]com": written so that people read a dot and programs do not.
const dots = /\s*(?:[[({<]\s*(?:\.|dot|punkt)\s*[\])}>]|\s(?:dot|punkt)\s|[-_](?:dot|punkt)[-_])\s*/giu
const ats = /\s*(?:[[({<]\s*(?:@|at)\s*[\])}>]|\s(?:\(?at\)?)\s(?=[\p{L}\p{N}-]+\s?(?:\.|\sdot\s)\s?\p{L}))\s*/giu
const spacedOut = /(?<!\S)\S(?: \S){6,200}(?!\S)/gu

// Percent signs and entities are spellings too.
function decoded(text: string): string {
  return text
    .replace(/%([2-7][\da-f])/giu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/&(?:period|#0*46);/giu, '.')
    .replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/giu, (all, hex?: string, dec?: string) => {
      const point = hex === undefined ? Number(dec) : Number.parseInt(hex, 16)
      return point <= 0x10ffff ? String.fromCodePoint(point) : all
    })
}

const dates =
  /(?<![\d])(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}|(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?:[T ]\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?Z?)?(?![\d])/gu

/** With so many it matters no more which is a part of which. */
const MANY = 100

/** Everything in a text that leads somewhere or names a sum. `closely`: any host, also one with an ending nobody knows. */
export function leadsIn(text: string, closely = true): Lead[] {
  const spelled = fold(decoded(text))
    .replace(/[。｡．]/gu, '.')
    .replace(spacedOut, (run) => (/ [.@] /u.test(run) ? run.replaceAll(' ', '') : run))
    .replace(ats, '@')
    .replace(dots, '.')
  const undated = spelled.replace(dates, ' ')
  const found = new Map<string, Lead>()
  const isPart = (value: string) => found.size < MANY && [...found.keys()].some((known) => known.includes(value))
  const all = closely ? [...shapes, { what: 'link' as const, shape: anyHost }] : shapes
  for (const { what, shape } of all)
    for (const [match] of (what === 'account' ? undated : spelled).matchAll(shape)) {
      const value = match.replace(/[.,;:!?]+$/u, '').toLowerCase()
      if ((what === 'account' && !isAccount(value)) || found.has(value) || isPart(value)) continue
      found.set(value, { what, value })
    }
  return [...found.values()]
}

// Seven digits in a telephone's clothes, eight otherwise; not a list of single digits, not a number with its thousands.
function isAccount(value: string): boolean {
  if (/[a-z]/iu.test(value)) return /\d/u.test(value)
  const groups = value.match(/\d+/gu) ?? []
  const digits = groups.join('').length
  if (
    digits < groups.length * 2 ||
    /^\d{1,3}(?:[. ]\d{3})+$/u.test(value) ||
    isRange(value) ||
    /^(?:19|20)\d\d[- ](?:19|20)\d\d$/u.test(value)
  )
    return false
  return digits >= 8 || (digits === 7 && /[()/.+-]/u.test(value) && groups.length > 1)
}

// "120.0-180.0", "14.30-16.00": from and to.
function isRange(value: string): boolean {
  const [, from, to] = /^\(?(\d{1,4}[.,]\d{1,2}) ?[-/] ?(\d{1,4}[.,]\d{1,2})$/u.exec(value) ?? []
  return from !== undefined && to !== undefined && sumOf(from) < sumOf(to)
}

/** Account and telephone numbers in a folded text, as their letters and digits only. */
export function accountsIn(folded: string): string[] {
  const undated = folded.replace(dates, ' ')
  return [longNumber, spacedNumber].flatMap((shape) =>
    [...undated.matchAll(shape)].flatMap(([match]) => (isAccount(match) ? [accountKey(match)] : [])),
  )
}

/** One spelling for a number that spaces and signs may stand in; "+" and "00" before a country are the same. */
export const accountKey = (value: string): string =>
  norm(value)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^00(?=\d{7})/u, '')

/** A link without what does not change where it leads. */
export const bareLink = (value: string): string =>
  norm(value)
    .replace(/^https?:\/\//u, '')
    .replace(/^([^/?#]*):(?:443|80)(?=$|[/?#])/u, '$1')
    .replace(/\/+$/u, '')

/** What a thing goes by, and not where somebody is reached. */
export const isIdentifier = (text: string): boolean => /^\S*\p{N}\S*$/u.test(text) && leadsIn(text).length === 0
