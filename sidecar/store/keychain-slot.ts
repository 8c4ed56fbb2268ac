// A text with key pairs in it, in a file whose private halves only a secret from the keychain opens. The keychain holds
// that secret and no key: it is read once in a process, so that no write has to wait for it, and the file is replaced at
// one stroke as before. Where the keychain does not answer, new keys stand in the file as they are.
import type { Keychain } from './keychain.ts'
import { isSecret, newSecret, open, shortHash, shut } from './keychain-box.ts'
import type { TextFile } from './keys.ts'

/** Where the present key is. */
export interface KeyPlace {
  where: 'keychain' | 'file'
  /** It is in the keychain and can't be had now. */
  isShut: boolean
  /** Why the keychain is not used, or can't be. */
  why?: string
}

interface Pair {
  public: string
  private?: string
  /** The private half, shut. */
  box?: string
}

interface State {
  /** The account in the keychain. */
  id?: string
  current?: Pair
  next?: Pair
  /** The secret that opens the boxes is gone for good. */
  lost?: true
}

export interface KeychainSlotOptions {
  file: TextFile
  /** What the installation is called in the keychain, where its file does not say. */
  name: string
  /** Without one, keys that are in the keychain are given up. */
  keychain: (() => Promise<Keychain>) | undefined
  /** Why there is none. */
  why?: string
}

/** Nothing is asked before the start is over, a person may have to unlock it, and a refusal is no reason to insist. */
const SETTLE_MS = 300
const PATIENCE_MS = 120_000
const PAUSE_MS = 300_000

export class KeychainSlot implements TextFile {
  readonly #options: KeychainSlotOptions
  readonly #end = new AbortController()
  #key: { id: string; secret: string } | undefined
  /** The keychain answered, and has nothing for us. */
  #isEmpty: boolean
  #why: string | undefined
  #timer: NodeJS.Timeout | undefined
  #asking: Promise<void> | undefined
  #askedAt = Number.NEGATIVE_INFINITY

  constructor(options: KeychainSlotOptions) {
    this.#options = options
    this.#isEmpty = options.keychain === undefined
    this.#why = options.why
  }

  read(): string | undefined {
    this.#askLater()
    const state = this.#state()
    return state && JSON.stringify(this.#opened(state))
  }

  write(text: string): void {
    this.#askLater()
    const { lost, ...state } = JSON.parse(text) as State & { restored?: true }
    // That it is lost matters only for as long as sealing has to begin anew for it.
    const mark = lost && state.restored ? { lost } : {}
    this.#options.file.write(JSON.stringify(this.#shut({ ...state, ...mark })))
  }

  /** Resolves when the keychain has answered, or `ms` have passed. */
  async ready(ms: number): Promise<void> {
    const late = Promise.withResolvers<void>()
    const timer = setTimeout(late.resolve, ms)
    await Promise.race([this.#ask(), late.promise])
    clearTimeout(timer)
  }

  /** Where the key is. */
  place(): KeyPlace {
    const { current, next } = this.#state() ?? {}
    const where = (current ?? next)?.box === undefined ? 'file' : 'keychain'
    const isShut = where === 'keychain' && this.#key === undefined && !this.#isEmpty
    return { where, isShut, ...(this.#why === undefined ? {} : { why: this.#why }) }
  }

  /** Waits for the keychain no longer. */
  end(): void {
    clearTimeout(this.#timer)
    this.#end.abort()
  }

  #state(): State | undefined {
    const text = this.#options.file.read()
    return text === undefined ? undefined : JSON.parse(text)
  }

  #opened(state: State): State {
    const { id: _, lost: before, current, next, ...rest } = state
    const pairs = { current: this.#openPair(current), next: this.#openPair(next) }
    const isLost = Object.values(pairs).some((pair) => pair?.box !== undefined) && (this.#isEmpty || this.#key)
    return { ...rest, ...present(pairs), ...(isLost || before ? { lost: true } : {}) }
  }

  #openPair(pair: Pair | undefined): Pair | undefined {
    if (pair?.box === undefined || !this.#key) return pair
    const half = open(pair.box, this.#key.secret, pair.public)
    return half === undefined ? pair : { public: pair.public, private: half }
  }

  #shut(state: State): State {
    const key = this.#key
    const { current, next, ...rest } = state
    const shutPair = (pair: Pair | undefined): Pair | undefined =>
      key && pair?.private !== undefined
        ? { public: pair.public, box: shut(pair.private, key.secret, pair.public) }
        : pair
    const pairs = present({ current: shutPair(current), next: shutPair(next) })
    const isBoxed = Object.values(pairs).some((pair) => pair.box !== undefined)
    const id = key?.id ?? this.#state()?.id
    return { ...rest, ...pairs, ...(isBoxed && id !== undefined ? { id } : {}) }
  }

  #askLater(): void {
    if (this.#isSettled() || this.#timer || performance.now() - this.#askedAt < PAUSE_MS) return
    this.#timer = setTimeout(() => void this.#ask(), SETTLE_MS).unref()
  }

  #isSettled(): boolean {
    return this.#options.keychain === undefined || this.#key !== undefined || this.#asking !== undefined
  }

  #ask(): Promise<void> {
    if (this.#asking) return this.#asking
    if (this.#isSettled()) return Promise.resolve()
    clearTimeout(this.#timer)
    this.#asking = this.#fetch()
      .catch((thrown: unknown) => {
        this.#why = thrown instanceof Error ? thrown.message : String(thrown)
      })
      .finally(() => {
        this.#askedAt = performance.now()
        this.#timer = undefined
        this.#asking = undefined
      })
    return this.#asking
  }

  // The account's name comes from the file, so that a folder that is moved keeps its key; else from where it lies, so
  // that a process which ended before the file was written leaves a secret that the next one finds.
  async #fetch(): Promise<void> {
    const keychain = await this.#options.keychain?.()
    if (!keychain) return
    const signal = AbortSignal.any([this.#end.signal, AbortSignal.timeout(PATIENCE_MS)])
    const id = this.#state()?.id ?? shortHash(this.#options.name)
    const account = `audit-key-${id}`
    let secret = await keychain.ask(account, signal)
    if (!isSecret(secret)) {
      this.#isEmpty = true
      const made = newSecret()
      // Only what can be read back is there.
      secret = await keychain.ask(account, signal, made)
      if (secret !== made) throw new Error('It does not keep what it is given')
    }
    this.#key = { id, secret }
    this.#why = undefined
  }
}

function present(pairs: { current: Pair | undefined; next: Pair | undefined }): { current?: Pair; next?: Pair } {
  const { current, next } = pairs
  return { ...(current ? { current } : {}), ...(next ? { next } : {}) }
}
