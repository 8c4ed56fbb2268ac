// writeVault: notes as Markdown files in a folder that Obsidian opens. A note is whole or not there, none is written over
// another, and what is taken back goes to the trash that Obsidian uses too.
import { lstat, mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { spellLabel } from '../../policy/flow.ts'
import { errno, writeFault } from '../store/faults.ts'
import { moveToFree } from '../store/place.ts'
import { StewardError } from '../text/errors.ts'
import { isNote, noteFile, readHead, writeNote } from '../text/note.ts'
import type { Port, PortContext, WrittenNote } from './types.ts'

const trash = '.trash'
const headBytes = 4096
const mostListed = 1000

/** What `writeVault` keeps so that it can be taken back. */
interface Kept {
  id: string
  sha256: string
}

// Loaded at the first note: it takes longer than all else here.
const hash = (text: string | Buffer): string =>
  process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex')

/** Captures notes. The target is the name that a note would like to have; a number is added where it is taken. */
export const vaultPort = (folder: string): Port => ({
  kind: 'writeVault',
  // A note carries the identity of the call that wrote it: done again, it is found and left alone.
  repeatable: true,
  canonical: (target) => {
    if (typeof target === 'string' && target.endsWith('.md') && noteFile(target.slice(0, -3)) === target) return target
    throw new StewardError(
      'BAD_TARGET',
      `${JSON.stringify(target)} is not the name of a note.`,
      'Use a plain name that ends in .md, without a folder.',
    )
  },
  methods: {
    call: (name, [note], context) => told(folder, capture(folder, name, note, context)),
  },
  undo: (name, data) => told(folder, takeBack(folder, name, data as Kept)),
})

// What the disk says is told as what to do; a call that is parked or stopped passes through.
const told = <T>(folder: string, doing: Promise<T>): Promise<T> =>
  doing.catch((thrown) => {
    throw errno(thrown) === undefined ? thrown : writeFault(thrown, folder)
  })

async function capture(folder: string, name: string, note: unknown, context: PortContext): Promise<WrittenNote> {
  const { identity: id, labels } = context
  if (!isNote(note))
    throw new StewardError('BAD_INPUT', 'That is not a note.', 'Give title, text, created, tags and source.')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const written = await find(folder, name, id)
  if (written !== undefined) {
    // Cut off after it got its name: what it was called before may still be there.
    await rm(asideOf(folder, id), { force: true })
    return { file: written, path: join(folder, written) }
  }
  const text = writeNote(note, { id, label: spellLabel(labels) })
  await context.undoWith({ id, sha256: hash(text) } satisfies Kept)
  const file = await keep(folder, name, text, id)
  return { file, path: join(folder, file) }
}

/** `Name.md`, `Name 2.md`, `Name 3.md` … */
const numbered = (name: string, n: number): string => (n === 1 ? name : `${name.slice(0, -3)} ${n}.md`)

const asideOf = (folder: string, id: string): string => join(folder, `.${hash(id).slice(0, 16)}.tmp`)

// Written aside and on the disk before it gets its name, and no name is taken from another: a link never replaces.
async function keep(folder: string, name: string, text: string, id: string): Promise<string> {
  const aside = asideOf(folder, id)
  const handle = await open(aside, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  const file = await place(aside, folder, name)
  await syncFolder(folder)
  return file
}

/** Moves a file into a folder under the first name that is free. */
async function place(from: string, folder: string, name: string): Promise<string> {
  for (let n = 1; ; n++) {
    const file = numbered(name, n)
    if (await moveToFree(from, join(folder, file))) return file
  }
}

// Windows has no such call and needs none.
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The file of that name, or of that name with a number, that carries an identity. */
async function find(folder: string, name: string, id: string): Promise<string | undefined> {
  const stem = name.slice(0, -3)
  const isAlike = (file: string) =>
    file === name || (file.startsWith(`${stem} `) && /^\d+\.md$/.test(file.slice(stem.length + 1)))
  for (const file of (await names(folder)).filter(isAlike)) {
    const head = await readStart(join(folder, file))
    if (head !== undefined && readHead(head).id === id) return file
  }
  return undefined
}

async function names(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((thrown) => {
    if (errno(thrown) === 'ENOENT') return []
    throw thrown
  })
  return entries.filter((entry) => entry.isFile() && isNoteFile(entry.name)).map((entry) => entry.name)
}

const isNoteFile = (name: string): boolean => name.endsWith('.md') && !name.startsWith('.')

// What vanished or can't be read meanwhile is no note.
async function readStart(path: string): Promise<string | undefined> {
  const handle = await open(path).catch(() => undefined)
  try {
    const { buffer, bytesRead } = (await handle?.read(Buffer.alloc(headBytes), 0, headBytes, 0)) ?? {}
    return buffer?.toString('utf8', 0, bytesRead)
  } finally {
    await handle?.close()
  }
}

async function takeBack(folder: string, name: string, { id, sha256 }: Kept): Promise<void> {
  const bin = join(folder, trash)
  const file = await find(folder, name, id)
  const binned = await find(bin, name, id)
  if (file === undefined) {
    // Cut off after it was taken back: nothing is left to do.
    if (binned !== undefined) return
    throw new StewardError('CONFLICT', `The note ${name} was moved or renamed since.`, `Look for it in ${folder}.`)
  }
  const path = join(folder, file)
  if (hash(await readFile(path)) !== sha256)
    throw new StewardError(
      'CONFLICT',
      `The note ${file} was changed since.`,
      `Look at it, and remove it by hand: ${path}`,
    )
  await mkdir(bin, { recursive: true, mode: 0o700 })
  if (binned === undefined) await place(path, bin, file)
  else await rm(path)
  await syncFolder(folder)
}

export interface ListedNote {
  file: string
  title: string
  tags: string[]
  /** Milliseconds since the epoch; when it was last changed where it does not say. */
  created: number
}

/** The notes of the vault, newest first. */
export async function listNotes(folder: string): Promise<ListedNote[]> {
  const notes: ListedNote[] = []
  for (const file of (await names(folder)).slice(0, mostListed)) {
    const path = join(folder, file)
    const [text, stat] = await Promise.all([readStart(path), lstat(path).catch(() => undefined)])
    if (text === undefined || stat === undefined) continue
    const { title, tags, created } = readHead(text)
    const at = Date.parse(created ?? '')
    notes.push({ file, title: title || file.slice(0, -3), tags, created: Number.isNaN(at) ? stat.mtimeMs : at })
  }
  return notes.sort((a, b) => b.created - a.created)
}

const mostRead = 1_000_000

/** One note by the name of its file; nothing but the vault's own notes is read. */
export async function readNoteFile(
  folder: string,
  file: string,
): Promise<{ file: string; path: string; text: string; cut: boolean }> {
  if (!(await names(folder)).includes(file))
    throw new StewardError('NOT_FOUND', `There is no note ${file}.`, `Look for it in ${folder}.`)
  const path = join(folder, file)
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(mostRead), 0, mostRead, 0)
    const { size } = await handle.stat()
    return { file, path, text: buffer.toString('utf8', 0, bytesRead), cut: size > bytesRead }
  } finally {
    await handle.close()
  }
}
