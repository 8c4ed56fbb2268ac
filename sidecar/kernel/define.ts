// A tool is a value: a declaration and one short function. `defineTool` only fixes the types; all that every tool needs
// is done once, around it, by the kernel.
import type * as z from 'zod'
import type { EffectKind } from '../../policy/effects.ts'
import type { Label } from '../../policy/flow.ts'
import type { PortKind, Ports, SessionView } from '../ports/types.ts'

/** Clock, chance and the means to wait: everything in it is journaled, so that a second entry sees the same. */
export interface RunContext {
  signal: AbortSignal
  session: SessionView
  clock: {
    /** Milliseconds since the epoch. */
    now(): number
    /** The user's zone, as an IANA name. */
    zone(): string
    /** Waits; a long wait parks the call and survives a restart. */
    sleep(ms: number): Promise<void>
  }
  /** 0 ≤ x < 1 */
  random(): number
  progress(title: string, metadata?: Record<string, unknown>): void
  /** Parks the call. Entered again, it returns the answer that was given. */
  suspend(reason: string, data: unknown): Promise<unknown>
  /** Adds bytes to the result that are too large or too binary for its output. */
  attach(name: string, mime: string, bytes: Uint8Array): void
}

type Planned<I, P> = (input: I, prepared: P) => string[]
type Granted<K extends PortKind> = Pick<Ports, K>
/** What may be used before the user was asked. */
type ReadKind = Extract<PortKind, `read${string}` | 'fetchUrl' | 'browsePage'>
type Awaitable<T> = T | Promise<T>

/** Which arguments name where it goes, what it is done to, and what is carried there. */
export interface Roles<I> {
  destination?: (keyof I & string)[]
  object?: (keyof I & string)[]
  payload?: (keyof I & string)[]
}

/** What a tool's output is to be trusted for. With `metadata`, the named fields are anybody's text all the same. */
export interface ToolLabels extends Label {
  untrustedFields?: readonly string[]
}

/** What the approval card shows. */
export interface Preview {
  title: string
  body?: string
  format?: 'text' | 'diff' | 'mail' | 'event' | 'command'
}

export type Category = 'calendar' | 'mail' | 'browser' | 'notes' | 'files' | 'web' | 'system' | 'planning' | 'custom'

export interface ToolSpec<I extends z.ZodType, O extends z.ZodType, P, K extends PortKind> {
  name: string
  aliases?: string[]
  summary: string
  category: Category
  version?: number
  /** Only there while this setting is on. */
  flag?: string
  input: I
  output: O
  /** What must be read before the user can be asked; gets those of its ports that change nothing. Stands before `effects`. */
  prepare?: (input: z.output<I>, ports: Granted<ReadKind>, context: RunContext) => Awaitable<P>
  /** Every effect and the targets it will have. Those that change nothing are planned from the input alone. */
  effects: { [Kind in K]: Planned<z.output<I>, P> }
  roles?: Roles<z.output<I>>
  preview?: (input: z.output<I>, prepared: P) => Preview
  /** Arguments that hold a secret: no card, window or log shows them. */
  secrets?: (input: z.output<I>) => (keyof z.output<I> & string)[]
  labels?: ToolLabels
  run(input: z.output<I>, ports: Granted<K>, context: RunContext, prepared: P): Awaitable<z.input<O>>
  /** The call that takes this one back, where its ports can't do that by themselves. */
  undo?: (input: z.output<I>, output: z.output<O>) => { tool: string; input: unknown } | null
  /** May be tried again after a failure that could pass. */
  idempotent?: boolean
  timeoutMs?: number
  /** Valid inputs, for people and for the contract suite. */
  examples: z.input<I>[]
  /** Plain words that call it, in the small language of text/phrases.ts. */
  phrases?: readonly string[]
  /** Sentences, and the input that each is understood as. */
  sentences?: readonly (readonly [sentence: string, input: z.input<I>])[]
  /** Words it is looked up by beside its name and summary: other languages, other names for the same. */
  words?: readonly string[]
}

/** A tool as the registry holds it, its types forgotten. */
// biome-ignore lint/suspicious/noExplicitAny: the one place where a tool's own types end
export type Tool = ToolSpec<any, any, any, any>

/** A tool that can't work until something is configured. Calling it says what and how. */
export interface Stub {
  name: string
  aliases?: string[]
  summary: string
  category: Category
  effects: readonly EffectKind[]
  needs: string
  how: string
}

/** What is known of a tool without loading it. */
export interface CatalogEntry extends Omit<Stub, 'aliases' | 'needs' | 'how'> {
  aliases: readonly string[]
  /** The key in `families`; a stub has none. */
  family?: string
  /** Only there while this setting is on. */
  flag?: string
  /** What a stub waits for, and how to give it that. */
  needs?: string
  how?: string
}

/** Fixes the types of one tool. */
export const defineTool = <I extends z.ZodType, O extends z.ZodType, P = undefined, K extends PortKind = never>(
  spec: ToolSpec<I, O, P, K>,
): ToolSpec<I, O, P, K> => spec

/** Fixes the types of a stub. */
export const defineStub = (stub: Stub): Stub => stub

/** One planned effect: a kind, and the target as the tool spelled it. */
export interface PlannedEffect {
  kind: EffectKind
  target: string
}

/** The ports a run was granted, by kind. The kernel made every function in it; what is not there can't be called. */
export type GrantedPorts = Readonly<Record<string, unknown>>

/**
 * A tool as the kernel runs it: made from a spec, from a custom tool's child process or from an MCP server.
 * Built-in tools answer at once; outside ones may take their time.
 */
export interface Runnable {
  name: string
  aliases: readonly string[]
  summary: string
  category: Category
  version: number
  source: 'built-in' | 'external'
  /** The file an external tool came from, and the hash of what it holds: an approval is for this very code. */
  file?: string
  code?: string
  kinds: readonly EffectKind[]
  roles: Roles<Record<string, unknown>>
  labels: ToolLabels
  idempotent: boolean
  timeoutMs: number
  examples: readonly unknown[]
  hasPrepare: boolean
  /** Throws BAD_INPUT with path and reason. Here as below `session` is an id: what outside code sees in one it must not keep for another. */
  parse(input: unknown, session: string): Awaitable<unknown>
  prepare(input: unknown, ports: GrantedPorts, context: RunContext): Awaitable<unknown>
  /** `only` limits the plan to the kinds that it accepts; asked first for what changes nothing, with `prepared` undefined. */
  plan(
    input: unknown,
    prepared: unknown,
    only: (kind: EffectKind) => boolean,
    session: string,
  ): Awaitable<PlannedEffect[]>
  preview(input: unknown, prepared: unknown, session: string): Awaitable<Preview | undefined>
  /** Names of the arguments that no card shows. */
  secrets?(input: unknown): string[]
  run(input: unknown, ports: GrantedPorts, context: RunContext, prepared: unknown): Awaitable<unknown>
  /** Throws BAD_OUTPUT. */
  parseOutput(output: unknown, session: string): Awaitable<unknown>
  undo(input: unknown, output: unknown, session: string): Awaitable<{ tool: string; input: unknown } | null>
  /** JSON Schemas of input and output. */
  schemas(): { input: unknown; output: unknown }
}

/** The kernel's own tool that takes calls back. No outside tool may bear its name. */
export const UNDO = 'undo'

export const isUndo = (tool: Runnable): boolean => tool.name === UNDO && tool.source === 'built-in'

/** An input that was edited as it was shown, with what was hidden put back. */
export function unshownInput(tool: Runnable, before: unknown, edited: unknown): unknown {
  if (typeof edited !== 'object' || edited === null || typeof before !== 'object' || before === null) return edited
  const kept = (tool.secrets?.(before) ?? []).filter((name) => (edited as Record<string, unknown>)[name] === HIDDEN)
  return { ...edited, ...Object.fromEntries(kept.map((name) => [name, (before as Record<string, unknown>)[name]])) }
}

const HIDDEN = '(hidden)'

/** The input as it may be shown. */
export function shownInput(tool: Runnable, input: unknown): unknown {
  const hidden = tool.secrets?.(input) ?? []
  if (hidden.length === 0 || typeof input !== 'object' || input === null) return input
  return { ...input, ...Object.fromEntries(hidden.map((name) => [name, HIDDEN])) }
}
