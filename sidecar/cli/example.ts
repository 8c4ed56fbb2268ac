// An example that can be pasted.

/** One word for a POSIX shell. */
export const shellWord = (text: string): string =>
  /^[\w@%+:,./=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

const isJson = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** A call of a tool with this input, as short as it can be written. */
export function exampleCall(tool: string, input: unknown): string {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return `call ${tool} ${shellWord(JSON.stringify(input))}`
  const fields = Object.entries(input)
  const simple = fields.every(
    ([key, value]) => /^[\w.-]+$/.test(key) && (typeof value === 'string' ? !isJson(value) : typeof value !== 'object'),
  )
  if (!simple) return `call ${tool} ${shellWord(JSON.stringify(input))}`
  return ['call', tool, ...fields.map(([key, value]) => shellWord(`${key}=${value}`))].join(' ')
}
