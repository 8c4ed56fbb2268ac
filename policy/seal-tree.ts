// The Merkle tree of RFC 6962, section 2.1, over the hashes of records. A record's own hash stands as its leaf: a line
// begins with a brace and what makes a node with the byte 1, so that neither passes for the other.
import { sha256 } from './canonical.ts'

// One byte that marks a node, and the two hashes below it: used again and again, since nothing here waits.
const scratch = Buffer.alloc(65, 1)

function node(left: string, right: string): string {
  scratch.write(left, 1, 'hex')
  scratch.write(right, 33, 'hex')
  return sha256(scratch)
}

// The largest power of two that is smaller than n.
const split = (n: number): number => 2 ** (31 - Math.clz32(n - 1))

/** The root over these hashes; there is at least one. */
export function treeRoot(hashes: readonly string[]): string {
  // Level by level: an odd one out goes up as it is, which gives the tree of the RFC without its recursion.
  let level = hashes
  while (level.length > 1) {
    const above: string[] = []
    for (let at = 0; at < level.length; at += 2) {
      const [left = '', right] = [level[at], level[at + 1]]
      above.push(right === undefined ? left : node(left, right))
    }
    level = above
  }
  return level[0] ?? ''
}

/** The hashes that lead from the one at `at` to the root. */
export function treePath(hashes: readonly string[], at: number): string[] {
  if (hashes.length <= 1) return []
  const k = split(hashes.length)
  const [left, right] = [hashes.slice(0, k), hashes.slice(k)]
  return at < k ? [...treePath(left, at), treeRoot(right)] : [...treePath(right, at - k), treeRoot(left)]
}

/** The root that a path leads to from the hash at `at` of `size`; nothing where the path does not fit that place. */
export function pathRoot(hash: string, at: number, size: number, path: readonly string[]): string | undefined {
  if (at < 0 || at >= size) return undefined
  if (size === 1) return path.length === 0 ? hash : undefined
  const last = path.at(-1)
  if (last === undefined) return undefined
  const k = split(size)
  const below = at < k ? pathRoot(hash, at, k, path.slice(0, -1)) : pathRoot(hash, at - k, size - k, path.slice(0, -1))
  if (below === undefined) return undefined
  return at < k ? node(below, last) : node(last, below)
}
