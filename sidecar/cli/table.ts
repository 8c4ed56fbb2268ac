// Tables that fit the terminal.
import type { Paint } from './types.ts'
import { visible } from './visible.ts'
import { columns, cut, pad } from './width.ts'

export interface Column<T> {
  title: string
  of(row: T): string
  /** Never cut: an id that must be copied. */
  whole?: boolean
  paint?(cell: string, row: T): string
}

const least = 8
const gap = 2

/** Takes columns from the widest ones that may be cut until the table fits. */
function shrink(widths: number[], whole: readonly boolean[], width: number): number[] {
  const sizes = [...widths]
  let over = sizes.reduce((sum, size) => sum + size + gap, -gap) - width
  while (over > 0) {
    let widest = -1
    for (const [i, size] of sizes.entries())
      if (!whole[i] && size > least && (widest < 0 || size > (sizes[widest] ?? 0))) widest = i
    if (widest < 0) break
    sizes[widest] = (sizes[widest] ?? least) - 1
    over--
  }
  return sizes
}

/** Rows as lines: a head, then one line each. Cells are made visible here. */
export function table<T>(rows: readonly T[], spec: readonly Column<T>[], width: number, paint: Paint): string[] {
  const cells = rows.map((row) => spec.map((column) => visible(column.of(row))))
  const natural = spec.map((column, i) => Math.max(columns(column.title), ...cells.map((row) => columns(row[i] ?? ''))))
  const whole = spec.map((column) => column.whole === true)
  const sizes = Number.isFinite(width) ? shrink(natural, whole, width) : natural
  const line = (row: readonly string[], colour: (cell: string, at: number) => string) =>
    row
      .map((cell, i) => {
        const size = sizes[i] ?? 0
        const short = whole[i] ? cell : cut(cell, size)
        return colour(i === row.length - 1 ? short : pad(short, size), i)
      })
      .join(' '.repeat(gap))
      .trimEnd()
  const head = line(
    spec.map((column) => column.title),
    (cell) => paint.dim(cell),
  )
  const body = cells.map((row, r) =>
    line(row, (cell, i) => {
      const source = rows[r]
      return source === undefined ? cell : (spec[i]?.paint?.(cell, source) ?? cell)
    }),
  )
  return [head, ...body]
}
