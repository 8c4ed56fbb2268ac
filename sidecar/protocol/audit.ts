// audit/*
import * as z from 'zod/mini'
import { method } from './method.ts'
import * as v from './values.ts'

const place = () => z.object({ seq: z.int().check(z.minimum(1)), hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)) })

export const auditMethods = {
  'audit/query': method(
    'Records of the audit log, newest first.',
    () =>
      z.object({
        tool: z.optional(z.string()),
        call: z.optional(z.string()),
        effect: z.optional(z.string()),
        decision: z.optional(z.enum(v.decisions)),
        type: z.optional(z.string()),
        since: z.optional(v.timestamp()),
        until: z.optional(v.timestamp()),
        limit: z._default(z.int().check(z.minimum(1), z.maximum(10_000)), 50),
      }),
    () => z.object({ records: z.array(v.json()) }),
  ),
  'audit/verify': method(
    'Checks chain, seals and anchors: the whole log, or what came after a seal that was checked before.',
    () =>
      z.object({ from: z.optional(place()).check(z.describe('a seal, as `sealed` of an earlier answer names it')) }),
    () =>
      z.object({
        ok: z.boolean(),
        records: z.number(),
        head: z.string(),
        sealed: z.optional(
          z.object({
            key: z.optional(z.string()).check(z.describe('the first public key of the log')),
            checkpoints: z.number(),
            seq: z.number(),
            hash: z.string(),
            restarts: z.number().check(z.describe('how often sealing began anew, after a backup was put back')),
          }),
        ),
        firstBad: z.optional(z.object({ line: z.number(), seq: z.optional(z.number()), why: z.string() })),
      }),
  ),
  'audit/export': method(
    'The records of one call with their proof, which is checked without the log.',
    () => z.object({ callId: z.string() }),
    () => z.object({ proof: v.json(), left: z.number().check(z.describe('records of it that have no proof')) }),
  ),
  'audit/check': method(
    'Checks a proof. Looks at nothing else.',
    () =>
      z.object({
        proof: v.json(),
        key: z.optional(z.string()).check(z.describe('the first public key that its log must have')),
      }),
    () =>
      z.object({
        ok: z.boolean(),
        call: z.string(),
        key: z.string(),
        records: z.array(v.json()),
        sealedAt: z.optional(v.timestamp()),
        why: z.optional(z.string()),
      }),
  ),
}
