// One value in the spellings it can have, and several that are written as one.
import { leadsIn } from './leads.ts'
import { fold } from './words.ts'

const named = /^(?:"([^"<>@]*)"|([^"<>@]*))\s*<([^<>\s]+@[^<>\s]+)>$/u

/** The values in one: a list of addresses, a list in JSON, a name with its address. Each must hold by itself. */
export function partsOf(value: string): string[] {
  const text = fold(value)
  if (/^\[.*\]$/u.test(text)) {
    const list = asList(text)
    if (list) return list.flatMap(partsOf)
  }
  if (text.includes('@') && /[,;]/u.test(text)) {
    const pieces = text.split(/[,;]\s*/u).filter((piece) => piece !== '')
    if (pieces.length > 1 && pieces.every((piece) => /^[^\s@]+@[^\s@]+$/u.test(bareAddress(piece))))
      return pieces.map(bareAddress)
  }
  return [bareAddress(text)]
}

function asList(text: string): string[] | undefined {
  try {
    const list: unknown = JSON.parse(text.replaceAll("'", '"'))
    return Array.isArray(list) && list.length > 0 && list.every((each) => typeof each === 'string') ? list : undefined
  } catch {
    return undefined
  }
}

// "Ana <ana@x.org>" goes to ana@x.org, unless the name leads somewhere else.
function bareAddress(text: string): string {
  const [, quoted, plain, address] = named.exec(text) ?? []
  if (address !== undefined && leadsIn(quoted ?? plain ?? '').length === 0) return address
  return text.replace(/^mailto:(?=[^?]*$)/iu, '')
}

/** The spellings in which a value may stand: as it is, and without what does not change what it names. */
export function spellingsOf(value: string): string[] {
  const text = fold(value)
  const address = bareAddress(text)
  const short = text.replace(/^(?:[#@](?=\p{L})|\.\/(?=\S))/u, '')
  return [...new Set([text, address, short])].filter((each) => each !== '')
}
