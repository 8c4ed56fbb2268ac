// What desktop notifications say, in both languages. A notification is read over a shoulder and on a locked screen, and
// its words are on a command line for a moment: the tool and the title of its card are all that ever goes into one.
import { redact } from '../../../policy/redact.ts'
import { hidden } from '../../text/lookalike.ts'

export type Language = 'en' | 'zh'

export interface Notice {
  title: string
  body: string
}

/** What happened, in the order in which it matters. */
export type Kind = 'approval' | 'question' | 'reminder' | 'missed' | 'trouble'

export interface Happening {
  kind: Kind
  /** The id that its end will be told by, where it has one. */
  id?: string
  tool?: string
  title?: string
  /** When what a reminder is of begins. */
  startsAt?: number
}

const longest = 120

// Some desktops read the text as markup, others show entities as they are: signs that mean nothing to either.
const harmless: Readonly<Record<string, string>> = { '&': '＆', '<': '‹', '>': '›' }

/** One short line of plain text, with what looks secret masked. */
export function plain(text: string): string {
  const line = redact(text.slice(0, 40 * longest))
    .replace(/\s+/gu, ' ')
    .replace(hidden, '')
    .replace(/[&<>]/g, (sign) => harmless[sign] ?? '')
    .trim()
  const letters = [...line]
  return letters.length <= longest ? line : `${letters.slice(0, longest - 1).join('')}…`
}

interface Words {
  heading: string
  one: Readonly<Record<Kind, string>>
  many: Readonly<Record<Kind, (count: number) => string>>
  /** Between a word of ours and what it is about. */
  colon: string
  comma: string
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    heading: 'Steward',
    one: {
      approval: 'May I?',
      question: 'A question for you',
      reminder: 'Reminder',
      missed: 'Missed reminder',
      trouble: 'Something went wrong',
    },
    many: {
      approval: (count) => `${count} questions wait for your yes or no`,
      question: (count) => `${count} questions wait for an answer`,
      reminder: (count) => `${count} reminders`,
      missed: (count) => `${count} missed reminders`,
      trouble: (count) => `${count} things went wrong`,
    },
    colon: ': ',
    comma: ', ',
  },
  zh: {
    heading: 'Steward',
    one: {
      approval: '可以吗？',
      question: '有一个问题要问您',
      reminder: '提醒',
      missed: '错过的提醒',
      trouble: '出了点问题',
    },
    many: {
      approval: (count) => `有 ${count} 个操作等待您批准`,
      question: (count) => `有 ${count} 个问题等待您回答`,
      reminder: (count) => `${count} 条提醒`,
      missed: (count) => `错过了 ${count} 条提醒`,
      trouble: (count) => `出了 ${count} 个问题`,
    },
    colon: '：',
    comma: '，',
  },
}

const kinds: readonly Kind[] = ['approval', 'question', 'reminder', 'missed', 'trouble']

export interface Around {
  now: number
  /** The zone that times are told in; the system's where there is none. */
  zone?: string | undefined
}

/** All that happened since the last time as one notification: a burst is a number, not a flood. */
export function noticeFor(
  happened: readonly Happening[],
  language: Language,
  around: Around = { now: Date.now() },
): Notice | undefined {
  const { heading, one, many, colon, comma } = words[language]
  const [first, second] = happened
  if (first === undefined) return undefined
  if (second === undefined) {
    const about = plain([first.tool, first.title].filter((each) => each !== undefined).join(colon))
    const begins = first.startsAt === undefined ? [] : [clockText(first.startsAt, language, around)]
    return { title: `${heading}${colon}${one[first.kind]}`, body: [about, ...begins].join(comma) }
  }
  const counts = kinds.flatMap((kind) => {
    const count = happened.filter((each) => each.kind === kind).length
    if (count === 0) return []
    return [count === 1 ? one[kind] : many[kind](count)]
  })
  return { title: heading, body: counts.join(comma) }
}

// The day is left out where it is today.
function clockText(at: number, language: Language, { now, zone }: Around): string {
  const timeZone = zone === undefined ? {} : { timeZone: zone }
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'short', ...timeZone })
  const isToday = day.format(at) === day.format(now)
  const date = isToday ? {} : ({ weekday: 'short', month: 'short', day: 'numeric' } as const)
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return new Intl.DateTimeFormat(language, { ...date, ...clock, ...timeZone }).format(at)
}

/** The language of notifications: the one that was chosen, else that of the system. */
export function languageOf(chosen: unknown, locale = Intl.DateTimeFormat().resolvedOptions().locale): Language {
  if (chosen === 'en' || chosen === 'zh') return chosen
  return locale.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}
