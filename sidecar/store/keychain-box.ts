// Shuts a short text so that only a secret kept elsewhere opens it: AES-256-GCM, in hex, bound to a name.

const crypto = () => process.getBuiltinModule('node:crypto')
const NONCE = 12
const TAG = 16

/** A new secret. */
export const newSecret = (): string => crypto().randomBytes(32).toString('hex')

/** A short word that stands for a text. */
export const shortHash = (text: string): string => crypto().createHash('sha256').update(text).digest('hex').slice(0, 32)

/** Whether a text can be a secret from here. */
export const isSecret = (text: string | undefined): text is string => text !== undefined && /^[0-9a-f]{64}$/.test(text)

/** The text, shut. */
export function shut(text: string, secret: string, name: string): string {
  const nonce = crypto().randomBytes(NONCE)
  const cipher = crypto().createCipheriv('aes-256-gcm', Buffer.from(secret, 'hex'), nonce).setAAD(Buffer.from(name))
  const body = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('hex')
}

/** The text again; nothing where this secret or this name does not open it. */
export function open(box: string, secret: string, name: string): string | undefined {
  const bytes = Buffer.from(box, 'hex')
  const nonce = bytes.subarray(0, NONCE)
  const tag = bytes.subarray(NONCE, NONCE + TAG)
  try {
    const decipher = crypto().createDecipheriv('aes-256-gcm', Buffer.from(secret, 'hex'), nonce, { authTagLength: TAG })
    decipher.setAAD(Buffer.from(name)).setAuthTag(tag)
    return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
