// A method exists once, as a value that both sides import. Its schemas are built when first used: start-up pays for none.
import type * as z from 'zod/mini'

export interface Method<P extends z.ZodMiniType = z.ZodMiniType, R extends z.ZodMiniType = z.ZodMiniType> {
  summary: string
  params: () => P
  result: () => R
  /** Only the user's own hand may call it: the window and the command line, never a tool, a model, a page or an MCP client. */
  hand: boolean
}

/** Builds at the first use and keeps. */
export function once<T>(build: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: build() }
    return made.value
  }
}

export const method = <P extends z.ZodMiniType, R extends z.ZodMiniType>(
  summary: string,
  params: () => P,
  result: () => R,
  hand = false,
): Method<P, R> => ({ summary, params: once(params), result: once(result), hand })

export type Params<M> = M extends Method<infer P, z.ZodMiniType> ? z.output<P> : never
/** What a caller may leave out is left out here. */
export type Given<M> = M extends Method<infer P, z.ZodMiniType> ? z.input<P> : never
export type Result<M> = M extends Method<z.ZodMiniType, infer R> ? z.output<R> : never
