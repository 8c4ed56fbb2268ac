// What the server tells its clients unasked. On the wire: {"jsonrpc":"2.0","method":"event","params":{seq, at, event, data}}.
import * as z from 'zod/mini'
import { reminderView } from './agenda.ts'
import { once } from './method.ts'
import * as v from './values.ts'

export const events = {
  'call/started': once(() => z.object({ callId: z.string(), tool: z.string(), session: z.string() })),
  'call/progress': once(() => z.object({ callId: z.string(), title: z.string(), metadata: z.optional(v.json()) })),
  'call/finished': once(() => v.callView()),
  'approval/requested': once(() => v.approvalView()),
  'approval/resolved': once(() => v.approvalView()),
  'suspension/opened': once(() => v.suspensionView()),
  'suspension/closed': once(() => v.suspensionView()),
  'notice/show': once(() =>
    z.object({
      level: z.enum(['info', 'warn', 'error']),
      text: z.string(),
      callId: z.optional(z.string()),
    }),
  ),
  'state/changed': once(() =>
    z.object({
      what: z
        .enum(['settings', 'rules', 'grants', 'calendars', 'tasks', 'reminders', 'accounts'])
        .check(z.describe('something that a client may show was changed by another')),
    }),
  ),
  'reminder/due': once(() => reminderView()),
  'health/changed': once(() =>
    z.object({
      stopped: z.boolean(),
      reason: z.optional(z.string()),
      refusedRules: z.optional(z.array(z.string())).check(z.describe('rule files that were refused, and why')),
    }),
  ),
}

export type Events = typeof events
export type EventName = keyof Events
export type EventData<N extends EventName> = z.output<ReturnType<Events[N]>>
