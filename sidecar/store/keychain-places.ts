// Where the seals of the audit log are kept: the key in the keychain where there is one, else in a file.
import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { discard } from './files.ts'
import { KeychainSlot } from './keychain-slot.ts'
import { keyFile, type TextFile, textFile } from './keys.ts'
import type { Paths } from './paths.ts'

/** Whether the keychain is to be used, and why not. */
export type KeychainWish = { use: true } | { use: false; why: string }

/** What the environment says. A folder of its own is for trials and servers, and leaves the user's keychain alone. */
export function keychainWish(env: NodeJS.ProcessEnv): KeychainWish {
  const word = env.STEWARD_KEYCHAIN
  if (word === 'on') return { use: true }
  if (word) return { use: false, why: `STEWARD_KEYCHAIN is ${word === 'off' ? 'off' : 'neither on nor off'}` }
  return env.STEWARD_HOME ? { use: false, why: 'STEWARD_HOME is set' } : { use: true }
}

/** The places of the seals. A process that died while writing leaves no key behind. */
export function sealPlaces(paths: Paths, env: NodeJS.ProcessEnv): { keys: KeychainSlot; anchor: TextFile } {
  const file = keyFile(paths)
  for (const name of readdirSync(dirname(file)))
    if (name.startsWith(`${basename(file)}.`) && name.endsWith('.tmp')) discard(join(dirname(file), name))
  const wish = keychainWish(env)
  const keys = new KeychainSlot({
    ...{ file: textFile(file), name: paths.data },
    keychain: wish.use ? async () => (await import('./keychain.ts')).systemKeychain : undefined,
    ...(wish.use ? {} : { why: wish.why }),
  })
  return { keys, anchor: textFile(paths.anchor) }
}
