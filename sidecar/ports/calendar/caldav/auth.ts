// How the user says who they are: Basic (RFC 7617), or Digest (RFC 7616) where the server wants that.
import { createHash, randomBytes } from 'node:crypto'

export interface Credentials {
  user: string
  password: string
}

interface Challenge {
  realm: string
  nonce: string
  opaque?: string
  algorithm: 'MD5' | 'SHA-256'
  hasQop: boolean
}

export class Auth {
  readonly #credentials: Credentials | undefined
  #isBasic: boolean
  #challenge: Challenge | undefined
  #count = 0

  /** `isSafe`: nobody between here and there reads what is sent, so Basic need not wait to be asked for. */
  constructor(credentials: Credentials | undefined, isSafe: boolean) {
    this.#credentials = credentials
    this.#isBasic = isSafe
  }

  /** What goes along with a request. */
  header(method: string, url: URL): string | undefined {
    if (!this.#credentials) return undefined
    if (this.#challenge) return this.#digest(this.#credentials, this.#challenge, method, `${url.pathname}${url.search}`)
    if (!this.#isBasic) return undefined
    const { user, password } = this.#credentials
    return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  }

  /** Takes what a 401 asks for. Whether it is worth trying again. */
  hear(wants: string | null): boolean {
    if (!this.#credentials || wants === null) return false
    const digest = challengeOf(wants)
    if (digest) {
      // The same question again means no, unless it only says that time has passed.
      const isNew = this.#challenge === undefined || /\bstale\s*=\s*"?true/i.test(wants)
      this.#challenge = digest
      this.#count = 0
      return isNew
    }
    if (this.#isBasic || !/\bbasic\b/i.test(wants)) return false
    this.#isBasic = true
    return true
  }

  /** Says who it is without being asked: some servers answer strangers, and tell them nothing. */
  insist(): boolean {
    if (this.#isBasic || this.#challenge || !this.#credentials) return false
    this.#isBasic = true
    return true
  }

  #digest({ user, password }: Credentials, challenge: Challenge, method: string, uri: string): string {
    const { realm, nonce, opaque, algorithm, hasQop } = challenge
    const hash = (text: string) =>
      createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
        .update(text)
        .digest('hex')
    this.#count += 1
    const nc = this.#count.toString(16).padStart(8, '0')
    const cnonce = randomBytes(12).toString('hex')
    const who = hash(`${user}:${realm}:${password}`)
    const what = hash(`${method}:${uri}`)
    const response = hash(hasQop ? `${who}:${nonce}:${nc}:${cnonce}:auth:${what}` : `${who}:${nonce}:${what}`)
    const quoted = { username: user, realm, nonce, uri, response, ...(opaque === undefined ? {} : { opaque }) }
    const parts = Object.entries(quoted).map(([name, value]) => `${name}="${value.replace(/["\\]/g, '\\$&')}"`)
    if (hasQop) parts.push('qop=auth', `nc=${nc}`, `cnonce="${cnonce}"`)
    return `Digest ${[...parts, `algorithm=${algorithm}`].join(', ')}`
  }
}

function challengeOf(wants: string): Challenge | undefined {
  const [, text] = /\bdigest\s+([\s\S]*)/i.exec(wants) ?? []
  if (text === undefined) return undefined
  const found = new Map<string, string>()
  for (const [, name = '', quoted, plain] of text.matchAll(/([a-z-]+)\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^\s,"]+))/gi))
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '')
  const nonce = found.get('nonce')
  const named = (found.get('algorithm') ?? 'MD5').toUpperCase()
  if (nonce === undefined || (named !== 'MD5' && named !== 'SHA-256')) return undefined
  const opaque = found.get('opaque')
  const hasQop = /\bauth\b(?!-)/i.test(found.get('qop') ?? '')
  return {
    ...{ realm: found.get('realm') ?? '', nonce, algorithm: named, hasQop },
    ...(opaque === undefined ? {} : { opaque }),
  }
}
