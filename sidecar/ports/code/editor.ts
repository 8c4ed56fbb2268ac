// What an editor is told about custom tools: the declarations of the module `steward`, as text.

/** The text of `steward.d.ts`, put beside the tools so that editors know what they can import. */
export const toolTypes = (): string => `// Written by Steward for your editor. Changes are lost.
declare module 'steward' {
  import * as z from 'zod'
  export { z }

  /** Throw it to say what went wrong: BAD_INPUT, NOT_FOUND, NOT_CONFIGURED, CONFLICT, UNAVAILABLE, TOO_LARGE, … */
  export class StewardError extends Error {
    constructor(code: string, message: string, hint?: string, retryable?: boolean)
  }

  export interface FileInfo {
    path: string
    kind: 'file' | 'directory' | 'link' | 'other'
    bytes: number
    modified: number
    mode: number
    to?: string
  }

  /** Each is there in \`run\` when \`effects\` names it. The first argument is the target and must be among those planned. */
  export interface Ports {
    readFile: {
      (path: string, max?: number, offset?: number): Promise<Uint8Array>
      list(path: string, options: { recursive: boolean; limit: number; hidden: boolean }): Promise<{ entries: FileInfo[]; cut: boolean }>
      info(path: string): Promise<FileInfo>
      hash(path: string): Promise<string>
    }
    readEnv: { (name: string): Promise<string | undefined>; names(all: '*'): Promise<string[]> }
    writeEnv(name: string, value: string | null): Promise<{ before: string | null }>
    writeVault(
      file: string,
      note: { title: string; text: string; created: string; tags: readonly string[]; source: string },
    ): Promise<{ file: string; path: string }>
    readSystem(part: string): Promise<Record<string, unknown>>
    askUser(who: 'user', question: { question: string; options?: string[]; free?: boolean; multiple?: boolean }): Promise<string[]>
    loadCode(file: string): Promise<{ tools: string[] }>
    readCalendar: {
      (calendar: string, query: { from: string; to: string; text?: string; uid?: string; limit?: number }): Promise<{ events: CalendarEvent[]; cut: boolean; faults: { calendar: string; why: string }[] }>
      list(all: '*'): Promise<{ calendars: { id: string; name: string; readOnly: boolean; isDefault: boolean }[]; preferences: { zone: string } }>
      resource(calendar: string, uid: string): Promise<{ calendar: string; uid: string; name: string; etag: string; text: string }>
      free(calendar: string, query: { from: string; to: string; minutes: number; workingHours: { from: string; to: string; days: number[] }; buffer?: number; limit?: number }): Promise<{ slots: { start: string; end: string }[] }>
    }
    writeCalendar(calendar: string, change: { uid: string; text: string | null; base: string | null }): Promise<{ uid: string; etag?: string }>
    readTasks: {
      (calendar: string, query: { states?: ('open' | 'started' | 'done' | 'cancelled')[]; dueBefore?: string; tags?: string[]; text?: string; limit?: number }): Promise<{ tasks: CalendarTask[]; cut: boolean }>
      list(all: '*'): Promise<{ calendars: { id: string; name: string; readOnly: boolean; isDefault: boolean }[]; preferences: { zone: string } }>
      resource(calendar: string, uid: string): Promise<{ calendar: string; uid: string; name: string; etag: string; text: string }>
    }
    writeTasks(calendar: string, change: { uid: string; text: string | null; base: string | null }): Promise<{ uid: string; etag?: string }>
    inviteAttendees(address: string, by: { calendar: string; uid: string }): Promise<{ state: 'sent-by-server' }>
    notify(who: 'user', what: { uid: string }): Promise<void>
  }

  /** Times are instants, or dates where allDay; an end is exclusive. */
  export interface CalendarEvent {
    calendar: string
    uid: string
    title: string
    start: string
    end: string
    allDay: boolean
    recurrenceId?: string
    status: 'confirmed' | 'tentative' | 'cancelled'
    busy: 'busy' | 'tentative' | 'away' | 'free'
    location?: string
    notes?: string
  }

  export interface CalendarTask {
    calendar: string
    uid: string
    title: string
    state: 'open' | 'started' | 'done' | 'cancelled'
    due?: string
    start?: string
    priority: number
    percent: number
    tags: string[]
    notes?: string
    parent?: string
  }

  /** In a custom tool the clock and chance answer with promises: \`await context.clock.now()\`. */
  export interface RunContext {
    signal: AbortSignal
    session: { id: string; root: string; allowed: string[] }
    clock: { now(): Promise<number>; zone(): Promise<string>; sleep(ms: number): Promise<void> }
    random(): Promise<number>
    progress(title: string, metadata?: Record<string, unknown>): void
    suspend(reason: string, data: unknown): Promise<unknown>
    attach(name: string, mime: string, bytes: Uint8Array): void
  }

  export function defineTool<I extends z.ZodType, O extends z.ZodType, P = undefined, K extends keyof Ports = never>(tool: {
    name: string
    aliases?: string[]
    summary: string
    category: 'calendar' | 'mail' | 'browser' | 'notes' | 'files' | 'web' | 'system' | 'planning' | 'custom'
    version?: number
    input: I
    output: O
    /** What must be read before the user can be asked; gets those of its ports that change nothing. Stands before \`effects\`. */
    prepare?: (input: z.output<I>, ports: Ports, context: RunContext) => P | Promise<P>
    effects: { [Kind in K]: (input: z.output<I>, prepared: P) => string[] }
    roles?: { destination?: string[]; object?: string[]; payload?: string[] }
    labels?: { trust: string; secrecy: 'public' | 'private' | 'secret' }
    preview?: (input: z.output<I>, prepared: P) => { title: string; body?: string; format?: 'text' | 'diff' | 'mail' | 'event' | 'command' }
    run(input: z.output<I>, ports: Pick<Ports, K>, context: RunContext, prepared: P): z.input<O> | Promise<z.input<O>>
    undo?: (input: z.output<I>, output: z.output<O>) => { tool: string; input: unknown } | null
    idempotent?: boolean
    timeoutMs?: number
    examples: z.input<I>[]
  }): unknown
}
`
