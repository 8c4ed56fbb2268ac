// A kernel on a real store in a temporary folder, with tools and ports made for the test.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Contact } from '../../policy/contacts.ts'
import type { EffectKind } from '../../policy/effects.ts'
import type { Attention } from '../../policy/modes.ts'
import { defaultRules, type LoadedRule } from '../../policy/rules.ts'
import type { CatalogEntry, Tool } from '../../sidecar/kernel/define.ts'
import { createKernel, type Kernel } from '../../sidecar/kernel/kernel.ts'
import { Registry } from '../../sidecar/kernel/registry.ts'
import { migrations } from '../../sidecar/kernel/schema.ts'
import type { Port } from '../../sidecar/ports/types.ts'
import { openBlobs } from '../../sidecar/store/blobs.ts'
import { openStore } from '../../sidecar/store/database.ts'
import { openLog } from '../../sidecar/store/log.ts'

export interface World {
  folder: string
  kernel: Kernel
  /** Leaves the kernel as a kill would, and starts another on the same folder. */
  restart(): Kernel
  /** From the next start on none of its tools are there. */
  forget(): void
}

export interface WorldOptions {
  tools: readonly Tool[]
  ports: readonly Port[]
  rules?: readonly LoadedRule[]
  concurrency?: number
  now?: () => number
  zone?: () => string
  contacts?: () => readonly Contact[]
  attention?: () => Attention
}

/** A world that is cleared away when the test ends. */
export function world(options: WorldOptions): World {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'steward-kernel-')))
  const open: (() => void)[] = []
  let tools = options.tools
  onTestFinished(() => {
    for (const close of open) close()
    rmSync(folder, { recursive: true, force: true })
  })
  const start = () => {
    const store = openStore(join(folder, 'steward.db'), migrations)
    const auditFile = openLog(join(folder, 'audit'))
    open.push(
      () => auditFile.close(),
      () => store.close(),
    )
    return createKernel({
      ...{ store, auditFile },
      registry: registryOf(tools),
      ports: new Map(options.ports.map((port): [EffectKind, Port] => [port.kind, port])),
      rules: options.rules ?? defaultRules(),
      blobs: openBlobs(join(folder, 'attachments')),
      ready: () => undefined,
      own: () => ['me@example.org'],
      home: folder,
      folder: (path) => path,
      checkAnswer: (_suspension, answer) => answer,
      now: options.now ?? Date.now,
      zone: options.zone ?? (() => 'UTC'),
      ...(options.contacts ? { contacts: options.contacts } : {}),
      ...(options.attention ? { attention: options.attention } : {}),
      concurrency: options.concurrency ?? 3,
      timeout: () => undefined,
    })
  }
  const made: World = {
    folder,
    kernel: start(),
    restart() {
      made.kernel = start()
      return made.kernel
    },
    forget() {
      tools = []
    },
  }
  return made
}

export function registryOf(tools: readonly Tool[]): Registry {
  const catalog = tools.map((tool): CatalogEntry => {
    const { name, aliases = [], summary, category } = tool
    return { name, aliases, summary, category, effects: Object.keys(tool.effects) as EffectKind[], family: 'all' }
  })
  const settings = { disabled: () => [], replaceable: () => [], flag: () => true }
  return new Registry({ catalog, families: { all: async () => tools }, settings })
}

/** A port that writes down what it was asked for, and does nothing else. */
export function spyPort(
  kind: EffectKind,
  more: Partial<Port> & { answer?: (target: string, args: readonly unknown[]) => unknown } = {},
) {
  const done: string[] = []
  const { answer, ...rest } = more
  const port: Port = {
    kind,
    canonical: (target) => target,
    methods: {
      call: async (target, args) => {
        done.push(target)
        return answer?.(target, args)
      },
    },
    ...rest,
  }
  return { port, done }
}

/** Until a call reaches a state; fails the test if it never does. */
export async function reaches(kernel: Kernel, callId: string, state: string): Promise<void> {
  for (let i = 0; i < 500; i++) {
    if (kernel.executor.find(callId).state === state) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`call ${callId} is ${kernel.executor.find(callId).state}, not ${state}`)
}

/** Rules that let everything pass as its score says. */
export const noRules: readonly LoadedRule[] = []

/** A rule that decides about one kind. */
export const ruleFor = (
  kind: EffectKind,
  decision: LoadedRule['decision'],
  why = `because of ${kind}`,
): LoadedRule => ({
  ...{ id: `${decision}-${kind}`, effect: [kind], decision, why, source: 'user' },
  match: [{ effect: kind, target: 'x' }],
  notMatch: [],
})
