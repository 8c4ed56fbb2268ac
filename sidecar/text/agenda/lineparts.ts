// The marks in a line that are not about time: #tags, @place, !priority, "at Luigi's". What stands in quotes is left alone.

export interface LineParts {
  rest: string
  tags: string[]
  location?: string
  priority?: number
}

const tagMark = /(?<=^|\s|\p{Script=Han})[#＃]([\p{L}\p{N}_/-]{1,60})(?=[\s,.;，。；]|$)/gu
const placeMark = /(?<=^|\s)[@＠](?:"([^"]{1,200})"|“([^”]{1,200})”|([^\s@#＃!！"“]{1,100}))/u
const priorityMark = /(?<=^|\s)[!！](?:([1-9])|(high|hoch|高)|(medium|med|中)|(low|低))(?=\s|$)/iu

const tidy = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()

/** Where the quotes are, so that marks inside of them are none. */
const isQuoted = (text: string, at: number): boolean =>
  [...text.matchAll(/"[^"]*"|“[^”]*”|《[^》]*》|「[^」]*」/gu)].some(
    ({ index, 0: whole }) => at > index && at < index + whole.length,
  )

/** Takes out tags. A number alone is none: issue #3. */
function withoutTags(text: string): { rest: string; tags: string[] } {
  const tags: string[] = []
  const rest = text.replaceAll(tagMark, (whole, tag: string, at: number) => {
    if (/^\d+$/.test(tag) || isQuoted(text, at)) return whole
    tags.push(tag)
    return ' '
  })
  return { rest: tidy(rest), tags: [...new Set(tags)] }
}

/** Takes out the priority of a task. */
function withoutPriority(text: string): { rest: string; priority?: number } {
  const found = priorityMark.exec(text)
  if (!found || isQuoted(text, found.index)) return { rest: text }
  const [whole, digit, high, medium] = found
  const priority = digit === undefined ? (high ? 1 : medium ? 5 : 9) : Number(digit)
  return { rest: tidy(text.replace(whole, ' ')), priority }
}

/** Takes out `@place`; `@3pm` is a time. */
function withoutPlace(text: string): { rest: string; location?: string } {
  const found = placeMark.exec(text)
  if (!found || isQuoted(text, found.index)) return { rest: text }
  const [whole, straight, curly, word] = found
  if (word !== undefined && /^\d{1,2}(?:[:.]\d\d)?(?:[ap]m?)?$/i.test(word))
    return { rest: tidy(text.replace(whole, `at ${word}`)) }
  const location = tidy((straight ?? curly ?? word ?? '').replaceAll('_', ' '))
  return { rest: tidy(text.replace(whole, ' ')), ...(location === '' ? {} : { location }) }
}

/** The marks that count for what the line is to become. */
export function lineParts(text: string, as: 'event' | 'task' | 'reminder'): LineParts {
  if (as === 'reminder') return { rest: tidy(text), tags: [] }
  const { rest, tags } = withoutTags(tidy(text))
  return { tags, ...(as === 'task' ? withoutPriority(rest) : withoutPlace(rest)) }
}

// What is looked at is no place.
const seen =
  /\b(?:look|stare|aim|shout|yell|laugh|point|glance|good|bad|great|try|angry|arrive|throw|work|live|stay)$/iu
const english =
  /^(?<before>.*\S)\s+at\s+(?<place>(?:the\s+)?(?:["“]?[\p{Lu}]|\d{1,4}\s+\p{Lu})[^,;]{0,80}?|home|work|school|the (?:office|gym|park|station|airport|library|beach|pool|bank|doctor's|dentist's))(?<after>(?:\s+(?:with|for|about|and|to|re)\s.*)?)$/u
const room =
  /^(?<before>.*\S)\s+in\s+(?<place>(?:the\s+)?(?:(?:meeting|conference|board)\s+)?[Rr]oom(?:\s+[\w.-]{1,12})?)(?<after>(?:\s+(?:with|for|about|and|to|re)\s.*)?)$/u
const chinese =
  /^(?<before>.*?)在(?<place>[\p{L}\p{N}]{0,14}(?:室|厅|馆|店|楼|场|站|医院|学院|公园|花园|学校|公司|咖啡|中心|酒吧|银行)|家|[\p{Script=Han}]{1,3}(?<![大专国作画])家)(?<after>.*)$/u

/** A place that is said in words, taken out of what is left as a title; only where that is fairly sure. */
export function placeIn(title: string): { title: string; location?: string } {
  for (const pattern of [english, room, chinese]) {
    const { before = '', place = '', after = '' } = pattern.exec(title)?.groups ?? {}
    if (place === '' || seen.test(before)) continue
    const left = tidy(`${before}${after}`)
    if (left !== '') return { title: left, location: place.replaceAll(/["“”]/gu, '') }
  }
  return { title }
}

// Words that led to a time which is no longer there.
const loose = /(?:\s+(?:at|on|by|from|until|till|in|@|-|–|—))+$|^(?:(?:at|on|by|@|-|–|—)\s+)+/giu
const lead = {
  event: /^(?:(?:new |add |create )?(?:event|appointment)\s*[:：]|日程[:：])\s*/iu,
  task: /^(?:(?:new |add )?(?:task|to-?do|to do)\s*[:：]|(?:任务|待办)[:：])\s*/iu,
  reminder:
    /^(?:please\s+)?(?:(?:set a )?remind(?:er)?(?:\s+me)?(?:\s*[:：]|\s+(?:to|that|about|of|for))?(?=\s|$)|请?提醒我?(?:一下)?[:：，,]?|记得)\s*/iu,
} as const

/** What is left of a line as a title, after words about time were taken out of it or not. */
export function titleOf(rest: string, as: 'event' | 'task' | 'reminder', isTimed: boolean): string {
  const bare = tidy(rest).replace(lead[as], '')
  const whole = isTimed ? bare.replaceAll(loose, '') : bare
  const said =
    as === 'reminder' ? whole.replace(/^(?:to|that)\s+/iu, '') : whole.replace(as === 'task' ? /\s+due$/iu : '', '')
  return tidy(said.replaceAll(/^[,，;；:：、\s]+|[,，;；:：、\s]+$/gu, ''))
}

const minutes = /^(\d{1,3} {0,2}(?:minutes?|mins?|hours?|hrs?|h|m))(?= +\S)/iu
const hanMinutes = /^([\d一二三四五六七八九十两半]{1,3}个?(?:分钟|小时|钟头))(?!后|之后|以后)/u

/** "20 min tea" is in twenty minutes. */
export const fromNow = (text: string): string => (minutes.test(text) ? `in ${text}` : text.replace(hanMinutes, '$1后 '))
