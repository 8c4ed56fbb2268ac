// Calendars on this computer: a folder of vdirs (https://vdirsyncer.pimutils.org/en/stable/vdir.html), one .ics file for each
// UID, that khal and vdirsyncer share. What they change is seen; what Steward changes is written over nothing but what it
// was made from.
import { access, constants, mkdir, readdir, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { errno } from '../../store/faults.ts'
import type { Resource, ResourceChange, WrittenResource } from '../../text/agenda/types.ts'
import { StewardError } from '../../text/errors.ts'
import { aloneWith } from './filelock.ts'
import { etagOf } from './plan.ts'
import type { AskLibrary } from './questions.ts'
import { PERSONAL, type Provider, type ProviderCalendar, REMINDERS } from './types.ts'
import {
  addFile,
  namesFor,
  replaceContent,
  type Step,
  sweepAside,
  told,
  trashFile,
  trashFolder,
  trashText,
} from './vdirfiles.ts'
import { nameOf, readLook, writeLook } from './vdirnames.ts'

const TRASH = '.trash'
const MOST_CALENDARS = 200
const always: Readonly<Record<string, string>> = { [PERSONAL]: 'Personal', [REMINDERS]: 'Reminders' }

export interface VdirParts {
  folder: string
  /** The file that writers lock. */
  lock: string
  ask: AskLibrary
  /** Hears of a change that was made here. */
  changed(holds: 'VEVENT' | 'VTODO'): void
  step?: Step
}

export interface LocalCalendars extends Provider {
  create(name: string, color?: string): Promise<string>
  look(id: string, look: { name?: string | undefined; color?: string | undefined }): Promise<void>
  /** Moves it to the trash; returns where it is. */
  remove(id: string): Promise<string>
}

const noSuch = (id: string) =>
  new StewardError('NOT_FOUND', `There is no calendar ${JSON.stringify(id.slice(0, 100))}.`, 'List the calendars.')

const notThere = (uid: string, id: string) =>
  new StewardError(
    'NOT_FOUND',
    `There is no ${JSON.stringify(uid.slice(0, 100))} in the calendar ${id}.`,
    'List what is there; it may have been moved or taken away.',
  )

/** The calendars in a folder. Nothing is made before something is written. */
export function vdirProvider(parts: VdirParts): LocalCalendars {
  const { folder, ask, step = () => undefined } = parts
  const alone = aloneWith(parts.lock)
  const swept = new Set<string>()

  const folderOf = async (id: string): Promise<string> => {
    if (!(await ids(folder)).includes(id)) throw noSuch(id)
    return join(folder, id)
  }
  // The first write makes it.
  const made = async (id: string): Promise<string> => {
    const path = await folderOf(id)
    await mkdir(path, { recursive: true, mode: 0o700 })
    if (!swept.has(id)) await sweepAside(path)
    swept.add(id)
    return path
  }

  const resource = async (calendar: string, uid: string, signal: AbortSignal): Promise<Resource> => {
    const sources = [{ id: calendar, folder: await folderOf(calendar) }]
    const { found } = await ask('find', { sources, uid }, signal)
    if (!found) throw notThere(uid, calendar)
    return { calendar, uid, ...found }
  }

  const write = async (calendar: string, change: ResourceChange, signal: AbortSignal): Promise<WrittenResource> => {
    const path = await made(calendar)
    const { uid } = change
    const sources = [{ id: calendar, folder: path }]
    const { plan } = await ask('plan', { sources, wish: change }, signal)
    const { file, content, trash } = plan
    const bin = join(folder, TRASH, calendar)
    signal.throwIfAborted()
    let name = file?.name
    if (!file) name = await addFile(path, namesFor(uid), content ?? '', step)
    else if (content === null) await trashFile(path, file, bin, step)
    else {
      if (trash !== undefined) await trashText(bin, namesFor(uid)[0] as string, trash, step)
      await replaceContent(path, file, content, step)
    }
    parts.changed(plan.holds)
    const isGone = change.text === null
    return { calendar, uid, name: name as string, ...(isGone ? {} : { etag: etagOf(content ?? '') }) }
  }

  return {
    kind: 'local',
    async list() {
      const all = await ids(folder)
      return Promise.all(all.map((id) => infoOf(id, join(folder, id))))
    },
    resource,
    put: (calendar, change, signal) =>
      told(
        folder,
        alone(() => write(calendar, change, signal), signal),
      ),
    sync: async () => undefined,
    async create(name, color) {
      const clean = nameOf(name)
      if (clean === undefined)
        throw new StewardError('BAD_INPUT', 'A calendar needs a name.', 'Give it one that can be seen.')
      await told(folder, mkdir(folder, { recursive: true, mode: 0o700 }))
      const id = await told(folder, newFolder(folder, clean))
      await told(folder, (async () => writeLook(join(folder, id), { name: clean, color }))())
      return id
    },
    look: (id, look) =>
      told(
        folder,
        made(id).then((path) => writeLook(path, look)),
      ),
    async remove(id) {
      const path = await folderOf(id)
      if (Object.hasOwn(always, id))
        throw new StewardError('BAD_TARGET', `The calendar ${id} is always there.`, 'Take its events away, or hide it.')
      return told(
        folder,
        alone(() => trashFolder(path, join(folder, TRASH), id), new AbortController().signal),
      )
    },
  }
}

async function infoOf(id: string, folder: string): Promise<ProviderCalendar> {
  const look = await readLook(folder)
  const fails = await access(folder, constants.W_OK).then(
    () => undefined,
    (thrown) => errno(thrown),
  )
  return {
    ...{ id, folder, kind: 'local' as const },
    name: look.name ?? always[id] ?? id,
    color: look.color ?? '',
    readOnly: fails !== undefined && fails !== 'ENOENT',
    holds: id === REMINDERS ? ['VTODO'] : ['VEVENT', 'VTODO'],
  }
}

/** The ids of calendars: what is always there, and each folder that is really inside. */
async function ids(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((thrown) => {
    if (errno(thrown) === 'ENOENT') return []
    throw new StewardError(
      'UNAVAILABLE',
      `The folder of calendars ${folder} can not be read (${errno(thrown)}).`,
      'Check its permissions.',
    )
  })
  const found: string[] = []
  for (const entry of entries.filter(({ name }) => isId(name)))
    if (entry.isDirectory() || (entry.isSymbolicLink() && (await isInside(folder, entry.name)))) found.push(entry.name)
  const others = found.filter((id) => !Object.hasOwn(always, id)).sort()
  return [...Object.keys(always), ...others].slice(0, MOST_CALENDARS)
}

const isId = (name: string): boolean => !name.startsWith('.') && name.length <= 200 && !/[\p{Cc}\\]/u.test(name)

// A link to a folder is a calendar only where it leads to another place in here.
async function isInside(folder: string, name: string): Promise<boolean> {
  const [root, path] = await Promise.all(
    [realpath(folder), realpath(join(folder, name))].map((each) => each.catch(() => '')),
  )
  return root !== undefined && path !== undefined && root !== '' && path.startsWith(root + sep)
}

/** A folder with a name that is near to the calendar's. */
async function newFolder(folder: string, name: string): Promise<string> {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\d]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
  const stem = plain === '' ? 'calendar' : plain
  for (let n = 1; ; n++) {
    const id = n === 1 ? stem : `${stem}-${n}`
    if (Object.hasOwn(always, id)) continue
    try {
      await mkdir(join(folder, id), { mode: 0o700 })
      return id
    } catch (thrown) {
      if (errno(thrown) !== 'EEXIST') throw thrown
    }
  }
}
