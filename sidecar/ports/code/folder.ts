// The user's tools folder: which files are in it, and what became of those that were loaded.
import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { StewardError } from '../../text/errors.ts'
import type { CodeFile } from '../types.ts'

/** The largest file that is taken for a tool. */
export const MAX_TOOL_BYTES = 1024 * 1024

const isTool = (name: string): boolean => /^[^.].*\.(ts|mjs)$/.test(name) && !name.endsWith('.d.ts')

/** The tool files directly in a folder, compared with those known by path and SHA-256. Links are not followed. */
export function scanTools(folder: string, known: ReadonlyMap<string, string>): CodeFile[] {
  const found = names(folder).flatMap((name): CodeFile[] => {
    const path = join(folder, name)
    const read = readTool(path)
    return read ? [{ path, sha256: read.sha256, state: stateOf(known.get(path), read.sha256) }] : []
  })
  const there = new Set(found.map((file) => file.path))
  const gone = [...known].filter(([path]) => !there.has(path))
  return [...found, ...gone.map(([path, sha256]): CodeFile => ({ path, sha256, state: 'gone' }))]
}

const stateOf = (before: string | undefined, now: string): CodeFile['state'] =>
  before === undefined ? 'new' : before === now ? 'same' : 'changed'

function names(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile() && isTool(entry.name))
      .map((entry) => entry.name)
      .sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw new StewardError('BAD_TARGET', `The tools folder ${folder} can't be read.`, 'Check its permissions.')
  }
}

/** A tool file's text and hash, read in one go; undefined where it is a link, no file, too large or unreadable. */
export function readTool(path: string): { text: string; sha256: string } | undefined {
  let fd: number | undefined
  try {
    fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    const stat = fstatSync(fd)
    if (!stat.isFile() || stat.size > MAX_TOOL_BYTES) return undefined
    const bytes = readFileSync(fd)
    return { text: bytes.toString('utf8'), sha256: createHash('sha256').update(bytes).digest('hex') }
  } catch {
    return undefined
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

/** Whether a path is directly in the folder, links resolved. */
export function isInFolder(path: string, folder: string): boolean {
  try {
    return realpathSync(join(path, '..')) === realpathSync(folder)
  } catch {
    return false
  }
}

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
