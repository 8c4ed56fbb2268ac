// What a call was about, in a few words.

const LONGEST = 160
/** Fields that tell most, the best first. */
const telling = [
  ...['title', 'subject', 'text', 'message', 'question', 'query', 'summary', 'content', 'name', 'command'],
  ...['path', 'file', 'folder', 'url', 'to', 'expression', 'id'],
]

/** The most telling words of an input. */
export function shortly(input: unknown): string {
  if (typeof input !== 'object' || input === null) return cut(wordsOf(input))
  const fields = Object.entries(input).filter(([, value]) => wordsOf(value) !== '')
  const best = telling.find((name) => fields.some(([own]) => own === name))
  const [, value] = fields.find(([name, each]) => (best === undefined ? isText(each) : name === best)) ?? []
  return cut(value === undefined ? fields.map(([name, each]) => `${name}: ${each}`).join(', ') : wordsOf(value))
}

const isText = (value: unknown): boolean => typeof value === 'string' || Array.isArray(value)

// Lists of words are words; whatever has parts of its own is not.
function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(wordsOf).filter(Boolean).join(', ')
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value).trim() : ''
}

const cut = (text: string): string => {
  const line = text
    .slice(0, 4 * LONGEST)
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line
}
