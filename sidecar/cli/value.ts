// A tool's output as a person reads it.
import { table } from './table.ts'
import type { Paint } from './types.ts'
import { visible, visibleLines } from './visible.ts'

type Flat = Record<string, string | number | boolean | null>

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isScalar = (value: unknown) => value === null || typeof value !== 'object'
const isFlat = (value: unknown): value is Flat => isRecord(value) && Object.values(value).every(isScalar)

/** Rows of the same few short fields read best as a table. */
function asTable(list: readonly unknown[], width: number, paint: Paint): string[] | undefined {
  if (list.length === 0 || !list.every(isFlat)) return undefined
  const titles = [...new Set(list.flatMap((row) => Object.keys(row)))]
  if (titles.length === 0 || titles.length > 8) return undefined
  const spec = titles.map((title) => ({ title: visible(title), of: (row: Flat) => scalar(row[title] ?? '') }))
  return table(list, spec, width, paint)
}

const scalar = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`)

function field(name: string, value: unknown, width: number, paint: Paint): string[] {
  const title = paint.cyan(visible(name))
  if (isScalar(value)) {
    const lines = visibleLines(scalar(value))
    return lines.length === 1 ? [`${title}: ${lines[0]}`] : [`${title}:`, ...indented(lines)]
  }
  const empty = Array.isArray(value) ? value.length === 0 : Object.keys(value as object).length === 0
  if (empty) return [`${title}: ${Array.isArray(value) ? '(none)' : '(empty)'}`]
  return [`${title}:`, ...indented(showValue(value, width - 2, paint))]
}

/** Any JSON value as lines. */
export function showValue(value: unknown, width: number, paint: Paint): string[] {
  if (value === undefined) return []
  if (isScalar(value)) return visibleLines(scalar(value))
  if (!Array.isArray(value))
    return Object.entries(value as object).flatMap(([name, inner]) => field(name, inner, width, paint))
  const rows = asTable(value, width, paint)
  if (rows) return rows
  return value.flatMap((item) => {
    const lines = showValue(item, width - 2, paint)
    return [`- ${lines[0] ?? ''}`, ...indented(lines.slice(1))]
  })
}
