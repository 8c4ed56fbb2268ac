// A reminder that goes by an event: "10 minutes before dentist".
import { lengthOf } from '../dates/lengths.ts'
import { plainly } from '../dates/words.ts'

export interface Lead {
  event: string
  minutes: number
}

const MOST = 525_600
const english =
  /^(?:(?:please )?(?:set a )?remind(?:er)?(?: me)?[:,]? )?((?:\d{1,3}|an?|one|two|three|five|ten|fifteen|twenty|thirty|half an) ?(?:minutes?|mins?|m|hours?|hrs?|h|days?|weeks?)) before (?:the |my |our )?(\S.*)$/u
const hanLength = '([\\d一二三四五六七八九十两半]{1,3}个?半?(?:分钟|小时|钟头|天|周|星期))'
const chinese = [
  new RegExp(`^(?:请?提醒我?[:,]? ?)?(.+?) ?提前 ?${hanLength}(?:提醒我?)?$`, 'u'),
  new RegExp(`^(?:请?提醒我?[:,]? ?)?(.+?)(?:开始)?(?:之前|以前|前) ?${hanLength}(?:提醒我?)?$`, 'u'),
]

/** How long before which event a line asks to be reminded; undefined where it asks for something else. */
export function leadIn(text: string): Lead | undefined {
  const plain = plainly(text.trim())
  const said = english.exec(plain)
  if (said) return lead(text.trim(), said[2] ?? '', said[1] ?? '')
  for (const pattern of chinese) {
    const found = pattern.exec(plain)
    if (found) return lead(text.trim(), found[1] ?? '', found[2] ?? '')
  }
  return undefined
}

/** The name as it was typed. */
function lead(text: string, name: string, length: string): Lead | undefined {
  const at = plainly(text).lastIndexOf(name)
  const span = lengthOf(length)
  const minutes = span && Math.round(span.total({ unit: 'minutes', relativeTo: Temporal.PlainDate.from('2026-01-01') }))
  if (minutes === undefined || minutes < 1 || minutes > MOST) return undefined
  const event = text
    .slice(at, at + name.length)
    .replaceAll(/^["“]|["”]$/gu, '')
    .trim()
  return event === '' ? undefined : { event, minutes }
}
