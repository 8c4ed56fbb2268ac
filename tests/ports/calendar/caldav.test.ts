// The CalDAV provider against a real Radicale.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { needs } from '../../servers/apt.ts'
import { type Radicale, type Relay, radicalePackages, startProxy, startRadicale, user } from '../../servers/radicale.ts'
import { event, type Life, live, never } from './caldavlife.ts'

const isThere = needs(radicalePackages)
const many = process.env.STEWARD_FULL === '1' ? 5000 : 300

let server: Radicale
let proxy: Relay
let count = 0

beforeAll(async () => {
  if (!isThere) return
  server = await startRadicale()
  proxy = await startProxy(server.port)
}, 120_000)

afterAll(async () => {
  await proxy?.close()
  await server?.stop()
})

/** A calendar of its own on the server, and a client for it. */
async function calendar(props?: string): Promise<{ name: string; url: string; life: Life; id: string }> {
  count += 1
  const name = `cal${count}`
  const url = await server.make(name, props ?? `<d:displayname>${name}</d:displayname>`)
  const life = live()
  const account = await life.connect(`${proxy.url}${user}/${name}/`)
  return { name, url, life, id: `${account}/${name}` }
}

const cached = (folder: string) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.ics'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))

describe.skipIf(!isThere)('[caldav.discover] an account on a server', () => {
  test('is found from an address, a host, or the address of one calendar', async () => {
    await server.make(
      'found',
      '<d:displayname>Work &amp; play</d:displayname><ca:calendar-color>#11AAFFcc</ca:calendar-color>',
    )
    const host = `127.0.0.1:${server.port}`
    for (const url of [server.url, host, `${server.url}.well-known/caldav`, `${server.url}nowhere/`]) {
      const life = live()
      const id = await life.connect(url)
      const found = await life.calendar('Work & play')
      expect(found).toMatchObject({ id: `${id}/found`, color: '#11aaff', kind: 'caldav', account: id, readOnly: false })
      expect(found.holds).toEqual(['VEVENT', 'VTODO'])
      expect(found.fault).toBeUndefined()
      expect(found.syncedAt).toBeGreaterThan(0)
    }
    const one = live()
    await one.connect(server.collection('found'))
    expect((await one.caldav.list()).map(({ name }) => name)).toEqual(['Work & play'])
  })

  test('tells which components a calendar holds', async () => {
    const set =
      '<d:displayname>tasks</d:displayname><c:supported-calendar-component-set><c:comp name="VTODO"/></c:supported-calendar-component-set>'
    const { life, id } = await calendar(set)
    expect((await life.calendar('tasks')).holds).toEqual(['VTODO'])
    const wrong = { uid: 'e', text: event('e', 'x'), base: null }
    await expect(life.caldav.put(id, wrong, never)).rejects.toMatchObject({ code: 'BAD_TARGET' })
  })
})

describe.skipIf(!isThere)('[caldav.write] an event on a server', () => {
  test('is created, changed and taken away, and read back each time', async () => {
    const { life, id, name } = await calendar()
    const made = await life.caldav.put(id, { uid: 'a-1', text: event('a-1', 'First'), base: null }, never)
    expect(made).toMatchObject({ calendar: id, uid: 'a-1', name: 'a-1.ics', etag: expect.any(String) })
    expect(Object.keys(server.files(name))).toEqual(['a-1.ics'])
    const read = await life.read(id, 'a-1')
    expect(read).toMatchObject({ etag: made.etag, name: 'a-1.ics' })
    expect(read.text).toContain('SUMMARY:First')
    const changed = await life.caldav.put(id, { uid: 'a-1', text: event('a-1', 'Second'), base: read.etag }, never)
    expect(changed.etag).not.toBe(made.etag)
    expect(server.files(name)['a-1.ics']).toContain('SUMMARY:Second')
    // As undo does it: the former text over what is there now.
    await life.caldav.put(id, { uid: 'a-1', text: read.text, base: changed.etag ?? '' }, never)
    expect(server.files(name)['a-1.ics']).toContain('SUMMARY:First')
    const { etag } = await life.read(id, 'a-1')
    expect(await life.caldav.put(id, { uid: 'a-1', text: null, base: etag }, never)).not.toHaveProperty('etag')
    expect(server.files(name)).toEqual({})
    await expect(life.read(id, 'a-1')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    // And as undo takes that back.
    await life.caldav.put(id, { uid: 'a-1', text: read.text, base: null }, never)
    expect(server.files(name)['a-1.ics']).toContain('SUMMARY:First')
    expect(cached((await life.calendar(name)).folder)).toHaveLength(1)
  })

  test('keeps its address, and a UID that is no good for one gets another', async () => {
    const { life, id, name, url } = await calendar()
    await server.http('PUT', `${url}old%20name.ics`, { body: event('b-1', 'Theirs') })
    const theirs = await life.read(id, 'b-1')
    expect(theirs.name).toBe('old name.ics')
    await life.caldav.put(id, { uid: 'b-1', text: event('b-1', 'Ours'), base: theirs.etag }, never)
    expect(server.files(name)['old name.ics']).toContain('SUMMARY:Ours')
    const odd = 'ü/../../x y?#%2e'
    await life.caldav.put(id, { uid: odd, text: event(odd, 'Odd'), base: null }, never)
    expect(Object.keys(server.files(name)).sort()).toEqual([
      expect.stringMatching(/^[0-9a-f]{64}\.ics$/),
      'old name.ics',
    ])
    expect((await life.read(id, odd)).text).toContain('SUMMARY:Odd')
  })

  test('that two clients change is not overwritten, and is read again', async () => {
    const { life, id, name, url } = await calendar()
    const { etag = '' } = await life.caldav.put(id, { uid: 'c-1', text: event('c-1', 'Ours'), base: null }, never)
    await server.http('PUT', `${url}c-1.ics`, { body: event('c-1', 'Theirs') })
    const change = { uid: 'c-1', text: event('c-1', 'Ours again'), base: etag }
    await expect(life.caldav.put(id, change, never)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(life.caldav.put(id, { ...change, text: null }, never)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(life.caldav.put(id, { ...change, base: null }, never)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(server.files(name)['c-1.ics']).toContain('SUMMARY:Theirs')
    expect(cached((await life.calendar(name)).folder)[0]).toContain('SUMMARY:Theirs')
    const read = await life.read(id, 'c-1')
    await life.caldav.put(id, { ...change, base: read.etag }, never)
    expect(server.files(name)['c-1.ics']).toContain('SUMMARY:Ours again')
    await server.http('DELETE', `${url}c-1.ics`)
    const after = { ...change, base: read.etag }
    await expect(life.caldav.put(id, after, never)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(server.files(name)).toEqual({})
  })

  test('is refused where it is not one event with that UID', async () => {
    const { life, id, name } = await calendar()
    const texts = ['', 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n', event('other', 'x'), 'x'.repeat(2_000_000)]
    for (const text of texts)
      await expect(life.caldav.put(id, { uid: 'd-1', text, base: null }, never)).rejects.toMatchObject({
        code: expect.stringMatching(/BAD_INPUT|TOO_LARGE/),
      })
    expect(server.files(name)).toEqual({})
  })
})

describe.skipIf(!isThere)('[caldav.cut] a connection that is cut', () => {
  const stamp = ['X-STEWARD-CALL:call-1']

  test('before a change arrives leaves everything as it was, and it is said', async () => {
    for (const when of ['before', 'within'] as const) {
      const { life, id, name } = await calendar()
      proxy.cut = { words: 'e-1.ics HTTP', when }
      const change = { uid: 'e-1', text: event('e-1', 'Cut', [...stamp, `DESCRIPTION:${'x'.repeat(500)}`]), base: null }
      const thrown = await life.caldav.put(id, change, never).catch((fault) => fault)
      expect(thrown).toMatchObject({ code: 'UNAVAILABLE', retryable: true })
      expect(thrown.message).toContain('as it was before')
      expect(server.files(name)).toEqual({})
      await life.caldav.put(id, change, never)
      expect(Object.keys(server.files(name))).toEqual(['e-1.ics'])
    }
  })

  test('after it arrived is no failure: what is there is looked at', async () => {
    const { life, id, name } = await calendar()
    proxy.cut = { words: 'PUT ', when: 'after' }
    const made = await life.caldav.put(id, { uid: 'f-1', text: event('f-1', 'Arrived', stamp), base: null }, never)
    expect(made.etag).toBe((await life.read(id, 'f-1')).etag)
    proxy.cut = { words: 'PUT ', when: 'after' }
    const next = await life.caldav.put(id, { uid: 'f-1', text: event('f-1', 'Next'), base: made.etag ?? '' }, never)
    expect(server.files(name)['f-1.ics']).toContain('SUMMARY:Next')
    proxy.cut = { words: 'DELETE ', when: 'after' }
    await life.caldav.put(id, { uid: 'f-1', text: null, base: next.etag ?? '' }, never)
    expect(server.files(name)).toEqual({})
    expect(cached((await life.calendar(name)).folder)).toEqual([])
  })

  test('and a try that is repeated after all does nothing twice', async () => {
    const { life, id, url } = await calendar()
    const change = { uid: 'g-1', text: event('g-1', 'Once', stamp), base: null }
    await server.http('PUT', `${url}g-1.ics`, { body: change.text })
    expect(await life.caldav.put(id, change, never)).toMatchObject({ uid: 'g-1', etag: expect.any(String) })
  })
})

describe.skipIf(!isThere)('[caldav.sync] a copy of a calendar', () => {
  const texts = function* (): Generator<[string, string]> {
    for (let n = 0; n < many; n++) yield [`n${n}.ics`, event(`n${n}`, `Event ${n}`)]
  }

  test(`of ${many} events is made once, and then only what changed is moved`, { timeout: 600_000 }, async () => {
    const { life, id, name, url } = await calendar()
    server.fill(name, texts())
    // A server that has had them for years knows them already; this one has to read each of them first.
    await (await server.http('PROPFIND', url, { headers: { depth: '1' } })).text()
    const first = await measured(() => life.caldav.sync(undefined, never))
    const { folder } = await life.calendar(name)
    expect(readdirSync(folder)).toHaveLength(many)
    expect(await life.accounts.list()).toMatchObject([{ calendars: 1, syncedAt: expect.any(Number) }])
    const idle = await measured(() => life.caldav.sync(undefined, never))
    expect(idle.requests).toHaveLength(1)
    await server.http('PUT', `${url}n7.ics`, { body: event('n7', 'Moved') })
    const next = await measured(() => life.caldav.sync(undefined, never))
    expect(next.requests.map((line) => line.split(' ')[0])).toEqual(['PROPFIND', 'REPORT', 'REPORT'])
    expect(next.bytes).toBeLessThan(6000)
    expect((await life.read(id, 'n7')).text).toContain('SUMMARY:Moved')
    await server.http('DELETE', `${url}n8.ics`)
    const gone = await measured(() => life.caldav.sync(undefined, never))
    expect(gone.requests).toHaveLength(2)
    expect(readdirSync(folder)).toHaveLength(many - 1)
    process.stderr.write(
      `CalDAV, ${many} events: first ${told(first)}; nothing new ${told(idle)}; one change ${told(next)}; one gone ${told(gone)}\n`,
    )
  })

  test('outlives the process, and a token that the server forgot moves nothing that is here', async () => {
    const { life, name, url } = await calendar()
    server.fill(name, [...texts()].slice(0, 40))
    await life.caldav.sync(undefined, never)
    const { folder } = await life.calendar(name)
    await life.caldav.close()
    const state = JSON.parse(readFileSync(`${folder}.json`, 'utf8'))
    writeFileSync(`${folder}.json`, JSON.stringify({ ...state, token: 'http://radicale.org/ns/sync/nonsense' }))
    await server.http('DELETE', `${url}n1.ics`)
    await server.http('PUT', `${url}n2.ics`, { body: event('n2', 'New') })
    const next = live(life.folder, life.settings.accounts)
    const seen = await measured(() => next.caldav.sync(undefined, never))
    expect(readdirSync(folder)).toHaveLength(39)
    expect(cached(folder).filter((text) => text.includes('SUMMARY:New'))).toHaveLength(1)
    expect(seen.requests.filter((line) => line.startsWith('REPORT'))).toHaveLength(3)
    expect(await next.accounts.list()).not.toMatchObject([{ fault: expect.anything() }])
  })

  test('mends itself where files were cut off, lost or left by a process that was killed', async () => {
    const { life, name } = await calendar()
    server.fill(name, [...texts()].slice(0, 12))
    await life.caldav.sync(undefined, never)
    const { folder } = await life.calendar(name)
    const whole = cached(folder).sort()
    await life.caldav.close()
    const [first = '', second = '', third = ''] = readdirSync(folder)
    rmSync(join(folder, first))
    writeFileSync(join(folder, second), '')
    writeFileSync(join(folder, `${third}.12-34.tmp`), 'half')
    writeFileSync(join(folder, 'nobody.ics'), event('nobody', 'Nobody knows it'))
    const next = live(life.folder, life.settings.accounts)
    const seen = await measured(() => next.caldav.sync(undefined, never))
    expect(cached(folder).sort()).toEqual(whole)
    expect(readdirSync(folder)).toHaveLength(12)
    expect(seen.bytes).toBeLessThan(9000)
  })

  test('is renamed, and goes, with the collection', async () => {
    count += 1
    const name = `cal${count}`
    const url = await server.make(name, '<d:displayname>Before</d:displayname>')
    const life = live()
    await life.connect(proxy.url)
    const { folder, id } = await life.calendar('Before')
    const body =
      '<d:propertyupdate xmlns:d="DAV:"><d:set><d:prop><d:displayname>After</d:displayname></d:prop></d:set></d:propertyupdate>'
    expect((await server.http('PROPPATCH', url, { body })).status).toBe(207)
    await life.caldav.sync(undefined, never)
    expect(await life.calendar('After')).toMatchObject({ id, folder })
    expect(life.changed).toContain('calendars')
    await server.http('DELETE', url)
    await life.caldav.sync(undefined, never)
    await expect(life.calendar('After')).rejects.toThrow('no calendar')
    expect(() => readdirSync(folder)).toThrow('ENOENT')
    await expect(life.read(id, 'x')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('is not made while STOP is set', async () => {
    const { life, name, id, url } = await calendar()
    await life.caldav.put(id, { uid: 'h-1', text: event('h-1', 'Before'), base: null }, never)
    await server.http('PUT', `${url}h-1.ics`, { body: event('h-1', 'After') })
    life.stopped = true
    const seen = await measured(async () => {
      await life.caldav.sync(undefined, never)
      expect((await life.read(id, 'h-1')).text).toContain('SUMMARY:Before')
    })
    expect(seen.requests).toEqual([])
    life.stopped = false
    await life.caldav.sync(undefined, never)
    expect(cached((await life.calendar(name)).folder)[0]).toContain('SUMMARY:After')
  })
})

describe.skipIf(!isThere)('[caldav.down] a server that is down', () => {
  test('is told, the copy is read, nothing is changed, and other accounts go on', { timeout: 60_000 }, async () => {
    const { life, id, name } = await calendar()
    const made = await life.caldav.put(id, { uid: 'i-1', text: event('i-1', 'Kept'), base: null }, never)
    await life.caldav.close()
    const other = await startRadicale()
    try {
      await other.make('fine', '<d:displayname>fine</d:displayname>')
      await server.kill()
      const next = live(life.folder, life.settings.accounts)
      await next.connect(other.url)
      await next.caldav.sync(undefined, never)
      expect(await next.calendar(name)).toMatchObject({ fault: expect.stringMatching(/broke off|can not be reached/) })
      expect((await next.calendar('fine')).fault).toBeUndefined()
      expect(await next.read(id, 'i-1')).toMatchObject({ etag: made.etag, text: expect.stringContaining('Kept') })
      const change = { uid: 'i-1', text: event('i-1', 'New'), base: made.etag ?? '' }
      await expect(next.caldav.put(id, change, never)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryable: true })
      await server.start()
      await next.caldav.sync(undefined, never)
      expect((await next.calendar(name)).fault).toBeUndefined()
      await next.caldav.put(id, change, never)
      expect(server.files(name)['i-1.ics']).toContain('SUMMARY:New')
    } finally {
      await other.stop()
    }
  })

  test('says for certain that nothing was changed where it could not even be reached', async () => {
    const { life, id, url } = await calendar()
    await life.caldav.close()
    const direct = live()
    const account = await direct.connect(url)
    await server.kill()
    // Connections that were open are known to be gone after this.
    await direct.caldav.sync(undefined, never)
    const change = { uid: 'j-1', text: event('j-1', 'x'), base: null }
    const target = `${account}/${id.split('/')[1]}`
    const thrown = await direct.caldav.put(target, change, never).catch((fault) => fault)
    await server.start()
    expect(thrown).toMatchObject({ code: 'UNAVAILABLE', retryable: true })
    expect(thrown.message).toMatch(/can not be reached .* Nothing was changed\.$/)
    await direct.caldav.put(target, change, never)
  })
})

async function measured(work: () => Promise<unknown>): Promise<{ requests: string[]; bytes: number; ms: number }> {
  proxy.requests.length = 0
  proxy.bytes = 0
  const start = performance.now()
  await work()
  return { requests: [...proxy.requests], bytes: proxy.bytes, ms: Math.round(performance.now() - start) }
}

const told = ({ requests, bytes, ms }: { requests: string[]; bytes: number; ms: number }) =>
  `${requests.length} requests, ${bytes} bytes, ${ms} ms`
