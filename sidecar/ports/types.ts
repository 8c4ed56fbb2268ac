// What every port looks like from the kernel and from a tool. Types only: the code that touches the world is beside this.
import type { EffectKind } from '../../policy/effects.ts'
import type { Label } from '../../policy/flow.ts'
import type {
  CalendarInfo,
  EventQuery,
  FoundEvents,
  FoundSlots,
  FoundTasks,
  Preferences,
  Resource,
  ResourceChange,
  SlotQuery,
  TaskQuery,
  WrittenResource,
} from '../text/agenda/types.ts'
import type { Note } from '../text/note.ts'

export interface FileInfo {
  path: string
  kind: 'file' | 'directory' | 'link' | 'other'
  bytes: number
  modified: number
  mode: number
  /** Where a link points; the link itself was not followed. */
  to?: string
}

export interface ListOptions {
  recursive: boolean
  limit: number
  hidden: boolean
}

export interface Question {
  question: string
  options?: string[]
  /** Whether an answer outside the options is welcome. */
  free?: boolean
  multiple?: boolean
}

/** A tool folder's file as `loadCode` finds it. */
export interface CodeFile {
  path: string
  sha256: string
  state: 'new' | 'changed' | 'same' | 'gone'
}

/** Where a note was put. */
export interface WrittenNote {
  /** Its name in the vault; a number is added where the wanted one was taken. */
  file: string
  path: string
}

/** What a read of a calendar or of tasks can do besides; `*` is all of them. */
interface AgendaReads {
  list(all: '*'): Promise<{ calendars: CalendarInfo[]; preferences: Preferences }>
  /** One event or task with all that belongs to it, as it is at this moment, asked of the server where there is one. */
  resource(calendar: string, uid: string): Promise<Resource>
}

/** The functions that tools are handed, by effect kind. The first argument of each is its target. */
export interface Ports {
  /** Targets: the id of a calendar, or `*`. */
  readCalendar: AgendaReads & {
    (calendar: string, query: EventQuery): Promise<FoundEvents>
    free(calendar: string, query: SlotQuery): Promise<FoundSlots>
  }
  /** Writes only over what `base` says, never over anything else: CONFLICT otherwise. */
  writeCalendar(calendar: string, change: ResourceChange): Promise<WrittenResource>
  readTasks: AgendaReads & ((calendar: string, query: TaskQuery) => Promise<FoundTasks>)
  writeTasks(calendar: string, change: ResourceChange): Promise<WrittenResource>
  /** Says that a server does it, with what was written; throws where it does not. The target is an address. */
  inviteAttendees(address: string, by: { calendar: string; uid: string }): Promise<{ state: 'sent-by-server' }>
  /** The target is `user`. What it is about is stored beforehand; this only says that it will be told. */
  notify(who: 'user', what: { uid: string }): Promise<void>
  readFile: {
    /** The first `max` bytes from `offset` on. */
    (path: string, max?: number, offset?: number): Promise<Uint8Array>
    list(path: string, options: ListOptions): Promise<{ entries: FileInfo[]; cut: boolean }>
    info(path: string): Promise<FileInfo>
    /** SHA-256 of the whole file, in hex. */
    hash(path: string): Promise<string>
  }
  readEnv: {
    (name: string): Promise<string | undefined>
    /** Names only; the target is `*`. */
    names(all: '*'): Promise<string[]>
  }
  writeEnv(name: string, value: string | null): Promise<{ before: string | null }>
  /** The target is the name that the note would like to have, such as `Call the printer.md`. */
  writeVault(file: string, note: Note): Promise<WrittenNote>
  readSystem(part: string): Promise<Record<string, unknown>>
  askUser(who: 'user', question: Question): Promise<string[]>
  /** The target names a file and its hash, as `readSystem('custom-tools')` gives them. */
  loadCode(file: string): Promise<{ tools: string[] }>
}

/** A kind that has a port today. */
export type PortKind = keyof Ports & EffectKind

/** What a port method gets besides its target and arguments. */
export interface PortContext {
  callId: string
  session: SessionView
  signal: AbortSignal
  /** Chosen before the effect is tried and the same at every try: seeds Message-IDs, UIDs, file names. */
  identity: string
  now(): number
  /**
   * The labels of what is written at this moment. A port that keeps something stores them with it (`spellLabel`), joined with
   * those that are there already where it keeps part of what was.
   */
  readonly labels: Label
  /**
   * Says that what was read came with stored labels (`readLabel`); with a value, that they are those of the texts in it. It
   * only ever lowers what the tool declares. Where several things are read, a text that no value holds has the lowest label.
   */
  labelled(label: Label, value?: unknown): void
  /** Asks for leave to touch a target that became known only now (a redirect, a link). Parks the call if the user must say. */
  leave(target: string): Promise<void>
  /** Parks the call; returns the answer when it is entered again. */
  suspend(reason: string, data: unknown): Promise<unknown>
  progress(title: string, metadata?: Record<string, unknown>): void
  /** Keeps what is needed to take the effect back. Await it before the effect is carried out. */
  undoWith(data: unknown): Promise<void>
}

export interface SessionView {
  id: string
  /** Canonical folder that relative paths start from. */
  root: string
  /** Canonical folders besides the root whose files are ordinary. */
  allowed: string[]
}

/** Raised values must be StewardErrors (text/errors); anything else is reported as INTERNAL. */
export type PortMethod = (target: string, args: readonly unknown[], context: PortContext) => unknown

/** The only code that can carry out one kind of effect. */
export interface Port {
  kind: EffectKind
  /** `call` is the port itself; the others are its named methods. */
  methods: Readonly<Record<string, PortMethod>>
  /** The one spelling of a target; throws BAD_TARGET where it has none. */
  canonical(target: string, session: SessionView): string | Promise<string>
  /** Whether leave for one canonical target is leave for another. Equality unless said otherwise. */
  covers?(granted: string, wanted: string): boolean
  /** Facts that the score needs about one canonical target. */
  facts?(target: string, session: SessionView): TargetFacts
  /** Doing it again does no harm: reads, and writes of a whole value. Default: what changes nothing. */
  repeatable?: boolean
  /** After a crash in the middle: was it done? Only for what is not repeatable. */
  look?(target: string, args: readonly unknown[], context: PortContext): Promise<Looked>
  /** Takes one effect back with what `undoWith` kept; throws CONFLICT where the world moved on. */
  undo?(target: string, data: unknown, context: PortContext): Promise<void>
  /** After a crash in the middle of that: was it taken back? Without it, nobody can tell. */
  lookUndo?(target: string, data: unknown, context: PortContext): Promise<Looked>
}

/** What a look at the world says of an effect that was begun. */
export type Looked = 'done' | 'not done' | 'unknown'

/** What is known about a target before the effect happens. */
export interface TargetFacts {
  /** Steward's own: no tool writes there. */
  own?: boolean
  outside?: boolean
  sensitive?: boolean
  sandboxed?: boolean
  /** What is done to it leaves this computer. */
  leaves?: boolean
}
