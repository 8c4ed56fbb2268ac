// Ids that sort by time, so that an index of them only ever grows at its end. They name things; they are no secrets.

let last = 0
let count = 0
let salt = ''

/** A new id: a letter for what it is, the time, a counter within it, and chance. */
export function newId(letter: string): string {
  const now = Date.now()
  if (now > last) {
    last = now
    count = 0
    salt = Math.floor(Math.random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0')
  }
  count++
  return `${letter}${last.toString(36).padStart(9, '0')}${count.toString(36).padStart(3, '0')}${salt}`
}
