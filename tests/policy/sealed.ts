// A journal with a sealed log on real files, whose every write to the disk can be the last, or fail.
import nodeFs, { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { Audit, type AuditHead } from '../../policy/audit.ts'
import type { Slot } from '../../policy/seal.ts'
import { Journal, readAnchor } from '../../sidecar/kernel/journal.ts'
import { migrations } from '../../sidecar/kernel/schema.ts'
import { openStore, type Store } from '../../sidecar/store/database.ts'
import { replaceFile } from '../../sidecar/store/files.ts'
import { textFile } from '../../sidecar/store/keys.ts'
import { type LogFs, openLog } from '../../sidecar/store/log.ts'

/** What happens at the n-th step: nothing, or the end of the process before, within or after it, or an error. */
export interface Fault {
  at: number
  how: 'before' | 'within' | 'after' | 'error'
}

/** Counts the steps to the disk and strikes at one of them. */
export class Disk {
  steps = 0
  isDead = false
  struck = ''
  readonly #fault: Fault | undefined

  constructor(fault?: Fault) {
    this.#fault = fault
  }

  step<T>(name: string, whole: () => T, half?: () => void): T {
    if (this.isDead) throw new Error('dead')
    const isHere = ++this.steps === this.#fault?.at
    if (!isHere) return whole()
    this.struck = name
    const { how } = this.#fault ?? {}
    if (how === 'error') throw Object.assign(new Error('no room'), { code: 'ENOSPC' })
    this.isDead = true
    if (how === 'after') whole()
    if (how === 'within') half?.()
    throw new Error('dead')
  }
}

export interface Life {
  journal: Journal
  disk: Disk
  verify: (trusted?: AuditHead) => ReturnType<Audit['verify']>
  /** Lets go of the files, as the end of the process does. */
  leave(): void
}

export interface Home {
  folder: string
  live(disk?: Disk): Life
}

/** A folder in which one process after another lives. `keysIn` makes a key's place of its file. */
export function newHome(
  atEnd: (clear: () => void) => void = onTestFinished,
  keysIn: (file: Slot, disk: Disk) => Slot = (file) => file,
): Home {
  const folder = mkdtempSync(join(tmpdir(), 'steward-seal-'))
  const lives: Life[] = []
  atEnd(() => {
    for (const life of lives) life.leave()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    folder,
    live(disk = new Disk()) {
      const life = begin(folder, disk, keysIn)
      lives.push(life)
      return life
    },
  }
}

let time = 1_700_000_000_000

function begin(folder: string, disk: Disk, keysIn: (file: Slot, disk: Disk) => Slot): Life {
  const store = openStore(join(folder, 'steward.db'), migrations)
  const file = openLog(join(folder, 'audit'), { fs: logFs(disk) })
  const replace: typeof replaceFile = (path, text, durable) => disk.step(path, () => replaceFile(path, text, durable))
  const places = {
    keys: keysIn(textFile(join(folder, 'key.json'), replace), disk),
    anchor: textFile(join(folder, 'anchor.json'), replace),
  }
  const audit = new Audit(file, () => time++, readAnchor(store), places)
  const journal = new Journal(watched(store, disk), audit)
  let isOpen = true
  return {
    ...{ journal, disk },
    verify: (trusted) => audit.verify(journal.anchor(), trusted),
    leave() {
      if (!isOpen) return
      isOpen = false
      disk.isDead = true
      file.close()
      store.close()
    },
  }
}

function watched(store: Store, disk: Disk): Store {
  return new Proxy(store, {
    get(target, name) {
      if (name === 'transaction')
        return (work: () => unknown, sync: boolean) => disk.step('transaction', () => target.transaction(work, sync))
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function logFs(disk: Disk): LogFs {
  const { openSync, writeSync, fdatasyncSync, ftruncateSync } = nodeFs
  const write = (handle: number, bytes: Buffer, from: number, length: number) =>
    disk.step(
      'log',
      () => writeSync(handle, bytes, from, length),
      () => writeSync(handle, bytes, from, length >> 1),
    )
  return {
    ...nodeFs,
    openSync,
    writeSync: write as typeof writeSync,
    fdatasyncSync: (handle) => disk.step('sync', () => fdatasyncSync(handle)),
    ftruncateSync: (handle, length) => {
      if (disk.isDead) throw new Error('dead')
      ftruncateSync(handle, length)
    },
  }
}
