// A sidecar in memory that answers the wire's methods well enough for the command line: a few tools, approvals, questions.

import type { Client, WireEvent } from '../../sidecar/cli/types.ts'
import type { GivenTo, MethodName, ResultOf } from '../../sidecar/protocol/methods.ts'
import { RemoteError } from '../../sidecar/rpc/client.ts'
import { daysMethods } from './fakedays.ts'
import { tools } from './faketools.ts'

type View = ResultOf<'call/show'>
type Approval = ResultOf<'approval/list'>['approvals'][number]
type Parked = ResultOf<'suspension/list'>['suspensions'][number]
type Methods = { [N in MethodName]?: (params: GivenTo<N>) => ResultOf<N> | Promise<ResultOf<N>> }

const labels = { trust: 'user', secrecy: 'public' } as const
const refuse = (code: string, message: string, hint = 'Look again.') => new RemoteError(-32000, message, { code, hint })

export interface Fake {
  connect(onEvent?: (event: WireEvent) => void): Client
  /** Every request that came in. */
  log: { method: string; params: unknown }[]
  emit(event: string, data: unknown): void
  /** Replaces the answer to one method. */
  answers: Methods
  addApproval(more?: Partial<Approval>): Approval
}

/** A fresh sidecar. */
export function createFake(): Fake {
  const calls = new Map<string, View>()
  const approvals = new Map<string, Approval>()
  const parked = new Map<string, Parked>()
  const listeners = new Set<(event: WireEvent) => void>()
  const log: Fake['log'] = []
  const running = new Map<string, (view: View) => void>()
  const settings: Record<string, unknown> = { concurrency: 3 }
  let stopped = false
  let seq = 0
  const emit = (event: string, data: unknown) => {
    seq++
    for (const listener of listeners) listener({ seq, at: 1, event, data })
  }
  const newCall = (params: GivenTo<'tool/call'>, more: Partial<View>): View => {
    const view: View = {
      callId: params.callId ?? `c_${calls.size + 1}`,
      tool: params.tool,
      session: params.session ?? 's_0',
      state: 'done',
      createdAt: 1_700_000_000_000,
      startedAt: 1_700_000_000_000,
      durationMs: 12,
      receipt: { score: 1, lines: [] },
      labels,
      attachments: [],
      input: params.input ?? {},
      effects: [],
      attempts: 1,
      ...more,
    }
    calls.set(view.callId, view)
    return view
  }
  const change = (callId: string, more: Partial<View>): View => {
    const view = calls.get(callId)
    if (!view) throw refuse('NOT_FOUND', `There is no call ${callId}.`)
    const next = { ...view, ...more }
    calls.set(callId, next)
    return next
  }
  const failed = (code: string, message: string, hint = 'Mend it.'): Partial<View> => ({
    state: 'failed',
    ok: false,
    error: { code, message, hint },
  })
  const addApproval: Fake['addApproval'] = (more = {}) => {
    const approval: Approval = {
      id: `ap_${approvals.size + 1}`,
      callId: 'c_x',
      tool: 'set_env',
      session: 's_0',
      state: 'open',
      askedAt: 1_700_000_000_000,
      hash: `hash-${approvals.size + 1}`,
      group: 'one',
      input: { name: 'EDITOR', value: 'vi' },
      effects: [{ kind: 'writeEnv', target: 'EDITOR' }],
      receipt: {
        score: 5,
        lines: [
          { points: 4, why: 'sets environment variables' },
          { points: 2, why: 'first time for this target' },
          { points: -1, why: 'can be undone' },
        ],
      },
      why: ['No rule speaks of it, and a score of 5 asks.'],
      preview: { title: 'Set EDITOR to vi', body: '-EDITOR=\n+EDITOR=vi', format: 'diff' },
      leaves: false,
      undoable: true,
      ...more,
    }
    approvals.set(approval.id, approval)
    emit('approval/requested', approval)
    return approval
  }
  const run = (params: GivenTo<'tool/call'>): View | Promise<View> => {
    const input = (params.input ?? {}) as Record<string, unknown>
    if (!Object.hasOwn(tools, params.tool))
      throw refuse('UNKNOWN_TOOL', `No tool is called ${params.tool}.`, 'See: steward tools')
    if (stopped) return newCall(params, failed('STOPPED', 'STOP is set.', 'Lift it: steward release'))
    switch (params.tool) {
      case 'current_time':
        return newCall(params, { ok: true, output: { iso: '2026-10-01T12:00:00Z', zone: 'Europe/Berlin' } })
      case 'read_file':
        if (typeof input.path !== 'string') throw refuse('BAD_INPUT', 'path: expected a string', 'For example: {}')
        if (input.path === 'photo') return newCall(params, failed('BAD_INPUT', 'It does not hold text.'))
        if (input.path === 'forbidden') return newCall(params, failed('DENIED', 'A rule says no.'))
        if (input.path === 'broken') return newCall(params, failed('TIMEOUT', 'It took too long.'))
        return newCall(params, { ok: true, output: { text: `read ${input.path}`, cut: false }, undoable: true })
      case 'set_env': {
        if (params.ask === false) return newCall(params, failed('NEEDS_APPROVAL', 'You would have to be asked.'))
        const view = newCall(params, { state: 'waiting' })
        const approval = addApproval({ callId: view.callId, input })
        return change(view.callId, { approvalId: approval.id })
      }
      case 'ask_user': {
        const view = newCall(params, { state: 'suspended' })
        const id = `su_${parked.size + 1}`
        const data = { question: String(input.question), options: ['tea', 'coffee'] }
        const { callId, tool, session } = view
        parked.set(id, { id, callId, tool, session, reason: 'a question', data, state: 'open', openedAt: 1 })
        return change(callId, { suspensionId: id })
      }
      case 'slow':
      case 'stuck': {
        const view = newCall(params, { state: 'running' })
        setTimeout(() => {
          emit('call/progress', { callId: view.callId, title: 'half \u001b[31mway' })
          emit('notice/show', { callId: view.callId, level: 'info', text: 'it runs' })
        }, 5)
        // Holds the process, as a real connection would.
        const held = setInterval(() => {}, 1000)
        return new Promise((resolve) => {
          running.set(view.callId, (ended) => {
            clearInterval(held)
            resolve(ended)
          })
        })
      }
      default:
        return newCall(params, {
          ok: true,
          output: [
            { name: 'a', bytes: 1 },
            { name: '文件', bytes: 22 },
          ],
        })
    }
  }
  const decide = ({ id, hash, decision, input, reason }: GivenTo<'approval/decide'>): ResultOf<'approval/decide'> => {
    const approval = approvals.get(id)
    if (!approval) throw refuse('NOT_FOUND', `There is no approval ${id}.`)
    if (approval.hash !== hash || approval.state !== 'open') throw refuse('STALE_APPROVAL', 'It was answered already.')
    const done = { ...approval, state: decision === 'allow' ? ('allowed' as const) : ('denied' as const), reason }
    approvals.set(id, done as Approval)
    emit('approval/resolved', done)
    const output = { set: input ?? approval.input }
    const more = decision === 'allow' ? { state: 'done' as const, ok: true, output } : failed('DENIED', 'You said no.')
    return {
      approval: done as Approval,
      call: calls.has(approval.callId)
        ? change(approval.callId, more)
        : newCall({ tool: approval.tool, callId: approval.callId }, more),
    }
  }
  const methods: Methods = {
    ...daysMethods,
    'session/open': ({ name, root = '/' }) => ({ id: `s_${name}`, name, root, allowed: [], labels, openedAt: 1 }),
    'session/list': () => ({ sessions: [] }),
    'intent/run': async ({ text, ...more }) => {
      if (text !== 'what time is it') return { understood: 'nothing', says: 'No tool fits these words.', choices: [] }
      const tool = 'current_time'
      const meant = { understood: 'call' as const, tool, input: {}, says: tool, choices: [] }
      return more.run === false ? meant : { ...meant, call: await run({ tool, ...more }) }
    },
    'control/status': () => ({ stopped, running: 0, queued: 0, waiting: approvals.size, suspended: parked.size }),
    'control/stop': () => {
      stopped = true
      emit('health/changed', { stopped })
      return { stopped: true, aborted: 0 }
    },
    'control/release': () => {
      stopped = false
      emit('health/changed', { stopped })
      return { stopped: false }
    },
    'doctor/run': () => {
      // Someone else asks meanwhile.
      addApproval()
      return { findings: [{ id: 'lock', level: 'ok', text: 'The data folder is ours.' }] }
    },
    'tool/list': ({ query }) => ({
      tools: Object.entries(tools)
        .filter(([name]) => name.includes(query ?? ''))
        .map(([name, tool]) => ({
          name,
          aliases: name === 'read_file' ? ['file_read'] : [],
          summary: `Does ${name}.`,
          category: 'system',
          effects: tool.effects,
          source: 'built-in',
          enabled: true,
        })),
    }),
    'tool/describe': ({ tool }) => {
      const found = Object.hasOwn(tools, tool) ? tools[tool] : undefined
      if (!found) throw refuse('UNKNOWN_TOOL', `No tool is called ${tool}.`)
      return {
        name: tool,
        aliases: [],
        summary: `Does ${tool}.`,
        category: 'system',
        effects: found.effects,
        source: 'built-in',
        enabled: true,
        version: 1,
        input: found.input,
        output: {},
        examples: [found.example],
        idempotent: true,
        timeoutMs: 30_000,
        stats: { tool, calls: 3, failures: 0, p50Ms: 2, p95Ms: 4 },
      }
    },
    'tool/enable': () => ({ ok: true }),
    'tool/export': ({ format }) => ({ tools: [{ format }] }),
    'tool/call': run,
    'call/list': () => ({ calls: [...calls.values()] }),
    'call/show': ({ callId }) => change(callId, {}),
    'call/cancel': ({ callId }) => {
      if (calls.get(callId)?.tool === 'stuck') return new Promise(() => {})
      const view = change(callId, failed('CANCELLED', 'The call was cancelled.'))
      running.get(callId)?.(view)
      return view
    },
    'call/undo': ({ callId }) => change(callId, { undoneBy: 'c_undo' }),
    'call/settle': ({ callId, as }) => change(callId, { state: as === 'failed' ? 'failed' : 'done' }),
    'approval/list': ({ all }) => ({
      approvals: [...approvals.values()].filter((each) => all || each.state === 'open'),
    }),
    'approval/decide': decide,
    'approval/decideMany': ({ answers: given }) => ({
      answers: given.map(({ id, hash, decision, reason }) => {
        try {
          return { id, ...decide({ id, hash, decision, reason }) }
        } catch (thrown) {
          return { id, error: { code: 'STALE_APPROVAL', message: (thrown as Error).message } }
        }
      }),
    }),
    'suspension/list': ({ all }) => ({
      suspensions: [...parked.values()].filter((each) => all || each.state === 'open'),
    }),
    'suspension/resume': ({ id, answer }) => {
      const found = parked.get(id)
      if (!found) throw refuse('NOT_FOUND', `Nothing is parked as ${id}.`)
      parked.set(id, { ...found, state: 'answered' })
      return change(found.callId, { state: 'done', ok: true, output: { answer } })
    },
    'suspension/cancel': ({ id }) => {
      const found = parked.get(id)
      if (!found) throw refuse('NOT_FOUND', `Nothing is parked as ${id}.`)
      parked.delete(id)
      return change(found.callId, failed('CANCELLED', 'It was ended.'))
    },
    'policy/explain': ({ tool }) => ({
      tool,
      decision: 'ask',
      effects: [{ kind: 'writeEnv', target: 'EDITOR' }],
      receipt: { score: 5, lines: [{ points: 5, why: 'it is risky' }] },
      why: ['because'],
      hash: 'h',
    }),
    'policy/rules': () => ({
      rules: [{ id: 'r', decision: 'deny', why: 'so', source: 'default', floor: true }],
      refused: [],
    }),
    'grant/list': () => ({ grants: [] }),
    'grant/suggest': () => ({ suggestions: [] }),
    'grant/dismiss': () => ({ ok: true }),
    'grant/create': (params) => ({ ...params, id: 'gr_1', used: 0, createdAt: 1 }),
    'grant/revoke': ({ id }) => ({ id, kind: 'writeEnv', pattern: '*', used: 0, createdAt: 1, revokedAt: 2 }),
    'audit/query': () => ({ records: [{ seq: 1, at: 1_700_000_000_000, type: 'call', tool: 'read_file' }] }),
    'audit/verify': () => ({ ok: true, records: 1, head: 'abc' }),
    'audit/export': ({ callId }) => ({ proof: { call: callId }, left: 0 }),
    'audit/check': () => ({ ok: true, call: 'c_9', key: 'ab'.repeat(32), records: [{ seq: 2 }], sealedAt: 1 }),
    'settings/get': ({ key }) => ({ settings: key === undefined ? settings : settings[key] }),
    'settings/set': ({ key, value }) => {
      settings[key] = value
      return { settings }
    },
    'backup/create': ({ file }) => ({ file, bytes: 10, entries: 2 }),
  }
  const answers: Methods = {}
  return {
    log,
    emit,
    answers,
    addApproval,
    connect: (onEvent) => {
      if (onEvent) listeners.add(onEvent)
      const ended = Promise.withResolvers<void>()
      return {
        ended: ended.promise,
        close: () => ended.resolve(),
        async call(name, params) {
          log.push({ method: name, params })
          const answer = answers[name] ?? methods[name]
          if (!answer) throw new RemoteError(-32601, `There is no method ${name}.`)
          // As on the wire: what comes back is a copy, later.
          await new Promise(setImmediate)
          return structuredClone(await answer(params))
        },
      }
    },
  }
}
