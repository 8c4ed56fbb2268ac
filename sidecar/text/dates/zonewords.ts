// Time zones in words: "Tokyo time", CET, UTC+2, 东京时间, an IANA name.
import { zoneNamed } from '../zones.ts'
import type { Piece, Row, Zone } from './pieces.ts'
import { tell } from './told.ts'
import { row } from './words.ts'

/** What an abbreviation promises, and where it is used. Some are used in several places. */
const short: Readonly<Record<string, readonly Zone[]>> = {
  ...{ utc: [{ id: 'UTC' }], gmt: [{ id: 'UTC' }] },
  ...{ cet: [{ id: 'Europe/Berlin', offset: '+01:00' }], cest: [{ id: 'Europe/Berlin', offset: '+02:00' }] },
  ...{ wet: [{ id: 'Europe/Lisbon', offset: '+00:00' }], west: [{ id: 'Europe/Lisbon', offset: '+01:00' }] },
  ...{ eet: [{ id: 'Europe/Helsinki', offset: '+02:00' }], eest: [{ id: 'Europe/Helsinki', offset: '+03:00' }] },
  ...{ bst: [{ id: 'Europe/London', offset: '+01:00' }], msk: [{ id: 'Europe/Moscow' }] },
  ...{ est: [{ id: 'America/New_York', offset: '-05:00' }], edt: [{ id: 'America/New_York', offset: '-04:00' }] },
  ...{ pst: [{ id: 'America/Los_Angeles', offset: '-08:00' }], pdt: [{ id: 'America/Los_Angeles', offset: '-07:00' }] },
  ...{ mst: [{ id: 'America/Denver', offset: '-07:00' }], mdt: [{ id: 'America/Denver', offset: '-06:00' }] },
  ...{ cdt: [{ id: 'America/Chicago', offset: '-05:00' }] },
  ...{ cst: [{ id: 'Asia/Shanghai' }, { id: 'America/Chicago', offset: '-06:00' }] },
  ...{
    ist: [
      { id: 'Asia/Kolkata' },
      { id: 'Asia/Jerusalem', offset: '+02:00' },
      { id: 'Europe/Dublin', offset: '+01:00' },
    ],
  },
  ...{
    jst: [{ id: 'Asia/Tokyo' }],
    kst: [{ id: 'Asia/Seoul' }],
    hkt: [{ id: 'Asia/Hong_Kong' }],
    sgt: [{ id: 'Asia/Singapore' }],
  },
  ...{ aest: [{ id: 'Australia/Sydney', offset: '+10:00' }], aedt: [{ id: 'Australia/Sydney', offset: '+11:00' }] },
  ...{ nzst: [{ id: 'Pacific/Auckland', offset: '+12:00' }], nzdt: [{ id: 'Pacific/Auckland', offset: '+13:00' }] },
  ...{ et: [{ id: 'America/New_York' }], pt: [{ id: 'America/Los_Angeles' }] },
}
const general: Readonly<Record<string, string>> = {
  ...{
    eastern: 'America/New_York',
    pacific: 'America/Los_Angeles',
    central: 'America/Chicago',
    mountain: 'America/Denver',
  },
}

function named(word: string, locale: 'en' | 'zh'): Piece | undefined {
  const zones = Object.hasOwn(short, word) ? short[word] : undefined
  if (!zones) return undefined
  const why = zones.length > 1 ? { why: tell(locale, 'whyZone', word.toUpperCase()) } : {}
  return { t: 'zone', alts: zones.map((value) => ({ value })), ...why }
}

const zone = (id: string | undefined): Piece | undefined =>
  id === undefined ? undefined : { t: 'zone', alts: [{ value: { id } }] }

/** The zone of a place whose name ends the words. */
function placed(words: string): string | undefined {
  const plain = words.trim()
  return Object.hasOwn(general, plain) ? general[plain] : zoneNamed(plain)
}

function fixed(sign: string, hours: string, minutes: string | undefined): Piece | undefined {
  if (Number(hours) > 14 || Number(minutes ?? 0) > 59) return undefined
  const id = `${sign === '+' ? '+' : '-'}${hours.padStart(2, '0')}:${(minutes ?? '00').padStart(2, '0')}`
  return zone(id === '+00:00' || id === '-00:00' ? 'UTC' : id)
}

export const zoneRows: readonly Row[] = [
  row(
    `\\(?(${Object.keys(short)
      .filter((word) => word.length > 2)
      .join('|')})\\)?(?![+\\d-])`,
    ([, word = ''], { locale }) => named(word, locale),
  ),
  row('(et|pt)', ([, word = ''], { locale }) => named(word, locale), true),
  row('\\(?(?:utc|gmt)_([+-])_(\\d{1,2})(?::?(\\d{2}))?\\)?', ([, sign = '', h = '', m]) => fixed(sign, h, m)),
  row('(?:in )?\\(?([a-z]{2,12}(?:/[a-z\\x5f+-]{2,20}){1,2})\\)?(?: time)?', ([, name = '']) => zone(zoneNamed(name))),
  row('(?:in )?([a-z]{2,16}) time', ([, name = '']) => zone(placed(name))),
  row('(?:in )?([a-z]{2,16} [a-z]{2,16}) time', ([, name = '']) => zone(placed(name))),
  row('(?:in )?([a-z]{2,16} [a-z]{2,16} [a-z]{2,16}) time', ([, name = '']) => zone(placed(name))),
  ...[2, 3, 4, 5, 6].map((count) => row(`([\\p{Script=Han}]{${count}})_时间`, ([, name = '']) => zone(placed(name)))),
]
