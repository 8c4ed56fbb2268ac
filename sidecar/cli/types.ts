// What the command line is handed, and what its commands get and give back.
import type { EventData, EventName } from '../protocol/events.ts'
import type { GivenTo, MethodName, ResultOf } from '../protocol/methods.ts'

export interface WireEvent {
  seq: number
  at: number
  event: string
  data: unknown
}

/** The part of the typed client that commands use. It is initialised already. */
export interface Client {
  call<N extends MethodName>(name: N, params: GivenTo<N>, options?: { signal?: AbortSignal }): Promise<ResultOf<N>>
  close(): unknown
  /** Settles when the sidecar is gone. */
  readonly ended: Promise<unknown>
}

export interface ConnectOptions {
  onEvent?: (event: WireEvent) => void
  kind: 'cli' | 'terminal'
}

/** The folders and files that `config path` names. */
export interface CliPaths {
  config: string
  data: string
  state: string
  configFile: string
}

export interface CliHost {
  /** Attaches to the running sidecar, or starts one in this process when there is none. */
  connect(options: ConnectOptions): Promise<Client>
  serve(options: { background: boolean }): Promise<number>
  /** Judges recorded sessions from stdin. */
  replay(): Promise<number>
  /** Needs no running sidecar. */
  restore(file: string): Promise<{ movedAside: string; configMovedAside: string; entries: number }>
  /** Fills an empty folder with a week to look at. */
  demo(folder: string): Promise<{ folder: string; calls: number; approvals: number; suspensions: number }>
  paths: CliPaths
  version: string
  stdin: NodeJS.ReadStream
  stdout: NodeJS.WriteStream
  stderr: NodeJS.WriteStream
  env: NodeJS.ProcessEnv
}

/** One option of a command: `value` is what help calls its argument; without one it is a switch. */
export interface Option {
  value?: string
  summary: string
  /** The words it may be, for completion. */
  words?: Words
  short?: string
}

export type Options = Readonly<Record<string, Option>>
export type Values = Readonly<Record<string, string | boolean | undefined>>

/** What a command answers: one JSON value, and the same for a person. */
export interface Answer {
  value: unknown
  /** Lines for stdout; whatever comes from data in them is made visible already. */
  text: string | readonly string[]
  /** Lines for stderr, in both modes: what to do next. */
  notes?: readonly string[]
  code?: number
}

/** Someone at a terminal who can be asked. `undefined` is the end of input or Ctrl-C. */
export interface Person {
  ask(question: string, prefill?: string): Promise<string | undefined>
  /** The same for what must not be seen: nothing that is typed is shown, and none of it is kept. */
  secret(question: string): Promise<string | undefined>
}

export type Shown = [kind: 'approval' | 'question', id: string] | [kind: 'stop', state: 'set' | 'lifted']

/** What surrounds a command: made once by the command line, or once by a shell for all of its lines. */
export interface Surroundings {
  host: CliHost
  client(): Promise<Client>
  person: Person | undefined
  /** Calls back at Ctrl-C; returns how to stop that. */
  onInterrupt(listener: () => void): () => void
  /** Calls back at every event from now on; returns how to stop that. */
  onEvent(listener: (event: WireEvent) => void): () => void
  /** How this place spells a command: with `steward` in front, or bare inside the shell. */
  spell(command: string): string
  /** A hint from elsewhere with its commands spelled in the same way. */
  hint(text: string): string
  /**
   * Remembers what was shown, so that a shell does not tell it twice and can answer it by a bare word: a question by its
   * id, STOP by whether it is set.
   */
  shown(...what: Shown): void
}

/** One run of a command. */
export interface Run extends Surroundings {
  args: readonly string[]
  options: Values
  json: boolean
  quiet: boolean
  /** Columns to fit; endless where the output is not a terminal. */
  width: number
  paint: Paint
  errPaint: Paint
  /** A line for the person, on stderr. */
  note(line: string): void
}

export interface Paint {
  bold(text: string): string
  dim(text: string): string
  red(text: string): string
  green(text: string): string
  yellow(text: string): string
  cyan(text: string): string
}

export type Action = (run: Run) => Promise<Answer>

/** Where completion finds the words of one place: a list, or something the sidecar knows. */
export type Words =
  | readonly string[]
  | 'tool'
  | 'input'
  | 'approval'
  | 'suspension'
  | 'call'
  | 'grant'
  | 'command'
  | 'calendar'
  | 'event'
  | 'task'
  | 'reminder'
  | 'account'
  | 'file'

/** The sub-commands of a command by their names: how each is used, and which options it takes. */
export type Ways = Readonly<Record<string, { usage: string; options?: readonly string[] }>>

export interface Command {
  name: string
  summary: string
  usage: readonly string[]
  examples: readonly string[]
  options?: Options
  words?: readonly Words[]
  hidden?: boolean
  /** Loaded when run: starting one command loads no other. */
  load(): Promise<Action>
}

/** The data of an event, if it is the named one. */
export function eventData<N extends EventName>(event: WireEvent, name: N): EventData<N> | undefined {
  return event.event === name ? (event.data as EventData<N>) : undefined
}
