// The receipt of one call with its proof: its records, the hashes that lead from each to the checkpoint that closes it,
// and the chain of signatures from the log's first key to that checkpoint. It is checked without the log.
import { type AuditRecord, parseRecord } from './audit-record.ts'
import { canonical, sha256 } from './canonical.ts'
import { bodyHash, isSealed, signedText } from './seal.ts'
import { isHex, isSigned } from './seal-keys.ts'
import { pathRoot, treePath } from './seal-tree.ts'

/** A checkpoint: whole where a record hangs on it, else what its signature is over. */
export type ProofLink = { line: string } | { body: string; next: string; sig: string }

export interface ProofRecord {
  line: string
  /** Which link closes it, from 0. */
  link: number
  path: string[]
}

export interface AuditProof {
  format: 'steward-audit-proof-1'
  call: string
  /** The first public key of the log. Who knows it from elsewhere knows whose log this is. */
  key: string
  links: ProofLink[]
  records: ProofRecord[]
}

export interface ProofCheck {
  ok: boolean
  call: string
  key: string
  records: AuditRecord[]
  /** When the last of its records was sealed, as the clock of that log had it. */
  sealedAt?: number
  why?: string
}

/** Takes the proof of one call from the lines of a log; says how many of its records are not in it. */
export function makeProof(
  lines: Iterable<{ line: string }>,
  call: string,
): { proof: AuditProof | undefined; left: number } {
  const wanted = `"call":${JSON.stringify(call)}`
  let proof: AuditProof | undefined
  let isOver = false
  let found = 0
  // The lines since the newest seal, it first.
  let open: string[] = []
  let mine: number[] = []
  for (const { line } of lines) {
    const type = /"type":"(?:genesis|checkpoint)"/.test(line) ? parseRecord(line)?.type : undefined
    if (type === 'checkpoint' && proof && !isOver) close(proof, line, open, mine)
    if (type === 'genesis') {
      // A log that began anew has a first key again: no chain of signatures goes from the old one to what follows.
      isOver = proof !== undefined && proof.records.length > 0
      if (!isOver) proof = begin(line, call)
    }
    if (type === 'genesis' || type === 'checkpoint') [open, mine] = [[line], []]
    else {
      const isMine = line.includes(wanted) && parseRecord(line)?.call === call
      if (isMine) found++
      if (isMine && proof) mine.push(open.length)
      if (proof) open.push(line)
    }
  }
  const sealed = proof?.records.length ?? 0
  if (proof) proof.links.length = (proof.records.at(-1)?.link ?? -1) + 1
  return { proof: sealed > 0 ? proof : undefined, left: found - sealed }
}

const begin = (line: string, call: string): AuditProof => ({
  ...{ format: 'steward-audit-proof-1', call, key: String(parseRecord(line)?.key) },
  ...{ links: [], records: [] },
})

function close(proof: AuditProof, line: string, open: readonly string[], mine: readonly number[]): void {
  const link = proof.links.length
  if (mine.length === 0) {
    const record: Record<string, unknown> = parseRecord(line) ?? {}
    proof.links.push({ body: bodyHash(record), next: String(record.next), sig: String(record.sig) })
    return
  }
  const hashes = open.map(sha256)
  proof.links.push({ line })
  for (const at of mine) proof.records.push({ line: open[at] ?? '', link, path: treePath(hashes, at) })
}

/** Checks a proof, whatever it is. With `key`, it must come from the log that has that first key. */
export function verifyProof(value: unknown, key?: string): ProofCheck {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Partial<AuditProof>
  const named = { call: String(given.call ?? ''), key: String(given.key ?? '') }
  const no = (why: string): ProofCheck => ({ ok: false, ...named, records: [], why })
  if (!isProof(given)) return no('It is not a proof of an audit log.')
  if (key !== undefined && key !== given.key) return no('It comes from a log with another first key.')
  const closes = checkLinks(given)
  if (typeof closes === 'string') return no(closes)
  const records: AuditRecord[] = []
  for (const each of given.records) {
    const record = checkRecord(each, given.call, closes[each.link])
    if (typeof record === 'string') return no(record)
    records.push(record)
  }
  if (records.some(({ seq }, at) => seq <= (records[at - 1]?.seq ?? 0))) return no('Its records are out of order.')
  const sealedAt = closes.findLast((each) => each !== undefined)?.at ?? 0
  return { ok: true, ...named, records, sealedAt }
}

function isProof(given: Partial<AuditProof>): given is AuditProof {
  if (given.format !== 'steward-audit-proof-1' || typeof given.call !== 'string' || !isHex(given.key, 64)) return false
  if (!Array.isArray(given.links) || !Array.isArray(given.records) || given.records.length === 0) return false
  const isMade = (each: unknown) => typeof each === 'object' && each !== null
  if (!given.links.every(isMade) || !given.records.every(isMade)) return false
  return given.records.every(
    ({ line, link, path }) =>
      typeof line === 'string' &&
      Number.isSafeInteger(link) &&
      Array.isArray(path) &&
      path.every((each) => isHex(each, 64)),
  )
}

/** The checkpoints that are there whole, each at its place; or what is wrong. */
function checkLinks({ key, links }: AuditProof): (AuditRecord | undefined)[] | string {
  const closes: (AuditRecord | undefined)[] = []
  let inForce = key
  for (const [at, link] of links.entries()) {
    const wrong = `Checkpoint ${at + 1} of it is not signed with the key that was in force.`
    if ('line' in link) {
      const record = parseLine(link.line)
      if (record?.type !== 'checkpoint' || !isSealed(record, inForce)) return wrong
      closes.push(record)
      inForce = String(record.next)
    } else {
      if (!isHex(link.body, 64) || !isHex(link.next, 64)) return wrong
      if (!isSigned(signedText(link.next, link.body), link.sig, inForce)) return wrong
      closes.push(undefined)
      inForce = link.next
    }
  }
  return closes
}

function checkRecord(
  { line, path }: ProofRecord,
  call: string,
  checkpoint: AuditRecord | undefined,
): AuditRecord | string {
  const record = parseLine(line)
  if (!record) return 'One of its records is not one.'
  if (record.call !== call) return `Record ${record.seq} is of another call.`
  if (!checkpoint) return `Record ${record.seq} has no checkpoint.`
  const from = Number(checkpoint.from)
  const root = pathRoot(sha256(line), record.seq - from, checkpoint.seq - from, path)
  return root === checkpoint.root ? record : `Record ${record.seq} is not under its checkpoint: it was changed.`
}

function parseLine(line: unknown): AuditRecord | undefined {
  const record = typeof line === 'string' ? parseRecord(line) : undefined
  try {
    return record && canonical(record) === line ? record : undefined
  } catch {
    return undefined
  }
}
