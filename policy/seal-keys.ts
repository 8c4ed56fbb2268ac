// Ed25519 (RFC 8032) with keys and signatures in hex. node:crypto is loaded when the first key is needed, not before.

export interface KeyPair {
  public: string
  private: string
}

// What stands before the 32 bytes of a key in DER (RFC 8410).
const publicHead = '302a300506032b6570032100'
const privateHead = '302e020100300506032b657004220420'

const crypto = () => process.getBuiltinModule('node:crypto')

/** A new key. */
export function newKey(): KeyPair {
  const { publicKey, privateKey } = crypto().generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  })
  return { public: publicKey.toString('hex').slice(-64), private: privateKey.toString('hex').slice(-64) }
}

/** The signature over a text. */
export function sign(text: string, key: KeyPair): string {
  const der = Buffer.from(privateHead + key.private, 'hex')
  return crypto().sign(null, Buffer.from(text), { key: der, format: 'der', type: 'pkcs8' }).toString('hex')
}

/** Whether a text was signed with the key whose public half this is. One signature has one spelling. */
export function isSigned(text: string, signature: unknown, key: unknown): boolean {
  if (!isHex(signature, 128) || !isHex(key, 64)) return false
  const der = Buffer.from(publicHead + key, 'hex')
  try {
    const given = Buffer.from(signature, 'hex')
    return crypto().verify(null, Buffer.from(text), { key: der, format: 'der', type: 'spki' }, given)
  } catch {
    return false
  }
}

/** Whether a value is so many hex digits, in lower case. */
export function isHex(value: unknown, digits: number): value is string {
  return typeof value === 'string' && value.length === digits && /^[0-9a-f]*$/.test(value)
}
