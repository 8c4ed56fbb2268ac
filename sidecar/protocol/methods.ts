// Every method of the wire, once.
import * as z from 'zod/mini'
import { approvalMethods } from './approval.ts'
import { auditMethods } from './audit.ts'
import { briefingMethods } from './briefing.ts'
import { calendarMethods } from './calendar.ts'
import { intentMethods } from './intent.ts'
import { type Given, type Method, method, type Params, type Result } from './method.ts'
import { noteMethods } from './notes.ts'
import { policyMethods } from './policy.ts'
import * as v from './values.ts'

const nothing = () => z.object({})
const done = () => z.object({ ok: z.literal(true) })
const limit = (most: number, usual: number) => z._default(z.int().check(z.minimum(1), z.maximum(most)), usual)

export const methods = {
  initialize: method(
    'Opens the connection. The first request of every client.',
    () =>
      z.object({
        protocolVersion: z.int(),
        client: z.object({
          name: z.string().check(z.maxLength(200)),
          version: z._default(z.string().check(z.maxLength(100)), ''),
        }),
        events: z
          ._default(z.boolean(), true)
          .check(z.describe('whether the server may send events on this connection')),
        notifies: z
          .optional(z.boolean())
          .check(z.describe('this client shows notifications on the desktop, so that the server need not')),
      }),
    () =>
      z.object({
        protocolVersion: z.number(),
        server: z.object({ name: z.string(), version: z.string() }),
        epoch: z.string().check(z.describe('changes at every start; event numbers belong to it')),
        seq: z.number().check(z.describe('number of the newest event')),
        pid: z.number(),
      }),
  ),
  shutdown: method('Ends the sidecar. Whatever waits, waits on disk.', nothing, done, true),
  'control/stop': method(
    'STOP: aborts what runs and commits no effect until it is released. Survives a restart.',
    () => z.object({ reason: z.optional(z.string().check(z.maxLength(1000))) }),
    () => z.object({ stopped: z.literal(true), aborted: z.number() }),
    true,
  ),
  'control/release': method('Lifts STOP.', nothing, () => z.object({ stopped: z.literal(false) }), true),
  'control/status': method('Whether STOP is set, and what is under way.', nothing, () =>
    z.object({
      stopped: z.boolean(),
      reason: z.optional(z.string()),
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
        name: z.string().check(z.minLength(1), z.maxLength(200)),
        root: z
          .optional(z.string())
          .check(z.describe('folder that relative paths start from; files inside are ordinary')),
        allowed: z.optional(z.array(z.string()).check(z.maxLength(100))),
      }),
    v.sessionView,
    true,
  ),
  'session/say': method(
    'What the user said in a session: what follows from it needs no asking.',
    () =>
      z.object({
        session: z.string(),
        text: z.string().check(z.maxLength(100_000)),
        pasted: z
          .optional(z.boolean())
          .check(z.describe("the user pasted or attached it: somebody's text, and not the user's word")),
      }),
    done,
    true,
  ),
  'session/trace': method(
    'A session as events, as `steward policy replay` reads them.',
    () => z.object({ session: z.string() }),
    () => z.object({ events: z.array(v.json()) }),
    true,
  ),
  'session/list': method('The sessions.', nothing, () => z.object({ sessions: z.array(v.sessionView()) })),
  'doctor/run': method('Looks for what is wrong and says how to mend it.', nothing, () =>
    z.object({ findings: z.array(v.finding()) }),
  ),
  'events/since': method(
    'Events that a client missed.',
    () => z.object({ epoch: z.string(), seq: z.int().check(z.minimum(0)), limit: limit(10_000, 1000) }),
    () =>
      z.object({
        epoch: z.string(),
        lost: z.boolean().check(z.describe('some are no longer kept, or belong to an earlier start: list anew')),
        events: z.array(v.event()),
      }),
  ),

  'tool/list': method(
    'Every tool, once.',
    () => z.object({ category: z.optional(z.string()), query: z.optional(z.string().check(z.maxLength(500))) }),
    () => z.object({ tools: z.array(v.toolSummary()) }),
  ),
  'tool/describe': method('One tool, with its schemas.', () => z.object({ tool: z.string() }), v.toolDetail),
  'tool/export': method(
    'The tools in another program’s format.',
    () =>
      z.object({
        format: z.enum(['json-schema', 'openai', 'ai-sdk', 'mcp']),
        tools: z.optional(z.array(z.string()).check(z.maxLength(1000))),
      }),
    () => z.object({ tools: v.json() }),
  ),
  'tool/call': method(
    'Calls a tool. Returns when the call is done or failed, or waits for the user; not while it sleeps.',
    () =>
      z.object({
        tool: z.string(),
        input: z._default(v.json(), {}),
        session: z.optional(z.string()),
        callId: z
          .optional(z.string().check(z.regex(/^[\w.:-]{1,64}$/)))
          .check(z.describe('chosen by the client: the same id again is the same call')),
        by: z
          ._default(z.enum(['hand', 'agent']), 'hand')
          .check(z.describe('agent: it acts on what it reads, so what it names must follow from the user')),
        wait: z._default(z.boolean(), true).check(z.describe('false returns at once; the rest comes as events')),
        ask: z._default(z.boolean(), true).check(z.describe('false fails instead of waiting for an approval')),
      }),
    v.callView,
  ),
  'tool/batch': method(
    'Calls several tools in parallel. One that fails does not touch the others.',
    () =>
      z.object({
        calls: z
          .array(z.object({ tool: z.string(), input: z._default(v.json(), {}), callId: z.optional(z.string()) }))
          .check(z.minLength(1), z.maxLength(100)),
        session: z.optional(z.string()),
        ask: z._default(z.boolean(), true),
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
    () => z.object({ tool: z.optional(z.string()) }),
    () => z.object({ stats: z.array(v.toolStats()) }),
  ),

  ...intentMethods,

  'call/list': method(
    'Calls, newest first.',
    () =>
      z.object({
        state: z.optional(z.enum(v.callStates)),
        tool: z.optional(z.string()),
        session: z.optional(z.string()),
        before: z.optional(v.timestamp()),
        beforeCall: z.optional(z.string()).check(z.describe('only those asked for before this call')),
        limit: limit(1000, 50),
      }),
    () => z.object({ calls: z.array(v.callView()) }),
  ),
  'call/show': method(
    'One call, whole.',
    () =>
      z.object({
        callId: z.string(),
        wait: z._default(z.boolean(), false).check(z.describe('returns when it is at rest')),
      }),
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
        offset: z._default(z.int().check(z.minimum(0)), 0),
        length: z._default(z.int().check(z.minimum(1), z.maximum(4_000_000)), 1_000_000),
      }),
    () => z.object({ base64: z.string(), bytes: z.number(), end: z.boolean() }),
  ),

  ...approvalMethods,

  'suspension/list': method(
    'What is parked.',
    () => z.object({ all: z._default(z.boolean(), false), limit: limit(1000, 100) }),
    () => z.object({ suspensions: z.array(v.suspensionView()) }),
    true,
  ),
  'suspension/resume': method(
    'Lets a parked call go on.',
    () => z.object({ id: z.string(), answer: z.optional(v.json()) }),
    v.callView,
    true,
  ),
  'suspension/cancel': method('Ends a parked call.', () => z.object({ id: z.string() }), v.callView, true),

  ...policyMethods,

  ...auditMethods,

  ...briefingMethods,

  ...noteMethods,

  ...calendarMethods,

  'settings/get': method(
    'The settings in force.',
    () => z.object({ key: z.optional(z.string()) }),
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
    v.backupReport,
    true,
  ),
} satisfies Record<string, Method>

export type Methods = typeof methods
export type MethodName = keyof Methods
export type ParamsOf<N extends MethodName> = Params<Methods[N]>
export type GivenTo<N extends MethodName> = Given<Methods[N]>
export type ResultOf<N extends MethodName> = Result<Methods[N]>
