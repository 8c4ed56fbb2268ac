// The time, and waiting for it. Their own family: the lightest tools should be there the soonest.
import * as z from 'zod'
import { defineTool, type Tool } from '../kernel/define.ts'
import { timeIn } from '../text/time.ts'

export const currentTime = defineTool({
  name: 'current_time',
  summary: 'The date and time now, in your zone or in the zones you name.',
  category: 'system',
  input: z.object({
    zones: z.array(z.string()).min(1).max(50).optional().describe('IANA names, such as Europe/Berlin'),
  }),
  output: z.object({
    times: z.array(
      z.object({
        zone: z.string(),
        iso: z.string().describe('RFC 9557'),
        date: z.string(),
        time: z.string(),
        weekday: z.string(),
        offset: z.string(),
      }),
    ),
    epochMs: z.number(),
  }),
  effects: {},
  labels: { trust: 'own', secrecy: 'public' },
  examples: [{}, { zones: ['UTC', 'Asia/Tokyo'] }],
  phrases: [
    '(what time is it|whats the time|what is the time|the time|time|current time|what time it is|what time do we have) [now|right now|here]',
    '(tell|show|give) me the [current] time',
    '(what day is it|what date is it|whats the date|what is the date|todays date|the date|date) [today|now]',
    '(what day is|whats|what is) today',
    '[(tell|show|give) me] (what time is it|whats the time|what is the time|what time it is|the time|time|current time|the current time|what date is it|what day is it) [now|right now] in {zones:zone} [now|right now]',
    '[whats the|what is the] {zones:zone} time [now]',
    '(what hour|how late) is it [in {zones:zone}]',
    '[现在|目前|当前|此刻](几点|几点钟|几点了|几点钟了|什么时间|什么时候了|是几点|是什么时间)[了]',
    '(当前时间|现在的时间|现在时间|今天几号|今天是几号|今天星期几|今天是星期几|今天周几|今天是什么日子|今天的日期|日期|时间)',
    '[现在]{zones:zone}[现在|目前|当前|那边](几点|几点钟|是几点|什么时间|是什么时间|的时间|时间)[了|是几点|是多少]',
    '(看看|查|查一下|告诉我|显示)[一下](现在的时间|当前时间|时间|几点|现在几点|几点了)[了]',
    '(看看|查|查一下|告诉我|显示)[一下]{zones:zone}[现在](的时间|时间|几点|几点了|是几点)',
  ],
  sentences: [
    ['What time is it?', {}],
    ['what time is it in Tokyo and Berlin', { zones: ['Asia/Tokyo', 'Europe/Berlin'] }],
    ['纽约现在几点？', { zones: ['America/New_York'] }],
  ],
  words: ['clock', 'day', 'hour', 'weekday', 'timezone', '时间', '几点', '日期', '星期', '时区'],
  run({ zones }, _ports, { clock }) {
    const now = clock.now()
    return { times: (zones ?? [clock.zone()]).map((zone) => timeIn(zone, now)), epochMs: now }
  },
})

export const sleep = defineTool({
  name: 'sleep',
  summary: 'Waits, up to a day. A long wait survives a restart.',
  category: 'system',
  input: z.object({ ms: z.number().int().min(0).max(86_400_000).describe('Milliseconds') }),
  output: z.object({ sleptMs: z.number() }),
  effects: {},
  labels: { trust: 'own', secrecy: 'public' },
  examples: [{ ms: 10 }],
  phrases: [
    '(wait|sleep|pause|hold on|rest) [for] {ms:duration}',
    'do nothing for {ms:duration}',
    '[先](等|等待|睡|睡眠|休眠|暂停|等一等)[一下|个]{ms:duration}',
    '{ms:duration}后[再](继续|叫我)',
  ],
  sentences: [
    ['wait 10 seconds', { ms: 10_000 }],
    ['等半小时', { ms: 1_800_000 }],
  ],
  words: ['wait', 'pause', 'delay', '等待', '暂停', '睡眠', '休眠'],
  async run({ ms }, _ports, { clock, signal }) {
    signal.throwIfAborted()
    const from = clock.now()
    await clock.sleep(ms)
    return { sleptMs: clock.now() - from }
  },
})

export const timeTools: readonly Tool[] = [currentTime, sleep]
