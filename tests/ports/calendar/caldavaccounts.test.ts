// Accounts on a real Radicale: added, given another password, forgotten; and the password nowhere but where it is shut.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { needs } from '../../servers/apt.ts'
import { password, type Radicale, radicalePackages, startRadicale, user } from '../../servers/radicale.ts'
import { event, live, never } from './caldavlife.ts'

const isThere = needs(radicalePackages)
let server: Radicale

beforeAll(async () => {
  if (!isThere) return
  server = await startRadicale()
  await server.make('home', '<d:displayname>Home</d:displayname>')
}, 120_000)
afterAll(() => server?.stop())

const add = (life: ReturnType<typeof live>, more: object = {}) =>
  life.accounts.add({ kind: 'caldav', url: server.url, user, password, ...more }, never)

const everyFile = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())

describe.skipIf(!isThere)('[caldav.accounts] an account', () => {
  test('is kept with a short id, and its first copy is made in the background', async () => {
    const life = live()
    const made = await add(life, { name: 'Zürich & Büro' })
    expect(made).toMatchObject({ id: 'zurich-buro', kind: 'caldav', name: 'Zürich & Büro', url: server.url, user })
    expect(life.settings.accounts).toEqual([{ id: made.id, kind: 'caldav', name: made.name, url: server.url, user }])
    await life.accounts.sync(made.id, never)
    expect(await life.accounts.list()).toMatchObject([{ id: made.id, calendars: 1, syncedAt: expect.any(Number) }])
    expect(life.changed).toEqual(expect.arrayContaining(['accounts', 'calendars', 'tasks']))
  })

  test('is found from an e-mail address alone', async () => {
    const life = live()
    const host = `127.0.0.1:${server.port}`
    const wanted = { kind: 'caldav' as const, url: '', user: `${user}@${host}`, password }
    // This server knows the user by another name; it was found, and said so.
    await expect(life.accounts.add(wanted, never)).rejects.toMatchObject({ message: expect.stringContaining(host) })
  })

  test.each([
    ['a wrong password', { password: 'wrong' }, 'NOT_CONFIGURED', /does not accept/],
    ['an unknown user', { user: 'eve' }, 'NOT_CONFIGURED', /does not accept/],
    ['no password', { password: undefined }, 'NOT_CONFIGURED', /does not accept/],
    ['nobody there', { url: 'http://127.0.0.1:4/' }, 'UNAVAILABLE', /can not be reached/],
    ['no such host', { url: 'nowhere.invalid' }, 'UNAVAILABLE', /can not be reached/],
    ['no address', { url: 'not an address' }, 'BAD_INPUT', /not the address/],
    ['another kind of address', { url: 'ftp://127.0.0.1/' }, 'BAD_INPUT', /not the address/],
  ])('with %s is not kept', async (_, more, code, says) => {
    const life = live()
    await expect(add(life, more)).rejects.toMatchObject({ code, message: expect.stringMatching(says) })
    expect(life.settings.accounts).toEqual([])
    expect(everyFile(life.folder)).toEqual([])
  })

  test('is not kept twice, and two servers get two ids', async () => {
    const life = live()
    await add(life)
    await expect(add(life)).rejects.toMatchObject({ code: 'CONFLICT' })
    const { id } = await add(life, { url: server.collection('home') })
    expect(life.settings.accounts.map((account) => account.id)).toEqual(['127-0-0-1', id])
    expect(id).toBe('127-0-0-1-2')
  })

  test('with a password that is wrong by now says so, tries no more, and works again with the new one', async () => {
    const life = live()
    const { id } = await add(life)
    await life.accounts.sync(id, never)
    await life.secrets.set(`account/${id}`, 'old')
    life.caldav.renew(id)
    await life.accounts.sync(id, never)
    expect(await life.accounts.list()).toMatchObject([{ fault: expect.stringMatching(/does not accept/) }])
    expect((await life.caldav.list())[0]?.fault).toMatch(/does not accept/)
    await expect(life.accounts.password(id, 'worse', never)).rejects.toMatchObject({ code: 'NOT_CONFIGURED' })
    expect(await life.secrets.get(`account/${id}`)).toBe('old')
    const mended = await life.accounts.password(id, password, never)
    expect(mended.fault).toBeUndefined()
  })

  test('whose password can not be opened any more asks for it', async () => {
    const life = live()
    const { id } = await add(life)
    await life.caldav.close()
    await life.secrets.remove(`account/${id}`)
    const next = live(life.folder, life.settings.accounts)
    await next.accounts.sync(id, never)
    expect(await next.accounts.list()).toMatchObject([{ fault: 'The password is not there.' }])
    await next.accounts.password(id, password, never)
    expect((await next.accounts.list())[0]?.fault).toBeUndefined()
  })

  test('is forgotten with its password and its copies, and nothing on the server changes', async () => {
    const life = live()
    const { id } = await add(life)
    await life.accounts.sync(id, never)
    await life.caldav.put(`${id}/home`, { uid: 'k', text: event('k', 'Kept'), base: null }, never)
    const folder = join(life.folder, 'calendars', id)
    expect(existsSync(folder)).toBe(true)
    await life.accounts.remove(id)
    expect(life.settings.accounts).toEqual([])
    expect(existsSync(folder)).toBe(false)
    expect(await life.secrets.get(`account/${id}`)).toBeUndefined()
    expect(await life.caldav.list()).toEqual([])
    expect(Object.keys(server.files('home'))).toEqual(['k.ics'])
    await expect(life.accounts.remove(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('[secrets.nowhere] leaves its password in no setting, file, log, event or error', async () => {
    const life = live()
    const withIn = server.url.replace('http://', `http://${user}:${password}@`)
    const { id } = await life.accounts.add({ kind: 'caldav', url: withIn }, never)
    await life.accounts.sync(id, never)
    const errors: unknown[] = []
    const keep = (thrown: unknown) => void errors.push(thrown)
    await life.accounts.password(id, `${password}x`, never).catch(keep)
    await life.caldav.put(`${id}/home`, { uid: 'l', text: event('l', 'x'), base: '"none"' }, never).catch(keep)
    await server.kill()
    await life.accounts.sync(id, never)
    await life.accounts.password(id, password, never).catch(keep)
    await server.start()
    expect(errors).toHaveLength(3)
    expect(life.log.length).toBeGreaterThan(0)
    const said = errors.map((thrown) => `${(thrown as Error).stack} ${JSON.stringify(thrown)}`)
    const heard = JSON.stringify([said, life.log, life.settings, life.changed, await life.accounts.list()])
    const spelled = [password, btoa(`${user}:${password}`), encodeURIComponent(password)]
    for (const word of spelled) {
      expect(heard).not.toContain(word)
      for (const file of everyFile(life.folder)) expect([file, readFileSync(file, 'utf8')]).not.toContain(word)
      for (const file of everyFile(life.folder)) expect(readFileSync(file, 'latin1').includes(word)).toBe(false)
    }
    expect(everyFile(life.folder).length).toBeGreaterThan(3)
  })
})
