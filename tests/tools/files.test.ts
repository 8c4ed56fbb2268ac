import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filePort } from '../../sidecar/ports/files.ts'
import { getFileInfo, listDirectory, readFile } from '../../sidecar/tools/files.ts'
import { sessionAt, tempFolder } from '../ports/bind.ts'
import { runTool } from './run.ts'

function setup(files: Record<string, string | Uint8Array> = {}) {
  const root = tempFolder()
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(root, name, '..'), { recursive: true })
    writeFileSync(join(root, name), content)
  }
  return { root, where: { session: sessionAt(root), ports: [filePort()] } }
}

interface Read {
  text: string
  base64: string
  cut: boolean
  next?: number
}

describe('read_file', () => {
  test('text comes whole, with its encoding', async () => {
    const { where } = setup({
      a: 'Grüße\n',
      le: Buffer.from('\ufeffGrüße', 'utf16le'),
      be: Buffer.from('\ufeffGrüße', 'utf16le').swap16(),
      mark: '\ufeffx',
    })
    expect(await runTool(readFile, { path: 'a' }, where)).toEqual({
      text: 'Grüße\n',
      encoding: 'utf-8',
      bytes: 8,
      cut: false,
    })
    expect(await runTool(readFile, { path: 'le' }, where)).toMatchObject({ text: 'Grüße', encoding: 'utf-16le' })
    expect(await runTool(readFile, { path: 'be' }, where)).toMatchObject({ text: 'Grüße', encoding: 'utf-16be' })
    expect(await runTool(readFile, { path: 'mark' }, where)).toMatchObject({ text: 'x', encoding: 'utf-8' })
  })

  test.each([
    ['utf8', 'aü€😀'.repeat(50)],
    ['utf16le', `\ufeff${'aü€😀'.repeat(50)}`],
  ] as const)('%s read in parts is the whole, with no character broken', async (encoding, content) => {
    const { where } = setup({ a: Buffer.from(content, encoding) })
    let whole = ''
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const part: Read = await runTool(readFile, { path: 'a', offset, maxBytes: 7 }, where)
      expect(part.cut).toBe(part.next !== undefined)
      whole += part.text
      offset = part.next
    }
    expect(whole).toBe(content.replace('\ufeff', ''))
  })

  test('lines are counted from 1, and what is not there is said', async () => {
    const { where } = setup({ a: 'one\ntwo\nthree\n', long: 'x\n'.repeat(1000) })
    expect(await runTool(readFile, { path: 'a', line: 2, lines: 1 }, where)).toMatchObject({
      text: 'two\n',
      lines: { from: 2, to: 2, of: 3 },
    })
    expect(await runTool(readFile, { path: 'a', line: 2 }, where)).toMatchObject({ text: 'two\nthree\n' })
    expect(await runTool(readFile, { path: 'a', lines: 2 }, where)).toMatchObject({ text: 'one\ntwo\n' })
    await expect(runTool(readFile, { path: 'a', line: 9 }, where)).rejects.toEqual(
      expect.objectContaining({ code: 'NOT_FOUND', message: expect.stringContaining('3 lines') }),
    )
    await expect(runTool(readFile, { path: 'long', line: 900, maxBytes: 100 }, where)).rejects.toEqual(
      expect.objectContaining({ hint: expect.stringContaining('maxBytes') }),
    )
  })

  test('bytes come as base64, and are not taken for text', async () => {
    const bytes = new Uint8Array([0, 255, 1, 2, 3])
    const { where } = setup({ a: bytes })
    await expect(runTool(readFile, { path: 'a' }, where)).rejects.toEqual(
      expect.objectContaining({ hint: expect.stringContaining('base64') }),
    )
    expect(await runTool(readFile, { path: 'a', as: 'base64' }, where)).toEqual({
      base64: 'AP8BAgM=',
      bytes: 5,
      cut: false,
    })
    expect(await runTool(readFile, { path: 'a', as: 'base64', maxBytes: 4, offset: 0 }, where)).toEqual({
      base64: 'AP8BAg==',
      bytes: 4,
      cut: true,
      next: 4,
    })
  })

  test('an empty file is empty text', async () => {
    const { where } = setup({ a: '' })
    expect(await runTool(readFile, { path: 'a' }, where)).toEqual({ text: '', encoding: 'utf-8', bytes: 0, cut: false })
  })
})

describe('list_directory', () => {
  const tree = { 'README.md': 'x', 'src/a.ts': '', 'src/deep/b.ts': '', 'src/c.js': '', '.hidden/d.ts': '' }
  const namesOf = async (input: object, where: never) =>
    ((await runTool(listDirectory, input, where)) as { entries: { name: string }[] }).entries.map(({ name }) => name)

  test.each([
    [{}, ['README.md', 'src']],
    [{ recursive: true }, ['README.md', 'src', 'src/a.ts', 'src/c.js', 'src/deep', 'src/deep/b.ts']],
    [{ recursive: true, pattern: '*.ts' }, ['src/a.ts', 'src/deep/b.ts']],
    [{ pattern: '*.ts' }, []],
    [{ pattern: 'src/*.ts' }, ['src/a.ts']],
    [{ pattern: '**/*.ts', hidden: true }, ['.hidden/d.ts', 'src/a.ts', 'src/deep/b.ts']],
    [{ path: 'src', pattern: '*.{js,ts}' }, ['a.ts', 'c.js']],
  ])('%j gives %j', async (input, expected) => {
    expect(await namesOf(input, setup(tree).where as never)).toEqual(expected)
  })

  test('what is beyond the limit is cut, with a pattern too', async () => {
    const { where, root } = setup(tree)
    expect(await runTool(listDirectory, { limit: 1 }, where)).toMatchObject({
      folder: root,
      entries: [{ name: 'README.md', kind: 'file', bytes: 1 }],
      cut: true,
    })
    expect(await runTool(listDirectory, { pattern: '**/*.ts', limit: 1 }, where)).toMatchObject({
      entries: [{ name: 'src/a.ts' }],
      cut: true,
    })
    expect(await runTool(listDirectory, { pattern: '**/*.ts', limit: 2 }, where)).toMatchObject({ cut: false })
  })

  test.skipIf(process.platform === 'win32')('a link says where it points', async () => {
    const { where, root } = setup(tree)
    symlinkSync('../..', join(root, 'src', 'up'))
    expect(await runTool(listDirectory, { path: 'src', pattern: 'up', recursive: true }, where)).toMatchObject({
      entries: [{ name: 'up', kind: 'link', to: '../..' }],
    })
  })
})

describe('get_file_info', () => {
  test('it tells kind, size and time, and the hash only on request', async () => {
    const { where, root } = setup({ a: 'abc' })
    const facts: object = await runTool(getFileInfo, { path: 'a' }, where)
    expect(facts).toEqual({
      path: join(root, 'a'),
      kind: 'file',
      bytes: 3,
      modified: expect.stringMatching(/^\d{4}-.*Z$/),
      permissions: expect.stringMatching(/^[0-7]{3,4}$/),
    })
    expect(await runTool(getFileInfo, { path: 'a', hash: true }, where)).toEqual({
      ...facts,
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    })
    await expect(runTool(getFileInfo, { path: 'none' }, where)).rejects.toEqual(
      expect.objectContaining({ code: 'NOT_FOUND' }),
    )
  })
})
