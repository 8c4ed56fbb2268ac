// How people name a thing in what they say: by a proper name, in quotes, by its number.
import { bareLink, leadsIn } from './leads.ts'
import { findWhole, quotedParts } from './words.ts'

/** Too short to be looked for by itself: "1." in a list of wishes does not name the file 1. */
export const isSlight = (value: string): boolean => value.length <= 2 || /^\d{1,4}$/.test(value)

/** Whether a text is more than one plain word. */
export const isDistinct = (text: string): boolean => /[\s@._/-]/u.test(text)

/** Words that go together under a capital within a sentence: "Dental check-up", "New York office". */
export function properPhrases(words: string): string[] {
  const found = words.matchAll(
    /(?<=[\p{Ll}\p{N},;:] )\p{Lu}[\p{L}\p{N}-]*(?: \p{Lu}[\p{L}\p{N}-]*| [\p{Ll}\p{N}]+-[\p{Ll}\p{N}]+)+/gu,
  )
  return [...found].map(([phrase]) => phrase)
}

/** Whether a value that stands in the words could be any word of them: one word, in small letters or at a sentence's head. */
export function isPlainWord(words: string, value: string): boolean {
  if (!/^\p{L}+$/u.test(value) || value.toLowerCase() === value.toUpperCase()) return false
  if (quotedParts(words).some((part) => part.toLowerCase() === value.toLowerCase())) return false
  for (let at = findWhole(words, value); at >= 0; at = findWhole(words, value, at + 1)) {
    // A channel, a handle, a part of a path or an address.
    if (/[#@/]/u.test(words[at - 1] ?? '') || words[at + value.length] === '/') return false
    const isHead = at === 0 || /[.!?:]\s*$/u.test(words.slice(0, at))
    if (!isHead && words[at] !== words[at]?.toLowerCase()) return false
  }
  return true
}

// Before a number these say how many, how much or when; any other word says which.
const counting =
  /^(?:a|an|the|at|by|to|of|in|on|for|from|with|and|or|than|over|under|about|around|until|till|after|before|between|every|each|all|any|some|these|those|my|our|your|their|his|her|its|top|first|last|next|only|just|exactly|least|most|up|down|per|plus|minus|times|is|are|was|were|be|has|have|had|need|needs|want|give|gave|get|got|take|took|make|find|show|list|send|sent|pay|paid|buy|book|add|delete|remove|cancel|create|write|read|tell|me|us|you|him|them|it|that|this|which|within|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday|day|days|week|month|year|age|aged)$/iu
// After a number these go on with the sentence; any other word is what there are so many of.
const going =
  /^(?:\s*(?:$|[.,;:!?)\]"'”’&/-])|\s+(?:and|or|in|to|as|from|for|with|by|is|are|was|on|at|into|of|then|please|too|also|should|must|can|will|the|my|instead|via|using|because|since|so|but|if|when|after|before)\b)/iu
const before = /(?:(\p{L}[\p{L}\p{N}-]*)\s+|\b(id|ids|no|nr|number)[.:]{0,2}\s*)#?$/iu
const listed = /^(.*?)(?:[#\p{L}]{0,3}\d+)\s*(?:,\s*(?:and\s+|or\s+)?|\s+(?:and|or|&)\s+|\s*&\s*)#?$/iu

/** Whether a slight value stands in the words as what is meant: in quotes, or after a noun ("issue 42", "tickets 43 and 44", "#7"). */
export function isPointedAt(words: string, value: string): boolean {
  if (quotedParts(words).some((part) => part === value)) return true
  // Whoever says a number a hundred times names nothing by it.
  for (let at = findWhole(words, value), i = 0; at >= 0 && i < 100; at = findWhole(words, value, at + 1), i++) {
    const right = words.slice(at + value.length, at + value.length + 40)
    if (!numbersAWish(words, value, right) && pointsAt(words.slice(Math.max(0, at - 200), at), right)) return true
  }
  return false
}

// "1. Read my mail 2. Delete the rest": a number in a row of them, before what is wished.
function numbersAWish(words: string, value: string, right: string): boolean {
  const [sign] = /^[.)](?=\s+\S)/u.exec(right) ?? []
  if (sign === undefined || !/^\d+$/u.test(value)) return false
  return [Number(value) - 1, Number(value) + 1].some((other) => ` ${words}`.includes(` ${other}${sign} `))
}

function pointsAt(left: string, right: string): boolean {
  if (/(?:#|编号|第)\s*$/u.test(left)) return true
  if (!going.test(right)) return false
  for (let rest = left, i = 0; i < 50; i++) {
    const [, word, sign] = before.exec(rest) ?? []
    const noun = sign ?? word
    if (noun !== undefined && !/^(?:and|or)$/iu.test(noun)) return !counting.test(noun)
    const list = listed.exec(rest)?.[1]
    if (list === undefined) return false
    rest = list
  }
  return false
}

const reaching = /\b(?:e-?mails?|mail|address|contact|adresse|kontakt|correo|courriel)\b|邮箱|邮件|地址/iu
/** So near to each other stand a name and the place where its address is to be found. */
const NEAR = 160

/** Whether the user said that somebody's address is to be found there: "Dora; her e-mail is on www.dora.example". */
export function isFoundAt(words: string, name: string, place: string): boolean {
  const there = bareLink(place)
  for (let at = findWhole(words, name), i = 0; at >= 0 && i < 100; at = findWhole(words, name, at + 1), i++) {
    const rest = words.slice(at + name.length, at + name.length + NEAR)
    const end = findWhole(rest, there)
    const between = rest.slice(0, Math.max(end, 0))
    const isNext = !leadsIn(between).some(({ what }) => what === 'link' || what === 'address')
    if (end >= 0 && words[at] !== words[at]?.toLowerCase() && isNext && reaching.test(between)) return true
  }
  return false
}
