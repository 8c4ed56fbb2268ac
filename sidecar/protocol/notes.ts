// note/*: the user's own look at the notes. Nothing is run and nothing is recorded.
import * as z from 'zod/mini'
import { method } from './method.ts'
import * as v from './values.ts'

export const noteMethods = {
  'note/list': method(
    'The notes of the vault, newest first.',
    () =>
      z.object({
        query: z.optional(z.string().check(z.maxLength(500))).check(z.describe('words in the title or the tags')),
        limit: z._default(z.int().check(z.minimum(1), z.maximum(1000)), 50),
      }),
    () =>
      z.object({
        notes: z.array(
          z.object({ file: z.string(), title: z.string(), tags: z.array(z.string()), created: v.timestamp() }),
        ),
      }),
    true,
  ),
  'note/read': method(
    'One note, as it lies in the vault.',
    () => z.object({ file: z.string().check(z.maxLength(500)) }),
    () =>
      z.object({
        file: z.string(),
        path: z.string(),
        text: z.string(),
        cut: z.boolean().check(z.describe('it is longer than what is here')),
      }),
    true,
  ),
}
