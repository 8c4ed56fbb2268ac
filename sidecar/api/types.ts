// What the resources are made from.
import type { Kernel } from '../kernel/kernel.ts'
import type { Settings } from '../kernel/settings.ts'
import type { Handlers } from '../rpc/contract.ts'
import type { FolderState, Paths } from '../store/paths.ts'

export interface ApiParts {
  kernel: Kernel
  paths: Paths
  version: string
  settings: SettingsHandle
  /** Resolves once custom tools are loaded. */
  ready: () => Promise<void> | undefined
  backup: (file: string) => Promise<{ file: string; bytes: number; entries: number; skipped: string[] }>
  inspectFolders: () => FolderState[]
  shutdown: () => void
}

/** The settings in force, and the one way to change them. */
export interface SettingsHandle {
  readonly current: Settings
  set(key: string, value: unknown): Promise<void>
}

/** Handlers of the methods that start with a word. */
export type Api<N extends keyof Handlers> = Pick<Handlers, N>
