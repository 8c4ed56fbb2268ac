// A disk that is full or failing under the log.
import fs from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LineLog, type LogFs, openLog } from '../../sidecar/store/log.ts'
import { runs, tempFolder } from './temp.ts'

const all = (log: LineLog): string[] => [...log.lines()].map(({ line }) => line)
const segment = (folder: string): string => join(folder, 'audit-000001.jsonl')

function failure(code: string): Error {
  return Object.assign(new Error(code), { code, syscall: 'write' })
}

/** The real functions, but the ones named fail at the given calls; a failing write has already written half. */
function failing(which: Partial<Record<keyof LogFs, (call: number) => boolean>>, code = 'ENOSPC'): LogFs {
  const calls = new Map<string, number>()
  const fails = (name: keyof LogFs): boolean => {
    const call = (calls.get(name) ?? 0) + 1
    calls.set(name, call)
    return which[name]?.(call) ?? false
  }
  const wrap =
    <A extends unknown[], R>(name: keyof LogFs, real: (...args: A) => R) =>
    (...args: A): R => {
      if (fails(name)) throw failure(code)
      return real(...args)
    }
  const write = (handle: number, bytes: Buffer, offset: number, length: number): number => {
    if (!fails('writeSync')) return fs.writeSync(handle, bytes, offset, length)
    fs.writeSync(handle, bytes, offset, Math.ceil(length / 2))
    throw failure(code)
  }
  return {
    openSync: wrap('openSync', fs.openSync),
    fsyncSync: wrap('fsyncSync', fs.fsyncSync),
    fdatasyncSync: wrap('fdatasyncSync', fs.fdatasyncSync),
    ftruncateSync: wrap('ftruncateSync', fs.ftruncateSync),
    closeSync: wrap('closeSync', fs.closeSync),
    writeSync: write as typeof fs.writeSync,
  }
}

const lines = ['a', 'bb', 'ccc', 'dddd', 'eeeee', 'ffffff']

test.each(['ENOSPC', 'EIO'])('whichever write fails with %s, no half line stays and the log goes on', (code) => {
  for (let nth = 1; nth <= lines.length; nth++) {
    const folder = tempFolder()
    const log = openLog(folder, { fs: failing({ writeSync: (call) => call === nth }, code), segmentBytes: 8 })
    const kept: string[] = []
    lines.forEach((line, index) => {
      const append = (): void => log.append(`${line}\nand ${line}\n`, false)
      if (index === nth - 1) expect(append).toThrow(expect.objectContaining({ code: 'STORE_READ_ONLY' }))
      else {
        append()
        kept.push(line, `and ${line}`)
      }
      expect(log.lastLine()).toBe(kept.at(-1))
      expect(all(log)).toEqual(kept)
    })
    log.close()
    const again = openLog(folder)
    expect([again.torn, all(again)]).toEqual([undefined, kept])
    again.close()
  }
})

test('whichever of all calls fails, what was acknowledged is there and nothing else', () => {
  const names = ['openSync', 'writeSync', 'fdatasyncSync', 'ftruncateSync', 'closeSync'] as const
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...names), fc.integer({ min: 1, max: 12 })), { maxLength: 6 }),
      fc.boolean(),
      (plan, sync) => {
        const folder = tempFolder()
        openLog(folder).close()
        const which = Object.fromEntries(
          names.map((name) => [
            name,
            (call: number) => plan.some(([planned, nth]) => planned === name && nth === call),
          ]),
        )
        const kept: string[] = []
        let log: LineLog | undefined
        try {
          log = openLog(folder, { fs: failing(which), segmentBytes: 8 })
        } catch {
          return
        }
        for (const line of lines) {
          try {
            log.append(`${line}\n`, sync)
            kept.push(line)
          } catch {
            // Refused: leaves no trace, unless it could not be taken back, and then it is the last.
          }
        }
        const again = openLog(folder)
        const found = all(again)
        expect(found.slice(0, kept.length)).toEqual(kept)
        const stuck = plan.some(([name]) => name === 'ftruncateSync') ? 1 : 0
        expect(found.length - kept.length).toBeLessThanOrEqual(stuck)
        again.close()
      },
    ),
    runs(200, 5000),
  )
})

test('a log that can not take a half line back refuses everything after it, and opening again repairs it', () => {
  const folder = tempFolder()
  const log = openLog(folder, { fs: failing({ writeSync: (call) => call === 2, ftruncateSync: () => true }) })
  log.append('first\n', true)
  expect(() => log.append('second\n', true)).toThrow('no room')
  expect(() => log.append('third\n', true)).toThrow(expect.objectContaining({ code: 'STORE_READ_ONLY' }))
  log.close()
  const again = openLog(folder)
  expect(all(again)).toEqual(['first'])
  expect(again.torn?.bytes).toBe(4)
  again.close()
})

test('after a failed sync the line is gone and the log refuses more: nobody knows what is on disk', () => {
  const folder = tempFolder()
  const log = openLog(folder, { fs: failing({ fdatasyncSync: (call) => call === 2 }, 'EIO') })
  log.append('first\n', true)
  expect(() => log.append('second\n', true)).toThrow(expect.objectContaining({ code: 'STORE_READ_ONLY' }))
  expect(() => log.append('third\n', false)).toThrow('takes no more lines')
  expect(all(log)).toEqual(['first'])
  log.close()
})

test('short writes are carried on until all is written', () => {
  const folder = tempFolder()
  const dripping = {
    ...failing({}),
    writeSync: ((handle: number, bytes: Buffer, offset: number) =>
      fs.writeSync(handle, bytes, offset, 1)) as typeof fs.writeSync,
  }
  const log = openLog(folder, { fs: dripping })
  log.append('one\ntwo\n', true)
  expect(fs.readFileSync(segment(folder), 'utf8')).toBe('one\ntwo\n')
  log.close()
})
