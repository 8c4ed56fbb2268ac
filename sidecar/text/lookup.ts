// Where no phrase fits: tools by the words of a sentence, the likeliest first. What is found here is offered, never run.
import type { Fields } from './fields.ts'
import { fillSlot } from './slots.ts'
import { keyOf, type Token, tokenise } from './tokens.ts'

export interface Entry {
  name: string
  aliases: readonly string[]
  summary: string
  category: string
  /** Words of other languages, and others that its name and summary lack. */
  words: readonly string[]
  /** Whether it can be called today. */
  works: boolean
}

/** Chinese words of the categories: they find what has no words of its own yet. */
const categories: Readonly<Record<string, readonly string[]>> = {
  mail: ['邮件', '邮箱', '发信', '收件箱'],
  calendar: ['日历', '日程', '会议', '约会'],
  browser: ['浏览器', '网页', '点击'],
  notes: ['笔记', '备忘'],
  files: ['文件', '目录'],
  system: ['电脑', '系统'],
  planning: ['计划'],
}

/** The same for tools that are listed and wait to be built. */
const coming: Readonly<Record<string, readonly string[]>> = {
  ...{ check_weather: ['天气', '下雨', '气温'], get_news: ['新闻'], web_search: ['搜索', '上网查', '搜一下'] },
  ...{ set_reminder: ['提醒'], list_reminders: ['提醒'], create_task: ['任务', '待办'], list_tasks: ['任务', '待办'] },
  ...{ email_send: ['发邮件', '回邮件'], email_check: ['收邮件', '查邮件'], calendar_create: ['安排会议', '新建日程'] },
  ...{ delete_file: ['删除'], write_file: ['写入', '保存'], move_file: ['移动文件'], find_contact: ['联系人'] },
  ...{ search_vault: ['搜索笔记', '查笔记'], browser_navigate: ['打开网页', '打开浏览器'], run_command: ['运行命令'] },
}

const idle = new Set(
  keyOf(
    'a an the of to in on at is are was be do does did can could would will shall should may might must i me my mine you your it its this that these those and or not no with for from by as if what which who when where why how please have has had get give let make some any all there here about into up out so just like want need tool tools use now',
  ).split(' '),
)

const LEAST = 3
const MOST = 5

/** A word without its commonest endings. */
const stem = (word: string): string =>
  word.length > 3
    ? word
        .replace(/ies$/u, 'y')
        .replace(/(?:s|ing|ed|er)$/u, '')
        .replace(/e$/u, '')
    : word

const latin = (text: string): string[] =>
  [...new Set(keyOf(text).split(/[^\p{L}\p{N}]+/u))]
    .filter((word) => word.length > 1 && !/\p{Script=Han}/u.test(word) && !idle.has(word))
    .map(stem)

function scoreOf(entry: Entry, words: ReadonlySet<string>, plain: string): number {
  const count = (list: readonly string[]) => list.filter((word) => words.has(word)).length
  const own = new Set([entry.name, ...entry.aliases].flatMap((name) => latin(name.replaceAll('_', ' '))))
  const given = entry.words.filter((word) => !/\p{Script=Han}/u.test(word)).flatMap(latin)
  const said = latin(entry.summary).filter((word) => !own.has(word))
  const chinese = [...entry.words, ...(coming[entry.name] ?? [])].filter(
    (word) => /\p{Script=Han}/u.test(word) && plain.includes(word),
  ).length
  const ofCategory = (categories[entry.category] ?? []).some((word) => plain.includes(word))
  const english = 3 * count([...own]) + 3 * count(given) + 1.5 * count(said) + count(latin(entry.category))
  // The more of its own name was said, the likelier it is this tool and not one of its neighbours.
  const whole = own.size > 0 ? count([...own]) / own.size : 0
  const score = english + whole + 3 * chinese + (ofCategory ? 3 : 0)
  return score > 0 && entry.works ? score + 0.5 : score
}

/** The tools that a sentence may be about, at most five; none where nothing in it points to any. */
export function lookUp(text: string, entries: readonly Entry[]): Entry[] {
  const words = new Set(latin(text))
  const plain = keyOf(text).replaceAll(/\s+/gu, '')
  const order = [...words]
  // Of several that fit alike, what was said first is what is meant first.
  const firstIn = ({ name, aliases }: Entry): number => {
    const own = new Set([name, ...aliases].flatMap((one) => latin(one.replaceAll('_', ' '))))
    const at = order.findIndex((word) => own.has(word))
    return at === -1 ? order.length : at
  }
  const scored = entries
    .map((entry) => ({ entry, score: scoreOf(entry, words, plain) }))
    .filter(({ score }) => score >= LEAST)
    .toSorted(
      (a, b) => b.score - a.score || firstIn(a.entry) - firstIn(b.entry) || (a.entry.name < b.entry.name ? -1 : 1),
    )
  const top = scored[0]?.score ?? 0
  return scored
    .filter(({ score }) => score >= top * 0.6)
    .slice(0, MOST)
    .map(({ entry }) => entry)
}

const certain = ['file', 'path', 'zone', 'env']

/** What a sentence surely says of a tool's missing fields: a path, a city, a variable. `kinds` are those of each field. */
export function pickOut(
  text: string,
  fields: Fields,
  kinds: Readonly<Record<string, readonly string[]>>,
): Record<string, unknown> {
  const tokens: Token[] = tokenise(text).filter(({ kind }) => kind === 'word' || kind === 'quoted')
  const found: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    if (!field.required) continue
    const wanted = (kinds[name] ?? []).filter((kind) => certain.includes(kind))
    const values = tokens.flatMap((token) => {
      const kind = wanted.find((one) => fillSlot(text, [token], field, one))
      return kind === undefined ? [] : [fillSlot(text, [token], field, kind)?.value]
    })
    if (values.length === 1) found[name] = values[0]
  }
  return found
}
