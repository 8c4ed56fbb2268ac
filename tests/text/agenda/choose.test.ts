import { describe, expect, test } from 'vitest'
import { attendeeOf, namedCalendar, newUid, titled, writableCalendar } from '../../../sidecar/text/agenda/choose.ts'
import { conflictsIn } from '../../../sidecar/text/agenda/conflicts.ts'
import type { CalendarInfo, EventView } from '../../../sidecar/text/agenda/types.ts'

const calendar = (id: string, more: Partial<CalendarInfo> = {}): CalendarInfo => ({
  ...{ id, name: id, color: '#336699', kind: 'local', readOnly: false, isDefault: false, holds: ['VEVENT', 'VTODO'] },
  ...more,
})

describe('[calendar.meant] the calendar that is meant', () => {
  const all = [
    calendar('team', { readOnly: true, name: 'Team' }),
    calendar('work', { name: 'Work', isDefault: true, holds: ['VEVENT'] }),
    calendar('personal', { name: 'Personal' }),
    calendar('dav/1', { name: 'Same' }),
    calendar('dav/2', { name: 'Same' }),
  ]

  test('is the default one where none is named, and one that can hold it', () => {
    expect(writableCalendar(all, undefined, 'VEVENT').id).toBe('work')
    expect(writableCalendar(all, undefined, 'VTODO').id).toBe('personal')
  })

  test('is found by its id or by its name', () => {
    expect(namedCalendar(all, 'dav/2').id).toBe('dav/2')
    expect(namedCalendar(all, 'team').id).toBe('team')
    expect(namedCalendar(all, 'PERSONAL').id).toBe('personal')
  })

  test('is not guessed: what is read only, holds no such thing, is unknown or named twice is refused with the choices', () => {
    const why = (wanted: string, kind: 'VEVENT' | 'VTODO' = 'VEVENT') => {
      try {
        return writableCalendar(all, wanted, kind).id
      } catch (thrown) {
        const { code, message, hint } = thrown as { code: string; message: string; hint: string }
        return `${code} ${message} ${hint}`
      }
    }
    expect(why('Team')).toBe(
      'BAD_TARGET The calendar Team can only be read. Say which: work | personal | dav/1 | dav/2',
    )
    expect(why('work', 'VTODO')).toMatch(/^BAD_TARGET The calendar Work holds no tasks\./)
    expect(why('nowhere')).toMatch(/^NOT_FOUND There is no calendar nowhere\. Say which: team \| work/)
    expect(why('Same')).toBe('BAD_INPUT Several calendars are called Same. Say which: dav/1 | dav/2')
  })
})

describe('[calendar.meant] what is called by its title', () => {
  const events = [
    { uid: '1', title: 'Dentist' },
    { uid: '2', title: 'Stand-up' },
    { uid: '2', title: 'Stand-up' },
    { uid: '3', title: 'Dentist for Leo' },
    { uid: '4', title: 'Lunch with Ana' },
    { uid: '5', title: 'Lunch with Bob' },
  ]
  const find = (words: string) => titled(events, words, ({ uid }) => uid).uid

  test('is the one with that title, or the only one with all its words; a series counts as one', () => {
    expect(find('dentist')).toBe('1')
    expect(find('stand-up')).toBe('2')
    expect(find('leo dentist')).toBe('3')
    expect(find('ＡＮＡ')).toBe('4')
  })

  test('is told where it is none or several', () => {
    expect(() => find('lunch')).toThrow('Several are called "lunch".')
    expect(() => find('yoga')).toThrow('Nothing is called "yoga".')
  })
})

test('[calendar.meant] attendees are read from addresses with and without a name', () => {
  expect(attendeeOf('ana@example.org')).toEqual({ address: 'ana@example.org' })
  expect(attendeeOf('"Ana, B" <ana@example.org>')).toEqual({ address: 'ana@example.org', name: 'Ana, B' })
  expect(attendeeOf({ address: ' bob@example.org ' })).toEqual({ address: 'bob@example.org' })
})

test('[calendar.create] uids take all of chance there is', () => {
  const uids = new Set(Array.from({ length: 1000 }, () => newUid(Math.random)))
  expect(uids.size).toBe(1000)
  for (const uid of uids) expect(uid).toMatch(/^[0-9a-f]{30}@steward$/)
})

describe('[calendar.conflicts] conflicts', () => {
  const at = (title: string, from: number, to: number, more: Partial<EventView> = {}): EventView => ({
    ...{ calendar: 'a', uid: title, title, start: '', end: '', allDay: false, zone: 'UTC', floating: false },
    ...{ startsAt: from * 60_000, endsAt: to * 60_000, recurring: false, status: 'confirmed', busy: 'busy' },
    ...more,
  })
  const pairs = (events: EventView[]) => conflictsIn(events).map(({ one, other }) => `${one}-${other}`)

  test('are what overlaps, and not what touches', () => {
    expect(pairs([at('a', 0, 60), at('b', 60, 90), at('c', 30, 61)])).toEqual(['a-c', 'c-b'])
  })

  test('leave out what takes no time, and whole days', () => {
    expect(pairs([at('a', 0, 60), at('b', 0, 60, { busy: 'free' }), at('c', 0, 1440, { allDay: true })])).toEqual([])
    expect(pairs([at('a', 0, 60), at('b', 10, 10)])).toEqual([])
  })

  test('say when both are on', () => {
    expect(conflictsIn([at('a', 0, 60), at('b', 30, 90)])[0]).toMatchObject({
      from: '1970-01-01T00:30:00Z',
      to: '1970-01-01T01:00:00Z',
    })
  })
})
