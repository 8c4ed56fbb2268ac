// Block YAML as common dumpers lay it out: keys in order, lists at the depth of their key, long texts over several lines.

const isFull = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

/** A list or map as block text. */
export const toYaml = (value: object): string => (isFull(value) ? block(value, 0) : scalar(value, 0))

function block(value: object, depth: number): string {
  const pad = ' '.repeat(depth)
  if (Array.isArray(value))
    return value
      .map((item) => `${pad}- ${isFull(item) ? block(item, depth + 2).slice(depth + 2) : `${scalar(item, depth)}\n`}`)
      .join('')
  const members = value as Record<string, unknown>
  return Object.keys(members)
    .sort()
    .map((key) => {
      const member = members[key]
      const name = /^[A-Za-z_][\w ]*$/.test(key) ? key : single(key)
      if (!isFull(member)) return `${pad}${name}: ${scalar(member, depth)}\n`
      return `${pad}${name}:\n${block(member, Array.isArray(member) ? depth : depth + 2)}`
    })
    .join('')
}

function scalar(value: unknown, depth: number): string {
  if (Array.isArray(value)) return '[]'
  if (typeof value === 'object' && value !== null) return '{}'
  if (typeof value !== 'string') return String(value)
  if (/[\p{C}\u2028\u2029]/u.test(value.replaceAll('\n', '')) || /^\s|\s$|\n[ \t]|[ \t]\n/.test(value))
    return JSON.stringify(value)
  const isPlain =
    /^[A-Za-z][\w.@,-]*( [\w.@,-]+)*$/.test(value) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(value)
  const lines = value.split('\n').map((line) => wrapped(line, depth))
  return isPlain ? wrapped(value, depth) : single(lines.join(`\n\n${' '.repeat(depth + 2)}`))
}

const single = (text: string): string => `'${text.replaceAll("'", "''")}'`

// A long line goes on below, deeper.
const wrapped = (line: string, depth: number): string =>
  line.replace(/(\S.{70,}?\S) (?=\S)/g, `$1\n${' '.repeat(depth + 2)}`)
