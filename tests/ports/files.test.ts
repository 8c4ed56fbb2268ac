import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { linkSync, mkdirSync, realpathSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { filePort } from '../../sidecar/ports/files.ts'
import type { FileInfo } from '../../sidecar/ports/types.ts'
import { bind, portContext, sessionAt, tempFolder } from './bind.ts'

const windows = process.platform === 'win32'
const code = (wanted: string) => expect.objectContaining({ code: wanted })

function setup(own: string[] = []) {
  const base = tempFolder()
  const root = join(base, 'work')
  mkdirSync(root)
  const session = sessionAt(root)
  const port = filePort({ own })
  const { context, told } = portContext(session)
  return { base, root, session, port, context, told, read: bind(port, context) }
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString()

describe('reading', () => {
  test('a file is read by range, and what is asked beyond its end is empty', async () => {
    const { root, read } = setup()
    writeFileSync(join(root, 'a.txt'), '0123456789')
    expect(text(await read('a.txt'))).toBe('0123456789')
    expect(text(await read('a.txt', 4))).toBe('0123')
    expect(text(await read('a.txt', 4, 8))).toBe('89')
    expect(text(await read('a.txt', 4, 100))).toBe('')
    expect(text(await read('a.txt', 0))).toBe('')
  })

  test('a file of several parts comes whole, and its hash is that of its bytes', async () => {
    const { root, read } = setup()
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
    const { root, read } = setup()
    writeFileSync(join(root, 'a.txt'), 'x')
    await expect(read('a.txt', max, offset)).rejects.toEqual(code('BAD_INPUT'))
  })

  test('what is not there is NOT_FOUND when it is used, not when it is planned', async () => {
    const { root, session, port, read } = setup()
    expect(await port.canonical('no/such/file', session)).toBe(join(root, 'no', 'such', 'file'))
    for (const method of [read, read.info, read.hash])
      await expect(method?.('no/such/file')).rejects.toEqual(code('NOT_FOUND'))
    writeFileSync(join(root, 'file'), '')
    await expect(read('file/below')).rejects.toEqual(code('NOT_FOUND'))
  })

  test('an aborted signal ends reading, hashing and listing', async () => {
    const { root, session, port } = setup()
    writeFileSync(join(root, 'a.txt'), 'x')
    const { context } = portContext(session, { signal: AbortSignal.abort(new Error('enough')) })
    const read = bind(port, context)
    for (const run of [() => read('a.txt'), () => read.hash?.('a.txt'), () => read.list?.('.')])
      await expect(run()).rejects.toThrow('enough')
  })

  test('a folder is not a file, and the hint says what to use', async () => {
    const { read } = setup()
    await expect(read('.')).rejects.toEqual(
      expect.objectContaining({ code: 'BAD_TARGET', hint: expect.stringContaining('list_directory') }),
    )
  })

  test.skipIf(windows)('pipes, sockets and devices are turned away at once', async () => {
    const { root, read } = setup()
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
      const { read } = setup()
      expect(((await read('/proc/self/status')) as Uint8Array).length).toBeGreaterThan(100)
    },
  )

  test('a file that is replaced or deleted after it was opened is still read whole', async () => {
    const { root, port, session } = setup()
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

describe('the one spelling of a path', () => {
  test('relative paths start at the root, and ~ is the home folder', async () => {
    const { root, session, port } = setup()
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
      const { session, port } = setup()
      await expect((async () => port.canonical(path, session))()).rejects.toEqual(code('BAD_TARGET'))
    },
  )

  test.each([123, null, undefined, {}, ['/etc/passwd']])('what is not text is BAD_TARGET: %s', async (path) => {
    const { session, port } = setup()
    await expect((async () => port.canonical(path as string, session))()).rejects.toEqual(code('BAD_TARGET'))
  })

  test.skipIf(windows)('links are followed to where they lead, also where the end is missing', async () => {
    const { base, root, session, port } = setup()
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
    const { root, session, port } = setup()
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

  test.skipIf(windows)('outside and sensitive are told from the path', () => {
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
    const { root, read } = setup()
    writeFileSync(join(root, 'a.txt'), 'abc', { mode: 0o640 })
    if (!windows) symlinkSync('a.txt', join(root, 'link'))
    const { mtimeMs } = statSync(join(root, 'a.txt'))
    const expected = { path: join(root, 'a.txt'), kind: 'file', bytes: 3, modified: Math.round(mtimeMs) }
    expect(await read.info?.('a.txt')).toMatchObject(windows ? expected : { ...expected, mode: 0o640 })
    if (!windows) expect(await read.info?.('link')).toMatchObject(expected)
    expect(await read.info?.('.')).toMatchObject({ path: root, kind: 'directory' })
  })
})

describe.skipIf(windows)('a link put in the way after the path was judged', () => {
  test('gets nobody anywhere, whether it stands for the file or for a folder above it', async () => {
    const { base, root, session, port, context } = setup()
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
    const { base, root, port, context } = setup()
    for (const [folder, words] of [
      ['work/sub', 'mine'],
      ['else', 'SECRET'],
    ] as const) {
      mkdirSync(join(base, folder), { recursive: true })
      writeFileSync(join(base, folder, 'f'), words)
    }
    symlinkSync(join(base, 'else'), join(root, 'link'))
    const swapper = Promise.withResolvers<void>()
    const { spawn } = await import('node:child_process')
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
    const { root, read } = setup()
    writeFileSync(join(root, 'a'), 'x')
    linkSync(join(root, 'a'), join(root, 'b'))
    renameSync(join(root, 'a'), join(root, 'c'))
    expect(text(await read('b'))).toBe('x')
  })
})

describe('listing', () => {
  const names = (found: { entries: FileInfo[] }, root: string) =>
    found.entries.map(({ path }) => path.slice(root.length + 1))

  test('upper floors come first, names are in order, hidden ones only on request', async () => {
    const { root, read } = setup()
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
    const { root, read } = setup()
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
    const { base, root, read } = setup()
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
    const { root, read } = setup()
    writeFileSync(join(root, 'a'), '')
    await expect(read.list?.('a', { recursive: false, hidden: false, limit: 1 })).rejects.toEqual(code('BAD_TARGET'))
  })

  test('the loop goes on turning while a big folder is listed', async () => {
    const { root, read } = setup()
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
      const { base, root } = setup()
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
