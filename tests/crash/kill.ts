// Kill points inside the sidecar: STEWARD_TEST_KILL=point:n ends the process, as kill -9 does, when it comes to a point
// for the n-th time. Points of the disk are found by standing in front of the two functions that every commit goes through.
import fs from 'node:fs'
import { type SQLInputValue, type StatementResultingChanges, StatementSync } from 'node:sqlite'

export const points = [
  'before-effect',
  'after-effect',
  'in-look',
  'in-prepare',
  'in-undo',
  'before-audit',
  'torn-audit',
  'before-sync',
  'after-sync',
  'before-commit',
  'after-commit',
] as const
export type Point = (typeof points)[number]

const [wanted, count = '1'] = (process.env.STEWARD_TEST_KILL ?? '').split(':')
let left = Number(count)

/** Ends the process if this is the point and the time. */
export function passes(point: Point): boolean {
  if (point !== wanted) return true
  left--
  return left !== 0
}

export function die(): never {
  process.kill(process.pid, 'SIGKILL')
  for (;;);
}

/** Told of every point; for those who watch from inside the same process. */
export const watchers = new Set<(point: Point) => void>()

export function reach(point: Point): void {
  for (const watcher of watchers) watcher(point)
  if (!passes(point)) die()
}

/** Puts the kill points of the disk in place. */
export function watchDisk(auditFolder: string): void {
  const { openSync, writeSync, fdatasyncSync } = fs
  const audit = new Set<number>()
  fs.openSync = ((file: fs.PathLike, ...more: [fs.OpenMode, fs.Mode?]) => {
    const fd = openSync(file, ...more)
    if (String(file).startsWith(auditFolder)) audit.add(fd)
    else audit.delete(fd)
    return fd
  }) as typeof fs.openSync
  fs.writeSync = ((fd: number, data: Buffer, ...more: number[]) => {
    if (!Buffer.isBuffer(data) || !audit.has(fd)) return writeSync(fd, data, ...more)
    reach('before-audit')
    if (!passes('torn-audit')) {
      writeSync(fd, data, 0, Math.ceil(data.length / 2))
      die()
    }
    return writeSync(fd, data, ...more)
  }) as typeof fs.writeSync
  fs.fdatasyncSync = (fd) => {
    reach('before-sync')
    fdatasyncSync(fd)
    reach('after-sync')
  }
  const run: (...values: SQLInputValue[]) => StatementResultingChanges = StatementSync.prototype.run
  StatementSync.prototype.run = function (this: StatementSync, ...values: SQLInputValue[]) {
    if (this.sourceSQL !== 'COMMIT') return run.apply(this, values)
    reach('before-commit')
    const result = run.apply(this, values)
    reach('after-commit')
    return result
  } as typeof StatementSync.prototype.run
}
