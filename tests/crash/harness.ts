// A data folder that outlives the sidecars on it, what a client was told of it, and the promises that must hold.
import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import type { ResultOf } from '../../sidecar/protocol/methods.ts'
import { RemoteError } from '../../sidecar/rpc/client.ts'
import {
  type CallView,
  ending,
  type Sidecar,
  type StartOptions,
  spawnSidecar,
  startSidecar,
  tempFolder,
} from '../rpc/process.ts'
import type { Point } from './kill.ts'
import { type EffectLine, readEffects } from './ports.ts'

type Approval = ResultOf<'approval/list'>['approvals'][number]
type Suspension = ResultOf<'suspension/list'>['suspensions'][number]
export interface Call {
  tool: string
  callId: string
  input: { at: string }
}

const script = path.join(import.meta.dirname, 'sidecar.ts')

/** A call whose targets nobody else has. */
export const callOf = (tool: string, callId = tool): Call => ({ tool, callId, input: { at: callId } })

export class World {
  readonly home = tempFolder()
  readonly outside = tempFolder()
  readonly effectsFile = path.join(this.outside, 'effects')
  readonly #approvals = new Map<string, Approval>()
  readonly #suspensions = new Map<string, Suspension>()
  readonly #ended = new Map<string, CallView>()
  readonly #taken = new Set<string>()
  /** Questions to which an answer was sent; whether it arrived is not known until it is confirmed. */
  readonly #answering = new Set<string>()
  readonly #answered = new Set<string>()

  /** Starts a sidecar that may have a time to die. */
  start(kill?: `${Point}:${number}`, generation = '1'): Promise<Sidecar> {
    return startSidecar(this.#options(kill, generation))
  }

  /** Starts a sidecar that is killed after a while; undefined where that was before it could say hello. */
  startFor(lifeMs: number): Promise<Sidecar | undefined> {
    return startSidecar({ ...this.#options(), lifeMs }).catch(() => undefined)
  }

  /** Starts a sidecar that dies of what it finds, perhaps before it can say hello. */
  untilDead(): Promise<number | string> {
    return ending(spawnSidecar(this.#options()))
  }

  #options(kill?: string, generation = '1'): StartOptions {
    const env = {
      STEWARD_TEST_EFFECTS: this.effectsFile,
      STEWARD_TEST_FOLDER: this.outside,
      STEWARD_TEST_KILL: kill ?? '',
      STEWARD_TEST_GENERATION: generation,
    }
    return { home: this.home, script, env }
  }

  effects(callId?: string): EffectLine[] {
    return readEffects(this.effectsFile).filter((line) => callId === undefined || line.call === callId)
  }

  /** What was done for a call, in order: the end of each target. */
  acts(callId: string): string[] {
    return this.effects(callId).map(({ target }) => path.basename(target))
  }

  /** The state of a call on the disk, while nobody runs. */
  stateOf(callId: string): string | undefined {
    const db = new DatabaseSync(path.join(this.home, 'data/steward.db'), { readOnly: true })
    try {
      const row = db.prepare('SELECT state FROM calls WHERE id = ?').get(callId)
      return row && String(row.state)
    } finally {
      db.close()
    }
  }

  /** Nothing was done without its record: looks at the files while nobody runs. */
  expectRecorded(): void {
    const folder = path.join(this.home, 'data/audit')
    const text = fs.existsSync(folder)
      ? fs
          .readdirSync(folder)
          .filter((name) => name.endsWith('.jsonl'))
          .map((name) => fs.readFileSync(path.join(folder, name), 'utf8'))
      : []
    const decided = new Set<string>()
    for (const line of text.join('').split('\n').slice(0, -1)) {
      const { type, call, effects = [] } = JSON.parse(line) as { type: string; call?: string; effects?: EffectLine[] }
      if (type === 'decided') for (const { kind, target } of effects) decided.add(`${call} ${kind} ${target}`)
    }
    for (const { call, kind, target } of this.effects()) expect(decided).toContain(`${call} ${kind} ${target}`)
  }

  /** Sends a call, again or for the first time, and answers for the user until it has come to its end. */
  async push(sidecar: Sidecar, call: Call): Promise<CallView> {
    let view = await sidecar.client.call('tool/call', call)
    const giveUp = Date.now() + 40_000
    for (;;) {
      if (Date.now() > giveUp) throw new Error(`${call.callId} is ${view.state}, and nothing comes of it`)
      this.#taken.add(call.callId)
      if (view.state === 'waiting') await this.#approve(sidecar, call.callId)
      else if (view.state === 'suspended') await this.#answer(sidecar, call.callId)
      else if (view.state === 'done' || view.state === 'failed' || view.state === 'unknown') break
      view = await sidecar.client.call('call/show', { callId: call.callId, wait: true })
    }
    this.#ended.set(call.callId, view)
    return view
  }

  /** Sends a call and does not answer for anybody. */
  async park(sidecar: Sidecar, call: Call): Promise<CallView> {
    const view = await sidecar.client.call('tool/call', call)
    this.#taken.add(call.callId)
    if (view.state === 'waiting') await this.approvalOf(sidecar, call.callId)
    if (view.state === 'suspended') await this.suspensionOf(sidecar, call.callId)
    return view
  }

  /** The one question that a call waits for. */
  async approvalOf(sidecar: Sidecar, callId: string): Promise<Approval> {
    const { approvals } = await sidecar.client.call('approval/list', { limit: 1000 })
    const own = approvals.filter((one) => one.callId === callId)
    expect(own).toHaveLength(1)
    const [approval] = own as [Approval]
    this.#approvals.set(approval.id, approval)
    return approval
  }

  async suspensionOf(sidecar: Sidecar, callId: string): Promise<Suspension | undefined> {
    const { suspensions } = await sidecar.client.call('suspension/list', { limit: 1000 })
    const own = suspensions.filter((one) => one.callId === callId)
    expect(own.length).toBeLessThanOrEqual(1)
    const [suspension] = own
    if (suspension) this.#suspensions.set(suspension.id, suspension)
    return suspension
  }

  async #approve(sidecar: Sidecar, callId: string): Promise<void> {
    const { id, hash } = await this.approvalOf(sidecar, callId)
    this.#answering.add(id)
    await sidecar.client.call('approval/decide', { id, hash, decision: 'allow' })
    this.#answered.add(id)
  }

  async #answer(sidecar: Sidecar, callId: string): Promise<void> {
    const suspension = await this.suspensionOf(sidecar, callId)
    if (suspension?.reason !== 'question') {
      await new Promise((resolve) => setTimeout(resolve, 50))
      return
    }
    this.#answering.add(suspension.id)
    await sidecar.client.call('suspension/resume', { id: suspension.id, answer: ['on'] })
    this.#answered.add(suspension.id)
  }

  /** Everything that a client was ever told still holds. */
  async expectKept({ client }: Sidecar): Promise<void> {
    for (const callId of this.#taken) await client.call('call/show', { callId })
    for (const [callId, { state, output, error }] of this.#ended)
      expect(await client.call('call/show', { callId })).toMatchObject({ state, ...(error ? { error } : { output }) })
    const approvals = byId((await client.call('approval/list', { all: true, limit: 1000 })).approvals)
    for (const [id, told] of this.#approvals)
      if (this.#answered.has(id)) expect(approvals.get(id)?.state).toBe('allowed')
      else if (!this.#answering.has(id)) expect(approvals.get(id)).toEqual(told)
    const suspensions = byId((await client.call('suspension/list', { all: true, limit: 1000 })).suspensions)
    for (const [id, told] of this.#suspensions)
      if (this.#answered.has(id)) expect(suspensions.get(id)?.state).toBe('answered')
      else if (!this.#answering.has(id) && told.wakeAt === undefined) expect(suspensions.get(id)).toEqual(told)
    expect(await client.call('audit/verify', {})).toMatchObject({ ok: true })
  }
}

const byId = <T extends { id: string }>(list: readonly T[]) => new Map(list.map((one) => [one.id, one]))

/** Waits for all; that the sidecar went away under them is no fault, anything else is. */
export async function untilGone(working: readonly Promise<unknown>[]): Promise<void> {
  for (const one of await Promise.allSettled(working))
    if (one.status === 'rejected' && !(one.reason instanceof RemoteError && one.reason.data?.code === 'UNAVAILABLE'))
      throw one.reason
}

/** What each tool does when all goes well. */
export const complete: Record<string, string[]> = {
  act_once: ['1'],
  act_thrice: ['1', '2', '3'],
  act_together: ['1', '2', '3'],
  act_blind: ['1'],
  act_again: ['1'],
  act_approved: ['1'],
  act_along: ['1'],
  act_asked: ['1', '2'],
  act_slept: ['1', '2'],
  act_prepared: ['!'],
}

/** A call that ended did what it should, once; one that could not know says so. */
export function expectOnce(world: World, { tool, callId }: Call, view: CallView): void {
  const acts = world.acts(callId)
  if (tool === 'act_blind' && view.state === 'unknown') {
    expect(acts.length).toBeLessThanOrEqual(1)
    expect(view.error?.code).toBe('INTERRUPTED')
    return
  }
  expect(view).toMatchObject({ state: 'done' })
  expect(tool === 'act_again' ? [...new Set(acts)] : acts.toSorted()).toEqual(complete[tool])
}
