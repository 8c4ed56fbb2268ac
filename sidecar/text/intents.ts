// Plain words to the call of a tool, without a model and without guessing: a sentence fits a phrase that some tool
// declared, or none. Pure and deterministic.
import { StewardError } from './errors.ts'
import type { Fields } from './fields.ts'
import { isMark, matchPattern, preparePattern } from './match.ts'
import { compilePhrase } from './phrases.ts'
import { type Token, tokenise } from './tokens.ts'

/** What a tool says about how people ask for it. */
export interface Spoken {
  tool: string
  phrases: readonly string[]
  /** Further words that it is looked up by. */
  words: readonly string[]
  fields: Fields
}

/** One way to understand a sentence. */
export interface Meant {
  tool: string
  input: Record<string, unknown>
  score: number
}

export const MAX_CHARS = 2000
/** Two readings that are this close are both told, and neither is taken. */
const NEAR = 0.3

/** Refuses what is too long to be a sentence. */
export function checkLength(text: string): void {
  if (text.length > MAX_CHARS)
    throw new StewardError(
      'TOO_LARGE',
      `That has ${text.length} characters; a sentence may have ${MAX_CHARS}.`,
      'Say it in fewer words, or call the tool by its name with the long text in its input.',
    )
}

/** Makes the matcher of what tools declare: it gives the best reading first, with those that are as good. */
export function createMatcher(spoken: readonly Spoken[]): (text: string) => Meant[] {
  const patterns = spoken.flatMap(({ tool, fields, phrases }) =>
    phrases.flatMap(compilePhrase).map((row) => ({ tool, pattern: preparePattern(row, fields) })),
  )
  return (text) => {
    checkLength(text)
    for (const tokens of courtesies(tokenise(text))) {
      const all = patterns.flatMap(({ tool, pattern }) => {
        const reading = matchPattern(text, tokens, pattern)
        return reading ? [{ tool, ...reading }] : []
      })
      if (all.length > 0) return best(all)
    }
    return []
  }
}

function best(all: readonly Meant[]): Meant[] {
  const byMeaning = new Map<string, Meant>()
  for (const one of all.toSorted((a, b) => b.score - a.score)) {
    const meaning = JSON.stringify([one.tool, one.input])
    if (!byMeaning.has(meaning)) byMeaning.set(meaning, one)
  }
  const [first, ...others] = byMeaning.values()
  return first ? [first, ...others.filter(({ score }) => first.score - score < NEAR)] : []
}

const keysOf = (list: string): string[][] =>
  list
    .split(',')
    .map((words) => tokenise(words).map(({ key }) => key))
    .toSorted((a, b) => b.length - a.length)

const openers = keysOf(
  'please,could you please,could you,can you please,can you,would you,hey steward,steward,hello,ok,do you know,i want to know,i would like to know,请,请问,请你,请帮我,帮我,帮忙,麻烦,麻烦你,你好,我想知道,告诉我,你能告诉我,能告诉我,你知道,你能,我想,我要',
)
const closers = keysOf('please,thanks,thank you,for me,now,right now,谢谢,好吗,吧,呢,啊,吗')

/** The sentence as it is; then without the words that are only polite, from the front, from the end, from both. */
function courtesies(tokens: readonly Token[]): Token[][] {
  const whole = tokens.slice(
    Math.max(
      0,
      tokens.findIndex((token) => !isMark(token)),
    ),
  )
  const opener = openers.find((words) => words.every((word, at) => whole[at]?.key === word))
  const front = opener && whole.slice(opener.length)
  return [whole, front, withoutEnd(whole), front && withoutEnd(front)].filter((one) => one !== undefined)
}

function withoutEnd(tokens: readonly Token[]): Token[] | undefined {
  const bare = tokens.slice(0, tokens.findLastIndex((token) => !isMark(token)) + 1)
  const closer = closers.find((words) => words.every((word, at) => bare[bare.length - words.length + at]?.key === word))
  return closer && bare.slice(0, bare.length - closer.length)
}
