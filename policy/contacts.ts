// The address book: whom the user put there, and nobody else. What is collected from mail is not in it.
import { norm } from './words.ts'

export interface Contact {
  name: string
  address: string
}

/** Whether a normalised value is, as a whole, the address or the name of somebody. */
export type AddressBook = (key: string) => boolean

/** The address book as it is at each look: a change counts at once, in every session. */
export function addressBook(list: () => readonly Contact[]): AddressBook {
  let indexed: readonly Contact[] = []
  let keys: ReadonlySet<string> = new Set()
  return (key) => {
    const current = list()
    if (current !== indexed) {
      keys = new Set(current.flatMap(keysOf))
      indexed = current
    }
    return keys.has(key)
  }
}

// A name that is only a number would vouch for the file or the mail of that number.
function keysOf({ name, address }: Contact): string[] {
  return [norm(address), /^[\p{N}\s]*$/u.test(name) ? '' : norm(name)].filter((key) => key !== '')
}
