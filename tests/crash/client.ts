// Everything that the kernel promises to keep, done by one client: calls with and without effects, approvals, parked
// calls, a grant, taking back, STOP. It may be begun again on what a kill left, and goes on where that was.
import path from 'node:path'
import { expect } from 'vitest'
import type { Kernel } from '../../sidecar/kernel/kernel.ts'
import { undoCall } from '../../sidecar/kernel/undo.ts'
import { type CallView, viewCall } from '../../sidecar/kernel/view.ts'
import { type Call, callOf, complete } from './harness.ts'
import { effectsOf, type Inside, isRefused, type Told } from './inside.ts'

export const callsAtOnce = [
  ...['think', 'act_once', 'act_thrice', 'act_together', 'act_blind', 'act_again'],
  ...['act_approved', 'act_along', 'act_asked', 'act_prepared'],
].map((tool) => callOf(tool))
const MAX_TRIES = 200
const over = new Set(['done', 'failed', 'unknown'])

export class Client {
  readonly #kernel: Kernel
  readonly told: Told

  constructor({ kernel }: Inside, told: Told) {
    this.#kernel = kernel
    this.told = told
  }

  /** Does all of it; `order` says which of the calls is sent first. */
  async work(order: readonly Call[] = callsAtOnce): Promise<void> {
    await Promise.all(order.map((call) => this.push(call)))
    await this.#useGrant()
    await this.#takeBack()
    await this.#stopAndGo()
  }

  /** Sends a call, and answers for the user until it is over. */
  async push(call: Call): Promise<CallView> {
    const { executor, journal } = this.#kernel
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const view = await this.#patiently(() => executor.execute(call))
      if (view.state === 'waiting') await this.#patiently(() => this.#approve(view))
      else if (view.state === 'suspended') await this.#patiently(() => this.#answer(view))
      else if (over.has(view.state)) return this.#ended(view)
      // As call/show does: nobody is told of what is not on the disk.
      await this.#patiently(async () => journal.flush())
    }
    throw new Error(`${call.callId} never comes to an end`)
  }

  #ended(view: CallView): CallView {
    const { db } = this.#kernel.journal.store
    const row = db.prepare('SELECT state FROM calls WHERE id = ?').get(view.callId)
    if (view.state === 'done') expect(row, `${view.callId} is done on the disk`).toMatchObject({ state: 'done' })
    this.told.ended.set(view.callId, view)
    return view
  }

  // A refusal of the disk is told, and whoever was told tries again.
  async #patiently<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await work()
      } catch (thrown) {
        if (!isRefused(thrown) || tries >= MAX_TRIES) throw thrown
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
  }

  async #approve({ callId }: CallView): Promise<void> {
    const open = this.#kernel.approvals.list(false, 100).filter((one) => one.callId === callId)
    expect(open.length).toBeLessThanOrEqual(1)
    for (const { id, hash } of open) {
      await this.#kernel.answers.decide({ id, hash, decision: 'allow' })
      this.told.answered.add(id)
    }
  }

  async #answer({ callId }: CallView): Promise<void> {
    const open = this.#kernel.suspensions.list(false, 100).filter((one) => one.callId === callId)
    expect(open.length).toBeLessThanOrEqual(1)
    for (const { id } of open) {
      await this.#kernel.answers.resume(id, ['on'])
      this.told.answered.add(id)
    }
  }

  async #useGrant(): Promise<void> {
    const { standing, journal } = this.#kernel
    if (standing.list(true).length === 0) standing.create({ kind: 'sendMail', pattern: 'granted/**', times: 1 })
    await this.#patiently(() => journal.durable(true))
    for (const { id } of standing.list(true)) this.told.granted.add(id)
    await this.push({ tool: 'act_approved', callId: 'granted', input: { at: 'granted' } })
  }

  async #takeBack(): Promise<void> {
    const { executor, journal } = this.#kernel
    await this.#patiently(async () => {
      const begun = journal.list({ tool: 'undo', limit: 10 })
      for (const { id } of begun) await (await executor.underWay(id))?.atRest()
      const { state, undoneBy } = executor.find('act_again')
      if (state === 'done' && undoneBy === null) await undoCall('act_again', journal, executor)
    })
  }

  async #stopAndGo(): Promise<void> {
    const { answers, latch } = this.#kernel
    if (!this.told.ended.has('stopped')) {
      await this.#patiently(() => answers.stop('a test'))
      this.told.stopped = true
      await this.push({ tool: 'act_once', callId: 'stopped', input: { at: 'stopped' } })
    }
    this.told.stopped = false
    await this.#patiently(async () => latch.release())
    await this.push({ tool: 'act_once', callId: 'after', input: { at: 'after' } })
  }
}

/** What was done for a call, in order: the end of each target. */
export const actsOf = (inside: { folder: string }, callId: string): string[] =>
  effectsOf(inside)
    .filter(({ call }) => call === callId)
    .map(({ target }) => path.basename(target))

/** Nothing was done twice, whatever became of the call. */
export function expectNothingTwice(inside: { folder: string }): void {
  const done = effectsOf(inside).filter(({ kind }) => kind !== 'writeVault')
  expect(new Set(done.map(({ identity }) => identity)).size).toBe(done.length)
}

/** What was told is still so. */
export function expectKept({ kernel }: Inside, told: Told): void {
  const { executor, approvals, suspensions, standing, latch, journal } = kernel
  for (const [callId, { state, output }] of told.ended)
    expect(viewCall(executor.find(callId), 0), callId).toMatchObject({ state, ...(output ? { output } : {}) })
  const closed = [...approvals.list(true, 1000), ...suspensions.list(true, 1000)].filter((one) => one.state !== 'open')
  for (const id of told.answered) expect(closed.map((one) => one.id)).toContain(id)
  for (const id of told.granted) expect(standing.list(true).map((grant) => grant.id)).toContain(id)
  if (told.stopped) expect(latch.stopped).toBe(true)
  journal.flush()
  expect(journal.audit.verify(journal.anchor())).toMatchObject({ ok: true })
}

/** Every call came to the end that it should, once. */
export function expectWhole(inside: Inside, told: Told): void {
  for (const { tool, callId } of callsAtOnce) {
    const view = told.ended.get(callId)
    if (tool === 'act_blind' && view?.state === 'unknown') continue
    expect(view, callId).toMatchObject({ state: 'done' })
    const acts = actsOf(inside, callId)
    expect(tool === 'act_again' ? [...new Set(acts)] : acts.toSorted()).toEqual(complete[tool] ?? [])
  }
  expect(actsOf(inside, 'granted')).toEqual(['1'])
  expect(actsOf(inside, 'after')).toEqual(['1'])
  expect(told.ended.get('stopped')).toMatchObject({ state: 'failed', error: { code: 'STOPPED' } })
  expect(actsOf(inside, 'stopped')).toEqual([])
  expect(inside.kernel.standing.list(true)).toMatchObject([{ used: 1 }])
  expect(inside.kernel.executor.find('act_again').undoneBy).not.toBeNull()
  expectNothingTwice(inside)
}
