// Servers that lack something, and servers that mean harm.
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { readMultistatus } from '../../../sidecar/ports/calendar/caldav/multistatus.ts'
import { type Fake, type FakeOptions, multistatus, part, startFake } from '../../servers/fakedav.ts'
import { password, user } from '../../servers/radicale.ts'
import { event, type Life, live, never } from './caldavlife.ts'

const fakes: Fake[] = []
afterEach(async () => {
  for (const fake of fakes.splice(0)) await fake.close()
})

async function fakeServer(options: FakeOptions = {}): Promise<Fake> {
  const fake = await startFake(options)
  fakes.push(fake)
  return fake
}

async function connected(
  options: FakeOptions,
  fill: readonly string[] = [],
): Promise<{ fake: Fake; life: Life; id: string }> {
  const fake = await fakeServer(options)
  for (const uid of fill) fake.put(`/home/cal/${uid}.ics`, event(uid, `Event ${uid}`))
  const life = live()
  const account = await life.connect(fake.url)
  return { fake, life, id: `${account}/cal` }
}

const since = (fake: Fake) => fake.requests.splice(0).map(({ line }) => line.split(' ')[0])
const ten = Array.from({ length: 10 }, (_, n) => `n${n}`)

describe('[caldav.sync] a server', () => {
  test.each([
    ['with a ctag only', { hasCtag: true }, ['PROPFIND'], ['PROPFIND', 'PROPFIND', 'REPORT']],
    ['with etags only', {}, ['PROPFIND', 'PROPFIND'], ['PROPFIND', 'PROPFIND', 'REPORT']],
  ])('%s has only the change moved', async (_, options, idle, moved) => {
    const { fake, life } = await connected(options, ten)
    since(fake)
    await life.caldav.sync(undefined, never)
    expect(since(fake)).toEqual(idle)
    fake.put('/home/cal/n3.ics', event('n3', 'Changed'))
    fake.remove('/home/cal/n4.ics')
    await life.caldav.sync(undefined, never)
    const { body } = fake.requests.at(-1) ?? { body: '' }
    expect(body.match(/<d:href>[^<]*/g)).toEqual(['<d:href>/home/cal/n3.ics'])
    expect(since(fake)).toEqual(moved)
    expect(readdirSync((await life.calendar('Fake')).folder)).toHaveLength(9)
  })

  test('that tells its changes in parts is asked until there are no more', async () => {
    const { fake, life } = await connected({ hasToken: true, part: 3 }, ten)
    expect(readdirSync((await life.calendar('Fake')).folder)).toHaveLength(10)
    for (const uid of ten.slice(0, 7)) fake.remove(`/home/cal/${uid}.ics`)
    await life.caldav.sync(undefined, never)
    expect(readdirSync((await life.calendar('Fake')).folder)).toHaveLength(3)
  })

  test('that has tokens and no report for them is listed instead', async () => {
    const first: FakeOptions['first'] = (_, response, body) => {
      if (!body.includes('sync-collection')) return false
      response.writeHead(501).end()
      return true
    }
    const { life } = await connected({ hasToken: true, first }, ten)
    expect(readdirSync((await life.calendar('Fake')).folder)).toHaveLength(10)
    expect((await life.calendar('Fake')).fault).toBeUndefined()
  })
})

describe('[caldav.write] a server', () => {
  test('that sends invitations by itself is known by its header', async () => {
    const { life } = await connected({ dav: '1, 2, calendar-access, calendar-auto-schedule' })
    expect((await life.calendar('Fake')).schedules).toBe(true)
    expect(await (await connected({})).life.calendar('Fake')).not.toHaveProperty('schedules')
  })

  test('that lets the user only read is not written to', async () => {
    const { fake, life, id } = await connected({ privileges: '<d:privilege><d:read/></d:privilege>' })
    expect((await life.calendar('Fake')).readOnly).toBe(true)
    since(fake)
    const change = { uid: 'a', text: event('a', 'x'), base: null }
    await expect(life.caldav.put(id, change, never)).rejects.toMatchObject({ code: 'BAD_TARGET' })
    expect(since(fake)).toEqual([])
  })

  test('that names no etag after a change, or a weak one, is asked for it', async () => {
    for (const options of [{ hasEtag: false }, { isWeak: true }]) {
      const { fake, life, id } = await connected(options)
      const made = await life.caldav.put(id, { uid: 'a', text: event('a', 'One'), base: null }, never)
      expect(made.etag).toMatch(/^(W\/)?"[0-9a-f]{8}"$/)
      await life.caldav.put(id, { uid: 'a', text: event('a', 'Two'), base: made.etag ?? '' }, never)
      expect(fake.texts.get('/home/cal/a.ics')).toContain('SUMMARY:Two')
      expect(fake.requests.filter(({ line }) => line.startsWith('PUT')).at(-1)?.ifMatch).toMatch(/^"/)
    }
  })

  test('that names no etag at all is never written over blindly', async () => {
    const first: FakeOptions['first'] = (request, response) => {
      if (request.method !== 'PROPFIND' || request.headers.depth !== '0' || !request.url?.endsWith('.ics')) return false
      response.writeHead(207, { 'content-type': 'application/xml' }).end(multistatus(part(request.url, '')))
      return true
    }
    const { fake, life, id } = await connected({ hasEtag: false, first })
    const made = await life.caldav.put(id, { uid: 'a', text: event('a', 'One'), base: null }, never)
    expect(made.etag).toBeUndefined()
    const change = { uid: 'a', text: event('a', 'Two'), base: '' }
    await expect(life.caldav.put(id, change, never)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(fake.texts.get('/home/cal/a.ics')).toContain('SUMMARY:One')
  })

  test('that fails half-way is looked at: what it did is no failure, what it did not is told', async () => {
    let isDone = true
    const first: FakeOptions['first'] = (request, response, body) => {
      if (request.method !== 'PUT') return false
      if (isDone) fake.put(request.url ?? '', body)
      response.writeHead(502).end()
      return true
    }
    const { fake, life, id } = await connected({})
    fake.options.first = first
    expect(await life.caldav.put(id, { uid: 'a', text: event('a', 'One'), base: null }, never)).toHaveProperty('etag')
    isDone = false
    const thrown = await life.caldav
      .put(id, { uid: 'b', text: event('b', 'x'), base: null }, never)
      .catch((fault) => fault)
    expect(thrown).toMatchObject({ code: 'UNAVAILABLE', retryable: true })
    expect(thrown.message).toContain('as it was before')
  })
})

describe('[caldav.discover] a server', () => {
  const asks = (wants: string) => {
    const seen: string[] = []
    const first: FakeOptions['first'] = (request, response) => {
      const { authorization = '' } = request.headers
      seen.push(authorization)
      if (isRight(authorization, request.method ?? '')) return false
      response.writeHead(401, { 'www-authenticate': wants }).end()
      return true
    }
    return { seen, first }
  }
  const hash = (name: string, text: string) => createHash(name).update(text).digest('hex')
  // As RFC 7616, 3.4.1 has it, worked out anew from what the client says.
  const isRight = (authorization: string, method: string): boolean => {
    const said = Object.fromEntries([...authorization.matchAll(/(\w+)="?([^",]+)"?/g)].map(([, k, v]) => [k, v]))
    const name = said.algorithm === 'SHA-256' ? 'sha256' : 'md5'
    const who = hash(name, `${user}:fake:${password}`)
    const what = hash(name, `${method}:${said.uri}`)
    const middle = said.qop ? `${said.nc}:${said.cnonce}:${said.qop}:` : ''
    return said.response === hash(name, `${who}:${said.nonce}:${middle}${what}`)
  }

  test.each([
    'Digest realm="fake", nonce="abc", qop="auth", opaque="x"',
    'Digest realm="fake", nonce="abc", qop="auth,auth-int", algorithm=SHA-256',
    'Digest realm="fake", nonce="abc"',
  ])('that wants %s gets it', async (wants) => {
    const { first } = asks(wants)
    const { life } = await connected({ first }, ['a'])
    expect((await life.calendar('Fake')).fault).toBeUndefined()
  })

  test('that says no to Digest is not asked for ever', async () => {
    const { seen, first } = asks('Digest realm="other", nonce="abc"')
    const fake = await fakeServer({ first })
    await expect(live().connect(fake.url)).rejects.toMatchObject({ code: 'NOT_CONFIGURED' })
    expect(seen.length).toBeLessThan(4)
  })

  test('that sends on within itself is followed, with the same method', async () => {
    const first: FakeOptions['first'] = (request, response) => {
      if (request.url !== '/.well-known/caldav') return false
      response.writeHead(301, { location: '/dav/' }).end()
      return true
    }
    const { fake } = await connected({ first })
    expect(fake.requests.slice(0, 2).map(({ line }) => line)).toEqual([
      'PROPFIND /.well-known/caldav',
      'PROPFIND /dav/',
    ])
    expect(fake.requests.every(({ authorization }) => authorization?.startsWith('Basic '))).toBe(true)
  })

  test('that is none says so', async () => {
    const pages = [
      [200, 'text/html', '<!doctype html><p>Hello'],
      [404, 'text/plain', 'no'],
      [207, 'application/xml', multistatus('')],
      [200, 'application/xml', '<a/>'],
    ] as const
    for (const [status, type, body] of pages) {
      const first: FakeOptions['first'] = (_, response) => {
        response.writeHead(status, { 'content-type': type }).end(body)
        return true
      }
      const life = live()
      const thrown = await life.connect((await fakeServer({ first })).url).catch((fault) => fault)
      expect(thrown).toMatchObject({ code: 'BAD_TARGET', message: expect.stringContaining('has no calendars') })
      expect(life.settings.accounts).toEqual([])
    }
  })
})

describe('[caldav.hostile] a server', () => {
  test('that sends us to another one does not make us give the password away, nor even go there', async () => {
    const thief = await fakeServer({})
    const redirect: FakeOptions['first'] = (_, response) => {
      response.writeHead(307, { location: `${thief.url}home/` }).end()
      return true
    }
    const ways: FakeOptions[] = [{ first: redirect }, { home: `${thief.url}home/` }]
    for (const options of ways) {
      const life = live()
      const thrown = await life.connect((await fakeServer(options)).url).catch((fault) => fault)
      expect(thrown).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining(thief.url.slice(0, -1)) })
    }
    const { fake, life, id } = await connected({}, ['a'])
    fake.options.first = redirect
    await life.caldav.sync(undefined, never)
    expect((await life.calendar('Fake')).fault).toContain('not given to another server')
    const { etag } = await life.read(id, 'a')
    await life.caldav.put(id, { uid: 'a', text: event('a', 'x'), base: etag }, never).catch(() => {})
    expect(thief.requests).toEqual([])
  })

  test('that names resources elsewhere is not listened to, and none gets out of its folder', async () => {
    const { fake, life } = await connected({}, ['a'])
    const thief = await fakeServer({})
    const hrefs = [
      `${thief.url}home/cal/b.ics`,
      '//evil.invalid/home/cal/c.ics',
      '/home/other/d.ics',
      '/home/cal/../../e.ics',
    ]
    const names = ['/home/cal/%2e%2e', '/home/cal/..%2f..%2fx.ics', '/home/cal/sub/f.ics', 'javascript:alert(1)', '']
    const data = `<d:getetag>"1"</d:getetag><c:calendar-data>${event('evil', 'Evil')}</c:calendar-data>`
    fake.options.first = (request, response) => {
      const isList = request.method === 'PROPFIND' && request.headers.depth === '1' && request.url === '/home/cal/'
      if (!isList && request.method !== 'REPORT') return false
      const parts = [...hrefs, ...names, '/home/cal/a.ics'].map((href) => part(href, data)).join('')
      response.writeHead(207, { 'content-type': 'application/xml' }).end(multistatus(parts))
      return true
    }
    await life.caldav.sync(undefined, never)
    const { folder } = await life.calendar('Fake')
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.ics$/)])
    expect(readdirSync(join(folder, '..')).sort()).toEqual(['account.json', 'cal', 'cal.json'])
    expect(thief.requests).toEqual([])
  })

  test.each([
    [
      'a bomb of entities',
      '<!DOCTYPE a [<!ENTITY x "xxxxxxxx"><!ENTITY y "&x;&x;&x;">]><d:multistatus xmlns:d="DAV:">&y;</d:multistatus>',
    ],
    [
      'a file of ours as an entity',
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><d:multistatus xmlns:d="DAV:">&x;</d:multistatus>',
    ],
    ['depth without end', '<a>'.repeat(100_000)],
    [
      'parts without end',
      `<d:multistatus xmlns:d="DAV:"><d:response>${'<a/>'.repeat(100_000)}</d:response></d:multistatus>`,
    ],
    ['a tag without end', `<d:multistatus ${'a="b" '.repeat(100_000)}`],
    ['tags that do not match', '<d:multistatus xmlns:d="DAV:"><a></b></d:multistatus>'],
    ['half an answer', '<d:multistatus xmlns:d="DAV:"><d:response>'],
    ['no XML', 'no'],
    ['nothing', ''],
  ])('that answers with %s is told, and the copy stays', async (_, answer) => {
    const { fake, life, id } = await connected({}, ['a'])
    fake.options.first = (request, response) => {
      if (request.method === 'GET') return false
      response.writeHead(207, { 'content-type': 'application/xml' }).end(answer)
      return true
    }
    const start = performance.now()
    await life.caldav.sync(undefined, never)
    expect(performance.now() - start).toBeLessThan(2000)
    expect((await life.calendar('Fake')).fault).toMatch(/is not understood/)
    expect((await life.read(id, 'a')).text).toContain('Event a')
  })

  test('that never stops, or is slow as it can be, is left in bounded time', async () => {
    const limits = { requestMs: 400, listMs: 400, answerBytes: 1024 * 1024 }
    const fake = await fakeServer({})
    const folder = live().folder
    const account = { id: 'x', kind: 'caldav', name: 'x', url: fake.url, user } as const
    const life = live(folder, [account], limits)
    await life.secrets.set('account/x', password)
    const ways: [NonNullable<FakeOptions['first']>, RegExp][] = [
      [() => true, /too long/],
      [
        (_, response) => {
          response.writeHead(207)
          const drip = setInterval(() => response.write(' '), 20)
          response.on('close', () => clearInterval(drip))
          return true
        },
        /too long/,
      ],
      [
        (_, response) => {
          response.writeHead(207)
          const pour = () => {
            while (!response.destroyed && response.write('<!-- x -->'.repeat(5000)));
            response.once('drain', pour)
          }
          response.write('<d:multistatus xmlns:d="DAV:">')
          pour()
          return true
        },
        /more than is read|too long/,
      ],
    ]
    await life.caldav.sync(undefined, never)
    expect((await life.caldav.list())[0]?.fault).toBeUndefined()
    for (const [first, says] of ways) {
      fake.options.first = first
      const start = performance.now()
      await life.caldav.sync(undefined, never)
      expect(performance.now() - start).toBeLessThan(3000)
      expect((await life.caldav.list())[0]?.fault).toMatch(says)
    }
  })

  test('that has an entry of more than 1 MB has it left out, and that is told', async () => {
    const { fake, life, id } = await connected({ hasToken: true }, ['a'])
    fake.put('/home/cal/big.ics', event('big', 'Big', [`DESCRIPTION:${'x'.repeat(1_200_000)}`]))
    await life.caldav.sync(undefined, never)
    const view = await life.calendar('Fake')
    expect(view.fault).toBe('Entries larger than 1 MB are left out: 1.')
    expect(readdirSync(view.folder)).toHaveLength(1)
    expect((await life.read(id, 'a')).text).toContain('Event a')
    fake.remove('/home/cal/big.ics')
    await life.caldav.sync(undefined, never)
  })

  test('gets the password over a plain connection only where the user named that, and it is said', async () => {
    const fake = await fakeServer({})
    const life = live()
    await life.connect(fake.url)
    expect((await life.accounts.list())[0]?.fault).toBeUndefined()
    life.settings.accounts = [{ id: 'far', kind: 'caldav', name: 'far', url: 'http://192.0.2.1/', user }]
    expect((await life.accounts.list())[0]?.fault).toMatch(/without encryption/)
  })
})

describe('[caldav.hostile] the reader of answers', () => {
  test('finds the same however an answer is cut into pieces', async () => {
    const text = multistatus(
      `${part('/a&amp;b/ü.ics', '<d:getetag>"1.10"</d:getetag><c:calendar-data><![CDATA[BEGIN <x> & ]] > END]]></c:calendar-data>')}<!-- <d:response> --><x:response xmlns:x="DAV:"><x:href>&#x2f;c&#47;</x:href><x:status>HTTP/1.1 404 Not Found</x:status></x:response><d:sync-token>1.10</d:sync-token>`,
    )
    const bytes = Buffer.from(text)
    const read = async (cuts: readonly number[]) => {
      const parts: unknown[] = []
      const edges = [0, ...[...cuts].sort((a, b) => a - b), bytes.length]
      const chunks = edges.slice(1).map((end, at) => bytes.subarray(edges[at], end))
      const body = (async function* () {
        yield* chunks
      })()
      const token = await readMultistatus(body, ({ href, status, props }) =>
        parts.push([href, status, [...props].map(([name, element]) => [name, element.text])]),
      )
      return { token, parts }
    }
    const whole = await read([])
    expect(whole).toEqual({
      token: '1.10',
      parts: [
        [
          '/a&b/ü.ics',
          200,
          [
            ['d:getetag', '"1.10"'],
            ['c:calendar-data', 'BEGIN <x> & ]] > END'],
          ],
        ],
        ['/c/', 404, []],
      ],
    })
    for (let at = 1; at < bytes.length; at++) expect([at, await read([at])]).toEqual([at, whole])
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 40 }), async (cuts) => {
        expect(await read(cuts)).toEqual(whole)
      }),
    )
  })
})
