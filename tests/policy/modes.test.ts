import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decide } from '../../policy/decide.ts'
import { type EffectKind, effectKinds, meaning } from '../../policy/effects.ts'
import { fresh } from '../../policy/flow.ts'
import { endOf, isWithin, localTime } from '../../policy/hours.ts'
import {
  type Attention,
  forbidden,
  type Modes,
  type Moment,
  type Schedule,
  schedule,
  type Waiting,
} from '../../policy/modes.ts'
import type { LoadedRule } from '../../policy/rules.ts'
import { score } from '../../policy/score.ts'
import { runs } from './runs.ts'

const kinds = Object.keys(effectKinds) as EffectKind[]
const HOUR = 3_600_000

describe('[policy.modes] a mode', () => {
  const decided = (kind: EffectKind, modes: Modes) => {
    const effects = [{ kind, target: 'x' }]
    const allow: LoadedRule = {
      ...{ id: 'all', decision: 'allow', why: 'All.', source: 'user', match: [], notMatch: [] },
    }
    const grants = [{ id: 'g', kind, pattern: '**', used: 0 }]
    return decide({
      ...{
        tool: 't',
        effects,
        receipt: score(effects),
        rules: [allow],
        grants,
        flow: { labels: fresh },
        now: 0,
        modes,
      },
    })
  }

  test('to plan denies all that changes and nothing else, whatever rules and grants say', () => {
    for (const kind of kinds)
      expect(decided(kind, { plan: true }).decision, kind).toBe(meaning(kind).changes ? 'deny' : 'allow')
  })

  test('for drafts only denies a write to a server even where its kind is at home here too', () => {
    const modes = { draftsOnly: true }
    expect(forbidden(modes, { kind: 'writeCalendar', leaves: true })).toContain('nothing leaves this computer')
    expect(forbidden(modes, { kind: 'writeCalendar' })).toBeUndefined()
    // Reading what is fetched anyway sends nothing of the user's.
    expect(forbidden(modes, { kind: 'readCalendar', leaves: true })).toBeUndefined()
  })

  test('for drafts only denies all that leaves and nothing else', () => {
    for (const kind of kinds)
      expect(decided(kind, { draftsOnly: true }).decision, kind).toBe(meaning(kind).leaves ? 'deny' : 'allow')
  })

  test('that is off says nothing', () => {
    for (const kind of kinds) expect(forbidden({ plan: false, draftsOnly: false }, { kind })).toBeUndefined()
  })

  test('says why', () => {
    expect(decided('sendMail', { plan: true }).why).toEqual([
      'Plan mode is on: nothing is changed, and this sends mail.',
    ])
    expect(decided('sendMail', { draftsOnly: true }).why).toEqual([
      'Drafts-only mode is on: nothing leaves this computer, and this sends mail.',
    ])
  })
})

describe('[policy.attention] questions', () => {
  const now = { at: 108 * HOUR, zone: 'UTC' }
  const question = (id: string, score: number, more: Partial<Waiting> = {}): Waiting => ({
    ...{ id, score, askedAt: 0 },
    ...more,
  })

  test('are all shown at once where nothing is set, the riskiest first', () => {
    const waiting = [question('a', 6), question('b', 9), question('c', 6, { askedAt: -1 })]
    expect(schedule(waiting, now, {})).toEqual({ showNow: ['b', 'c', 'a'], later: [] })
  })

  test('beyond the budget come later, one hour after those that used it up', () => {
    const waiting = [question('a', 6), question('b', 9), question('c', 7)]
    expect(schedule(waiting, now, { perHour: 1 })).toEqual({
      showNow: ['b'],
      later: [
        { id: 'c', at: now.at + HOUR },
        { id: 'a', at: now.at + 2 * HOUR },
      ],
    })
  })

  test('that were shown within the hour count', () => {
    const shown = question('old', 6, { shownAt: now.at - HOUR / 2 })
    expect(schedule([shown, question('a', 6)], now, { perHour: 1 }).later).toEqual([{ id: 'a', at: now.at + HOUR / 2 }])
    const longAgo = question('old', 6, { shownAt: now.at - HOUR })
    expect(schedule([longAgo, question('a', 6)], now, { perHour: 1 }).showNow).toEqual(['a'])
  })

  test('of one group come together and count as one', () => {
    const waiting = [question('a', 6, { group: 'g' }), question('b', 9), question('c', 7, { group: 'g' })]
    expect(schedule(waiting, now, { perHour: 2 }).showNow).toEqual(['b', 'c', 'a'])
  })

  test('wait for the end of the quiet hours, but for those that somebody waits for', () => {
    const night = { at: 95 * HOUR, zone: 'UTC' }
    const quiet = { from: '22:00', to: '07:00' }
    const waiting = [question('a', 10), question('b', 2, { urgent: true })]
    expect(schedule(waiting, night, { quiet })).toEqual({
      showNow: ['b'],
      later: [{ id: 'a', at: night.at + 8 * HOUR }],
    })
  })

  const waiting = fc.uniqueArray(
    fc.record(
      {
        id: fc.string(),
        score: fc.integer({ min: 1, max: 10 }),
        askedAt: fc.nat(),
        urgent: fc.boolean(),
        group: fc.constantFrom('g', 'h'),
        shownAt: fc.integer({ min: 98 * 60, max: 125 * 60 }).map((minute) => minute * 60_000),
      },
      { requiredKeys: ['id', 'score', 'askedAt'] },
    ),
    { selector: ({ id }) => id, maxLength: 25 },
  )
  const clock = fc.integer({ min: 0, max: 23 }).map((hour) => `${String(hour).padStart(2, '0')}:30`)
  const attention = fc.record({
    quiet: fc.option(
      fc.record({ from: clock, to: clock }).filter(({ from, to }) => from !== to),
      { nil: undefined },
    ),
    perHour: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
  })
  // From noon on, at any minute and second of a day.
  const moment = fc.nat(86_399).map((second) => ({ at: 100 * HOUR + second * 1000, zone: 'Europe/Berlin' }))

  test('are each shown once, never more in an hour than set, and never in quiet hours unless urgent', () => {
    fc.assert(
      fc.property(waiting, moment, attention, (questions, at, settings) => {
        check(questions as Waiting[], at, settings)
      }),
      runs(500, 20_000),
    )
  })

  test('come when a plain search from the beginning would place them', () => {
    fc.assert(
      fc.property(waiting, moment, attention, (questions, at, settings) => {
        expect(schedule(questions as Waiting[], at, settings)).toEqual(plainly(questions as Waiting[], at, settings))
      }),
      runs(500, 20_000),
    )
  })

  function check(questions: readonly Waiting[], moment: typeof now, settings: Attention): void {
    const { showNow, later } = schedule(questions, moment, settings)
    const fresh = questions.filter(({ shownAt }) => shownAt === undefined)
    expect([...showNow, ...later.map(({ id }) => id)].sort()).toEqual(fresh.map(({ id }) => id).sort())
    const at = new Map([
      ...showNow.map((id) => [id, moment.at] as const),
      ...later.map((one) => [one.id, one.at] as const),
    ])
    const groups = new Map<string, number>()
    for (const one of fresh) {
      const when = at.get(one.id) ?? 0
      expect(when).toBeGreaterThanOrEqual(moment.at)
      groups.set(one.group ?? `id ${one.id}`, when)
      const alike = fresh.some(({ group, urgent }) => urgent && group !== undefined && group === one.group)
      if (settings.quiet && !one.urgent && !alike)
        expect(isWithin(settings.quiet, localTime(when, moment.zone).minute)).toBe(false)
    }
    const times = [...groups.values()].sort((a, b) => a - b)
    const most = settings.perHour ?? times.length
    for (let i = 0; i + most < times.length; i++)
      expect((times[i + most] ?? 0) - (times[i] ?? 0)).toBeGreaterThanOrEqual(HOUR)
  }
})

// One after the other, each tried from now on until no hour that would hold it is full.
function plainly(questions: readonly Waiting[], { at: now, zone }: Moment, { quiet, perHour }: Attention): Schedule {
  const keyOf = (one: Waiting) => one.group ?? `id ${one.id}`
  const shown = Map.groupBy(
    questions.filter(({ shownAt }) => shownAt !== undefined && shownAt > now - HOUR),
    keyOf,
  )
  const times = [...shown.values()].map((group) => Math.max(...group.map(({ shownAt }) => shownAt ?? 0)))
  const awake = (at: number, urgent: boolean) => (quiet && !urgent ? endOf(quiet, at, zone) : at)
  const isFull = (at: number) =>
    [at, ...times].some((from) => {
      const holds = (time: number) => time >= from && time < from + HOUR
      return holds(at) && times.filter(holds).length >= (perHour ?? Number.POSITIVE_INFINITY)
    })
  const inLine = questions
    .filter(({ shownAt }) => shownAt === undefined)
    .sort(
      (a, b) =>
        Number(b.urgent ?? false) - Number(a.urgent ?? false) ||
        b.score - a.score ||
        a.askedAt - b.askedAt ||
        (a.id < b.id ? -1 : 1),
    )
  const placed: { id: string; at: number }[] = []
  for (const group of Map.groupBy(inLine, keyOf).values()) {
    const urgent = group.some((one) => one.urgent)
    // An hour after some other, if not now.
    const tries = [now, ...times.map((time) => time + HOUR)].filter((at) => at >= now).map((at) => awake(at, urgent))
    const at = Math.min(...tries.filter((one) => !isFull(one)))
    times.push(at)
    for (const { id } of group) placed.push({ id, at })
  }
  return {
    showNow: placed.filter(({ at }) => at <= now).map(({ id }) => id),
    later: placed.filter(({ at }) => at > now).sort((a, b) => a.at - b.at),
  }
}

describe('[policy.attention-clock] quiet hours end by the user’s clock', () => {
  const zone = 'Europe/Berlin'
  const at = (text: string) => Temporal.ZonedDateTime.from(`${text}[${zone}]`).epochMilliseconds
  test.each([
    ['on an ordinary night', '22:00', '07:00', '2026-01-10T23:00+01:00', '2026-01-11T07:00+01:00'],
    ['in the night in which it is put forward', '22:00', '07:00', '2026-03-28T23:00+01:00', '2026-03-29T07:00+02:00'],
    ['in the night in which it is put back', '22:00', '07:00', '2026-10-24T23:00+02:00', '2026-10-25T07:00+01:00'],
    ['at the change where it leaves the end out', '22:00', '02:30', '2026-03-28T23:00+01:00', '2026-03-29T03:00+02:00'],
    [
      'the first time where it shows the end twice',
      '22:00',
      '02:30',
      '2026-10-24T23:00+02:00',
      '2026-10-25T02:30+02:00',
    ],
    ['the second time from within the second', '22:00', '02:30', '2026-10-25T02:10+01:00', '2026-10-25T02:30+01:00'],
    ['to the second', '12:00', '13:00', '2026-01-10T12:59:30+01:00', '2026-01-10T13:00+01:00'],
    ['and have not begun at their end', '12:00', '13:00', '2026-01-10T13:00+01:00', '2026-01-10T13:00+01:00'],
  ])('%s', (_, from, to, asked, shown) => {
    expect(endOf({ from, to }, at(asked), zone)).toBe(at(shown))
  })
})

test('[policy.attention] the clock on the wall is the one of the user’s zone', () => {
  const at = Date.UTC(2026, 0, 4, 23, 30)
  expect(localTime(at, 'UTC')).toEqual({ minute: 23 * 60 + 30, day: 'sun' })
  expect(localTime(at, 'Europe/Berlin')).toEqual({ minute: 30, day: 'mon' })
})
