// A rule in words that can be typed back; one that has no plain words stays as it is. Pure.

const codes = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const english = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const chinese = ['一', '二', '三', '四', '五', '六', '日']
const ordinals = ['', 'first', 'second', 'third', 'fourth']
const units: Readonly<Record<string, readonly [en: string, zh: string]>> = {
  ...{ DAILY: ['day', '天'], WEEKLY: ['week', '周'], MONTHLY: ['month', '个月'], YEARLY: ['year', '年'] },
}
const known = new Set(['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'COUNT', 'UNTIL', 'WKST'])

interface Rule {
  unit: readonly [en: string, zh: string]
  interval: number
  days: { nth: number; day: number }[]
  monthDay: number | undefined
  end: { count: string } | { until: string } | undefined
}

/** every 2 weeks on Monday and Friday, until 2027-06-01; 每2周的周一和周五. */
export function ruleWords(text: string, language: 'en' | 'zh'): string {
  const rule = ruleIn(text)
  if (!rule) return text
  return language === 'zh' ? inChinese(rule) : inEnglish(rule)
}

function ruleIn(text: string): Rule | undefined {
  const pieces = text.split(';').map((piece) => piece.split('='))
  const parts = new Map(pieces.map(([name = '', value = '']) => [name.toUpperCase(), value.toUpperCase()]))
  const unit = units[parts.get('FREQ') ?? '']
  const days = (parts.get('BYDAY') ?? '')
    .split(',')
    .filter((one) => one !== '')
    .map(dayIn)
  const monthDay = parts.get('BYMONTHDAY')
  const isOdd = [...parts.keys()].some((name) => !known.has(name)) || days.some(({ day }) => day < 0)
  if (!unit || isOdd || (monthDay !== undefined && !/^(?:\d+|-1)$/.test(monthDay))) return undefined
  const isNth = days.some(({ nth }) => nth !== 0)
  const isMonthly = parts.get('FREQ') === 'MONTHLY'
  if (isNth && (days.length > 1 || !isMonthly || Math.abs(days[0]?.nth ?? 0) > 4 || (days[0]?.nth ?? 0) < -1))
    return undefined
  if ((days.length > 0 && !isNth && parts.get('FREQ') !== 'WEEKLY') || (monthDay !== undefined && !isMonthly))
    return undefined
  const [count, until] = [parts.get('COUNT'), parts.get('UNTIL')?.replace(/^(\d{4})(\d\d)(\d\d).*$/, '$1-$2-$3')]
  return {
    ...{ unit, interval: Number(parts.get('INTERVAL') ?? 1), days },
    monthDay: monthDay === undefined ? undefined : Number(monthDay),
    end: count === undefined ? (until === undefined ? undefined : { until }) : { count },
  }
}

function dayIn(text: string): { nth: number; day: number } {
  const [, nth = '', code = ''] = /^([+-]?\d+)?([A-Z]{2})$/.exec(text) ?? []
  return { nth: Number(nth), day: codes.indexOf(code) }
}

function inEnglish({ unit: [unit], interval, days, monthDay, end }: Rule): string {
  const often = `every ${interval === 1 ? unit : `${interval} ${unit}s`}`
  const names = days.map(({ day }) => english[day] ?? '')
  const list = names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  const nth = days[0]?.nth ?? 0
  const on =
    nth !== 0
      ? ` on the ${nth < 0 ? 'last' : ordinals[nth]} ${list}`
      : monthDay !== undefined
        ? ` on the ${monthDay < 0 ? 'last day' : `${monthDay}${suffix(monthDay)}`}`
        : list === ''
          ? ''
          : ` on ${list}`
  const until = !end ? '' : 'count' in end ? `, ${end.count} times` : ` until ${end.until}`
  return `${often}${on}${until}`
}

const suffix = (n: number): string =>
  n % 10 < 4 && n % 10 > 0 && (n < 10 || n > 20) ? (['', 'st', 'nd', 'rd'][n % 10] ?? 'th') : 'th'

function inChinese({ unit: [, unit], interval, days, monthDay, end }: Rule): string {
  const often = `每${interval === 1 ? unit.replace('个', '') : `${interval}${unit}`}`
  const names = days.map(({ day }) => `周${chinese[day]}`).join('和')
  const nth = days[0]?.nth ?? 0
  const on =
    nth !== 0
      ? `${nth < 0 ? '最后一个' : `第${nth}个`}${names}`
      : monthDay !== undefined
        ? monthDay < 0
          ? '最后一天'
          : `${interval > 1 ? '的' : ''}${monthDay}日`
        : names === ''
          ? ''
          : `的${names}`
  const until = !end ? '' : 'count' in end ? `，共${end.count}次` : `，到${end.until}为止`
  return `${often}${on}${until}`
}
