// A kernel on a folder, in the test's own process, and a client that remembers what it was told.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { EffectKind } from '../../policy/effects.ts'
import { defaultRules } from '../../policy/rules.ts'
import { createKernel, type Kernel } from '../../sidecar/kernel/kernel.ts'
import { Registry } from '../../sidecar/kernel/registry.ts'
import { migrations } from '../../sidecar/kernel/schema.ts'
import type { CallView } from '../../sidecar/kernel/view.ts'
import type { Port } from '../../sidecar/ports/types.ts'
import { checkAnswer, userPort } from '../../sidecar/ports/user.ts'
import { openBlobs } from '../../sidecar/store/blobs.ts'
import { openStore } from '../../sidecar/store/database.ts'
import { textFile } from '../../sidecar/store/keys.ts'
import { openLog } from '../../sidecar/store/log.ts'
import { StewardError } from '../../sidecar/text/errors.ts'
import { logFs, watchSlot } from './disk.ts'
import { effectPorts, readEffects } from './ports.ts'
import { catalog, tools } from './tools.ts'

/** What a client was told and relies on. */
export interface Told {
  ended: Map<string, CallView>
  answered: Set<string>
  granted: Set<string>
  stopped: boolean
}

export const nothingTold = (): Told => ({ ended: new Map(), answered: new Set(), granted: new Set(), stopped: false })
export const copyOf = (told: Told): Told => structuredClone(told)

// What a kill leaves is the same in memory as on a slow disk, and a thousand of them take a tenth of the time.
const memory = '/dev/shm'
const parent = fs.existsSync(memory) ? memory : os.tmpdir()

/** A folder that is gone after the test. */
export function freshFolder(): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(parent, 'steward-inside-')))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  return folder
}

export interface Inside {
  folder: string
  kernel: Kernel
  /** Leaves it as a kill would. */
  abandon(): void
}

/** Opens the folder as the sidecar does. */
export function openInside(folder: string): Inside {
  const store = openStore(path.join(folder, 'steward.db'), migrations)
  const auditFile = openLog(path.join(folder, 'audit'), { fs: logFs })
  fs.mkdirSync(path.join(folder, 'outside'), { recursive: true })
  const ports = [...effectPorts(path.join(folder, 'outside/effects'), path.join(folder, 'outside')), userPort()]
  const settings = { disabled: () => [], replaceable: () => [], flag: () => true }
  const slot = (name: string) => watchSlot(textFile(path.join(folder, name)))
  const kernel = createKernel({
    ...{ store, auditFile },
    seals: { keys: slot('key.json'), anchor: slot('anchor.json') },
    registry: new Registry({ catalog, families: { crash: async () => tools }, settings }),
    ports: new Map(ports.map((port): [EffectKind, Port] => [port.kind, port])),
    rules: defaultRules(),
    blobs: openBlobs(path.join(folder, 'attachments')),
    own: () => [],
    home: folder,
    folder: (one) => one,
    checkAnswer: ({ data }, answer) => checkAnswer(data as never, answer),
    now: Date.now,
    zone: () => 'UTC',
    concurrency: 3,
    timeout: () => undefined,
  })
  const abandon = () => {
    auditFile.close()
    store.close()
  }
  return { folder, kernel, abandon }
}

export const effectsOf = ({ folder }: { folder: string }) => readEffects(path.join(folder, 'outside/effects'))

/** Every effect has its decision in the log, and that came first. Looks at the files only. */
export function expectRecorded(folder: string): void {
  const audit = path.join(folder, 'audit')
  const names = fs.readdirSync(audit).filter((name) => name.endsWith('.jsonl'))
  const lines = names.flatMap((name) => fs.readFileSync(path.join(audit, name), 'utf8').split('\n').slice(0, -1))
  const decided = new Set<string>()
  for (const line of lines) {
    const { type, call, effects = [] } = JSON.parse(line) as { type: string; call?: string; effects?: never[] }
    if (type === 'decided') for (const { kind, target } of effects) decided.add(`${call} ${kind} ${target}`)
  }
  for (const { call, kind, target } of effectsOf({ folder })) expect(decided).toContain(`${call} ${kind} ${target}`)
}

export const isRefused = (thrown: unknown): boolean =>
  thrown instanceof StewardError && thrown.code === 'STORE_READ_ONLY'
