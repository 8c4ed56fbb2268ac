// intent/run: plain words.
import * as z from 'zod/mini'
import { method } from './method.ts'
import * as v from './values.ts'

export const intentMethods = {
  'intent/run': method(
    'Plain words to a call, by the phrases that tools declare. What is not clear comes back as choices, and runs nothing.',
    () =>
      z.object({
        text: z.string().check(z.describe('at most 2,000 characters')),
        session: z.optional(z.string()),
        run: z._default(z.boolean(), true).check(z.describe('false only says what was understood')),
        callId: z.optional(z.string().check(z.regex(/^[\w.:-]{1,64}$/))).check(z.describe('as in tool/call')),
        ask: z._default(z.boolean(), true).check(z.describe('as in tool/call')),
      }),
    () =>
      z.object({
        understood: z.enum(['call', 'choices', 'nothing']),
        tool: z.optional(z.string()),
        input: z.optional(v.json()).check(z.describe('without its secrets')),
        says: z.string().check(z.describe('what was understood, in one line')),
        call: z.optional(v.callView()),
        choices: z.array(
          z.object({
            tool: z.string(),
            title: z.string(),
            input: v.json(),
            missing: z.array(z.string()).check(z.describe('fields to give, or what the tool waits for')),
          }),
        ),
      }),
    true,
  ),
}
