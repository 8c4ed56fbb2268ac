// Passwords of accounts: each shut by itself in one file of mode 0600. What opens them is in the keychain where there is one,
// else in a second file. Both lie in the state folder, so that no backup takes them along.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { StewardError } from '../text/errors.ts'
import { discard } from './files.ts'
import type { Keychain } from './keychain.ts'
import { isSecret, newSecret, open, shortHash, shut } from './keychain-box.ts'
import { keychainWish } from './keychain-places.ts'
import type { KeyPlace } from './keychain-slot.ts'
import { textFile } from './keys.ts'
import type { Paths } from './paths.ts'

export interface Secrets {
  /** What is kept; nothing where nothing is. Throws where something is that can't be opened. */
  get(name: string): Promise<string | undefined>
  set(name: string, secret: string): Promise<void>
  remove(name: string): Promise<void>
  /** Where what opens them is; nothing where there are none. */
  place(): Promise<SecretPlace | undefined>
  /** Waits for the keychain no longer. */
  end(): void
}

export interface SecretPlace extends KeyPlace {
  count: number
}

interface Box {
  /** Where the key is that opens it. */
  in: KeyPlace['where']
  box: string
}

/** A person may have to unlock it, and a refusal is no reason to insist. */
const PATIENCE_MS = 120_000
/** Somebody who only wants to know where it is does not wait for that. */
const GLANCE_MS = 2000
const PAUSE_MS = 300_000

export interface SecretsOptions {
  /** The folder of the two files. */
  folder: string
  /** Without one, everything is in files. */
  keychain: (() => Promise<Keychain>) | undefined
  /** Why there is none. */
  why?: string
}

/** The store of a data folder; nothing is read yet. */
export function openSecrets(paths: Pick<Paths, 'state'>, env: NodeJS.ProcessEnv): Secrets {
  const wish = keychainWish(env)
  return new SecretStore({
    folder: paths.state,
    keychain: wish.use ? async () => (await import('./keychain.ts')).systemKeychain : undefined,
    ...(wish.use ? {} : { why: wish.why }),
  })
}

export class SecretStore implements Secrets {
  readonly #options: SecretsOptions
  readonly #file
  readonly #keyPath: string
  readonly #end = new AbortController()
  /** What opens the boxes, once it is known. */
  readonly #keys: Partial<Record<KeyPlace['where'], string>> = {}
  #why: string | undefined
  #askedAt = Number.NEGATIVE_INFINITY
  #isSwept = false
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: SecretsOptions) {
    this.#options = options
    this.#why = options.why
    this.#file = textFile(join(options.folder, 'secrets.json'))
    this.#keyPath = join(options.folder, 'secrets-key')
  }

  // A process that died while writing leaves no key behind.
  #sweep(): void {
    if (this.#isSwept) return
    this.#isSwept = true
    const isLeft = (name: string) => /^secrets(-key|\.json)\..+\.tmp$/.test(name)
    for (const name of readdirSync(this.#options.folder).filter(isLeft)) discard(join(this.#options.folder, name))
  }

  get(name: string): Promise<string | undefined> {
    return this.#inTurn(async () => {
      const boxes = this.#boxes()
      const found = boxes[name]
      if (!found) return undefined
      const secret = await this.#open(name, found)
      // It moves to the keychain as soon as there is one.
      if (found.in === 'file' && (await this.#ask(false))) this.#put(boxes, name, 'keychain', secret)
      return secret
    })
  }

  set(name: string, secret: string): Promise<void> {
    return this.#inTurn(async () => {
      const isIn = (await this.#ask(true)) ? 'keychain' : 'file'
      this.#put(this.#boxes(), name, isIn, secret)
    })
  }

  remove(name: string): Promise<void> {
    return this.#inTurn(async () => {
      const { [name]: gone, ...rest } = this.#boxes()
      if (gone) this.#write(rest)
    })
  }

  place(): Promise<SecretPlace | undefined> {
    return this.#inTurn(async () => {
      const boxes = Object.values(this.#boxes())
      if (boxes.length === 0) return undefined
      const where = boxes.some((box) => box.in === 'file') ? 'file' : 'keychain'
      const key = await this.#key(where, GLANCE_MS).catch(() => undefined)
      const why = this.#why === undefined ? {} : { why: this.#why }
      return { where, isShut: where === 'keychain' && key === undefined, count: boxes.length, ...why }
    })
  }

  end(): void {
    this.#end.abort()
  }

  // One after the other: each reads the file, and writes it whole.
  #inTurn<T>(step: () => Promise<T>): Promise<T> {
    const next = this.#last.then(step)
    this.#last = next.catch(() => {})
    return next
  }

  async #open(name: string, { in: where, box }: Box): Promise<string> {
    const key = await this.#key(where)
    const secret = key === undefined ? undefined : open(box, key, name)
    if (secret !== undefined) return secret
    throw new StewardError(
      'NOT_CONFIGURED',
      'The password can not be opened any more: its key is gone.',
      'Enter the password of the account again.',
    )
  }

  #put(boxes: Record<string, Box>, name: string, where: Box['in'], secret: string): void {
    if (where === 'file' && !this.#keys.file && !this.#readKey()) this.#makeKey()
    const key = this.#keys[where] ?? ''
    this.#write({ ...boxes, [name]: { in: where, box: shut(secret, key, name) } })
  }

  // The boxes first: a key without a box does no harm, a box without its key is lost.
  #write(boxes: Record<string, Box>): void {
    this.#file.write(JSON.stringify(boxes))
    if (Object.values(boxes).some((box) => box.in === 'file')) return
    discard(this.#keyPath)
    delete this.#keys.file
  }

  async #key(where: Box['in'], ms = PATIENCE_MS): Promise<string | undefined> {
    if (where === 'file') return this.#keys.file ?? this.#readKey()
    if (await this.#ask(false, ms)) return this.#keys.keychain
    const why = this.#why ?? 'it does not answer'
    throw new StewardError(
      'NOT_CONFIGURED',
      `The password is in the keychain, which can not be used now: ${why}.`,
      'Unlock the keychain, or enter the password of the account again.',
      true,
    )
  }

  #readKey(): string | undefined {
    const text = textFile(this.#keyPath).read()
    if (isSecret(text)) this.#keys.file = text
    return this.#keys.file
  }

  #makeKey(): void {
    const made = newSecret()
    textFile(this.#keyPath).write(made)
    this.#keys.file = made
  }

  // Whether the keychain is of use: it has our key, or took a new one and gave it back.
  async #ask(isUrgent: boolean, ms = PATIENCE_MS): Promise<boolean> {
    if (this.#keys.keychain !== undefined) return true
    const isTooSoon = !isUrgent && performance.now() - this.#askedAt < PAUSE_MS
    if (this.#options.keychain === undefined || isTooSoon) return false
    const signal = AbortSignal.any([this.#end.signal, AbortSignal.timeout(ms)])
    const account = `secrets-key-${shortHash(this.#options.folder)}`
    try {
      const keychain = await this.#options.keychain()
      let key = await keychain.ask(account, signal)
      if (!isSecret(key)) {
        const made = newSecret()
        key = await keychain.ask(account, signal, made)
        if (key !== made) throw new Error('It does not keep what it is given')
      }
      this.#keys.keychain = key
      this.#why = undefined
      return true
    } catch (thrown) {
      this.#why = thrown instanceof Error ? thrown.message : String(thrown)
      return false
    } finally {
      // A glance is no answer.
      if (ms === PATIENCE_MS) this.#askedAt = performance.now()
    }
  }

  #boxes(): Record<string, Box> {
    this.#sweep()
    const text = this.#file.read()
    if (text === undefined) return {}
    try {
      return JSON.parse(text)
    } catch {
      // Nothing in it can be opened: the passwords are asked for again.
      return {}
    }
  }
}
