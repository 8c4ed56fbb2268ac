// What goes wrong with events, as the window shows it in Chinese: every error is really made.
import { describe, expect, test } from 'vitest'
import { changeEvent, removeEvent } from '../../sidecar/text/agenda/change.ts'
import { invitation } from '../../sidecar/text/agenda/itip.ts'
import { newEvent } from '../../sidecar/text/agenda/make.ts'
import type { EventChanges, EventDetails } from '../../sidecar/text/agenda/types.ts'
import { toView } from '../../sidecar/text/errors.ts'
import { translate } from '../../ui/views/text/translate.ts'
import { said } from '../../ui/views/text/zh/said.ts'
import { AT, file } from '../text/agenda/seen.ts'

const start = '2026-11-17T15:00:00+01:00[Europe/Berlin]'
const make = (details: Partial<EventDetails>) => () =>
  newEvent({ uid: 'u', title: 'T', start, end: '2026-11-17T16:00:00+01:00[Europe/Berlin]', ...details }, AT)

const hourly = file(
  'UID:u | DTSTART:20261117T100000Z | RRULE:FREQ=WEEKLY;BYDAY=TU,TH | RDATE:20261118T110000Z | SUMMARY:S',
)
const twice = file('UID:u | DTSTART:20261117T100000Z | RRULE:FREQ=HOURLY;COUNT=5')
const odd = file('UID:u | DTSTART:20261117T100000Z | RRULE:FREQ=DAILY | EXRULE:FREQ=WEEKLY')
const change =
  (text: string, scope: 'this' | 'following' | 'all', recurrenceId: string | undefined, changes: EventChanges) => () =>
    changeEvent(text, { uid: 'u', scope, recurrenceId, changes, at: AT, newUid: 'n' })
const remove = (text: string, uid: string, recurrenceId?: string) => () =>
  removeEvent(text, { uid, scope: 'this', recurrenceId, at: AT })

const faults: (() => unknown)[] = [
  make({ start: 'soon' }),
  make({ end: '2026-11-18' }),
  make({ end: '2026-11-17T14:00:00+01:00[Europe/Berlin]' }),
  make({ start: '2026-11-17', end: '2026-11-17' }),
  make({ notes: 'x'.repeat(300_000) }),
  make({ uid: '' }),
  make({ attendees: [{ address: 'x' }] }),
  make({ attendees: [{ address: 'a@b.c', answer: 'yes!' }] }),
  make({ attendees: [{ address: 'a@b.c', role: 'a b' }] }),
  make({ alarms: [9_000_000] }),
  make({ rule: 'COUNT=1' }),
  make({ rule: 'FREQ=DAILY;UNTIL=20261340' }),
  make({ rule: 'FREQ=DAILY;X=1' }),
  make({ rule: 'FREQ=DAILY;COUNT=1;UNTIL=20270101' }),
  make({ rule: 'FREQ=WEEKLY;BYDAY=MO' }),
  make({ rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }),
  make({ start: '2026-10-25T02:30:00+01:00[Europe/Berlin]', rule: 'FREQ=DAILY' }),
  change(hourly, 'all', undefined, { start: '2026-11-18T10:00:00Z' }),
  change(odd, 'all', undefined, { start: '2026-11-18T10:00:00Z' }),
  change(hourly, 'following', '2026-11-18', { title: 'X' }),
  change(hourly, 'this', '2026-11-19', { rule: 'FREQ=DAILY' }),
  change(hourly, 'this', undefined, { title: 'X' }),
  remove(hourly, 'u', '2026-11-20T10:00:00Z'),
  remove(hourly, 'u', '1999-11-20T10:00:00Z'),
  remove(twice, 'u', '2026-11-17'),
  remove(hourly, 'x'),
  remove('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n', 'x'),
  () => invitation(hourly, 'REQUEST', 'u'),
]

describe('what goes wrong with events', () => {
  test('[page.said] is said in Chinese, the hints too', () => {
    const texts = faults.flatMap((fault) => {
      try {
        fault()
      } catch (thrown) {
        const { code, message, hint = '' } = toView(thrown)
        expect(code).not.toBe('INTERNAL')
        return [message, hint]
      }
      throw new Error(`no error: ${fault}`)
    })
    expect(texts.filter((text) => !/\p{Script=Han}/u.test(translate(text, said)))).toEqual([])
    expect(new Set(texts).size).toBeGreaterThan(40)
  })
})
