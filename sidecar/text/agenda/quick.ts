// A line such as "lunch with Ana tomorrow 12-1 at Luigi's #work" to the call that it stands for.
import { findWhen } from '../dates/read.ts'
import type { Ambiguous, Choice } from '../dates/types.ts'
import { type Lead, leadIn } from './lead.ts'
import { leftover, overnight } from './leftover.ts'
import { fromNow, type LineParts, lineParts, placeIn, titleOf } from './lineparts.ts'
import { dueOf, eventTimes, reminderTime, type Timed } from './linetimes.ts'
import { tell } from './told.ts'
import type { Preferences } from './types.ts'
import { whenOptions } from './words.ts'

export interface Understood {
  /** In the user's language. */
  says: string
  notes: string[]
  tool: 'calendar_create' | 'create_task' | 'set_reminder'
  input: Record<string, unknown>
  start?: string
  end?: string
  allDay?: boolean
}

export interface Reading {
  state: 'clear' | 'ambiguous' | 'incomplete'
  choices: Understood[]
  why?: string
}

export interface LineOptions {
  as: 'event' | 'task' | 'reminder'
  now: number
  preferences: Preferences
  calendar?: string
}

const LONGEST = 500

const whys = {
  long: ['The line is too long.', '这一行太长了。'],
  taskTime: ['Say when it is due.', '请说明截止时间。'],
  eventTitle: ['Say what it is.', '请说明是什么事。'],
  eventTime: ['Say when it is.', '请说明时间。'],
  taskTitle: ['Say what is to be done.', '请说明要做什么。'],
  reminderTitle: ['Say what to be reminded of.', '请说明要提醒什么。'],
  reminderTime: ['Say when to be reminded.', '请说明何时提醒。'],
} as const

const missing = (what: keyof typeof whys, { preferences }: LineOptions): Reading => ({
  state: 'incomplete',
  choices: [],
  why: whys[what][preferences.language === 'zh' ? 1 : 0],
})

/** What a line would become. */
export function understandLine(text: string, options: LineOptions): Reading {
  if (text.length > LONGEST) return missing('long', options)
  const { as } = options
  const lead = as === 'reminder' ? leadIn(text) : undefined
  if (lead) return before(lead, text, options)
  const parts = lineParts(text, as)
  const words = as === 'reminder' ? fromNow(parts.rest) : parts.rest
  // Without a time there is no event, so what may be one is.
  const found = findWhen(words, { ...whenOptions(options), ...(as === 'event' ? { isEager: true } : {}) })
  if (found.odd !== undefined) return { state: 'incomplete', choices: [], why: odd(found.odd, options) }
  const { when, other } = found
  const isTimed = when.kind !== 'none' && (when.kind !== 'duration' || as === 'reminder')
  if (!isTimed) return untimed(parts, options)
  const read = [{ ...found, when }, ...(other ? [other] : [])]
  const choices = distinct(read.flatMap((each) => choicesOf(parts, each, options)))
  if (choices.length === 0)
    return missing(`${as}${titled(parts, found.rest, as).title === '' ? 'Title' : 'Time'}`, options)
  const left = doubt(parts, found, choices[0], options)
  if (choices.length === 1 && left === undefined) return { state: 'clear', choices }
  const why = [other?.why, when.kind === 'ambiguous' ? when.why : undefined, left].filter(Boolean).join(' ')
  return { state: 'ambiguous', choices: byName(choices), ...(why === '' ? {} : { why }) }
}

/** What was said of the time and is not in what was read, or is hardly meant so; as a sentence. */
function doubt(
  { rest: line }: LineParts,
  { rest, words }: { rest: string; words: string },
  first: Understood | undefined,
  { as, preferences: { language } }: LineOptions,
): string | undefined {
  const { start = '', end, input, allDay } = first ?? {}
  const rule = typeof input?.repeat === 'string' ? input.repeat : undefined
  // A reminder has always a time, said or not.
  const isDay = as === 'reminder' ? !/\d:\d|[ap]m|点|noon|midday|midnight/iu.test(words) : allDay === true
  const left = leftover({ line, rest, words, isDay, rule })
  if (left !== undefined) return tell(language, 'notTaken', left)
  const hours = overnight(start, end, words)
  return hours === undefined ? undefined : tell(language, 'overnight', words, String(hours))
}

/** Before an event; before a time is none that is understood. */
function before({ event, minutes }: Lead, text: string, options: LineOptions): Reading {
  const { language } = options.preferences
  if (findWhen(event, whenOptions(options)).when.kind !== 'none')
    return { state: 'incomplete', choices: [], why: tell(language, 'notTaken', text.trim()) }
  const says = language === 'zh' ? `${event} · 提前 ${minutes} 分钟` : `${event} · ${minutes} minutes before`
  return { state: 'clear', choices: [{ says, notes: [], tool: 'set_reminder', input: { event, minutes } }] }
}

function odd(why: string, { preferences }: LineOptions): string {
  return preferences.language === 'zh'
    ? `${why}若是名称的一部分，请加引号。`
    : `${why} Put it in quotes if it is a part of the name.`
}

/** The parts with what is left as a title, and the place that was said in it. */
function titled(parts: LineParts, rest: string, as: LineOptions['as'], isTimed = true): Whole {
  const said = titleOf(rest, as, isTimed)
  return { ...parts, ...(as === 'event' && parts.location === undefined ? placeIn(said) : { title: said }) }
}

/** A length alone says nothing of when: it stays a part of the title. */
function untimed(parts: LineParts, options: LineOptions): Reading {
  const { as } = options
  const whole = titled(parts, parts.rest, as, false)
  if (whole.title === '') return missing(`${as}Title`, options)
  return as === 'task'
    ? { state: 'clear', choices: [taskOf(whole, undefined, options)] }
    : missing(`${as}Time`, options)
}

function choicesOf(
  parts: LineParts,
  { when, words, rest }: { when: Choice | Ambiguous; words: string; rest: string },
  options: LineOptions,
): Understood[] {
  const whole = titled(parts, rest, options.as)
  if (whole.title === '') return []
  const make = { event: eventOf, task: taskOf, reminder: reminderOf }[options.as]
  return (when.kind === 'ambiguous' ? when.choices : [when]).flatMap(
    (choice) => make(whole, choice, options, words) ?? [],
  )
}

const late =
  /\b(?:dinner|supper|drinks|party|concert|cinema|movie|theat(?:er|re)|gig|pub)\b|晚饭|晚餐|晚宴|聚餐|夜宵|电影|音乐会|演唱会|酒吧/iu

/** Of a morning and an evening, dinner is rather in the evening: that comes first. */
function byName(choices: readonly Understood[]): Understood[] {
  const isLate = ({ input, start }: Understood): boolean =>
    late.test(String(input.title ?? input.text)) && Number(/T(\d\d)/.exec(start ?? '')?.[1] ?? 0) >= 12
  return choices.toSorted((a, b) => Number(isLate(b)) - Number(isLate(a)))
}

type Whole = LineParts & { title: string }

function distinct(choices: readonly Understood[]): Understood[] {
  const known = new Map(choices.map((choice) => [JSON.stringify(choice.input), choice]))
  return [...known.values()]
}

const place = (location: string, language: 'en' | 'zh'): string =>
  language === 'zh' ? `地点：${location}` : `at ${location}`

/** What was understood, piece by piece. */
function say(
  { title, location, tags, priority }: Whole,
  times: readonly string[],
  { preferences }: LineOptions,
): string {
  const { language } = preferences
  const rank = priority === undefined ? [] : [language === 'zh' ? `优先级 ${priority}` : `priority ${priority}`]
  const where = location === undefined ? [] : [place(location, language)]
  return [title, ...times, ...where, ...rank, ...tags.map((tag) => `#${tag}`)].join(' · ')
}

const given = ({ tags }: Whole, { calendar }: LineOptions) => ({
  ...(tags.length > 0 ? { tags } : {}),
  ...(calendar === undefined ? {} : { calendar }),
})

function eventOf(whole: Whole, choice: Choice, options: LineOptions): Understood | undefined {
  const times = eventTimes(choice, options)
  if (!times) return undefined
  const { start, end, rule, allDay } = times
  return {
    ...told(times, say(whole, [times.says], options)),
    tool: 'calendar_create',
    input: {
      ...{ title: whole.title, when: start, end },
      ...(rule === undefined ? {} : { repeat: rule }),
      ...(whole.location === undefined ? {} : { location: whole.location }),
      ...given(whole, options),
    },
    ...{ start, end, allDay },
  }
}

const told = ({ notes }: Timed, says: string) => ({ says, notes: [...new Set(notes)] })

function taskOf(whole: Whole, choice: Choice | undefined, options: LineOptions): Understood {
  const times = choice && dueOf(choice, options)
  const base = { title: whole.title, ...(whole.priority === undefined ? {} : { priority: whole.priority }) }
  if (!times)
    return {
      says: say(whole, [], options),
      notes: [],
      tool: 'create_task',
      input: { ...base, ...given(whole, options) },
    }
  const { start, rule, isBeginning, allDay } = times
  return {
    ...told(times, say(whole, [times.says], options)),
    tool: 'create_task',
    input: {
      ...base,
      ...(isBeginning ? { start } : { due: start }),
      ...(rule === undefined ? {} : { repeat: rule }),
      ...given(whole, options),
    },
    ...{ start, allDay },
  }
}

function reminderOf(whole: Whole, choice: Choice, options: LineOptions, words: string): Understood[] {
  return reminderTime(choice, words, options).map((times) => ({
    ...told(times, say(whole, [times.says], options)),
    tool: 'set_reminder',
    input: {
      ...{ text: whole.title, when: times.start },
      ...(times.rule === undefined ? {} : { repeat: times.rule }),
    },
    ...{ start: times.start, allDay: false },
  }))
}
