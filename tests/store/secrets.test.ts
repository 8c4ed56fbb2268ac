// Passwords of accounts on the disk: shut, with the key in a keychain or in a file, and never lost in silence.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { list } from 'tar'
import { describe, expect, test } from 'vitest'
import { createBackup } from '../../sidecar/store/backup.ts'
import { openStore } from '../../sidecar/store/database.ts'
import { openSecrets, SecretStore } from '../../sidecar/store/secrets.ts'
import { needs } from '../servers/apt.ts'
import { secretServicePackages, startSecretService } from '../servers/secretservice.ts'
import { finish, says, start, tempFolder, tempPaths } from './temp.ts'

/** A keychain that outlives processes. */
class Chain {
  readonly kept = new Map<string, string>()
  refuses = false
  asked = 0

  async ask(account: string, _signal: AbortSignal, secret?: string): Promise<string | undefined> {
    this.asked += 1
    if (this.refuses) throw new Error('It is locked')
    if (secret !== undefined) this.kept.set(account, secret)
    return this.kept.get(account)
  }
}

const word = 'Zauberwort-7f3a'
const files = (folder: string) => readdirSync(folder).sort()
const everything = (folder: string) =>
  files(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
const inFile = (folder: string) => new SecretStore({ folder, keychain: undefined, why: 'STEWARD_HOME is set' })
const inChain = (folder: string, chain: Chain) => new SecretStore({ folder, keychain: async () => chain })

describe('[secrets.shut] a password', () => {
  test('without a keychain is shut in a file of mode 0600, with its key in another', async () => {
    const folder = tempFolder()
    await inFile(folder).set('account/a', word)
    expect(files(folder)).toEqual(['secrets-key', 'secrets.json'])
    for (const name of files(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    expect(everything(folder)).not.toContain(word)
    const later = inFile(folder)
    expect(await later.get('account/a')).toBe(word)
    expect(await later.get('account/b')).toBeUndefined()
    expect(await later.place()).toEqual({ where: 'file', isShut: false, count: 1, why: 'STEWARD_HOME is set' })
  })

  test('with a keychain leaves only the shut text on the disk, and the keychain has only the key', async () => {
    const folder = tempFolder()
    const chain = new Chain()
    await inChain(folder, chain).set('account/a', word)
    await inChain(folder, chain).set('account/b', 'other')
    expect(files(folder)).toEqual(['secrets.json'])
    expect([...chain.kept.values()]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
    const later = inChain(folder, chain)
    expect([await later.get('account/a'), await later.get('account/b')]).toEqual([word, 'other'])
    expect(await later.place()).toEqual({ where: 'keychain', isShut: false, count: 2 })
  })

  test('opens under no other name', async () => {
    const folder = tempFolder()
    const store = inFile(folder)
    await store.set('account/a', word)
    const path = join(folder, 'secrets.json')
    writeFileSync(path, readFileSync(path, 'utf8').replace('account/a', 'account/b'))
    await expect(inFile(folder).get('account/b')).rejects.toMatchObject({ code: 'NOT_CONFIGURED' })
  })

  test('moves to the keychain when one is there, and the key in the file goes', async () => {
    const folder = tempFolder()
    await inFile(folder).set('account/a', word)
    const chain = new Chain()
    expect(await inChain(folder, chain).get('account/a')).toBe(word)
    expect(files(folder)).toEqual(['secrets.json'])
    expect(await inChain(folder, chain).get('account/a')).toBe(word)
  })

  test('goes into a file while the keychain is shut, and nothing that was there before is lost', async () => {
    const folder = tempFolder()
    const chain = new Chain()
    await inChain(folder, chain).set('account/a', word)
    chain.refuses = true
    const shut = inChain(folder, chain)
    await expect(shut.get('account/a')).rejects.toMatchObject({ message: expect.stringContaining('It is locked') })
    expect(await shut.place()).toMatchObject({ where: 'keychain', isShut: true, why: 'It is locked' })
    await shut.set('account/b', 'other')
    expect(await shut.get('account/b')).toBe('other')
    chain.refuses = false
    const open = inChain(folder, chain)
    expect([await open.get('account/a'), await open.get('account/b')]).toEqual([word, 'other'])
    expect(files(folder)).toEqual(['secrets.json'])
  })

  test('that was refused does not make the keychain be asked over and over', async () => {
    const folder = tempFolder()
    const chain = new Chain()
    await inChain(folder, chain).set('account/a', word)
    chain.refuses = true
    chain.asked = 0
    const store = inChain(folder, chain)
    for (let n = 0; n < 5; n++) await store.get('account/a').catch(() => {})
    expect(chain.asked).toBe(1)
  })

  test('is forgotten, and the key with the last one', async () => {
    const folder = tempFolder()
    const store = inFile(folder)
    await store.set('account/a', word)
    await store.set('account/b', word)
    await store.remove('account/a')
    expect(await store.get('account/a')).toBeUndefined()
    expect(await store.get('account/b')).toBe(word)
    await store.remove('account/b')
    expect(files(folder)).toEqual(['secrets.json'])
    expect(await store.place()).toBeUndefined()
    await store.set('account/c', word)
    expect(await inFile(folder).get('account/c')).toBe(word)
  })
})

describe('[secrets.lost] a key that is gone', () => {
  const spoil: [string, (folder: string, chain: Chain) => void, boolean][] = [
    ['from the keychain', (_, chain) => chain.kept.clear(), true],
    ['from the folder', (folder) => rmSync(join(folder, 'secrets-key')), false],
    ['or another one', (folder) => writeFileSync(join(folder, 'secrets-key'), 'f'.repeat(64)), false],
  ]
  test.each(spoil)('%s says that the password is to be entered again, and then works', async (_, lose, isChain) => {
    const folder = tempFolder()
    const chain = new Chain()
    const make = () => (isChain ? inChain(folder, chain) : inFile(folder))
    await make().set('account/a', word)
    lose(folder, chain)
    const store = make()
    await expect(store.get('account/a')).rejects.toMatchObject({
      code: 'NOT_CONFIGURED',
      hint: expect.stringContaining('again'),
    })
    await store.set('account/a', word)
    expect(await make().get('account/a')).toBe(word)
  })

  test('with a file that is not whole is the same', async () => {
    const folder = tempFolder()
    await inFile(folder).set('account/a', word)
    writeFileSync(join(folder, 'secrets.json'), '{"account/a":')
    expect(await inFile(folder).get('account/a')).toBeUndefined()
  })
})

describe('[secrets.crash] a process that is killed', () => {
  test('while it writes leaves every password that was kept before', async () => {
    const folder = tempFolder()
    const code = `
      import { SecretStore } from 'store/secrets.ts'
      const store = new SecretStore({ folder: input.folder, keychain: undefined })
      await store.set('account/kept', 'kept')
      console.log('kept')
      for (let n = 0; ; n++) await store.set('account/' + (n % 7), 'x'.repeat(n % 90))
    `
    for (let round = 0; round < 6; round++) {
      const child = start(code, { folder })
      await says(child, 'kept')
      await new Promise((resolve) => setTimeout(resolve, 5 + round * 17))
      child.kill('SIGKILL')
      await finish(child)
      expect(await inFile(folder).get('account/kept')).toBe('kept')
      expect(files(folder)).toEqual(['secrets-key', 'secrets.json'])
    }
  })
})

describe('[secrets.backup] a backup', () => {
  test('holds neither the passwords nor what opens them', async () => {
    const paths = tempPaths()
    await openSecrets(paths, { STEWARD_HOME: '/x' }).set('account/a', word)
    expect(existsSync(join(paths.state, 'secrets-key'))).toBe(true)
    const store = openStore(paths.database, [])
    const target = join(tempFolder(), 'b.tar.gz')
    await createBackup({ paths, store, target, version: '0' })
    store.close()
    const names: string[] = []
    await list({ file: target, onReadEntry: (entry) => void names.push(entry.path) })
    expect(names.length).toBeGreaterThan(2)
    expect(names.filter((name) => name.includes('secret'))).toEqual([])
  })
})

const hasKeyring = needs(secretServicePackages)

describe.skipIf(!hasKeyring)('[secrets.shut] with a real keychain', () => {
  test('the key is there and nowhere else', async () => {
    const service = await startSecretService()
    const before = { ...process.env }
    try {
      Object.assign(process.env, service.env)
      const folder = tempFolder()
      const env = { STEWARD_HOME: folder, STEWARD_KEYCHAIN: 'on' }
      await openSecrets({ state: folder }, env).set('account/a', word)
      expect(files(folder)).toEqual(['secrets.json'])
      expect(everything(folder)).not.toContain(word)
      const later = openSecrets({ state: folder }, env)
      expect(await later.get('account/a')).toBe(word)
      expect(await later.place()).toEqual({ where: 'keychain', isShut: false, count: 1 })
    } finally {
      process.env = before
      await service.stop()
    }
  })
})
