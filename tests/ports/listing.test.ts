import { execFileSync } from 'node:child_process'
import { mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { FileInfo } from '../../sidecar/ports/types.ts'
import { fileSetup } from './bind.ts'

const windows = process.platform === 'win32'
const code = (wanted: string) => expect.objectContaining({ code: wanted })

describe('listing', () => {
  const names = (found: { entries: FileInfo[] }, root: string) =>
    found.entries.map(({ path }) => path.slice(root.length + 1))

  test('upper floors come first, names are in order, hidden ones only on request', async () => {
    const { root, read } = fileSetup()
    for (const folder of ['b/d', 'a', '.h']) mkdirSync(join(root, folder), { recursive: true })
    for (const file of ['z', 'b/c', 'a/x', '.h/y', 'b/d/e']) writeFileSync(join(root, file), '')
    const deep = { recursive: true, hidden: false, limit: 100 }
    const found = (await read.list?.('.', deep)) as never
    expect(names(found, root)).toEqual(['a', 'b', 'z', 'a/x', 'b/c', 'b/d', 'b/d/e'].map((name) => join(name)))
    const all = (await read.list?.('.', { ...deep, hidden: true })) as never
    expect(names(all, root)).toContain(join('.h/y'))
    const flat = (await read.list?.('.', { ...deep, recursive: false })) as never
    expect(names(flat, root)).toEqual(['a', 'b', 'z'])
  })

  test('what is beyond the limit is cut and said to be cut, and the first names are the same whatever the disk says', async () => {
    const { root, read } = fileSetup()
    for (let n = 0; n < 700; n++) writeFileSync(join(root, `f${String(n).padStart(3, '0')}`), '')
    const found = (await read.list?.('.', { recursive: true, hidden: false, limit: 3 })) as never
    expect(names(found, root)).toEqual(['f000', 'f001', 'f002'])
    expect(found).toMatchObject({ cut: true })
    expect(await read.list?.('.', { recursive: true, hidden: false, limit: 700 })).toMatchObject({ cut: false })
    mkdirSync(join(root, 'sub'))
    writeFileSync(join(root, 'sub', 'x'), '')
    expect(await read.list?.('.', { recursive: true, hidden: false, limit: 701 })).toMatchObject({ cut: true })
  })

  test.skipIf(windows)('links are shown and not followed', async () => {
    const { base, root, read } = fileSetup()
    mkdirSync(join(base, 'else'))
    writeFileSync(join(base, 'else', 'secret'), '')
    symlinkSync('../else', join(root, 'out'))
    symlinkSync('.', join(root, 'loop'))
    const found = (await read.list?.('.', { recursive: true, hidden: true, limit: 100 })) as unknown as {
      entries: FileInfo[]
    }
    expect(found.entries.map(({ kind, to }) => [kind, to])).toEqual([
      ['link', '.'],
      ['link', '../else'],
    ])
  })

  test('a file can not be listed', async () => {
    const { root, read } = fileSetup()
    writeFileSync(join(root, 'a'), '')
    await expect(read.list?.('a', { recursive: false, hidden: false, limit: 1 })).rejects.toEqual(code('BAD_TARGET'))
  })

  test('[fast.loop] the loop goes on turning while a big folder is listed', async () => {
    const { root, read } = fileSetup()
    for (let n = 0; n < 3000; n++) writeFileSync(join(root, `f${n}`), '')
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    await read.list?.('.', { recursive: true, hidden: true, limit: 3000 })
    clearInterval(timer)
    expect(turns).toBeGreaterThan(3)
  })

  // Root may look into everything, so the listing is done by somebody else then, if that one can reach the sources.
  const source = new URL('../../sidecar/ports/files.ts', import.meta.url).pathname
  const isRoot = process.getuid?.() === 0
  const reachable = (path: string): boolean =>
    path === '/' || ((statSync(path).mode & 0o1) === 1 && reachable(dirname(path)))
  test.skipIf(windows || (isRoot && !reachable(dirname(source))))(
    'a sub-folder that can not be read is passed over and told',
    async () => {
      const { base, root } = fileSetup()
      mkdirSync(join(root, 'shut'), { mode: 0o000 })
      mkdirSync(join(root, 'then'))
      writeFileSync(join(root, 'then', 'x'), '')
      execFileSync('chmod', ['755', base, root])
      onTestFinished(() => void execFileSync('chmod', ['755', join(root, 'shut')]))
      const script = `import { filePort } from ${JSON.stringify(source)}
      const told = []
      const context = { signal: new AbortController().signal, progress: (title) => told.push(title) }
      const found = await filePort().methods.list(${JSON.stringify(root)}, [{ recursive: true, hidden: false, limit: 9 }], context)
      console.log(JSON.stringify({ paths: found.entries.map((entry) => entry.path), cut: found.cut, told }))`
      const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
        cwd: '/',
        ...(isRoot ? { uid: 65_534, gid: 65_534 } : {}),
      })
      expect(JSON.parse(String(out))).toEqual({
        paths: ['shut', 'then', 'then/x'].map((name) => join(root, name)),
        cut: false,
        told: [`Could not look into ${join(root, 'shut')}`],
      })
    },
  )
})
