// What the doctor finds about the passwords of accounts: how they are kept, never what they are.
import type { ResultOf } from '../protocol/methods.ts'
import type { ApiParts } from './types.ts'

type Finding = ResultOf<'doctor/run'>['findings'][number]

/** Where the key is that opens them; nothing where there are none. */
export async function passwords({ secretPlace, paths }: Pick<ApiParts, 'secretPlace' | 'paths'>): Promise<Finding[]> {
  const place = await secretPlace()
  if (!place) return []
  const { where, isShut, why } = place
  const id = 'passwords'
  if (isShut)
    return [
      {
        ...{ id, level: 'warn' },
        text: `The key to the passwords of your accounts is in the keychain, which can not be used now: ${why ?? 'it does not answer'}.`,
        how: 'Unlock the keychain, or start Steward in your desktop session. If it is gone for good, enter the passwords again.',
      },
    ]
  if (where === 'keychain')
    return [
      { id, level: 'ok', text: 'The passwords of your accounts are encrypted, and their key is in the keychain.' },
    ]
  const text = `The passwords of your accounts are encrypted, and their key is in a file that only you can read, in ${paths.state}`
  if (why === undefined)
    return [{ id, level: 'note', text: `${text}. It moves to the keychain when they are next used.` }]
  return [
    {
      ...{ id, level: 'note', text: `${text}: the keychain is not used (${why}).` },
      how: 'To use it, start Steward with STEWARD_KEYCHAIN=on where there is one (on Linux, a Secret Service such as gnome-keyring, unlocked).',
    },
  ]
}
