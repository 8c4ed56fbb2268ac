// What the resources are made from.
import type { LoadedRule } from '../../policy/rules.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Settings } from '../kernel/settings.ts'
import type { Agenda } from '../ports/calendar/types.ts'
import type { ParamsOf, ResultOf } from '../protocol/methods.ts'
import type { Handlers } from '../rpc/contract.ts'
import type { KeyPlace } from '../store/keychain-slot.ts'
import type { FolderState, Paths } from '../store/paths.ts'
import type { SecretPlace } from '../store/secrets.ts'
import type { Reminders } from '../tasks/types.ts'
import type { Preferences } from '../text/agenda/types.ts'
import type { Spoken } from '../text/intents.ts'

export interface ApiParts {
  kernel: Kernel
  paths: Paths
  version: string
  settings: SettingsHandle
  rules: RulesHandle
  /** Every record of the audit log, oldest first. */
  records: () => Iterable<object>
  /** How people ask for the built-in tools; loaded when first needed. */
  spoken: () => Promise<readonly Spoken[]>
  /** Resolves once custom tools are loaded. */
  ready: () => Promise<void> | undefined
  backup: (file: string) => Promise<{ file: string; bytes: number; entries: number; skipped: string[] }>
  inspectFolders: () => FolderState[]
  /** The day at a glance. */
  briefing: () => Promise<ResultOf<'briefing/today'>>
  /** The user's notes, to look at. */
  notes: {
    list: () => Promise<ResultOf<'note/list'>['notes']>
    read: (file: string) => Promise<ResultOf<'note/read'>>
  }
  /** Calendars, tasks and reminders; opened when first needed. */
  days: Days
  /** Where the key that seals the audit log is. */
  keyPlace: () => Promise<KeyPlace>
  /** Where the key to the passwords of accounts is; nothing where there are none. */
  secretPlace: () => Promise<SecretPlace | undefined>
  shutdown: () => void
}

/** The user's calendars, and what is made of them without a call. */
export interface Days {
  agenda(): Promise<Agenda>
  reminders(): Promise<Reminders>
  preferences(): Preferences
  slots(query: ParamsOf<'calendar/slots'>): Promise<ResultOf<'calendar/slots'>>
  understand(line: ParamsOf<'calendar/understand'>): Promise<ResultOf<'calendar/understand'>>
  import(wanted: ParamsOf<'calendar/import'>): Promise<ResultOf<'calendar/import'>>
}

/** The settings in force, and the one way to change them. */
export interface SettingsHandle {
  readonly current: Settings
  set(key: string, value: unknown): Promise<void>
}

/** A rule file: how many of its rules are in force, and why it was refused if it was. */
export interface RuleFileView {
  file: string
  rules: number
  refused?: { line: number; why: string }
}

/** A rule file that was refused. As many of its former rules as it says are still in force. */
export interface RefusedFile {
  file: string
  line: number
  why: string
  inForce: number
}

/** The user's rules, and the one way to change them. Without a text, the files are read again as they are. */
export interface RulesHandle {
  readonly refused: readonly RefusedFile[]
  /** The files as they are, to be edited. */
  source(): { name: string; text: string }[]
  /** Checks, and changes nothing. */
  test(text?: string, name?: string): Promise<RuleFileView[]>
  /** All rules as they would be with this text. */
  try(text: string, name?: string): Promise<LoadedRule[]>
  set(text?: string, name?: string): Promise<{ files: RuleFileView[]; former?: string }>
}

/** Handlers of the methods that start with a word. */
export type Api<N extends keyof Handlers> = Pick<Handlers, N>
