// Recurrences from what was collected: every reading that there is, and why there are several.
import { type Reading, wholeDays } from './build.ts'
import { type Hour, hoursOf, stretchOf, windowOf } from './clocks.ts'
import { isEmpty, type Places } from './collect.ts'
import type { Context, Repeat } from './pieces.ts'
import { recurring } from './recurring.ts'
import { sideDays } from './sidedays.ts'
import { tell } from './told.ts'

interface Times {
  alts: { from?: Hour; to?: Hour }[]
  whys: string[]
}

export interface Rules {
  readings: Reading[]
  whys: string[]
}

const none: Rules = { readings: [], whys: [] }

/** All readings of something that recurs. */
export function resolveRule(places: Places, context: Context): Rules {
  const { rule, main, zone } = places
  if (!rule || places.bound || main.instant || zone?.alts[1]) return none
  const times = timesOf(places, context)
  const start = isEmpty(places.start) ? startInMain(places, context) : sideDays(places.start, context)
  const until = sideDays(places.until, context)
  // RFC 5545 has COUNT or UNTIL, not both.
  if (until && places.count) return none
  if (start?.alts.length === 0 || until?.alts.length === 0 || (places.isAllDay && times.alts[0]?.from)) return none
  const whys = [...(rule.why ? [rule.why] : []), ...times.whys, ...(start?.whys ?? []), ...(until?.whys ?? [])]
  const readings: Reading[] = []
  for (const said of rule.rules) {
    const whole = completed(said, places)
    if (!whole) return none
    for (const time of times.alts)
      for (const from of start?.alts ?? [undefined])
        for (const last of until?.alts ?? [undefined]) {
          const limit = { until: last?.value[1], count: places.count?.count }
          const choice = recurring(
            {
              rule: whole,
              time,
              from: from?.value[0],
              limit,
              length: places.length?.length,
              zone: zone?.alts[0]?.value,
              note: rule.note,
              isMonth: last ? !last.value[0].equals(last.value[1]) : false,
            },
            context,
          )
          if (choice) readings.push({ choice })
        }
  }
  if (rule.once && isEmpty(main) && isEmpty(places.start) && !until && !places.count)
    readings.unshift({ choice: wholeDays(rule.once, rule.once, { notes: [] }, context) })
  return { readings, whys }
}

/** A date that is said with a rule and is no part of it is where it begins. */
function startInMain({ main, rule }: Places, context: Context): ReturnType<typeof sideDays> {
  const freq = rule?.rules[0]?.freq
  const isPart = main.date && ((freq === 'MONTHLY' && main.date.dayOnly) || (freq === 'YEARLY' && main.date.month))
  return main.date && !isPart
    ? sideDays({ date: main.date, ...(main.weekday ? { weekday: main.weekday } : {}) }, context)
    : undefined
}

/** The rule with the days that were said beside it. */
function completed(rule: Repeat, { main }: Places): Repeat | undefined {
  if (main.days) return undefined
  if (main.date?.dayOnly && rule.freq === 'MONTHLY' && main.date.day !== undefined)
    return rule.monthDay === undefined && rule.nth === undefined ? { ...rule, monthDay: main.date.day } : undefined
  if (main.date?.month && rule.freq === 'YEARLY' && main.date.day !== undefined)
    return { ...rule, month: main.date.month, monthDay: main.date.day }
  if (!main.weekday || main.date) return rule
  if (rule.freq !== 'DAILY' && rule.freq !== 'WEEKLY') return undefined
  if (rule.days || (rule.freq === 'DAILY' && rule.interval > 1)) return undefined
  return { ...rule, freq: 'WEEKLY', days: main.weekday.days.toSorted((a, b) => a - b) }
}

function timesOf({ main, end }: Places, context: Context): Times {
  const [clock] = main.clock?.clocks ?? []
  const [stop] = end.clock?.clocks ?? []
  if (!clock) {
    if (!isEmpty(end)) return { alts: [], whys: [] }
    const part =
      main.part &&
      (main.part.part === 'noon' ? { time: new Temporal.PlainTime(12), plus: 0 } : windowOf(main.part.part, context)[0])
    return { alts: [part ? { from: { ...part, note: tell(context.locale, 'partHours') } } : {}], whys: [] }
  }
  const parts = { from: main.part?.part, to: end.part?.part ?? main.part?.part }
  if (stop) return stretchOf(clock, stop, parts, true, context)
  if (!isEmpty(end)) return { alts: [], whys: [] }
  const found = (main.clock?.clocks ?? []).map((one) => hoursOf(one, parts.from, !one.midnight, context))
  const why = main.clock?.why ? [main.clock.why] : []
  return {
    alts: found.flatMap(({ alts }) => alts.map((from) => ({ from }))),
    whys: [...why, ...found.flatMap(({ whys }) => whys)],
  }
}
