// approval/* and what grants could be given: leave, once or in advance.
import * as z from 'zod/mini'
import { method } from './method.ts'
import * as v from './values.ts'

const id = () => z.string()
const hash = () => z.string().check(z.describe('of what was shown'))
const decision = () => z.enum(['allow', 'deny'])
const reason = () => z.optional(z.string().check(z.maxLength(2000)))

export const approvalMethods = {
  'approval/list': method(
    'Questions to the user.',
    () =>
      z.object({
        all: z._default(z.boolean(), false),
        limit: z._default(z.int().check(z.minimum(1), z.maximum(1000)), 100),
      }),
    () => z.object({ approvals: z.array(v.approvalView()) }),
    true,
  ),
  'approval/decide': method(
    'Answers one. The first answer wins.',
    () =>
      z.object({
        id: id(),
        hash: hash(),
        decision: decision(),
        reason: reason(),
        input: z.optional(v.json()).check(z.describe('edited input: planned, scored and hashed anew')),
        grant: z
          .optional(
            z.object({
              times: z.optional(v.usesInAll()),
              perDay: z.optional(v.usesPerDay()),
              until: z.optional(v.timestamp()),
            }),
          )
          .check(z.describe('also allow the same effects on the same targets from now on')),
      }),
    () => z.object({ approval: v.approvalView(), call: v.callView() }),
    true,
  ),
  'approval/decideMany': method(
    'Answers several at once. One that is refused does not touch the others.',
    () =>
      z.object({
        answers: z
          .array(z.object({ id: id(), hash: hash(), decision: decision(), reason: reason() }))
          .check(z.minLength(1), z.maxLength(1000)),
      }),
    () =>
      z.object({
        answers: z
          .array(
            z.object({
              id: id(),
              approval: z.optional(v.approvalView()),
              call: z.optional(v.callView()),
              error: z.optional(v.failure()),
            }),
          )
          .check(z.describe('in the order of the answers: what came of each, or why it was refused')),
      }),
    true,
  ),
  'grant/suggest': method(
    'Leave that could be given in advance, because the same was allowed again and again. Nothing is granted.',
    () => z.object({}),
    () =>
      z.object({
        suggestions: z.array(
          z.object({
            id: id(),
            tool: z.string(),
            kind: z.string(),
            pattern: z.string(),
            times: z.optional(z.number()).check(z.describe('how often in all')),
            perDay: z
              .optional(z.number())
              .check(z.describe('how often a day: in place of times, for what was allowed more than once on one day')),
            until: v.timestamp(),
            given: z.number().check(z.describe('how often it was allowed by hand lately')),
            text: z.string(),
          }),
        ),
      }),
    true,
  ),
  'grant/dismiss': method(
    'Does not suggest this one again.',
    () => z.object({ id: id() }),
    () => z.object({ ok: z.literal(true) }),
    true,
  ),
}
