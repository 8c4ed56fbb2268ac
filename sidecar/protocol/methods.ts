// Every method of the wire, once.
import * as z from 'zod'
import { type Given, type Method, method, type Params, type Result } from './method.ts'
import * as v from './values.ts'

const nothing = () => z.object({})
const done = () => z.object({ ok: z.literal(true) })
const limit = (most: number, usual: number) => z.number().int().min(1).max(most).default(usual)

export const methods = {
  initialize: method(
    'Opens the connection. The first request of every client.',
    () =>
      z.object({
        protocolVersion: z.number().int(),
        client: z.object({ name: z.string().max(200), version: z.string().max(100).default('') }),
        events: z.boolean().default(true).describe('whether the server may send events on this connection'),
      }),
    () =>
      z.object({
        protocolVersion: z.number(),
        server: z.object({ name: z.string(), version: z.string() }),
        epoch: z.string().describe('changes at every start; event numbers belong to it'),
        seq: z.number().describe('number of the newest event'),
        pid: z.number(),
      }),
  ),
  shutdown: method('Ends the sidecar. Whatever waits, waits on disk.', nothing, done, true),
  'control/stop': method(
    'STOP: aborts what runs and commits no effect until it is released. Survives a restart.',
    () => z.object({ reason: z.string().max(1000).optional() }),
    () => z.object({ stopped: z.literal(true), aborted: z.number() }),
    true,
  ),
  'control/release': method('Lifts STOP.', nothing, () => z.object({ stopped: z.literal(false) }), true),
  'control/status': method('Whether STOP is set, and what is under way.', nothing, () =>
    z.object({
      stopped: z.boolean(),
      reason: z.string().optional(),
      running: z.number(),
      queued: z.number(),
      waiting: z.number(),
      suspended: z.number(),
    }),
  ),
  'session/open': method(
    'Opens a session, or returns the one of that name.',
    () =>
      z.object({
        name: z.string().min(1).max(200),
        root: z.string().optional().describe('folder that relative paths start from; files inside are ordinary'),
        allowed: z.array(z.string()).max(100).optional(),
      }),
    v.sessionView,
    true,
  ),
  'session/list': method('The sessions.', nothing, () => z.object({ sessions: z.array(v.sessionView()) })),
  'doctor/run': method('Looks for what is wrong and says how to mend it.', nothing, () =>
    z.object({ findings: z.array(v.finding()) }),
  ),
  'events/since': method(
    'Events that a client missed.',
    () => z.object({ epoch: z.string(), seq: z.number().int().min(0), limit: limit(10_000, 1000) }),
    () =>
      z.object({
        epoch: z.string(),
        lost: z.boolean().describe('some are no longer kept, or belong to an earlier start: list anew'),
        events: z.array(v.event()),
      }),
  ),

  'tool/list': method(
    'Every tool, once.',
    () => z.object({ category: z.string().optional(), query: z.string().max(500).optional() }),
    () => z.object({ tools: z.array(v.toolSummary()) }),
  ),
  'tool/describe': method('One tool, with its schemas.', () => z.object({ tool: z.string() }), v.toolDetail),
  'tool/export': method(
    'The tools in another program’s format.',
    () =>
      z.object({ format: z.enum(['json-schema', 'openai', 'ai-sdk', 'mcp']), tools: z.array(z.string()).max(1000).optional() }),
    () => z.object({ tools: v.json() }),
  ),
  'tool/call': method(
    'Calls a tool. Returns when the call is done, failed, waiting for the user or suspended.',
    () =>
      z.object({
        tool: z.string(),
        input: v.json().default({}),
        session: z.string().optional(),
        callId: z
          .string()
          .regex(/^[\w.:-]{1,64}$/)
          .optional()
          .describe('chosen by the client: the same id again is the same call'),
        wait: z.boolean().default(true).describe('false returns at once; the rest comes as events'),
        ask: z.boolean().default(true).describe('false fails instead of waiting for an approval'),
      }),
    v.callView,
  ),
  'tool/batch': method(
    'Calls several tools in parallel. One that fails does not touch the others.',
    () =>
      z.object({
        calls: z
          .array(z.object({ tool: z.string(), input: v.json().default({}), callId: z.string().optional() }))
          .min(1)
          .max(100),
        session: z.string().optional(),
        ask: z.boolean().default(true),
      }),
    () => z.object({ calls: z.array(v.callView()) }),
  ),
  'tool/enable': method(
    'Switches a tool on or off.',
    () => z.object({ tool: z.string(), enabled: z.boolean() }),
    done,
    true,
  ),
  'tool/reload': method('Loads custom tools from disk.', nothing, v.callView, true),
  'tool/stats': method(
    'Calls, failures and times of each tool.',
    () => z.object({ tool: z.string().optional() }),
    () => z.object({ stats: z.array(v.toolStats()) }),
  ),

  'call/list': method(
    'Calls, newest first.',
    () =>
      z.object({
        state: z.enum(v.callStates).optional(),
        tool: z.string().optional(),
        session: z.string().optional(),
        before: v.timestamp().optional(),
        limit: limit(1000, 50),
      }),
    () => z.object({ calls: z.array(v.callView()) }),
  ),
  'call/show': method(
    'One call, whole.',
    () => z.object({ callId: z.string(), wait: z.boolean().default(false).describe('returns when it is at rest') }),
    v.callDetail,
  ),
  'call/cancel': method('Cancels a call.', () => z.object({ callId: z.string() }), v.callView),
  'call/undo': method('Takes a call back.', () => z.object({ callId: z.string() }), v.callView, true),
  'call/settle': method(
    'Says what became of a call whose outcome is unknown.',
    () => z.object({ callId: z.string(), as: z.enum(['done', 'failed', 'retry']) }),
    v.callView,
    true,
  ),
  'attachment/read': method(
    'A piece of an attachment.',
    () =>
      z.object({
        id: z.string(),
        offset: z.number().int().min(0).default(0),
        length: z.number().int().min(1).max(4_000_000).default(1_000_000),
      }),
    () => z.object({ base64: z.string(), bytes: z.number(), end: z.boolean() }),
  ),

  'approval/list': method(
    'Questions to the user.',
    () => z.object({ all: z.boolean().default(false), limit: limit(1000, 100) }),
    () => z.object({ approvals: z.array(v.approvalView()) }),
    true,
  ),
  'approval/decide': method(
    'Answers one. The first answer wins.',
    () =>
      z.object({
        id: z.string(),
        hash: z.string().describe('of what was shown'),
        decision: z.enum(['allow', 'deny']),
        reason: z.string().max(2000).optional(),
        input: v.json().optional().describe('edited input: planned, scored and hashed anew'),
        grant: z
          .object({ times: z.number().int().min(1).max(1_000_000).optional(), until: v.timestamp().optional() })
          .optional()
          .describe('also allow the same effects on the same targets from now on'),
      }),
    () => z.object({ approval: v.approvalView(), call: v.callView() }),
    true,
  ),
  'suspension/list': method(
    'What is parked.',
    () => z.object({ all: z.boolean().default(false), limit: limit(1000, 100) }),
    () => z.object({ suspensions: z.array(v.suspensionView()) }),
    true,
  ),
  'suspension/resume': method(
    'Lets a parked call go on.',
    () => z.object({ id: z.string(), answer: v.json().optional() }),
    v.callView,
    true,
  ),
  'suspension/cancel': method('Ends a parked call.', () => z.object({ id: z.string() }), v.callView, true),

  'policy/explain': method(
    'What the policy would say to a call, and why. Nothing is run.',
    () => z.object({ tool: z.string(), input: v.json().default({}), session: z.string().optional() }),
    () =>
      z.object({
        tool: z.string(),
        decision: z.enum(v.decisions),
        effects: z.array(v.effect()),
        receipt: v.receipt(),
        why: z.array(z.string()),
        hash: z.string(),
      }),
  ),
  'policy/rules': method('The rules in force.', nothing, () => z.object({ rules: z.array(v.ruleView()) })),
  'grant/list': method(
    'Standing grants.',
    () => z.object({ all: z.boolean().default(false) }),
    () => z.object({ grants: z.array(v.grantView()) }),
    true,
  ),
  'grant/create': method(
    'Gives leave in advance.',
    () =>
      z.object({
        kind: z.string(),
        pattern: z.string().min(1).max(4000),
        tool: z.string().optional(),
        times: z.number().int().min(1).max(1_000_000).optional(),
        until: v.timestamp().optional(),
      }),
    v.grantView,
    true,
  ),
  'grant/revoke': method('Takes leave back.', () => z.object({ id: z.string() }), v.grantView, true),

  'audit/query': method(
    'Records of the audit log, newest first.',
    () =>
      z.object({
        tool: z.string().optional(),
        call: z.string().optional(),
        effect: z.string().optional(),
        decision: z.enum(v.decisions).optional(),
        type: z.string().optional(),
        since: v.timestamp().optional(),
        until: v.timestamp().optional(),
        limit: limit(10_000, 50),
      }),
    () => z.object({ records: z.array(v.json()) }),
  ),
  'audit/verify': method('Checks the whole chain.', nothing, () =>
    z.object({
      ok: z.boolean(),
      records: z.number(),
      head: z.string(),
      firstBad: z.object({ line: z.number(), seq: z.number().optional(), why: z.string() }).optional(),
    }),
  ),

  'settings/get': method(
    'The settings in force.',
    () => z.object({ key: z.string().optional() }),
    () => z.object({ settings: v.json() }),
    true,
  ),
  'settings/set': method(
    'Changes one setting. `null` puts the default back.',
    () => z.object({ key: z.string(), value: v.json() }),
    () => z.object({ settings: v.json() }),
    true,
  ),
  'backup/create': method(
    'Writes everything into one file while Steward goes on.',
    () => z.object({ file: z.string() }),
    () => z.object({ file: z.string(), bytes: z.number(), entries: z.number() }),
    true,
  ),
} satisfies Record<string, Method>

export type Methods = typeof methods
export type MethodName = keyof Methods
export type ParamsOf<N extends MethodName> = Params<Methods[N]>
export type GivenTo<N extends MethodName> = Given<Methods[N]>
export type ResultOf<N extends MethodName> = Result<Methods[N]>
