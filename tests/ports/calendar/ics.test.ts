import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { type Feeds, openFeeds } from '../../../sidecar/ports/calendar/ics.ts'
import type { AccountSetting } from '../../../sidecar/ports/calendar/types.ts'
import { WorkerHost } from '../../../sidecar/ports/calendar/workerhost.ts'
import { eventText, readOnlyContract } from '../../contract/calendars.ts'
import { openHome, tempFolder } from './place.ts'

const never = new AbortController().signal
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

interface Web {
  url: string
  requests: IncomingMessage[]
  answer: (request: IncomingMessage, response: ServerResponse) => void
  stop(): Promise<void>
  server: Server
}

/** A server that answers as the test says. */
async function web(answer: Web['answer'], port = 0): Promise<Web> {
  const made = { answer, requests: [] as IncomingMessage[] }
  const server = createServer((request, response) => {
    made.requests.push(request)
    made.answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const stop = async () => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  cleanups.push(() => (server.listening ? stop() : undefined))
  const { port: taken } = server.address() as AddressInfo
  return Object.assign(made, { url: `http://127.0.0.1:${taken}/cal.ics`, server, stop })
}

interface Fed {
  feeds: Feeds
  accounts: AccountSetting[]
  logs: string[]
  cache: string
  clock: { now: number; stopped: boolean }
  titles(): Promise<string[]>
  reopen(): Feeds
}

function fed(url: string): Fed {
  const cache = tempFolder()
  const logs: string[] = []
  const clock = { now: 1_800_000_000_000, stopped: false }
  const accounts: AccountSetting[] = [{ id: 'team', kind: 'ics', name: 'Team', url }]
  const host = new WorkerHost({ log: () => undefined })
  const opened: Feeds[] = []
  const open = () => {
    const made = openFeeds({
      ...{ cache, accounts: () => accounts, ask: host.ask, now: () => clock.now, isStopped: () => clock.stopped },
      ...{ log: (line) => void logs.push(line), changed: () => undefined },
    })
    opened.push(made)
    return made
  }
  cleanups.push(async () => {
    for (const each of opened) await each.close()
    await host.close()
    rmSync(cache, { recursive: true, force: true })
  })
  const titles = async () => {
    const sources = [{ id: 'team/main', folder: join(cache, 'team', 'main') }]
    const { text } = await host.ask('export', { sources })
    return [...text.matchAll(/SUMMARY:(.*)\r/g)].map(([, title]) => title as string)
  }
  return { feeds: open(), accounts, logs, cache, clock, titles, reopen: open }
}

const ok =
  (text: string, headers: Record<string, string> = {}) =>
  (_request: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(200, { 'content-type': 'text/calendar', ...headers }).end(text)

readOnlyContract('addresses of .ics files', async () => {
  const { url, stop } = await web(ok(eventText('tea')))
  const place = fed(url)
  await place.feeds.sync(undefined, never)
  // The contract cleans up by itself, when all of it is done.
  const mine = cleanups.splice(0)
  return {
    ...{ provider: place.feeds, calendar: 'team/main', uid: 'tea' },
    async close() {
      await stop()
      for (const clean of mine.reverse()) await clean()
    },
  }
})

describe('the address of an .ics file', () => {
  test('is fetched again only if it changed [calendar.feeds]', async () => {
    const { url, requests } = await web((request, response) =>
      request.headers['if-none-match'] === '"one"' &&
      request.headers['if-modified-since'] === 'Tue, 17 Nov 2026 00:00:00 GMT'
        ? void response.writeHead(304).end()
        : ok(eventText('a', 'One'), { etag: '"one"', 'last-modified': 'Tue, 17 Nov 2026 00:00:00 GMT' })(
            request,
            response,
          ),
    )
    const { feeds, titles, clock, reopen } = fed(url)
    await feeds.sync(undefined, never)
    expect(await titles()).toEqual(['One'])
    clock.now += 1000
    // Another start knows what the first one had.
    const next = reopen()
    await next.sync('team', never)
    expect(requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"one"'])
    expect((await next.list())[0]).toMatchObject({ syncedAt: clock.now, readOnly: true, account: 'team' })
    expect(await titles()).toEqual(['One'])
  })

  test('is shown as it was last while the server is down, and that is told [calendar.feeds]', async () => {
    const first = await web(ok(eventText('a', 'One')))
    const { feeds, titles, clock, reopen } = fed(first.url)
    await feeds.sync(undefined, never)
    const { syncedAt } = feeds.status('team')
    await first.stop()
    clock.now += 3_600_000
    await feeds.sync(undefined, never)
    expect(await titles()).toEqual(['One'])
    expect(feeds.status('team')).toMatchObject({ syncedAt, fault: expect.stringContaining('can not be reached') })
    const again = reopen()
    expect((await again.list())[0]?.fault).toContain('can not be reached')
    await web(ok(eventText('a', 'Two')), Number(new URL(first.url).port))
    await again.sync(undefined, never)
    expect(await titles()).toEqual(['Two'])
    expect((await again.list())[0]?.fault).toBeUndefined()
  })

  test.each([
    ['a page', '<!doctype html><p>Sign in</p>'],
    ['nothing', ''],
    ['half a calendar', eventText('a', 'Half').slice(0, 160)],
    ['binary', Buffer.from([0, 255, 1, 254, 0, 0]).toString('latin1')],
  ])('that gives %s keeps the last good copy [calendar.feeds]', async (_what, body) => {
    const server = await web(ok(eventText('a', 'Good')))
    const { feeds, titles, cache } = fed(server.url)
    await feeds.sync(undefined, never)
    server.answer = ok(body)
    await feeds.sync(undefined, never)
    expect(await titles()).toEqual(['Good'])
    expect(feeds.status('team').fault).toMatch(/can not be shown/)
    expect(readdirSync(join(cache, 'team', 'main'))).toEqual(['feed.ics'])
  })

  test('that breaks off in the middle keeps the last good copy [calendar.feeds]', async () => {
    const server = await web(ok(eventText('a', 'Good')))
    const { feeds, titles } = fed(server.url)
    await feeds.sync(undefined, never)
    server.answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '100000' })
      response.write(eventText('a', 'Broken'), () => response.destroy())
    }
    await feeds.sync(undefined, never)
    expect(await titles()).toEqual(['Good'])
    expect(feeds.status('team').fault).toBeTruthy()
  })

  test('may lead on five times, and not for ever, and not to a file [calendar.feeds]', async () => {
    let left = 5
    const server = await web((request, response) =>
      left-- > 0
        ? void response.writeHead(302, { location: `/step-${left}` }).end()
        : ok(eventText('a', 'Found'))(request, response),
    )
    const { feeds, titles } = fed(server.url)
    await feeds.sync(undefined, never)
    expect(await titles()).toEqual(['Found'])
    server.answer = (_request, response) => void response.writeHead(307, { location: '/again' }).end()
    server.requests.length = 0
    await feeds.sync(undefined, never)
    expect(server.requests).toHaveLength(6)
    expect(feeds.status('team').fault).toContain('leads on more than 5 times')
    server.answer = (_request, response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end()
    await feeds.sync(undefined, never)
    expect(feeds.status('team').fault).toContain('no web address')
    expect(await titles()).toEqual(['Found'])
  })

  test('sends its name and password to its own server only, and into no log and no state [calendar.feeds]', async () => {
    const elsewhere = await web(ok(eventText('a', 'Elsewhere')))
    const server = await web((_request, response) => void response.writeHead(302, { location: elsewhere.url }).end())
    const { feeds, logs, cache, titles } = fed(server.url.replace('http://', 'http://ana:s3cret@'))
    await feeds.sync(undefined, never)
    expect(await titles()).toEqual(['Elsewhere'])
    expect(server.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('ana:s3cret').toString('base64')}`)
    expect(elsewhere.requests[0]?.headers.authorization).toBeUndefined()
    await server.stop()
    await feeds.sync(undefined, never)
    const kept = readFileSync(join(cache, 'team', 'state.json'), 'utf8')
    expect(logs).toHaveLength(1)
    expect(`${logs.join()} ${kept}`).not.toMatch(/s3cret/)
  })

  test('of more than 32 MB is given up, packed or not [calendar.bounded]', async () => {
    const huge = `BEGIN:VCALENDAR\r\nX-BIG:${'x'.repeat(33 * 1024 * 1024)}\r\nEND:VCALENDAR\r\n`
    const server = await web(
      (_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(huge)),
    )
    const { feeds, cache } = fed(server.url)
    await feeds.sync(undefined, never)
    expect(feeds.status('team').fault).toMatch(/more than 33554432 bytes/)
    server.answer = (_request, response) =>
      void response.writeHead(200, { 'content-length': String(huge.length) }).write('BEGIN')
    await feeds.sync(undefined, never)
    expect(feeds.status('team').fault).toMatch(/more than 33554432 bytes/)
    expect(readdirSync(join(cache, 'team', 'main'))).toEqual([])
  })

  test('waits as long as the server asks, even by hand, and backs off by itself [calendar.feeds]', async () => {
    const server = await web((_request, response) => void response.writeHead(503, { 'retry-after': '600' }).end())
    const { feeds, clock } = fed(server.url)
    await feeds.sync(undefined, never)
    await feeds.sync(undefined, never)
    expect(server.requests).toHaveLength(1)
    clock.now += 601_000
    server.answer = ok(eventText('a'))
    await feeds.sync(undefined, never)
    expect(server.requests).toHaveLength(2)
    expect(feeds.status('team').fault).toBeUndefined()
  })

  test('is not asked while STOP is set, and not after it ended [calendar.feeds]', async () => {
    const server = await web(ok(eventText('a')))
    const { feeds, clock } = fed(server.url)
    clock.stopped = true
    feeds.start()
    await feeds.sync(undefined, never)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(server.requests).toHaveLength(0)
    clock.stopped = false
    await feeds.close()
    await feeds.sync(undefined, never)
    expect(server.requests).toHaveLength(0)
  })

  test('that is another one now does not show what the first one had [calendar.feeds]', async () => {
    const server = await web(ok(eventText('a', 'First'), { etag: '"1"' }))
    const { feeds, accounts, titles, cache } = fed(server.url)
    await feeds.sync(undefined, never)
    accounts[0] = { ...(accounts[0] as AccountSetting), url: `${server.url}?other` }
    await feeds.list()
    expect(existsSync(join(cache, 'team', 'main', 'feed.ics'))).toBe(false)
    await feeds.sync(undefined, never)
    expect(server.requests.at(-1)?.headers['if-none-match']).toBeUndefined()
    expect(await titles()).toEqual(['First'])
  })

  test('is looked at before it is kept, with its own name [calendar.feeds]', async () => {
    const named = eventText('a').replace(
      'VERSION:2.0',
      'VERSION:2.0\r\nX-WR-CALNAME:Team holidays\r\nX-APPLE-CALENDAR-COLOR:#FF2968FF',
    )
    const server = await web(ok(named))
    const { feeds } = fed(server.url)
    expect(await feeds.check(server.url, never)).toEqual({ name: 'Team holidays' })
    await expect(feeds.check('ftp://example.org/a.ics', never)).rejects.toMatchObject({ code: 'BAD_INPUT' })
    await feeds.sync(undefined, never)
    expect((await feeds.list())[0]?.color).toBe('#ff2968')
    server.answer = ok('<html>')
    await expect(feeds.check(server.url, never)).rejects.toMatchObject({ code: 'BAD_INPUT' })
    await server.stop()
    await expect(feeds.check(server.url, never)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })

  test('is part of the agenda, beside what is local [calendar.feeds]', async () => {
    const server = await web(ok(eventText('a', 'From afar')))
    const account = { id: 'team', kind: 'ics' as const, name: 'Team', url: server.url }
    const { agenda, file, close } = await openHome({}, [account])
    try {
      file('personal', 'b.ics', eventText('b', 'From here'))
      const titles = async () =>
        (await agenda.events('*', { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' })).events.map(
          ({ title }) => title,
        )
      await expect.poll(titles, { timeout: 10_000 }).toEqual(['From afar', 'From here'])
      await expect(
        agenda.put('team/main', { uid: 'x', text: eventText('x'), base: null }, never),
      ).rejects.toMatchObject({ code: 'BAD_TARGET' })
      expect(await agenda.edit('team/main', { name: 'Ours', color: '#123456' })).toMatchObject({
        name: 'Ours',
        color: '#123456',
      })
      await expect(agenda.remove('team/main')).rejects.toMatchObject({ code: 'BAD_TARGET' })
    } finally {
      await close()
    }
  })

  test('with a state that is not whole is fetched anew [calendar.feeds]', async () => {
    const server = await web(ok(eventText('a', 'One')))
    const { feeds, cache, reopen, titles } = fed(server.url)
    await feeds.sync(undefined, never)
    writeFileSync(join(cache, 'team', 'state.json'), '{"address":')
    const next = reopen()
    await next.sync(undefined, never)
    expect(await titles()).toEqual(['One'])
  })
})
