// Who may talk to the shell. A token opens the door once and is worthless afterwards; the key it buys lives as long as
// this process, in memory only.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const TOKEN_MS = 10 * 60 * 1000
const MOST_TOKENS = 64

export type Redeemed = { key: string; name: string } | { error: 'used' | 'unknown' }

export interface Sessions {
  /** A new one-time token. */
  mint(): string
  /** Burns a token and gives the key for it, and a name by which this window is told from others. */
  redeem(token: string): Redeemed
  /** Whether this is the key of this launch. */
  isKey(given: string | undefined): boolean
}

const random = () => randomBytes(32).toString('base64url')
// Digests have one length and tell nothing by how far they agree.
const digest = (text: string) => createHash('sha256').update(text).digest()

/** The tokens and the key of one launch. */
export function createSessions(now: () => number = Date.now): Sessions {
  const key = random()
  const keyDigest = digest(key)
  let windows = 0
  /** When each was made, by its digest; nothing where it was used. */
  const tokens = new Map<string, number | undefined>()

  return {
    mint() {
      const token = random()
      const [oldest] = tokens.keys()
      if (tokens.size >= MOST_TOKENS && oldest !== undefined) tokens.delete(oldest)
      tokens.set(digest(token).toString('hex'), now())
      return token
    },
    redeem(token) {
      const id = digest(token).toString('hex')
      if (!tokens.has(id)) return { error: 'unknown' }
      const made = tokens.get(id)
      tokens.set(id, undefined)
      if (made === undefined) return { error: 'used' }
      return now() - made > TOKEN_MS ? { error: 'unknown' } : { key, name: `window ${++windows}` }
    },
    isKey: (given) => given !== undefined && timingSafeEqual(digest(given), keyDigest),
  }
}
