// A rule of RFC 5545 as a person would say it, where a person can.
import type { Repeat } from '../dates/pieces.ts'
import { sayDate, sayRepeat } from '../dates/says.ts'
import { DAY } from '../ical/days.ts'
import { type Rule, readRule } from '../ical/rule.ts'

type Language = 'en' | 'zh'

/** Monday is 1, as ISO has it. */
const iso = (day: number): number => (day === 0 ? 7 : day)

function repeatOf(rule: Rule): Repeat | undefined {
  const { freq, interval, days, monthDays, months, positions } = rule
  const isOdd = rule.scale !== undefined || rule.yearDays.length + rule.weeks.length > 0
  const isFine = rule.hours.length + rule.minutes.length + rule.seconds.length > 0
  if (freq === 'SECONDLY' || isOdd || isFine) return undefined
  if (monthDays.length > 1 || months.length > 1 || positions.length > 1) return undefined
  const [nthDay] = days
  const nths = new Set(days.map(({ nth }) => nth))
  if (nths.size > 1 || (nthDay?.nth && days.length > 1)) return undefined
  const nth = nthDay?.nth || positions[0]
  const month = months[0] === undefined ? undefined : Number.parseInt(months[0], 10)
  if (days.length > 0 && monthDays.length > 0) return undefined
  if (month !== undefined && (freq !== 'YEARLY' || monthDays[0] === undefined)) return undefined
  if (nth !== undefined && (freq !== 'MONTHLY' || nth < -1)) return undefined
  const isWork = positions.length > 0 && days.length === 5 && days.every(({ day }) => day >= 1 && day <= 5)
  if (positions.length > 0 && days.length !== 1 && !isWork) return undefined
  return {
    ...{ freq, interval },
    ...(days.length > 0 ? { days: days.map(({ day }) => iso(day)).toSorted((a, b) => a - b) } : {}),
    ...(nth ? { nth } : {}),
    ...(isWork ? { working: true } : {}),
    ...(monthDays[0] === undefined ? {} : { monthDay: monthDays[0] }),
    ...(month === undefined ? {} : { month }),
  }
}

/** "every 2 weeks on Monday, 10 times"; what has no plain words is given as it is. */
export function sayRule(value: string, language: Language, zone = 'UTC'): string {
  const rule = readRule(value)
  const repeat = rule && repeatOf(rule)
  if (!rule || !repeat) return value
  const parts = [sayRepeat(repeat, language)]
  if (rule.count !== undefined) parts.push(language === 'zh' ? `共${rule.count}次` : `${rule.count} times`)
  if (rule.until) {
    const { wall, utc } = rule.until
    const day = utc
      ? Temporal.Instant.fromEpochMilliseconds(wall * 1000)
          .toZonedDateTimeISO(zone)
          .toPlainDate()
      : Temporal.PlainDate.from('1970-01-01').add({ days: Math.floor(wall / DAY) })
    parts.push(language === 'zh' ? `到${sayDate(day, language)}为止` : `until ${sayDate(day, language)}`)
  }
  return parts.join(language === 'zh' ? '，' : ', ')
}
