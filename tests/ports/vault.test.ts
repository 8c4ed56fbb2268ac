import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { spellLabel } from '../../policy/flow.ts'
import type { WrittenNote } from '../../sidecar/ports/types.ts'
import { listNotes, readNoteFile, vaultPort } from '../../sidecar/ports/vault.ts'
import { bind, portContext, sessionAt, tempFolder } from './bind.ts'

const note = {
  ...{ title: 'Call Olle', text: 'about the stamps', created: '2026-11-16T07:00:00+01:00' },
  ...{ tags: ['craft'], source: 'quick_note' },
}
const code = (wanted: string) => expect.objectContaining({ code: wanted })

function setup() {
  const vault = join(tempFolder(), 'vault')
  const port = vaultPort(vault)
  const write = (identity: string, more: object = {}, name = 'Call Olle.md') => {
    const { context, told } = portContext(sessionAt('/'), {
      identity,
      labels: { trust: 'untrusted', secrecy: 'private' },
    })
    return { told, context, done: bind(port, context)(name, { ...note, ...more }) as Promise<WrittenNote> }
  }
  const undo = async (data: unknown, name = 'Call Olle.md') =>
    port.undo?.(name, data, portContext(sessionAt('/')).context)
  return { vault, port, write, undo, files: () => readdirSync(vault).sort() }
}

const seeded = (seed: number) => () => {
  // Park and Miller's generator: enough to choose when to kill.
  seed = (seed * 48_271) % 2_147_483_647
  return seed / 2_147_483_647
}

const sha256Of = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

const writer = (vault: string, identity: string) => `
  const { vaultPort } = await import(${JSON.stringify(new URL('../../sidecar/ports/vault.ts', import.meta.url).href)})
  const labels = { trust: 'untrusted', secrecy: 'private' }
  const context = { identity: ${JSON.stringify(identity)}, labels, undoWith: async () => {} }
  console.log('go')
  await vaultPort(${JSON.stringify(vault)}).methods.call('Call Olle.md', [${JSON.stringify(note)}], context)
`

/** Another process writes a note and is killed so long after it began. */
async function killedWhileWriting(vault: string, identity: string, ms: number): Promise<void> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', writer(vault, identity)])
  const exit = once(child, 'exit')
  await once(child.stdout, 'data')
  await new Promise((resolve) => setTimeout(resolve, ms))
  child.kill('SIGKILL')
  await exit
}

describe('a note', () => {
  test('[note.file] is a Markdown file that says what it is, where it came from and how far to trust it', async () => {
    const { vault, write, files } = setup()
    expect(await write('c1.0').done).toEqual({ file: 'Call Olle.md', path: join(vault, 'Call Olle.md') })
    expect(files()).toEqual(['Call Olle.md'])
    expect(readFileSync(join(vault, 'Call Olle.md'), 'utf8')).toBe(`---
title: "Call Olle"
created: "2026-11-16T07:00:00+01:00"
id: "c1.0"
label: "${spellLabel({ trust: 'untrusted', secrecy: 'private' })}"
source: "quick_note"
tags: ["craft"]
---

about the stamps
`)
    if (process.platform !== 'win32') expect(statSync(join(vault, 'Call Olle.md')).mode & 0o777).toBe(0o600)
  })

  test('[note.once] replaces no other, be it a note, a folder or a link: it gets a number', async () => {
    const { vault, write, files } = setup()
    await write('c1.0').done
    mkdirSync(join(vault, 'Call Olle 2.md'))
    symlinkSync('/nowhere', join(vault, 'Call Olle 3.md'))
    expect((await write('c2.0').done).file).toBe('Call Olle 4.md')
    expect(files()).toEqual(['Call Olle 2.md', 'Call Olle 3.md', 'Call Olle 4.md', 'Call Olle.md'])
    expect(readFileSync(join(vault, 'Call Olle.md'), 'utf8')).toContain('id: "c1.0"')
  })

  test('[note.once] many at once under one name are all kept', async () => {
    const { write, files } = setup()
    const kept = await Promise.all(Array.from({ length: 20 }, (_, n) => write(`c${n}.0`).done))
    expect(new Set(kept.map(({ file }) => file)).size).toBe(20)
    expect(files()).toHaveLength(20)
  })

  test('[note.once] that is tried again is found, also under a number and after it was edited', async () => {
    const { vault, write, files } = setup()
    await write('c1.0').done
    const second = await write('c2.0').done
    writeFileSync(second.path, readFileSync(second.path, 'utf8').replace('stamps', 'sign'))
    expect(await write('c2.0').done).toEqual(second)
    expect(files()).toHaveLength(2)
    expect(readFileSync(join(vault, second.file), 'utf8')).toContain('sign')
  })

  test('[note.once] whose process is killed in the middle is there once in the end, and nothing beside it', async () => {
    const { vault, port, files, write } = setup()
    const { context } = portContext(sessionAt('/'))
    const random = seeded(Number(process.env.STEWARD_SEED ?? 1))
    for (let round = 0; round < (process.env.STEWARD_FULL === '1' ? 60 : 8); round++) {
      const identity = `c${round}.0`
      await killedWhileWriting(vault, identity, random() * 12)
      const { done, told: kept } = write(identity)
      const { file } = await done
      expect(files().filter((name) => name !== '.trash')).toEqual([file])
      // Written before the kill, it kept its undo data before the kill too.
      const data = kept.undo[0] ?? { id: identity, sha256: sha256Of(join(vault, file)) }
      await port.undo?.('Call Olle.md', data, context)
      expect(files()).toEqual(['.trash'])
    }
  })

  test('that was given its undo data too late is not written', async () => {
    const { port, vault } = setup()
    const { context } = portContext(sessionAt('/'), {
      undoWith: async () => {
        throw new Error('stopped')
      },
    })
    await expect(bind(port, context)('Call Olle.md', note)).rejects.toThrow('stopped')
    expect(readdirSync(vault)).toEqual([])
  })

  test.each(['../x.md', 'a/b.md', '/etc/x.md', 'x.txt', 'CON.md', '.x.md', 'a:b.md', ''])(
    'has no name such as %j',
    async (name) => {
      const { write } = setup()
      await expect(write('c1.0', {}, name).done).rejects.toEqual(code('BAD_TARGET'))
    },
  )

  test('that is none is refused', async () => {
    const { write } = setup()
    await expect(write('c1.0', { tags: 'craft' }).done).rejects.toEqual(code('BAD_INPUT'))
  })

  test('that the disk refuses is told so', async () => {
    const { vault, write } = setup()
    writeFileSync(vault, 'in the way')
    await expect(write('c1.0').done).rejects.toEqual(code('STORE_READ_ONLY'))
  })
})

describe('[note.trash] taken back, a note', () => {
  test('is in the trash, beside others of its name, and taking it back twice does no harm', async () => {
    const { vault, write, undo, files } = setup()
    for (const id of ['c1.0', 'c2.0']) {
      const { told, done } = write(id)
      await done
      await undo(told.undo[0])
      await undo(told.undo[0])
    }
    expect(files()).toEqual(['.trash'])
    expect(readdirSync(join(vault, '.trash')).sort()).toEqual(['Call Olle 2.md', 'Call Olle.md'])
  })

  test('stays where it is if it was changed, moved or renamed since', async () => {
    const { vault, write, undo, files } = setup()
    const { told, done } = write('c1.0')
    const { path } = await done
    writeFileSync(path, `${readFileSync(path, 'utf8')}more\n`)
    await expect(undo(told.undo[0])).rejects.toEqual(code('CONFLICT'))
    renameSync(path, join(vault, 'Other.md'))
    await expect(undo(told.undo[0])).rejects.toEqual(code('CONFLICT'))
    expect(files()).toEqual(['Other.md'])
  })
})

test('notes are listed newest first, with those of other programs, and without what is hidden or no note', async () => {
  const { vault, write } = setup()
  expect(await listNotes(vault)).toEqual([])
  await write('c1.0').done
  await write('c2.0', { title: 'Later', created: '2026-11-16T08:00:00+01:00', tags: [] }, 'Later.md').done
  writeFileSync(join(vault, 'Plain.md'), 'no frontmatter')
  writeFileSync(join(vault, 'picture.png'), '')
  writeFileSync(join(vault, '.hidden.md'), '')
  const listed = await listNotes(vault)
  const at = statSync(join(vault, 'Plain.md')).mtimeMs
  expect(listed).toEqual(
    [
      { file: 'Later.md', title: 'Later', tags: [], created: Date.parse('2026-11-16T07:00:00Z') },
      { file: 'Call Olle.md', title: 'Call Olle', tags: ['craft'], created: Date.parse('2026-11-16T06:00:00Z') },
      { file: 'Plain.md', title: 'Plain', tags: [], created: at },
    ].sort((a, b) => b.created - a.created),
  )
})

describe('[note.look] a note that is looked at', () => {
  test('is read whole by its name', async () => {
    const { vault, write } = setup()
    await write('one').done
    expect(await readNoteFile(vault, 'Call Olle.md')).toMatchObject({
      ...{ file: 'Call Olle.md', path: join(vault, 'Call Olle.md'), cut: false },
      text: expect.stringContaining('about the stamps'),
    })
  })

  test.each(['../secret.md', '/etc/passwd', '.trash/x.md', 'Nothing.md', '', 'link.md'])(
    'is one of the vault and nothing else: %s',
    async (file) => {
      const { vault, write } = setup()
      await write('one').done
      writeFileSync(join(vault, '../secret.md'), 'secret')
      symlinkSync(join(vault, '../secret.md'), join(vault, 'link.md'))
      await expect(readNoteFile(vault, file)).rejects.toEqual(code('NOT_FOUND'))
    },
  )
})
