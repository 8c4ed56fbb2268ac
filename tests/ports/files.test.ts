import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { filePort } from '../../sidecar/ports/files.ts'
import { bind, fileSetup, portContext, sessionAt } from './bind.ts'

const windows = process.platform === 'win32'
const code = (wanted: string) => expect.objectContaining({ code: wanted })

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString()

describe('reading', () => {
  test('a file is read by range, and what is asked beyond its end is empty', async () => {
    const { root, read } = fileSetup()
    writeFileSync(join(root, 'a.txt'), '0123456789')
    expect(text(await read('a.txt'))).toBe('0123456789')
    expect(text(await read('a.txt', 4))).toBe('0123')
    expect(text(await read('a.txt', 4, 8))).toBe('89')
    expect(text(await read('a.txt', 4, 100))).toBe('')
    expect(text(await read('a.txt', 0))).toBe('')
  })

  test('a file of several parts comes whole, and its hash is that of its bytes', async () => {
    const { root, read } = fileSetup()
    const bytes = Buffer.alloc(3_500_000, 'steward ')
    writeFileSync(join(root, 'big'), bytes)
    expect(Buffer.compare(await read('big', 4_000_000), bytes)).toBe(0)
    expect(await read.hash?.('big')).toBe(createHash('sha256').update(bytes).digest('hex'))
  })

  test.each([
    [-1, 0],
    [1.5, 0],
    [17 * 1024 * 1024, 0],
    ['9', 0],
    [1, -1],
    [1, Number.NaN],
  ])('a range that makes no sense is refused: %s, %s', async (max, offset) => {
    const { root, read } = fileSetup()
    writeFileSync(join(root, 'a.txt'), 'x')
    await expect(read('a.txt', max, offset)).rejects.toEqual(code('BAD_INPUT'))
  })

  test('what is not there is NOT_FOUND when it is used, not when it is planned', async () => {
    const { root, session, port, read } = fileSetup()
    expect(await port.canonical('no/such/file', session)).toBe(join(root, 'no', 'such', 'file'))
    for (const method of [read, read.info, read.hash])
      await expect(method?.('no/such/file')).rejects.toEqual(code('NOT_FOUND'))
    writeFileSync(join(root, 'file'), '')
    await expect(read('file/below')).rejects.toEqual(code('NOT_FOUND'))
  })

  test('an aborted signal ends reading, hashing and listing', async () => {
    const { root, session, port } = fileSetup()
    writeFileSync(join(root, 'a.txt'), 'x')
    const { context } = portContext(session, { signal: AbortSignal.abort(new Error('enough')) })
    const read = bind(port, context)
    for (const run of [() => read('a.txt'), () => read.hash?.('a.txt'), () => read.list?.('.')])
      await expect(run()).rejects.toThrow('enough')
  })

  test('a folder is not a file, and the hint says what to use', async () => {
    const { read } = fileSetup()
    await expect(read('.')).rejects.toEqual(
      expect.objectContaining({ code: 'BAD_TARGET', hint: expect.stringContaining('list_directory') }),
    )
  })

  test.skipIf(windows)('[port.special-files] pipes, sockets and devices are turned away at once', async () => {
    const { root, read } = fileSetup()
    execFileSync('mkfifo', [join(root, 'pipe')])
    const server = createServer().listen(join(root, 'socket'))
    onTestFinished(() => void server.close())
    await new Promise((done) => server.once('listening', done))
    for (const path of ['pipe', 'socket', '/dev/zero', '/dev/tty']) {
      await expect(read(path)).rejects.toEqual(code('BAD_TARGET'))
      await expect(read.hash?.(path)).rejects.toEqual(code('BAD_TARGET'))
    }
    expect(await read.info?.('pipe')).toMatchObject({ kind: 'other' })
  })

  test.runIf(process.platform === 'linux')(
    'a file of the system that says it is empty is read all the same',
    async () => {
      const { read } = fileSetup()
      expect(((await read('/proc/self/status')) as Uint8Array).length).toBeGreaterThan(100)
    },
  )

  test('a file that is replaced or deleted after it was opened is still read whole', async () => {
    const { root, port, session } = fileSetup()
    const path = join(root, 'a')
    writeFileSync(path, Buffer.alloc(2_500_000, 'x'))
    let looks = 0
    // The signal is looked at between the parts: that is where the file goes.
    const signal = Object.assign(new AbortController().signal, {
      throwIfAborted: () => void (++looks === 2 && rmSync(path)),
    })
    const bytes: Uint8Array = await bind(port, portContext(session, { signal }).context)('a', 3_000_000)
    expect(bytes.length).toBe(2_500_000)
  })
})

describe('[enforce.spelling] the one spelling of a path', () => {
  test('relative paths start at the root, and ~ is the home folder', async () => {
    const { root, session, port } = fileSetup()
    expect(await port.canonical('.', session)).toBe(root)
    expect(await port.canonical('a/../b/./c', session)).toBe(join(root, 'b', 'c'))
    expect(await port.canonical(join(root, 'x'), session)).toBe(join(root, 'x'))
    expect(await port.canonical('~', session)).toBe(realpathSync(homedir()))
    expect(await port.canonical('~/some-file-that-is-not-there', session)).toBe(
      join(realpathSync(homedir()), 'some-file-that-is-not-there'),
    )
    expect(await port.canonical('~ann', session)).toBe(join(root, '~ann'))
  })

  test.each(['', 'a\0b', 'x'.repeat(5000), 'n'.repeat(300), 'a\ud800'])(
    'what can not be a path is BAD_TARGET: case %#',
    async (path) => {
      const { session, port } = fileSetup()
      await expect((async () => port.canonical(path, session))()).rejects.toEqual(code('BAD_TARGET'))
    },
  )

  test.each([123, null, undefined, {}, ['/etc/passwd']])('what is not text is BAD_TARGET: %s', async (path) => {
    const { session, port } = fileSetup()
    await expect((async () => port.canonical(path as string, session))()).rejects.toEqual(code('BAD_TARGET'))
  })

  test.skipIf(windows)('links are followed to where they lead, also where the end is missing', async () => {
    const { base, root, session, port } = fileSetup()
    mkdirSync(join(base, 'else'))
    symlinkSync('../else', join(root, 'out'))
    symlinkSync(join(base, 'else', 'not-yet'), join(root, 'dangling'))
    symlinkSync('out/deeper', join(root, 'twice'))
    for (const [path, real] of [
      ['out/x', 'else/x'],
      ['dangling', 'else/not-yet'],
      ['dangling/x', 'else/not-yet/x'],
      ['twice/x', 'else/deeper/x'],
    ] as const) {
      const canonical = await port.canonical(path, session)
      expect(canonical).toBe(join(base, real))
      expect(port.facts?.(canonical, session)).toMatchObject({ outside: true })
    }
  })

  test.skipIf(windows)('links in a circle, or ever more of them, end in BAD_TARGET', async () => {
    const { root, session, port } = fileSetup()
    symlinkSync('b', join(root, 'a'))
    symlinkSync('a', join(root, 'b'))
    for (let n = 0; n < 60; n++) symlinkSync(`chain${n + 1}/chain${n + 1}`, join(root, `chain${n}`))
    for (const path of ['a', 'a/x', 'chain0'])
      await expect((async () => port.canonical(path, session))()).rejects.toEqual(code('BAD_TARGET'))
  })
})

describe('leave', () => {
  const { covers } = filePort({ own: ['/data/steward'] })
  test.skipIf(windows).each([
    ['/work', '/work', true],
    ['/work', '/work/a/b', true],
    ['/work', '/work-evil/a', false],
    ['/work/a', '/work', false],
    ['/work', '/work/.env', false],
    ['/work', '/work/x/.ssh/id_rsa', false],
    ['/work/.env', '/work/.env', true],
    ['/home/ann/.ssh', '/home/ann/.ssh/config', true],
    ['/data', '/data/steward/store.db', false],
  ])('leave for %s is leave for %s: %s', (granted, wanted, expected) => {
    expect(covers?.(granted, wanted)).toBe(expected)
  })

  test.skipIf(windows)(
    "Steward's own folder is sensitive by its real path too, where it was named by a link",
    async () => {
      const { base, root, session } = fileSetup()
      mkdirSync(join(base, 'real'))
      symlinkSync('../real', join(root, 'link'))
      const port = filePort({ own: [join(root, 'link')] })
      expect(port.facts?.(await port.canonical('link/store.db', session), session)).toMatchObject({ sensitive: true })
    },
  )

  test.skipIf(windows)('[session.root] outside and sensitive are told from the path', () => {
    const port = filePort({ own: ['/data/steward'] })
    const session = sessionAt('/work', '/extra')
    expect(port.facts?.('/work/a', session)).toEqual({ outside: false, sensitive: false })
    expect(port.facts?.('/extra/a', session)).toEqual({ outside: false, sensitive: false })
    expect(port.facts?.('/work-evil/a', session)).toEqual({ outside: true, sensitive: false })
    expect(port.facts?.('/work/.env', session)).toEqual({ outside: false, sensitive: true })
    expect(port.facts?.('/data/steward/store.db', session)).toEqual({ outside: true, sensitive: true })
  })
})

describe('information', () => {
  test('it tells what a file is, and of a link what it leads to', async () => {
    const { root, read } = fileSetup()
    writeFileSync(join(root, 'a.txt'), 'abc', { mode: 0o640 })
    if (!windows) symlinkSync('a.txt', join(root, 'link'))
    const { mtimeMs } = statSync(join(root, 'a.txt'))
    const expected = { path: join(root, 'a.txt'), kind: 'file', bytes: 3, modified: Math.round(mtimeMs) }
    expect(await read.info?.('a.txt')).toMatchObject(windows ? expected : { ...expected, mode: 0o640 })
    if (!windows) expect(await read.info?.('link')).toMatchObject(expected)
    expect(await read.info?.('.')).toMatchObject({ path: root, kind: 'directory' })
  })
})
