// What in the title of a line still reads as a time. A time that was said and not understood is told, never dropped.
import { plainly, row } from '../dates/words.ts'

const spoken = (pattern: string): RegExp => new RegExp(row(pattern, () => undefined).pattern.source, 'gu')
const word = '(?<![\\p{Script=Latin}\\d])'
const end = '(?![\\p{Script=Latin}\\d])'
const fullDay = '(?:mon|tues|wednes|thurs|fri|satur|sun)day'
const shortDay = '(?:mon|tues?|weds?|thu|thurs?|fri|sat|sun)'
const part = '(?:noon|midday|midnight|lunchtime|tonight|today|tomorrow)'
const unit =
  '(?:minute|min|hour|day|week|fortnight|month|quarter|year|weekday|weekend|workday|morning|afternoon|evening|night)'
const nth = '(?:other|{nth}|\\d{1,3}(?:st|nd|rd|th)?|two|three|four|five|six)'
const clock = '(?:[01]?\\d|2[0-4])[:.][0-5]\\d'
const count = '(?:_(?:%|€|\\$|euros?|dollars?|km|k|miles|people|kids|guests|friends))'

type Check = readonly [pattern: RegExp, isTime?: (found: string) => boolean]

const always: readonly Check[] = [
  [spoken('^(?:凌晨|[早晚]上|早晨|[上中下]午|傍晚)')],
  [spoken(`(?<![\\d.:/]|\\p{Script=Latin})(?:[01]?\\d|2[0-4]):[0-5]\\d(?![\\d:])(?:_{half})?`)],
  [spoken(`(?<![\\d.:/-]|\\p{Script=Latin})(?:0?[1-9]|1[0-2])(?:[:.][0-5]\\d)?_{half}${end}`)],
  [spoken('(?<![\\d./:-])[12]\\d{3}([-/.])(?:0?[1-9]|1[0-2])\\1[0-3]?\\d(?![./:-]?\\d)')],
  [spoken('(?<![\\d./:-])[0-3]?\\d([./-])[0-3]?\\d\\1(?:\\d{4}|\\d{2})(?![./:-]?\\d)')],
  [
    spoken('(?<![\\d./:-])(?:[12]?\\d|3[01])/(?:[12]?\\d|3[01])(?![./:-]?\\d)'),
    (found) => !/^(?:24\/7|9\/11|1\/[234]|2\/3|3\/4)$/.test(found),
  ],
  [spoken(`${word}{mon} (?:the )?(?:[12]?\\d|3[01])(?:st|nd|rd|th)?${end}`)],
  [spoken(`${word}(?<!\\d[./:-])(?:[12]?\\d|3[01])(?:st|nd|rd|th)?(?: of)? {mon}${end}(?!'s)`)],
  [
    spoken(
      `(?<!\\p{Script=Latin}|(?:black|good|ash|easter|cyber|casual|ruby) )${fullDay}s?(?!\\p{Script=Latin}|'|\\.[a-z]|_(?:night football|blues))`,
    ),
  ],
  [spoken(`(?<!\\p{Script=Latin}|the )${shortDay}\\.?(?=_(?:$|[,;&/+]|and ${shortDay}|${shortDay}${end}|\\d))`)],
  [spoken(`${word}(?:every|each) (?:${nth} )?(?:${unit}s?|${fullDay}|${shortDay}|{day})${end}`)],
  [
    spoken(
      `${word}(?:until|till) (?:the )?(?:\\d|{mon}${end}|${fullDay}|${shortDay}${end}|${part}|next|end)[\\p{Script=Latin}\\d:.]{0,12}`,
    ),
  ],
  [spoken(`${word}from (?:[01]?\\d|2[0-4])(?:[:.][0-5]\\d)? (?:-|–|to|till|until) [\\p{Script=Latin}\\d:.]{1,12}`)],
  [spoken(`${word}from (?:${fullDay}|${shortDay}|{mon}|${part})${end}`)],
  [spoken(`${word}for (?:{num}) (?:minute|hour|day|week|month|year|time)s?${end}`)],
  [spoken(`${word}(?:today|tonight|tomorrow|yesterday)${end}(?!')`)],
  [spoken('(?<=^|\\s)[-–—]_\\d{1,2}(?![\\d°%])')],
  [spoken('每(?:个?(?:周|星期|礼拜)[一二三四五六日天]?|天|日|个?月|年|隔|晚|早|{han}_个?[天周月年])')],
  [spoken('(?<!第)(?:周|星期|礼拜)[一二三四五六日天](?![见刊报])')],
  [
    spoken(
      '(?:凌晨|[早晚]上|早晨|[上中下]午|傍晚|夜里)_{han}_[点时]|(?<![有这几])(?:[二三四五六七八九十两\\d]{1,3})_点(?:半|钟|整|(?=$|\\s|[到至开出]))',
    ),
  ],
  [spoken('{han}_月_{han}_[日号]?|(?<!\\d)(?:[一二三四五六七八九十]{1,3}|\\d{1,2})_[号日](?![本线机楼店馆院])')],
  [spoken('(?<![收报签迟拿看找买听见想感达得遇碰做])(?:直到|到|至)$')],
]

// Named weekdays are a part of a name only where another day was read.
const undated: readonly Check[] = [[spoken(`(?:black|good|ash|easter|cyber) ${fullDay}`)]]

// Where no time of the clock was read, these are rather one.
const wholeDay: readonly Check[] = [
  [spoken('(?<![\\d.:/#+-]|\\p{Script=Latin}|\\d )0\\d[0-5]\\d(?![\\d.:/-]| \\d)')],
  [spoken(`${word}(?:at|from|until|till|by|@)_(?:${clock}|[01]?\\d|2[0-4])(?!${count}|[\\p{Script=Latin}\\d.:/-])`)],
  [spoken(`${word}at (?:a )?(?:quarter|half)${end}`)],
  [spoken(`${word}at (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)${end}`)],
]

const adverbs: readonly (readonly [name: string, rule: RegExp])[] = [
  ['hourly', /FREQ=HOURLY/],
  ['daily', /FREQ=(?:DAILY|WEEKLY)/],
  ['(?:bi)?weekly|fortnightly', /FREQ=WEEKLY/],
  ['monthly', /FREQ=MONTHLY/],
  ['quarterly', /INTERVAL=3(?!\d)/],
  ['yearly|annually', /FREQ=YEARLY|INTERVAL=12/],
]

// What stands in quotes is a name.
const unquoted = (text: string): string =>
  text.replaceAll(/"[^"]{1,200}"|“[^”]{1,200}”|《[^》]{1,200}》|「[^」]{1,200}」/gu, (quoted) =>
    '\u0000'.repeat(quoted.length),
  )

export interface Read {
  /** The whole line, and what is left of it without its times. */
  line: string
  rest: string
  words: string
  isDay: boolean
  rule?: string | undefined
}

/** What was said of the time and is not a part of what was read; undefined where all of it was understood. */
export function leftover({ line, rest, words, isDay, rule }: Read): string | undefined {
  const plain = unquoted(plainly(rest))
  const isDated = /\p{L}{3}|\p{Script=Han}|\d[-/.]\d/u.test(words)
  for (const [pattern, isTime] of [...always, ...(isDay ? wholeDay : []), ...(isDated ? [] : undated)])
    for (const { 0: found, index } of plain.matchAll(pattern))
      if (isTime?.(found) ?? true) return rest.slice(index, index + found.length).trim()
  return adverbIn(plain, rule) ?? (isDay ? fourDigits(unquoted(plainly(line)), plain) : undefined) ?? countedFrom(words)
}

/** A monthly review every Tuesday. */
function adverbIn(plain: string, rule: string | undefined): string | undefined {
  for (const [name, fits] of adverbs) {
    const found = new RegExp(`(?<![a-z])(?:${name})(?![a-z])`, 'u').exec(plain)
    if (found && !(rule !== undefined && fits.test(rule))) return found[0]
  }
  return undefined
}

const afterDay = spoken(
  `(?<=(?:today|tomorrow|tonight|${fullDay}|${word}${shortDay}) )(?:[01]\\d|2[0-3])[0-5]\\d(?![\\d.:/-])`,
)

/** Tomorrow 2030: a time or a year. */
function fourDigits(line: string, plain: string): string | undefined {
  return (line.match(afterDay) ?? []).find((found) => plain.includes(found))
}

const counted = spoken(
  `(?<!(?:in|for|within|every) )(?<![\\p{Script=Latin}\\d]){num} (?:minute|hour|day|week|month|year)s? (?:from|after|before) (?!now|today|tomorrow|{wd}${end})`,
)

/** Two weeks after Easter: counted from a day, not that long from it. */
function countedFrom(words: string): string | undefined {
  return plainly(words).match(counted)?.[0].trim()
}

const hours = spoken(`(?:\\d|[ap]\\.?m\\.?)_(?:-|–|—|~|to|till|until)_\\d{1,2}(?:[:.]\\d\\d)?_{half}?${end}`)

/** How many hours a stretch takes that goes far into the next day, where that day was not said: 4pm-3pm. */
export function overnight(start: string, stop: string | undefined, words: string): number | undefined {
  if (stop === undefined || !start.includes('T') || !plainly(words).match(hours)) return undefined
  const [from, to] = [start, stop].map((text) => Temporal.ZonedDateTime.from(text))
  if (!from || !to || from.toPlainDate().equals(to.toPlainDate())) return undefined
  const length = from.until(to).total('hours')
  return length > 12 && length < 24 ? Math.round(length * 10) / 10 : undefined
}
