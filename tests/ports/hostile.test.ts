// Paths that others have used against programs like this one. The lists are read from a folder of public material.
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filePort } from '../../sidecar/ports/files.ts'
import { badPath, isInside } from '../../sidecar/text/paths.ts'
import { bind, portContext, sessionAt, tempFolder } from './bind.ts'

const corpora = process.env.STEWARD_CORPORA
const load = (name: string) => JSON.parse(readFileSync(join(corpora ?? '', 'security', name), 'utf8'))
if (corpora === undefined) process.stderr.write('left out: hostile path lists (STEWARD_CORPORA is not set)\n')

describe.skipIf(corpora === undefined || process.platform === 'win32')('hostile paths', () => {
  test('whatever is written, a secret outside is never read as if it were inside', async () => {
    const base = tempFolder()
    const root = join(base, 'a/b/c/d/e/f/g/work')
    mkdirSync(root, { recursive: true })
    // The file waits at every level, so that climbing by any number of steps finds it.
    for (let at = root, level = 0; level < 8; level++, at = join(at, '..')) {
      writeFileSync(join(at, 'bait'), level === 0 ? 'inside' : 'SECRET')
      mkdirSync(join(at, 'etc'))
      writeFileSync(join(at, 'etc', 'passwd'), level === 0 ? 'inside' : 'SECRET')
    }
    const session = sessionAt(root)
    const port = filePort()
    const read = bind(port, portContext(session).context)
    const lists: Record<string, string[]> = load('traversal.json').lists
    const written = Object.values(lists)
      .flat()
      .flatMap((path) => ['bait', 'etc/passwd'].map((file) => path.replaceAll('{FILE}', file)))
    const tally = { refused: 0, inside: 0, outside: 0, read: 0 }
    for (const path of new Set(written)) {
      let canonical: string
      try {
        canonical = await port.canonical(path, session)
      } catch (error) {
        expect(error, path).toMatchObject({ code: 'BAD_TARGET' })
        tally.refused++
        continue
      }
      const outside = port.facts?.(canonical, session).outside === true
      expect(outside, path).toBe(!(canonical === root || canonical.startsWith(`${root}/`)))
      expect(port.covers?.(root, canonical), path).toBe(!outside)
      const real = resolve(root, path)
      if (existsSync(real)) expect(canonical, path).toBe(realpathSync(real))
      tally[outside ? 'outside' : 'inside']++
      if (outside) continue
      const found = await read(path).then(
        (bytes) => String(Buffer.from(bytes)),
        (error) => error.code,
      )
      expect(['inside', 'NOT_FOUND', 'BAD_TARGET'], path).toContain(found)
      if (found === 'inside') tally.read++
    }
    expect(tally.inside).toBeGreaterThan(100)
    expect(tally.outside).toBeGreaterThan(100)
  })

  test("another project's cases: inside /home/user/project or not", async () => {
    const asserts: { path: string; allowed: string; expect: string }[] = load('fs_path_validation.json').asserts
    const project = '/home/user/project'
    const port = filePort()
    // What its tests allowed is not in the list, so only cases that can be told from the path alone are used.
    const elsewhere = new Set(["'/home/user/project/file'", `'${project}'`])
    let used = 0
    for (const { path, allowed, expect: expected } of asserts) {
      const literal = /^'(\/home\/user.*|\\x00.*)'$/.exec(path)?.[1]
      if (literal === undefined || allowed !== 'allowed' || (expected === 'false' && elsewhere.has(path))) continue
      const written = literal.replaceAll('\\x00', '\0')
      if (expected === 'true' && !`${resolve(written)}/`.startsWith(`${project}/`)) continue
      used++
      const session = sessionAt(project)
      const outside = await Promise.resolve()
        .then(() => port.canonical(written, session))
        .then(
          (canonical) => port.facts?.(canonical, session).outside,
          () => true,
        )
      expect(outside, path).toBe(expected === 'false')
    }
    expect(used).toBeGreaterThan(20)
  })

  test("another project's cases for Windows: by separator, whatever the case, and no network paths", () => {
    const asserts: { path: string; expect: string }[] = load('fs_path_validation.json').asserts
    const unescaped = asserts.map((one) => ({ ...one, path: one.path.replaceAll('\\\\', '\\').slice(1, -1) }))
    const drive = unescaped.filter(({ path }) => path.startsWith('C:\\'))
    for (const one of drive)
      expect(isInside('c:\\users\\PROJECT', one.path, 'win32'), one.path).toBe(one.expect === 'true')
    const network = unescaped.filter(({ path }) => path.startsWith('\\\\'))
    for (const { path } of network) expect(badPath(path, 'win32'), path).toBeTypeOf('string')
    expect([drive.length > 4, network.length > 0]).toEqual([true, true])
  })
})
