// The window's size and place, kept in window.json of the state folder. What is found there is only a wish: a screen may
// have gone since, and the file may have been edited.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Placement {
  width: number
  height: number
  x?: number
  y?: number
  maximized?: boolean
}

/** A part of the desk: the screen that a window is on, without its bars. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

export const smallest = { width: 900, height: 600 } as const
const usual: Placement = { width: 1200, height: 800 }
// More than any desk of several screens; what is beyond is a mistake.
const farthest = 32_000
/** So much of a title bar must be on the screen that a hand can take hold of it. */
const grip = { width: 100, height: 40 } as const

const isWhole = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most

/** The placement that a value holds, or nothing where it is absurd. Half a place is none. */
export function toPlacement(value: unknown): Placement | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { width, height, x, y, maximized } = value as Record<string, unknown>
  if (!isWhole(width, 1, farthest) || !isWhole(height, 1, farthest)) return undefined
  const size = { width: Math.max(width, smallest.width), height: Math.max(height, smallest.height) }
  const place = isWhole(x, -farthest, farthest) && isWhole(y, -farthest, farthest) ? { x, y } : {}
  return { ...size, ...place, ...(maximized === true ? { maximized } : {}) }
}

/** Whether a window there could be seen and moved. Where no place is asked for, the desktop finds one. */
export function isOnScreen({ x, y, width }: Placement, screen: Area): boolean {
  if (x === undefined || y === undefined) return true
  const across = Math.min(x + width, screen.x + screen.width) - Math.max(x, screen.x)
  return across >= grip.width && y >= screen.y - grip.height && y <= screen.y + screen.height - grip.height
}

const fileIn = (statePath: string) => join(statePath, 'window.json')

/** Where the window was, or the usual size. */
export function readPlacement(statePath: string): Placement {
  try {
    return toPlacement(JSON.parse(readFileSync(fileIn(statePath), 'utf8'))) ?? usual
  } catch {
    // Not there yet, or damaged: nobody should be kept from their window by that.
    return usual
  }
}

/** Remembers where the window is; a disk that refuses costs no more than the memory of it. */
export function savePlacement(statePath: string, placement: Placement): void {
  const aside = `${fileIn(statePath)}.${process.pid}`
  try {
    writeFileSync(aside, `${JSON.stringify(placement)}\n`, { mode: 0o600 })
    renameSync(aside, fileIn(statePath))
  } catch {
    rmSync(aside, { force: true })
  }
}
