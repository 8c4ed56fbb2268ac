// The shapes that cross the wire, shared by methods and events.
import * as z from 'zod'
import { once } from './method.ts'

export const callStates = ['planned', 'waiting', 'running', 'suspended', 'done', 'failed', 'unknown'] as const
export const decisions = ['allow', 'warn', 'ask', 'deny'] as const

export const json = once(() => z.unknown())
export const timestamp = once(() => z.number().describe('milliseconds since the epoch'))
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
export const failure = once(() => z.object({ code: z.string(), message: z.string(), hint: z.string().optional() }))
export const attachment = once(() =>
  z.object({ id: z.string(), name: z.string(), mime: z.string(), bytes: z.number() }),
)
export const callView = once(() =>
  z.object({
    callId: z.string(),
    tool: z.string(),
    session: z.string(),
    parent: z.string().optional(),
    state: z.enum(callStates),
    ok: z.boolean().optional().describe('there once the call is done or failed'),
    output: json().optional(),
    outputRef: z.string().optional().describe('attachment that holds an output too long for this frame, as JSON'),
    error: failure().optional(),
    startedAt: timestamp(),
    durationMs: z.number(),
    decision: z.enum(decisions).optional(),
    receipt: receipt(),
    labels: label(),
    attachments: z.array(attachment()),
    approvalId: z.string().optional().describe('the question this call waits for'),
    suspensionId: z.string().optional().describe('what this call is parked on'),
    undoable: z.boolean().optional(),
    undoneBy: z.string().optional(),
  }),
)
export const callDetail = once(() =>
  callView().extend({ input: json(), effects: z.array(effect()), hash: z.string().optional(), attempts: z.number() }),
)
export const approvalView = once(() =>
  z.object({
    id: z.string(),
    callId: z.string(),
    tool: z.string(),
    session: z.string(),
    state: z.enum(['open', 'allowed', 'denied', 'withdrawn', 'replaced']),
    askedAt: timestamp(),
    answeredAt: timestamp().optional(),
    hash: z.string().describe('SHA-256 of the canonical call; a decision must carry it'),
    input: json(),
    effects: z.array(effect()),
    receipt: receipt(),
    why: z.array(z.string()),
    preview: z.object({ title: z.string(), body: z.string().optional(), format: z.string().optional() }),
    leaves: z.boolean().describe('something leaves this computer'),
    undoable: z.boolean(),
    reason: z.string().optional(),
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
    wakeAt: timestamp().optional().describe('goes on by itself at this time'),
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
    needs: z.string().optional().describe('what must be configured before it works'),
  }),
)
export const toolStats = once(() =>
  z.object({
    tool: z.string(),
    calls: z.number(),
    failures: z.number(),
    p50Ms: z.number(),
    p95Ms: z.number(),
    lastAt: timestamp().optional(),
  }),
)
export const toolDetail = once(() =>
  toolSummary().extend({
    version: z.number(),
    input: json().describe('JSON Schema'),
    output: json().describe('JSON Schema'),
    examples: z.array(json()),
    idempotent: z.boolean(),
    timeoutMs: z.number(),
    how: z.string().optional(),
    file: z.string().optional(),
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
export const grantView = once(() =>
  z.object({
    id: z.string(),
    kind: z.string(),
    pattern: z.string(),
    tool: z.string().optional(),
    times: z.number().optional().describe('how often in all; none means until it ends or is revoked'),
    used: z.number(),
    until: timestamp().optional(),
    createdAt: timestamp(),
    revokedAt: timestamp().optional(),
  }),
)
export const ruleView = once(() =>
  z.object({
    id: z.string(),
    effect: z.string().optional(),
    tool: z.string().optional(),
    target: z.string().optional(),
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
    how: z.string().optional(),
  }),
)
export const event = once(() => z.object({ seq: z.number(), at: timestamp(), event: z.string(), data: json() }))
