// policy/* and grant/*
import * as z from 'zod/mini'
import { method } from './method.ts'
import * as v from './values.ts'

const count = () => z.object({ allow: z.number(), warn: z.number(), ask: z.number(), deny: z.number() })
const text = () =>
  z.optional(z.string()).check(z.describe('rules as JSON, comments allowed; left out: the files as they are'))
const name = () => z.optional(z.string().check(z.maxLength(4000))).check(z.describe('what faults call the text'))

const change = () =>
  z.object({
    seq: z.number(),
    at: v.timestamp(),
    call: z.string(),
    tool: z.string(),
    effects: z.array(v.effect()),
    from: z.enum(v.decisions),
    to: z.enum(v.decisions),
    rules: z.array(z.string()),
    lacks: z.array(z.string()).check(z.describe('what the record does not say and a rule asks for')),
  })

export const policyMethods = {
  'policy/explain': method(
    'What the policy would say to a call, and why. Nothing is run.',
    () =>
      z.object({
        tool: z.string(),
        input: z._default(v.json(), {}),
        session: z.optional(z.string()),
        by: z._default(z.enum(['hand', 'agent']), 'hand'),
      }),
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
  'policy/rules': method(
    'The rules in force, and the files that were refused.',
    () => z.object({}),
    () =>
      z.object({
        rules: z.array(v.ruleView()),
        refused: z.array(
          z.object({
            file: z.string(),
            line: z.number(),
            why: z.string(),
            inForce: z.number().check(z.describe('how many of its former rules are still in force')),
          }),
        ),
      }),
  ),
  'policy/source': method(
    'The text of the user’s rule files, to be edited. `policy/setRules` writes rules.jsonc.',
    () => z.object({}),
    () => z.object({ files: z.array(z.object({ name: z.string(), text: z.string(), own: z.literal(true) })) }),
    true,
  ),
  'policy/setRules': method(
    'Checks rules and puts them in force. The former file is kept.',
    () =>
      z.object({
        text: text(),
        name: name(),
        check: z._default(z.boolean(), false).check(z.describe('only checks; nothing is changed')),
      }),
    () =>
      z.object({
        files: z.array(
          z.object({
            file: z.string(),
            rules: z.number(),
            refused: z.optional(z.object({ line: z.number(), why: z.string() })),
          }),
        ),
        former: z.optional(z.string()).check(z.describe('where the former file is')),
      }),
    true,
  ),
  'policy/backtest': method(
    'What rules would have said to everything on record.',
    () =>
      z.object({ text: text(), name: name(), limit: z._default(z.int().check(z.minimum(0), z.maximum(10_000)), 100) }),
    () =>
      z.object({
        decisions: z.number(),
        before: count(),
        after: count(),
        changed: z.number(),
        changes: z.array(change()),
        lacking: z
          .record(z.string(), z.number())
          .check(z.describe('how many decisions could not be judged for sure, by what their records lack')),
      }),
    true,
  ),
  'grant/list': method(
    'Standing grants.',
    () => z.object({ all: z._default(z.boolean(), false) }),
    () => z.object({ grants: z.array(v.grantView()) }),
    true,
  ),
  'grant/create': method(
    'Gives leave in advance.',
    () =>
      z.object({
        kind: z.string(),
        pattern: z.string().check(z.minLength(1), z.maxLength(4000)),
        tool: z.optional(z.string()),
        times: z.optional(v.usesInAll()),
        perDay: z.optional(v.usesPerDay()),
        until: z.optional(v.timestamp()),
      }),
    v.grantView,
    true,
  ),
  'grant/revoke': method('Takes leave back.', () => z.object({ id: z.string() }), v.grantView, true),
}
