// Lengths of time as people type them, in both languages: 90 min, 1h30, an hour and a half, 45 分钟, 一个半小时, 3 天. Pure.

export interface Length {
  days: number
  minutes: number
}

const digits = '零一二三四五六七八九'
const named: Readonly<Record<string, number>> = {
  ...{ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  ...{ half: 0.5, 'half a': 0.5, 'half an': 0.5, 半: 0.5, 半个: 0.5 },
}
const sizes: readonly (readonly [RegExp, keyof Length, number])[] = [
  [/^(?:m|min|mins|minute|minutes|分|分钟)$/, 'minutes', 1],
  [/^(?:刻钟)$/, 'minutes', 15],
  [/^(?:h|hr|hrs|hour|hours|小时|钟头)$/, 'minutes', 60],
  [/^(?:d|day|days|天|日)$/, 'days', 1],
  [/^(?:w|week|weeks|周|星期|礼拜)$/, 'days', 7],
]
const part =
  /^(half an?|half|an?|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,4}(?:\.\d{1,2})?|半个?|[零一二三四五六七八九十两]{1,3}) ?个?(半?) ?(minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|w|分钟?|刻钟|小时|钟头|天|日|周|星期|礼拜)(半?)(?![a-z])( and a half)?(?: and |, | )?/

/** How long it is; undefined where the words are no length. */
export function lengthIn(text: string): Length | undefined {
  const words = text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  const [, hours, minutes] = /^(\d{1,2})h(\d\d)$/.exec(words) ?? []
  if (hours !== undefined) return { days: 0, minutes: Number(hours) * 60 + Number(minutes) }
  const length: Length = { days: 0, minutes: 0 }
  let rest = words
  while (rest !== '') {
    const [all, count = '', before, unit = '', after, more] = part.exec(rest) ?? []
    const [, field, size] = sizes.find(([pattern]) => pattern.test(unit)) ?? []
    if (all === undefined || field === undefined || size === undefined) return undefined
    const amount = (amountOf(count) + (before || after || more ? 0.5 : 0)) * size
    length[field] += field === 'minutes' ? Math.round(amount) : amount
    rest = rest.slice(all.length)
  }
  return Number.isInteger(length.days) && length.days + length.minutes > 0 ? length : undefined
}

function amountOf(text: string): number {
  const known = named[text] ?? Number(text)
  if (!Number.isNaN(known)) return known
  const [tens, ones = ''] = text.replace('两', '二').split('十')
  if (!text.includes('十')) return digits.indexOf(tens ?? '')
  return (tens === '' ? 1 : digits.indexOf(tens ?? '')) * 10 + (ones === '' ? 0 : digits.indexOf(ones))
}
