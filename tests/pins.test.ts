// Literal copies of everything that others build on: a change to it is always a visible diff here.
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { Audit } from '../policy/audit.ts'
import { ASK_FROM, WARN_FROM } from '../policy/decide.ts'
import { type EffectMeaning, effectKinds } from '../policy/effects.ts'
import { secrecyLevels, trustLevels } from '../policy/flow.ts'
import { defaultRules } from '../policy/rules.ts'
import { exits } from '../sidecar/cli/exit.ts'
import { defineTool } from '../sidecar/kernel/define.ts'
import { MAX_FRAME_BYTES, PROTOCOL_VERSION, wireErrors } from '../sidecar/protocol/errors.ts'
import { events } from '../sidecar/protocol/events.ts'
import { methods } from '../sidecar/protocol/methods.ts'
import { callStates, decisions } from '../sidecar/protocol/values.ts'
import { errorCodes } from '../sidecar/text/errors.ts'
import { ruleFor, spyPort, world } from './kernel/harness.ts'

describe('[pins.surface] pinned:', () => {
  test('kinds of effect, with weight, how targets are compared, and whether they change something or leave', () => {
    const flat = ({ weight, target, changes, leaves }: EffectMeaning) =>
      [weight, target, changes && 'changes', leaves && 'leaves'].filter(Boolean).join(' ')
    expect(Object.fromEntries(Object.entries(effectKinds).map(([kind, meaning]) => [kind, flat(meaning)]))).toEqual({
      readFile: '1 path',
      writeFile: '4 path changes',
      deleteFile: '5 path changes',
      readCalendar: '1 name',
      writeCalendar: '3 name changes',
      inviteAttendees: '5 mail changes leaves',
      readTasks: '1 name',
      writeTasks: '2 name changes',
      notify: '1 name changes',
      readMail: '1 name',
      draftMail: '2 name changes',
      organizeMail: '3 name changes',
      sendMail: '5 mail changes leaves',
      readContacts: '1 name',
      writeContacts: '2 name changes',
      browsePage: '2 url leaves',
      actOnPage: '4 url changes leaves',
      scriptPage: '6 url changes leaves',
      fetchUrl: '2 url leaves',
      sendRequest: '5 url changes leaves',
      readVault: '1 name',
      writeVault: '2 name changes',
      runCommand: '6 name changes',
      readSystem: '1 name',
      readEnv: '2 name',
      writeEnv: '4 name changes',
      speak: '1 name changes',
      listen: '4 name',
      seeScreen: '4 name',
      controlComputer: '7 name changes',
      askUser: '1 name',
      spawnAgent: '3 name changes',
      callTool: '1 name',
      callMcp: '5 name changes leaves',
      loadCode: '5 path changes',
      createTool: '6 name changes',
      readAudit: '1 name',
      sendMessage: '5 name changes leaves',
      shareObject: '5 name changes leaves',
      publish: '7 name changes leaves',
      pay: '8 name changes leaves',
      book: '7 name changes leaves',
      changeAccount: '8 name changes leaves',
      changeMembership: '6 name changes leaves',
      deleteObject: '5 name changes leaves',
    })
  })

  test('error codes', () => {
    expect(Object.keys(errorCodes)).toEqual([
      'UNKNOWN_TOOL',
      'TOOL_DISABLED',
      'NOT_CONFIGURED',
      'BAD_INPUT',
      'BAD_TARGET',
      'BAD_OUTPUT',
      'ID_REUSED',
      'NOT_FOUND',
      'CONFLICT',
      'NOT_GRANTED',
      'DENIED',
      'NEEDS_APPROVAL',
      'STALE_APPROVAL',
      'DIVERGED',
      'INTERRUPTED',
      'CANCELLED',
      'STOPPED',
      'TIMEOUT',
      'TOO_LARGE',
      'BUSY',
      'NOT_UNDOABLE',
      'LOCKED',
      'STORE_READ_ONLY',
      'STORE_TOO_NEW',
      'STORE_DAMAGED',
      'AUDIT_BROKEN',
      'UNAVAILABLE',
      'INTERNAL',
    ])
  })

  test('error codes, version and limit of the wire', () => {
    expect(Object.fromEntries(Object.entries(wireErrors).map(([name, { code }]) => [name, code]))).toEqual({
      PARSE: -32700,
      INVALID: -32600,
      NO_METHOD: -32601,
      BAD_PARAMS: -32602,
      INTERNAL: -32603,
      REFUSED: -32000,
      BUSY: -32001,
      NOT_INITIALIZED: -32002,
      TOO_LARGE: -32003,
      CANCELLED: -32800,
    })
    expect([PROTOCOL_VERSION, MAX_FRAME_BYTES]).toEqual([1, 16_777_216])
  })

  test('methods of the wire, and which of them only the hand may call', () => {
    const named = (hand: boolean) =>
      Object.entries(methods).flatMap(([name, method]) => (method.hand === hand ? [name] : []))
    expect(named(true)).toEqual([
      'shutdown',
      'control/stop',
      'control/release',
      'session/open',
      'session/say',
      'session/trace',
      'tool/enable',
      'tool/reload',
      'intent/run',
      'call/undo',
      'call/settle',
      'approval/list',
      'approval/decide',
      'approval/decideMany',
      'grant/suggest',
      'grant/dismiss',
      'suspension/list',
      'suspension/resume',
      'suspension/cancel',
      'policy/source',
      'policy/setRules',
      'policy/backtest',
      'grant/list',
      'grant/create',
      'grant/revoke',
      'briefing/today',
      'note/list',
      'note/read',
      'calendar/list',
      'calendar/events',
      'calendar/slots',
      'calendar/understand',
      'calendar/create',
      'calendar/edit',
      'calendar/remove',
      'calendar/import',
      'calendar/export',
      'task/list',
      'reminder/list',
      'reminder/dismiss',
      'reminder/snooze',
      'account/list',
      'account/add',
      'account/password',
      'account/remove',
      'account/sync',
      'settings/get',
      'settings/set',
      'backup/create',
    ])
    expect(named(false)).toEqual([
      'initialize',
      'control/status',
      'session/list',
      'doctor/run',
      'events/since',
      'tool/list',
      'tool/describe',
      'tool/export',
      'tool/call',
      'tool/batch',
      'tool/stats',
      'call/list',
      'call/show',
      'call/cancel',
      'attachment/read',
      'policy/explain',
      'policy/rules',
      'audit/query',
      'audit/verify',
      'audit/export',
      'audit/check',
    ])
  })

  test('events', () => {
    expect(Object.keys(events)).toEqual([
      'call/started',
      'call/progress',
      'call/finished',
      'approval/requested',
      'approval/resolved',
      'suspension/opened',
      'suspension/closed',
      'notice/show',
      'state/changed',
      'reminder/due',
      'health/changed',
    ])
  })

  test('exit codes of the command line', () => {
    expect(exits).toEqual({
      done: 0,
      failed: 1,
      usage: 2,
      denied: 3,
      waiting: 4,
      notFound: 5,
      unavailable: 6,
      audit: 7,
      interrupted: 130,
    })
  })

  test('states of a call, decisions, thresholds and labels', () => {
    expect(callStates).toEqual(['planned', 'waiting', 'running', 'suspended', 'done', 'failed', 'unknown'])
    expect(decisions).toEqual(['allow', 'warn', 'ask', 'deny'])
    expect([WARN_FROM, ASK_FROM]).toEqual([4, 6])
    expect(trustLevels).toEqual(['untrusted', 'known', 'metadata', 'trusted', 'own', 'user'])
    expect(secrecyLevels).toEqual(['public', 'private', 'secret'])
  })

  test('default rules', () => {
    expect(defaultRules().map(({ id, decision, floor }) => [id, decision, floor ?? false])).toEqual([
      ['secrets-stay', 'deny', true],
      ['own-folders', 'deny', true],
      ['load-code', 'ask', true],
      ['money', 'ask', true],
      ['accounts', 'ask', true],
      ['outside-files', 'ask', false],
      ['sensitive-target', 'ask', false],
      ['set-environment', 'ask', false],
      ['delete-for-good', 'ask', false],
      ['commands', 'ask', false],
      ['hands-on', 'ask', false],
      ['senses', 'ask', false],
      ['new-recipient', 'ask', false],
      ['unknown-recipient', 'ask', false],
      ['publishing', 'ask', false],
      ['booking', 'ask', false],
      ['membership', 'ask', false],
      ['plain-http', 'ask', false],
      ['after-secrets', 'ask', false],
    ])
  })
})

describe('[pins.audit-line] pinned: the keys of an audit record', () => {
  const shape = { summary: 'x', category: 'system' as const, input: z.object({}), output: z.unknown(), examples: [{}] }
  const bare = defineTool({ ...shape, name: 'bare', effects: {}, run: () => 1 })
  const acting = defineTool({
    ...shape,
    name: 'acting',
    effects: { writeEnv: () => ['A'] },
    async run(_input, { writeEnv }) {
      await writeEnv('A', 'v')
      return 1
    },
  })
  const failing = defineTool({ ...acting, name: 'failing', run: () => Promise.reject(new Error('no')) })

  /** The keys of all records about one call, by their type. */
  const keysOf = async (tool: string, rules = [ruleFor('writeEnv', 'allow')]) => {
    const { kernel } = world({ tools: [bare, acting, failing], ports: [spyPort('writeEnv').port], rules })
    const { callId } = await kernel.executor.execute({ tool, input: {} })
    kernel.journal.flush()
    const records = kernel.journal.audit.query((record) => record.call === callId, 10).reverse()
    return records.map((record) => `${record.type}: ${Object.keys(record).join(' ')}`)
  }

  test('of the seals', () => {
    const text = { keys: '', anchor: '' }
    const slot = (name: keyof typeof text) => ({
      read: () => text[name] || undefined,
      write: (to: string) => void Object.assign(text, { [name]: to }),
    })
    const lines: string[] = []
    const file = {
      append: (more: string) => void lines.push(...more.split('\n').filter(Boolean)),
      lastLine: () => lines.at(-1),
      lines: () => lines.map((line, at) => ({ line, number: at + 1 })),
    }
    const audit = new Audit(file, () => 0, undefined, { keys: slot('keys'), anchor: slot('anchor') })
    audit.record('note', {})
    audit.flush(true)
    audit.settle()
    audit.seal()
    audit.flush(true)
    const records = lines.map((line) => JSON.parse(line) as { type: string })
    expect(records.map((record) => `${record.type}: ${Object.keys(record).join(' ')}`)).toEqual([
      'genesis: at key prev seq type',
      'note: at prev seq type',
      'checkpoint: at from next prev root seq sig type',
    ])
    expect(Object.keys(JSON.parse(text.anchor))).toEqual(['seq', 'hash', 'sig'])
  })

  test('of a log that begins anew', () => {
    const lines: string[] = []
    const file = { append: (more: string) => void lines.push(more.trim()), lastLine: () => undefined, lines: () => [] }
    const slot = (text?: string) => ({ read: () => text, write: () => {} })
    const audit = new Audit(file, () => 0, undefined, { keys: slot('{"restored":true,"lost":true}'), anchor: slot() })
    audit.seal()
    audit.flush(true)
    const [record = '{}'] = lines.filter(Boolean)
    expect(Object.keys(JSON.parse(record))).toEqual(['at', 'key', 'lost', 'prev', 'restored', 'seq', 'type'])
  })

  test('of a grant that was given, and taken back', () => {
    const { kernel } = world({ tools: [], ports: [] })
    const limits = { times: 9, perDay: 2, until: Date.now() + 1000 }
    const { id } = kernel.standing.create({ kind: 'writeEnv', pattern: 'A', tool: 'acting', ...limits })
    kernel.standing.revoke(id)
    kernel.journal.flush()
    const records = kernel.journal.audit.query((record) => record.grant === id, 10).reverse()
    expect(records.map((record) => `${record.type}: ${Object.keys(record).join(' ')}`)).toEqual([
      'grant.created: at effects grant perDay prev seq times type until',
      'grant.revoked: at grant prev seq type',
    ])
  })

  test('of a call without effects', async () => {
    expect(await keysOf('bare')).toEqual(['call: at call decision effects prev score seq session state tool type'])
  })

  test('of a call with effects', async () => {
    expect(await keysOf('acting')).toEqual([
      'decided: at call decision effects facts labels local prev rules score seq session sessionName tool type',
      'outcome: at call ms prev seq session state tool type',
    ])
  })

  test('of a call that failed', async () => {
    expect(await keysOf('failing')).toEqual([
      'decided: at call decision effects facts labels local prev rules score seq session sessionName tool type',
      'outcome: at call error ms prev seq session state tool type',
    ])
  })

  test('of a call that was asked about', async () => {
    expect(await keysOf('acting', [ruleFor('writeEnv', 'ask')])).toEqual([
      'asked: approval at call decision effects facts hash labels local prev rules score seq session sessionName tool type',
    ])
  })

  test('of a call that was denied', async () => {
    expect(await keysOf('acting', [ruleFor('writeEnv', 'deny')])).toEqual([
      'decided: at call decision effects facts labels local prev rules score seq session sessionName tool type',
      'outcome: at call error ms prev seq session state tool type',
    ])
  })
})
