// Ports as a tool sees them, without a kernel in between: every target is canonicalised and handed to its method.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { RunContext } from '../../sidecar/kernel/define.ts'
import { filePort } from '../../sidecar/ports/files.ts'
import type { Port, PortContext, SessionView } from '../../sidecar/ports/types.ts'

/** A canonical temporary folder that is gone after the test. */
export function tempFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'steward-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export const sessionAt = (root: string, ...allowed: string[]): SessionView => ({ id: 's1', root, allowed })

/** A port's context; what it told is kept in `told`. */
export function portContext(session: SessionView, more: Partial<PortContext> = {}) {
  const told = { progress: [] as string[], undo: [] as unknown[], asked: [] as unknown[] }
  const context: PortContext = {
    callId: 'c1',
    session,
    signal: new AbortController().signal,
    identity: 'i1',
    now: () => 1_700_000_000_000,
    labels: { trust: 'user', secrecy: 'public' },
    labelled: () => {},
    leave: async () => {},
    suspend: async (_reason, data) => {
      told.asked.push(data)
      return []
    },
    progress: (title) => told.progress.push(title),
    undoWith: async (data) => void told.undo.push(data),
    ...more,
  }
  return { context, told }
}

type Bound = ((target: string, ...args: unknown[]) => Promise<never>) &
  Record<string, (target: string, ...args: unknown[]) => Promise<never>>

/** The function that `run` would be handed for a port. */
export function bind(port: Port, context: PortContext): Bound {
  const through =
    (method: string) =>
    async (target: string, ...args: unknown[]) =>
      port.methods[method]?.(await port.canonical(target, context.session), args, context)
  return Object.assign(
    through('call'),
    Object.fromEntries(Object.keys(port.methods).map((name) => [name, through(name)])),
  ) as unknown as Bound
}

/** What `run` gets besides its ports. */
export function runContext(session: SessionView, more: Partial<RunContext> = {}): RunContext {
  return {
    signal: new AbortController().signal,
    session,
    clock: { now: () => Date.UTC(2026, 0, 15, 12), zone: () => 'Europe/Berlin', sleep: async () => {} },
    random: () => 0.5,
    progress: () => {},
    suspend: async () => [],
    attach: () => {},
    ...more,
  }
}

/** A folder to work in, with room beside it, and the port that reads files bound to it. */
export function fileSetup(own: string[] = []) {
  const base = tempFolder()
  const root = join(base, 'work')
  mkdirSync(root)
  const session = sessionAt(root)
  const port = filePort({ own })
  const { context, told } = portContext(session)
  return { base, root, session, port, context, told, read: bind(port, context) }
}
