// The kinds of value that a phrase can hold, and how each is read from the words that stand in its place.
import { durationIn, numberIn } from './amounts.ts'
import { findWhen, readWhen } from './dates/read.ts'
import type { Field } from './fields.ts'
import { keyOf, type Token } from './tokens.ts'
import { zoneNamed } from './zones.ts'

export interface Filled {
  value: unknown
  /** How much it says that this was read rightly: a known city much, any text next to nothing. */
  weight: number
}

type Read = (text: string, field: Field, isQuoted: boolean) => Filled | undefined

const NAME_CHARS = 400

const folders: Readonly<Record<string, string>> = {
  ...{ downloads: 'Downloads', download: 'Downloads', 下载: 'Downloads' },
  ...{ documents: 'Documents', 文档: 'Documents', 文稿: 'Documents', desktop: 'Desktop', 桌面: 'Desktop' },
  ...{ pictures: 'Pictures', photos: 'Pictures', 图片: 'Pictures', 照片: 'Pictures' },
  ...{ music: 'Music', 音乐: 'Music', videos: 'Videos', movies: 'Videos', 视频: 'Videos' },
}
const home = new Set(['home', 'home folder', 'home directory', '主目录', '家目录'])
const here = new Set(['here', 'this folder', 'this directory', 'current folder', 'the current folder', '这里', '当前'])

const isPathLike = (text: string): boolean =>
  /^(?:[~./\\]|[a-z]:[\\/])/iu.test(text) || (!/\s/u.test(text) && (/[/\\]/u.test(text) || hasExtension(text)))
const lastPart = (text: string): string => text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1)
const hasExtension = (text: string): boolean => /[^.\s/\\]\.[\p{L}\d]{1,10}$/u.test(lastPart(text))
// A bare domain is more likely a page than a file.
const isAddress = (text: string): boolean =>
  /:\/\//u.test(text) || /^[^/\\]+\.(?:com|net|org|io|edu|gov|cn)$/iu.test(text)
const isDotFile = (text: string): boolean => /^\.[^.]/u.test(lastPart(text))

// Loose is where the phrase itself says that a file or folder is meant.
const anyName: Read = (text, _field, isQuoted) =>
  text.length > NAME_CHARS || /[\n\r]/u.test(text) || (!isQuoted && /\s/u.test(text) && !isPathLike(text))
    ? undefined
    : { value: text, weight: 0.5 }

const path: Read = (text, _field, isQuoted) => {
  if (text.length > NAME_CHARS || (!isQuoted && (!isPathLike(text) || isAddress(text)))) return undefined
  return { value: text, weight: 0.6 }
}

const file: Read = (text, field, isQuoted) =>
  hasExtension(text) || isDotFile(text) ? path(text, field, isQuoted) : undefined

const folder: Read = (text, field, isQuoted) => {
  const key = keyOf(text)
  const bare = key.replace(/^(?:my|the|我的) ?/u, '').replace(/ (?:folder|directory)$/u, '')
  if (home.has(bare) || home.has(key)) return { value: '~', weight: 1 }
  if (here.has(key)) return { value: '.', weight: 1 }
  if (Object.hasOwn(folders, bare)) return { value: `~/${folders[bare]}`, weight: 1 }
  return hasExtension(text) && !/[/\\]$/u.test(text) ? undefined : path(text, field, isQuoted)
}

const variable: Read = (text) => {
  const [, name] = /^[$%]?([A-Za-z_]\w{0,200})%?$/u.exec(text) ?? []
  return name === undefined ? undefined : { value: name, weight: 0.8 }
}

// A word in capitals, or with the sign of a variable before it.
const env: Read = (text, field, isQuoted) =>
  /^(?:\$\w+|%\w+%|[A-Z_][A-Z\d_]+)$/u.test(text) ? variable(text, field, isQuoted) : undefined

// Only with the sign: in a sentence a word in capitals alone may be anything.
const dollar: Read = (text, field, isQuoted) => (/^[$%]/u.test(text) ? variable(text, field, isQuoted) : undefined)

const json: Read = (text, field) => {
  if (field.types.includes('string')) return /^[[{"\d]/u.test(text) ? { value: text, weight: 0.6 } : undefined
  try {
    return { value: JSON.parse(text), weight: 0.8 }
  } catch {
    return undefined
  }
}

const found = (value: unknown, weight: number): Filled | undefined =>
  value === undefined ? undefined : { value, weight }

// Which day it is does not matter here.
const anyDay = { now: 0, zone: 'UTC', locale: 'en' } as const
const isWhen = (text: string): boolean => !['none', 'duration'].includes(readWhen(text, anyDay).kind)

function isTimed(text: string): boolean {
  const { when, rest } = findWhen(text, anyDay)
  return when.kind !== 'none' && when.kind !== 'duration' && rest !== ''
}

const kinds: Readonly<Record<string, Read>> = {
  text: (text) => (text === '' ? undefined : { value: text, weight: 0.1 }),
  name: anyName,
  path,
  file,
  folder,
  env,
  dollar,
  variable,
  json,
  zone: (text) => found(zoneNamed(text), 1),
  number: (text) => found(numberIn(text), 1),
  duration: (text) => found(durationIn(text), 1),
  option: (text, { options = [] }) =>
    found(
      options.find((option) => keyOf(option) === keyOf(text)),
      1,
    ),
  when: (text) => (isWhen(text) ? { value: text, weight: 0.8 } : undefined),
  // Words with a time in them: an appointment, and not just any text.
  timed: (text) => (isTimed(text) ? { value: text, weight: 0.4 } : undefined),
  base64: (text) => (/^[\w+/-]{2,}={0,2}$/u.test(text) ? { value: text, weight: 0.6 } : undefined),
}

/** The kinds that a phrase may name. */
export const slotKinds: readonly string[] = Object.keys(kinds)

const usual = (field: Field): string => {
  if (field.options) return 'option'
  return field.types.includes('number') || field.types.includes('integer') ? 'number' : 'text'
}

const between = /\s*(?:[,;，；、]|\band\b|\bor\b|以及|还是|和|与|跟|或)\s*/iu

/** The value of a field from the words in its place, or nothing where they are no such value. */
export function fillSlot(text: string, words: readonly Token[], field: Field, kind: string): Filled | undefined {
  const read = kinds[kind === '' ? usual(field) : kind]
  if (!read) return undefined
  const { value, isQuoted } = cut(text, words, read === kinds.text || read === kinds.timed || read === kinds.json)
  if (value === '') return undefined
  if (!field.list) return read(value, field, isQuoted)
  const whole = read === kinds.text ? undefined : read(value, field, isQuoted)
  const parts = whole
    ? [whole]
    : isQuoted
      ? [read(value, field, true)]
      : split(value).map((one) => read(one, field, false))
  const values = parts.flatMap((one) => (one ? [one] : []))
  if (values.length === 0 || values.length < parts.length) return undefined
  return { value: values.map((one) => one.value), weight: Math.min(...values.map((one) => one.weight)) }
}

const split = (text: string): string[] => text.split(between).filter((one) => one !== '')

/** The text of some words. One that stands in quotes loses them; all but free text loses the marks at its ends. */
function cut(text: string, words: readonly Token[], isFree: boolean): { value: string; isQuoted: boolean } {
  const inner = words.filter(({ kind }) => kind !== 'mark')
  const [first] = inner
  const last = inner.at(-1)
  if (!first || !last) return { value: '', isQuoted: false }
  if (first === last && first.kind === 'quoted')
    return { value: text.slice(first.from + 1, first.to - 1), isQuoted: true }
  const end = words.at(-1)?.to ?? last.to
  if (!isFree) return { value: text.slice(first.from, last.to), isQuoted: false }
  const free = text.slice(words[0]?.from ?? first.from, end)
  return { value: free.replace(/^[\s:：,，]+/u, '').trim(), isQuoted: false }
}
