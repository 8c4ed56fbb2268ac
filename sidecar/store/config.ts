// A JSON file with comments that a person edits: read as it is, changed one value at a time, comments kept.
import { existsSync, readFileSync } from 'node:fs'
import { StewardError } from '../text/errors.ts'
import { replaceFile } from './files.ts'

/** The value in the file; an empty object where there is no file. */
export async function readConfig(file: string): Promise<unknown> {
  if (!existsSync(file)) return {}
  const { default: jsonc } = await import('jsonc-parser')
  const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  const faults: { error: number; offset: number }[] = []
  const value: unknown = jsonc.parse(text, faults as never, { allowTrailingComma: true })
  const fault = faults[0]
  if (!fault) return value ?? {}
  const before = text.slice(0, fault.offset).split('\n')
  const where = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
  throw new StewardError(
    'BAD_INPUT',
    `${file}: ${jsonc.printParseErrorCode(fault.error)} at ${where}.`,
    'Mend the file, or move it away to start with the defaults.',
  )
}

/** The file's text with one value set, or removed where it is undefined. */
export async function changeConfig(file: string, path: string[], value: unknown, first: string): Promise<void> {
  const { default: jsonc } = await import('jsonc-parser')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : first
  const edits = jsonc.modify(text, path, value, { formattingOptions: { insertSpaces: true, tabSize: 2 } })
  replaceFile(file, jsonc.applyEdits(text, edits), true)
}
