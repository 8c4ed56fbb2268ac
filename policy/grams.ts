// Which four letters in a row a text has, as bits: says at once, and never wrongly, that a value is not in it.

const BITS = 20
const MASK = (1 << BITS) - 1
const RUN = 4

/** The bits of a text. */
export function gramsOf(text: string): Uint32Array {
  const bits = new Uint32Array(1 << (BITS - 5))
  addGrams(bits, text)
  return bits
}

/** Adds the bits of a further text, as if a line end stood between. */
export function addGrams(bits: Uint32Array, text: string): void {
  let hash = 0
  for (let i = 0; i < text.length; i++) {
    // Five bits a letter: after four letters the oldest is shifted out, so the hash is of the last four.
    hash = ((hash << 5) ^ text.charCodeAt(i)) & MASK
    if (i >= RUN - 1) bits[hash >>> 5] = (bits[hash >>> 5] ?? 0) | (1 << (hash & 31))
  }
}

/** False where the value is surely not in the text that the bits are of. */
export function mayHold(bits: Uint32Array, value: string): boolean {
  let hash = 0
  for (let i = 0; i < value.length; i++) {
    hash = ((hash << 5) ^ value.charCodeAt(i)) & MASK
    if (i >= RUN - 1 && ((bits[hash >>> 5] ?? 0) & (1 << (hash & 31))) === 0) return false
  }
  return true
}
