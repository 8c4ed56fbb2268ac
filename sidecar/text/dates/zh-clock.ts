// Times of the clock, parts of the day and lengths in Chinese, and the small words around them.
import { fullMinute } from './en-days.ts'
import { hanLength, lengthOf } from './lengths.ts'
import type { Clock, MarkName, PartName, Piece, Row } from './pieces.ts'
import { amountOf, row } from './words.ts'

const parts: readonly (readonly [PartName, string])[] = [
  ['early', '凌晨'],
  ['morning', '清晨|早上|早晨|上午|清早|一早|早(?=[二三四五六七八九十\\d])'],
  ['noon', '中午|正午'],
  ['afternoon', '下午|午后'],
  ['evening', '傍晚'],
  ['night', '晚上|夜里|夜间|夜晚|深夜|半夜|晚(?=[二三四五六七八九十\\d])'],
]

function clock(
  h: string,
  tail: { m?: string | undefined; quarter?: string | undefined; half?: string | undefined },
): Piece | undefined {
  const hours = amountOf(h)
  const minutes = tail.half ? 30 : tail.quarter ? amountOf(tail.quarter) * 15 : tail.m ? amountOf(tail.m) : 0
  if (!(hours >= 0 && hours <= 24) || !(minutes >= 0 && minutes < 60)) return undefined
  const one: Clock = { h: hours, m: minutes, ...(hours > 12 || hours === 0 ? { exact: true } : {}) }
  return { t: 'clock', clocks: [one] }
}

const mark = (name: MarkName): Piece => ({ t: 'mark', mark: name })
const length = (text: string): Piece | undefined => {
  const found = lengthOf(text)
  return found && { t: 'length', length: found }
}
// 两点建议, 一点点: not of the clock.
const notClock = '(?![建意内要问击评赞儿餐菜名子点])'

export const chineseClock: readonly Row[] = [
  ...parts.map(([part, words]) => row(`(?:${words})`, (): Piece => ({ t: 'part', part }))),
  ...parts.map(([part, words]) =>
    row(`(?:${words.replace(/\|[早晚]\(.*$/, '')})_\\((\\d{2}):(\\d{2})_[–-]_(\\d{2}):(\\d{2})\\)`, ([, ...t]) => {
      const [h1 = 0, m1 = 0, h2 = 0, m2 = 0] = t.map(Number)
      return {
        t: 'part',
        part,
        window: [
          { h: h1, m: m1, exact: true },
          { h: h2, m: m2, exact: true },
        ],
      }
    }),
  ),
  row(`({han})_点(?:钟|整)?${notClock}`, ([said = '', h = '']) => (said === '一点' ? undefined : clock(h, {}))),
  // 下午两点评审: beside a part of the day it is of the clock.
  row(`(?<=(?:凌晨|[早晚]上|早晨|[上中下]午|傍晚|夜里)_)({han})_点(?=[建意内要问击评赞餐菜名])`, ([, h = '']) =>
    clock(h, {}),
  ),
  row(`({han})_{hto}_({han})_点(?:(半)|钟|整)?${notClock}`, ([, a = '', b = '', half]) => {
    const [from, stop] = [clock(a, {}), clock(b, { half })]
    return from && stop && [from, mark('to'), stop]
  }),
  row(`(一)点${notClock}`, ([, h = '']) => clock(h, {}), true),
  row('({han})_[点时]_(?:(半)|([一三123])刻|({han})_分)', ([, h = '', half, quarter, m]) =>
    clock(h, { half, quarter, m }),
  ),
  // Without 分 one digit is rather a number of something: 七点三号楼.
  row(
    '({han})_[点时]_([0-5]\\d|零[一二三四五六七八九]|[二三四五]?十[一二三四五六七八九]?)(?![\\d零一二三四五六七八九十百千万]|_[号公个人位页章楼层次岁元块度名台件本份批杯张天日月年周小米])',
    ([, h = '', m]) => clock(h, { m }),
  ),
  row('({han})_点_差_({han})_分', ([, h = '', m = '']) => to(h, m)),
  row('差_({han})_分_(?:钟_)?({han})_点', ([, m = '', h = '']) => to(h, m)),
  row('差_一刻_({han})_点', ([, h = '']) => to(h, '15')),
  row('(?:午夜|子夜)', (): Piece => ({ t: 'clock', clocks: [{ h: 0, m: 0, midnight: true }] })),
  row(`(?:为期|时长|持续|共计)_(${hanLength})`, ([, text = '']) => length(text)),
  row(`(${hanLength})`, ([, text = '']) => length(text), true),
  row('(?:全天|整天|一整天)', () => mark('allday')),
  row('(?:现在|马上|立刻)', (_found, { now }) => ({ t: 'instant', at: fullMinute(now) }), true),
  row('(?:之前|以前|前)', () => mark('before'), true),
  row('(?:之后|以后|后)', () => mark('after'), true),
  row('(?:最晚|最迟|不晚于|截止日期|截止)', () => mark('by'), true),
  row('(?:直到|截止到|截至|一直到|到(?=[^,;]{1,24}为止))', () => mark('until'), true),
  row('(?:到|至|~)', () => mark('to'), true),
  row('(?:从|自)', () => mark('from'), true),
  row('(?:开始|起|为止|期间)', () => [], true),
]

function to(h: string, m: string): Piece | undefined {
  const hours = amountOf(h)
  return clock(String(hours === 1 ? 12 : hours - 1), { m: String(60 - amountOf(m)) })
}
