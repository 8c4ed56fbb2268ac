// Hears of changes that other programs make to the folders of calendars. It is a help for what is on screen and nothing that
// answers depend on: each of them looks at the files anyway.
import { type FSWatcher, watch } from 'node:fs'

const SETTLES_MS = 300

export interface FolderWatch {
  /** Watches these folders from now on, and no others. */
  set(folders: readonly string[]): void
  close(): void
}

/** Calls `changed` a moment after something in the folders did. It does not keep the process alive. */
export function watchFolders(changed: (folders: string[]) => void, settlesMs = SETTLES_MS): FolderWatch {
  const watchers = new Map<string, FSWatcher>()
  const touched = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const notice = (folder: string, name: string | null) => {
    // What is written aside, and the lock, is nobody's business yet.
    if (isClosed || name?.startsWith('.')) return
    touched.add(folder)
    timer ??= setTimeout(() => {
      timer = undefined
      const folders = [...touched]
      touched.clear()
      changed(folders)
    }, settlesMs)
    timer.unref()
  }
  const drop = (folder: string) => {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }
  const add = (folder: string) => {
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => notice(folder, name))
      // A folder that went away, or more watches than the system has: the next look finds out by itself.
      watcher.on('error', () => drop(folder))
      watchers.set(folder, watcher)
    } catch {
      // The folder is not there yet.
    }
  }

  return {
    set(folders) {
      if (isClosed) return
      const wanted = new Set(folders)
      for (const folder of watchers.keys()) if (!wanted.has(folder)) drop(folder)
      for (const folder of wanted) if (!watchers.has(folder)) add(folder)
    },
    close() {
      isClosed = true
      clearTimeout(timer)
      for (const folder of [...watchers.keys()]) drop(folder)
    },
  }
}
