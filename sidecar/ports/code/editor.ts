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
