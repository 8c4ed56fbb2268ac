// The shapes that cross the wire, shared by methods and events.

import * as z from 'zod/mini'
import en from 'zod/v4/locales/en.js'
import { once } from './method.ts'

z.config(en())

export const callStates = ['planned', 'waiting', 'running', 'suspended', 'done', 'failed', 'unknown'] as const
export const decisions = ['allow', 'warn', 'ask', 'deny'] as const

export const json = once(() => z.unknown())
export const timestamp = once(() => z.number().check(z.describe('milliseconds since the epoch')))
export const effect = once(() => z.object({ kind: z.string(), target: z.string() }))
export const label = once(() =>
  z.object({
    trust: z.enum(['untrusted', 'known', 'metadata', 'trusted', 'own', 'user']),
    secrecy: z.enum(['public', 'private', 'secret']),
  }),
)
export const receipt = once(() =>
  z.object({ score: z.number(), lines: z.array(z.object({ points: z.number(), why: z.string() })) }),
)
export const failure = once(() => z.object({ code: z.string(), message: z.string(), hint: z.optional(z.string()) }))
export const attachment = once(() =>
  z.object({ id: z.string(), name: z.string(), mime: z.string(), bytes: z.number() }),
)
export const callView = once(() =>
  z.object({
    callId: z.string(),
    tool: z.string(),
    session: z.string(),
    parent: z.optional(z.string()),
    state: z.enum(callStates),
    about: z.optional(z.string()).check(z.describe('what it is about, in a few words')),
    ok: z.optional(z.boolean()).check(z.describe('there once the call is done or failed')),
    output: z.optional(json()),
    outputRef: z
      .optional(z.string())
      .check(z.describe('attachment that holds an output too long for this frame, as JSON')),
    error: z.optional(failure()),
    createdAt: timestamp().check(z.describe('when it was asked for; lists are in this order')),
    startedAt: timestamp(),
    durationMs: z.number(),
    decision: z.optional(z.enum(decisions)),
    receipt: receipt(),
    labels: label(),
    attachments: z.array(attachment()),
    approvalId: z.optional(z.string()).check(z.describe('the question this call waits for')),
    suspensionId: z.optional(z.string()).check(z.describe('what this call is parked on')),
    undoable: z.optional(z.boolean()),
    undoneBy: z.optional(z.string()),
  }),
)
export const callDetail = once(() =>
  z.extend(callView(), {
    input: json(),
    effects: z.array(effect()),
    hash: z.optional(z.string()),
    attempts: z.number(),
  }),
)
export const approvalView = once(() =>
  z.object({
    id: z.string(),
    callId: z.string(),
    tool: z.string(),
    session: z.string(),
    state: z.enum(['open', 'allowed', 'denied', 'withdrawn', 'replaced']),
    askedAt: timestamp(),
    answeredAt: z.optional(timestamp()),
    answeredBy: z.optional(z.string()).check(z.describe('the client that the answer came from')),
    hash: z.string().check(z.describe('SHA-256 of the canonical call; a decision must carry it')),
    group: z
      .string()
      .check(z.describe('the same for those of one session, tool and kinds: they can be shown as one batch')),
    input: json(),
    effects: z.array(effect()),
    receipt: receipt(),
    why: z.array(z.string()),
    preview: z.object({ title: z.string(), body: z.optional(z.string()), format: z.optional(z.string()) }),
    leaves: z.boolean().check(z.describe('something leaves this computer')),
    undoable: z.boolean(),
    doubts: z.optional(
      z
        .array(
          z.object({
            role: z.string(),
            value: z.string(),
            trust: z.string(),
            from: z.optional(z.string()),
            says: z.string(),
          }),
        )
        .check(z.describe('values that do not follow from the user, and where they came from')),
    ),
    urgent: z.optional(z.boolean()).check(z.describe('the user called it by hand, and waits for it')),
    reason: z.optional(z.string()),
  }),
)
export const suspensionView = once(() =>
  z.object({
    id: z.string(),
    callId: z.string(),
    tool: z.string(),
    session: z.string(),
    reason: z.string(),
    data: json(),
    state: z.enum(['open', 'answered', 'cancelled']),
    openedAt: timestamp(),
    wakeAt: z.optional(timestamp()).check(z.describe('goes on by itself at this time')),
  }),
)
export const toolSummary = once(() =>
  z.object({
    name: z.string(),
    aliases: z.array(z.string()),
    summary: z.string(),
    category: z.string(),
    effects: z.array(z.string()),
    source: z.enum(['built-in', 'external', 'stub']),
    enabled: z.boolean(),
    needs: z.optional(z.string()).check(z.describe('what must be configured before it works')),
  }),
)
export const toolStats = once(() =>
  z.object({
    tool: z.string(),
    calls: z.number(),
    failures: z.number(),
    p50Ms: z.number(),
    p95Ms: z.number(),
    lastAt: z.optional(timestamp()),
  }),
)
export const toolDetail = once(() =>
  z.extend(toolSummary(), {
    version: z.number(),
    input: json().check(z.describe('JSON Schema')),
    output: json().check(z.describe('JSON Schema')),
    examples: z.array(json()),
    idempotent: z.boolean(),
    timeoutMs: z.number(),
    how: z.optional(z.string()),
    file: z.optional(z.string()),
    stats: toolStats(),
  }),
)
export const sessionView = once(() =>
  z.object({
    id: z.string(),
    name: z.string(),
    root: z.string(),
    allowed: z.array(z.string()),
    labels: label(),
    openedAt: timestamp(),
  }),
)
/** Limits of a grant. */
const uses = () => z.int().check(z.minimum(1), z.maximum(1_000_000))
export const usesInAll = once(() => uses().check(z.describe('how often in all')))
export const usesPerDay = once(() => uses().check(z.describe('how often on one day of the user’s calendar')))
export const grantView = once(() =>
  z.object({
    id: z.string(),
    kind: z.string(),
    pattern: z.string(),
    tool: z.optional(z.string()),
    times: z.optional(z.number()).check(z.describe('how often in all; none means until it ends or is revoked')),
    used: z.number(),
    left: z.optional(z.number()).check(z.describe('how often still')),
    perDay: z.optional(z.number()).check(z.describe('how often on one day of the user’s calendar')),
    leftToday: z.optional(z.number()).check(z.describe('how often still today')),
    until: z.optional(timestamp()),
    createdAt: timestamp(),
    revokedAt: z.optional(timestamp()),
  }),
)
export const ruleView = once(() =>
  z.object({
    id: z.string(),
    effect: z.optional(z.string()),
    tool: z.optional(z.string()),
    target: z.optional(z.string()),
    when: z.optional(z.string()).check(z.describe('what else must hold, in words')),
    decision: z.enum(decisions),
    why: z.string(),
    source: z.enum(['default', 'user']),
    floor: z.boolean(),
  }),
)
export const finding = once(() =>
  z.object({
    id: z.string(),
    level: z.enum(['ok', 'note', 'warn', 'error']),
    text: z.string(),
    how: z.optional(z.string()),
  }),
)
export const event = once(() => z.object({ seq: z.number(), at: timestamp(), event: z.string(), data: json() }))
export const backupReport = once(() =>
  z.object({
    file: z.string(),
    bytes: z.number(),
    entries: z.number(),
    skipped: z.optional(z.array(z.string())).check(z.describe('paths left out: no plain files, or gone meanwhile')),
  }),
)
