// What every way to calendars must do alike: local files, CalDAV servers, addresses of .ics files.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Provider } from '../../sidecar/ports/calendar/types.ts'

/** Somewhere that calendars are, and one of them that can be written to. */
export interface Place {
  provider: Provider
  calendar: string
  /** Another client of the same place, which knows nothing of what the first one does. */
  other(): Promise<Provider>
  close(): Promise<void>
}

const never = new AbortController().signal

/** An event of an hour. */
export const eventText = (uid: string, summary = 'Tea', more = ''): string =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//contract//EN', 'BEGIN:VEVENT', `UID:${escaped(uid)}`],
    ...['DTSTAMP:20260101T000000Z', 'DTSTART:20261117T140000Z', 'DTEND:20261117T150000Z', `SUMMARY:${summary}`],
    ...(more === '' ? [] : [more]),
    ...['END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n')

/** A task that is due. */
export const taskText = (uid: string, summary = 'Call'): string =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//contract//EN', 'BEGIN:VTODO', `UID:${escaped(uid)}`],
    ...['DTSTAMP:20260101T000000Z', 'DUE:20261117T140000Z', `SUMMARY:${summary}`, 'STATUS:NEEDS-ACTION'],
    ...['END:VTODO', 'END:VCALENDAR', ''],
  ].join('\r\n')

const escaped = (text: string): string => text.replaceAll(/[\\;,]/g, (char) => `\\${char}`)

const codeOf = (doing: Promise<unknown>): Promise<string> =>
  doing.then(
    () => 'done',
    (thrown: { code?: string; name?: string }) => String(thrown.code ?? thrown.name),
  )

const hostile = [
  '../../../etc/passwd',
  '..',
  'a/b\\c:d*e?f"g<h>i|j',
  '%2e%2e%2fpasswd',
  'con',
  '.hidden',
  'with blanks, commas; and semicolons',
  'Ünïcode-😀-会议@example.org',
  `long-${'x'.repeat(400)}`,
  '-rf',
]

/** Runs the suite. Each test has a UID of its own, so one place serves them all. */
export function calendarContract(name: string, make: () => Promise<Place>): void {
  describe(`calendars: ${name}`, () => {
    let place: Place
    beforeAll(async () => {
      place = await make()
    })
    afterAll(() => place.close())

    const put = (uid: string, text: string | null, base: string | null, signal = never) =>
      place.provider.put(place.calendar, { uid, text, base }, signal)
    const read = (uid: string, provider = place.provider) => provider.resource(place.calendar, uid, never)
    const added = async (uid: string, text = eventText(uid)) => {
      const { etag } = await put(uid, text, null)
      return etag as string
    }

    test('lists its calendars, each with what it is [calendar.providers]', async () => {
      const all = await place.provider.list()
      const own = all.find(({ id }) => id === place.calendar)
      expect(own).toMatchObject({ kind: place.provider.kind, readOnly: false })
      expect(own?.name).not.toBe('')
      expect(own?.holds).toContain('VEVENT')
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    })

    test('keeps a new event and gives it back [calendar.providers]', async () => {
      const etag = await added('new')
      const found = await read('new')
      expect(found).toMatchObject({ calendar: place.calendar, uid: 'new', etag })
      expect(found.text).toContain('SUMMARY:Tea')
      expect(found.name).not.toBe('')
    })

    test('keeps a task as well [calendar.providers]', async () => {
      await added('task', taskText('task', 'Call Ana'))
      expect((await read('task')).text).toMatch(/BEGIN:VTODO[\s\S]*SUMMARY:Call Ana/)
    })

    test('writes over what it was told to, and the etag changes [calendar.providers]', async () => {
      const first = await added('over')
      const { etag } = await put('over', eventText('over', 'Coffee'), first)
      expect(etag).not.toBe(first)
      expect(await read('over')).toMatchObject({ etag, text: expect.stringContaining('SUMMARY:Coffee') })
    })

    test('never writes over anything else: a stale base is a conflict [calendar.conflict]', async () => {
      const first = await added('stale')
      await put('stale', eventText('stale', 'Theirs'), first)
      expect(await codeOf(put('stale', eventText('stale', 'Ours'), first))).toBe('CONFLICT')
      expect(await codeOf(put('stale', eventText('stale', 'Ours'), null))).toBe('CONFLICT')
      expect(await codeOf(put('stale', null, first))).toBe('CONFLICT')
      expect((await read('stale')).text).toContain('SUMMARY:Theirs')
    })

    test('a change by another client is seen and not overwritten [calendar.conflict]', async () => {
      const first = await added('shared')
      const other = await place.other()
      const { etag } = await read('shared', other)
      await other.put(place.calendar, { uid: 'shared', text: eventText('shared', 'Theirs'), base: etag }, never)
      expect(await codeOf(put('shared', eventText('shared', 'Ours'), first))).toBe('CONFLICT')
      expect((await read('shared')).text).toContain('SUMMARY:Theirs')
    })

    test('what is written over something that is gone is a conflict, and nothing comes back [calendar.conflict]', async () => {
      const first = await added('gone')
      await put('gone', null, first)
      expect(await codeOf(put('gone', eventText('gone', 'Back'), first))).toBe('CONFLICT')
      expect(await codeOf(read('gone'))).toBe('NOT_FOUND')
    })

    test('takes away, and a second time says that nothing is there [calendar.providers]', async () => {
      const etag = await added('away')
      const written = await put('away', null, etag)
      expect(written).toMatchObject({ calendar: place.calendar, uid: 'away' })
      expect(written.etag).toBeUndefined()
      expect(await codeOf(read('away'))).toBe('NOT_FOUND')
      expect(await codeOf(put('away', null, etag))).toBe('NOT_FOUND')
      // The UID is free again.
      await added('away')
      expect((await read('away')).text).toContain('SUMMARY:Tea')
    })

    test('knows neither a UID nor a calendar that is not there [calendar.providers]', async () => {
      expect(await codeOf(read('nobody-has-this'))).toBe('NOT_FOUND')
      expect(await codeOf(place.provider.resource('no-such-calendar', 'new', never))).toBe('NOT_FOUND')
      const change = { uid: 'x', text: eventText('x'), base: null }
      expect(await codeOf(place.provider.put('no-such-calendar', change, never))).toBe('NOT_FOUND')
      expect(await codeOf(place.provider.put('../escape', change, never))).toBe('NOT_FOUND')
    })

    test.each([
      ['another UID', eventText('other-uid')],
      [
        'two UIDs',
        eventText('judged').replace('END:VCALENDAR', eventText('second').split('\r\n').slice(3).join('\r\n')),
      ],
      ['no calendar', 'Dear Ana,\r\nsee you tomorrow'],
      ['nothing', ''],
      ['a calendar without an event', 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n'],
      ['half an event', eventText('judged').slice(0, 150)],
      ['two calendars', eventText('judged') + eventText('judged')],
    ])('refuses %s, and keeps nothing [calendar.providers]', async (_what, text) => {
      expect(await codeOf(put('judged', text, null))).toBe('BAD_INPUT')
      expect(await codeOf(read('judged'))).toBe('NOT_FOUND')
    })

    test('refuses a resource of more than a megabyte and takes a large one [calendar.bounded]', async () => {
      const notes = (size: number) => `DESCRIPTION:${'x'.repeat(size)}`
      expect(await codeOf(put('huge', eventText('huge', 'Huge', notes(1_100_000)), null))).toBe('TOO_LARGE')
      await added('large', eventText('large', 'Large', notes(500_000)))
      expect((await read('large')).text.length).toBeGreaterThan(500_000)
    })

    test.each(hostile)('a UID such as %j is kept like any other [calendar.providers]', async (uid) => {
      const etag = await added(uid, eventText(uid, 'Odd'))
      expect(await read(uid)).toMatchObject({ uid, etag, text: expect.stringContaining('SUMMARY:Odd') })
      await put(uid, null, etag)
      expect(await codeOf(read(uid))).toBe('NOT_FOUND')
    })

    test('text of any kind comes back as it was written [calendar.providers]', async () => {
      const summary = 'Ünï 会议 😀 \\, \\; \\\\ "quoted" <b>&amp\\; END:VEVENT'
      await added('words', eventText('words', summary))
      expect((await read('words')).text.replaceAll(/\r?\n[ \t]/g, '')).toContain(`SUMMARY:${summary}`)
    })

    test('of writers at once with one base exactly one comes through [calendar.conflict]', async () => {
      const base = await added('race')
      const other = await place.other()
      const writers = Array.from({ length: 8 }, (_, n) =>
        (n % 2 === 0 ? place.provider : other).put(
          place.calendar,
          { uid: 'race', text: eventText('race', `Writer ${n}`), base },
          never,
        ),
      )
      const ends = await Promise.all(writers.map(codeOf))
      expect(ends.filter((end) => end === 'done')).toHaveLength(1)
      expect(ends.filter((end) => end === 'CONFLICT')).toHaveLength(7)
      expect((await read('race')).text).toContain(`SUMMARY:Writer ${ends.indexOf('done')}`)
    })

    test('of writers at once that add the same UID exactly one comes through [calendar.conflict]', async () => {
      const other = await place.other()
      const ends = await Promise.all(
        Array.from({ length: 6 }, (_, n) => {
          const change = { uid: 'twins', text: eventText('twins', `Twin ${n}`), base: null }
          return codeOf((n % 2 === 0 ? place.provider : other).put(place.calendar, change, never))
        }),
      )
      expect(ends.toSorted()).toEqual([...Array(5).fill('CONFLICT'), 'done'])
    })

    test('writers of different entries do not disturb each other [calendar.conflict]', async () => {
      await Promise.all(
        Array.from({ length: 10 }, (_, n) => added(`apart-${n}`, eventText(`apart-${n}`, `Apart ${n}`))),
      )
      for (let n = 0; n < 10; n++) expect((await read(`apart-${n}`)).text).toContain(`SUMMARY:Apart ${n}`)
    })

    test('a write that is aborted before it began does nothing [calendar.providers]', async () => {
      expect(await codeOf(put('aborted', eventText('aborted'), null, AbortSignal.abort()))).not.toBe('done')
      expect(await codeOf(read('aborted'))).toBe('NOT_FOUND')
    })

    test('bringing up to date is no error where there is nothing to do [calendar.providers]', async () => {
      await place.provider.sync(undefined, never)
      expect((await read('new')).text).toContain('SUMMARY:Tea')
    })
  })
}

/** What a calendar that can only be read must do: `uid` is in it. */
export function readOnlyContract(
  name: string,
  make: () => Promise<{ provider: Provider; calendar: string; uid: string; close(): Promise<void> }>,
): void {
  describe(`read-only calendars: ${name}`, () => {
    let place: Awaited<ReturnType<typeof make>>
    beforeAll(async () => {
      place = await make()
    })
    afterAll(() => place.close())

    test('are listed as such and can be read [calendar.providers]', async () => {
      const own = (await place.provider.list()).find(({ id }) => id === place.calendar)
      expect(own?.readOnly).toBe(true)
      expect((await place.provider.resource(place.calendar, place.uid, never)).text).toContain('BEGIN:VEVENT')
      expect(await codeOf(place.provider.resource(place.calendar, 'nobody-has-this', never))).toBe('NOT_FOUND')
    })

    test('refuse every write [calendar.providers]', async () => {
      const { etag } = await place.provider.resource(place.calendar, place.uid, never)
      const writes = [
        { uid: 'new', text: eventText('new'), base: null },
        { uid: place.uid, text: eventText(place.uid, 'Changed'), base: etag },
        { uid: place.uid, text: null, base: etag },
      ]
      for (const change of writes)
        expect(await codeOf(place.provider.put(place.calendar, change, never))).toBe('BAD_TARGET')
    })
  })
}
