import { spawn } from 'node:child_process'
import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { FileInfo } from '../../sidecar/ports/types.ts'
import { fileSetup } from './bind.ts'

const windows = process.platform === 'win32'
const code = (wanted: string) => expect.objectContaining({ code: wanted })
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString()

describe.skipIf(windows)('[enforce.links] a link put in the way after the path was judged', () => {
  test('gets nobody anywhere, whether it stands for the file or for a folder above it', async () => {
    const { base, root, session, port, context } = fileSetup()
    for (const folder of ['else/sub', 'work/sub']) mkdirSync(join(base, folder), { recursive: true })
    writeFileSync(join(base, 'else/sub/f'), 'SECRET')
    writeFileSync(join(root, 'sub/f'), 'mine')
    const file = await port.canonical('sub/f', session)
    const folder = await port.canonical('sub', session)
    const attempts = () =>
      [
        () => port.methods.call?.(file, [], context),
        () => port.methods.hash?.(file, [], context),
        () => port.methods.info?.(file, [], context),
        () => port.methods.list?.(folder, [{ recursive: true, hidden: true, limit: 10 }], context),
      ].map((attempt) => async () => attempt())
    rmSync(join(root, 'sub'), { recursive: true })
    symlinkSync(join(base, 'else/sub'), join(root, 'sub'))
    for (const attempt of attempts()) await expect(attempt()).rejects.toEqual(code('NOT_GRANTED'))
    rmSync(join(root, 'sub'))
    mkdirSync(join(root, 'sub'))
    symlinkSync(join(base, 'else/sub/f'), join(root, 'sub/f'))
    for (const attempt of attempts().slice(0, 3)) await expect(attempt()).rejects.toEqual(code('NOT_GRANTED'))
  })

  test('gets nobody anywhere when folder and link change places all the time', async () => {
    const { base, root, port, context } = fileSetup()
    for (const [folder, words] of [
      ['work/sub', 'mine'],
      ['else', 'SECRET'],
    ] as const) {
      mkdirSync(join(base, folder), { recursive: true })
      writeFileSync(join(base, folder, 'f'), words)
    }
    symlinkSync(join(base, 'else'), join(root, 'link'))
    const swapper = Promise.withResolvers<void>()
    const script = `const { renameSync: mv } = require('node:fs'); process.chdir(process.argv[1]); console.log('on')
      for (;;) { mv('sub', 'old'); mv('link', 'sub'); mv('sub', 'link'); mv('old', 'sub') }`
    const child = spawn(process.execPath, ['-e', script, root], { stdio: ['ignore', 'pipe', 'ignore'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    child.stdout.once('data', () => swapper.resolve())
    await swapper.promise
    const file = join(root, 'sub', 'f')
    const seen = new Set<string>()
    for (let n = 0; n < (process.env.STEWARD_FULL === '1' ? 20_000 : 1500); n++) {
      const outcome = await Promise.resolve(port.methods.call?.(file, [], context)).then(
        (bytes) => text(bytes as Uint8Array),
        (error) => error.code,
      )
      seen.add(outcome)
      const listed = await Promise.resolve(
        port.methods.list?.(join(root, 'sub'), [{ recursive: false, hidden: true, limit: 9 }], context),
      ).then(
        (found) => (found as { entries: FileInfo[] }).entries[0]?.bytes,
        () => undefined,
      )
      if (listed !== undefined) seen.add(`${listed} bytes`)
    }
    expect([...seen].filter((one) => !['mine', '4 bytes', 'NOT_FOUND', 'NOT_GRANTED'].includes(one))).toEqual([])
  })

  test('a hard link is an ordinary file, for no path tells it from one', async () => {
    const { root, read } = fileSetup()
    writeFileSync(join(root, 'a'), 'x')
    linkSync(join(root, 'a'), join(root, 'b'))
    renameSync(join(root, 'a'), join(root, 'c'))
    expect(text(await read('b'))).toBe('x')
  })
})
