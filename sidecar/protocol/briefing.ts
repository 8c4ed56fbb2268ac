// briefing/*
import * as z from 'zod/mini'
import { method } from './method.ts'
import * as v from './values.ts'

const item = () =>
  z.object({
    id: z.optional(z.string()).check(z.describe('of what it stands for: an approval, a suspension, a note')),
    title: z.string(),
    detail: z.optional(z.string()),
    at: z.optional(v.timestamp()),
    end: z.optional(v.timestamp()),
    allDay: z.optional(z.boolean()),
    kind: z.optional(z.string()).check(z.describe('what it is: approval, question, timer, note, call, disk …')),
    callId: z.optional(z.string()),
  })

const section = () =>
  z.object({
    id: z.string(),
    state: z
      .enum(['ok', 'empty', 'failed', 'needs'])
      .check(z.describe('failed: the note says why; needs: the note says what it waits for')),
    title: z.string(),
    items: z.array(item()),
    note: z.optional(z.string()),
  })

export const briefingMethods = {
  'briefing/today': method(
    'The day at a glance. A part that fails or takes too long says so, and the rest is there.',
    () => z.object({}),
    () =>
      z.object({
        at: v.timestamp(),
        zone: z.string().check(z.describe('the zone of the user, as an IANA name')),
        sections: z.array(section()),
      }),
    true,
  ),
}
