// Audit logs in real files: written by one, changed by somebody else, read by the next.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { Audit, type AuditHead, type Verification } from '../../policy/audit.ts'
import { openLog } from '../../sidecar/store/log.ts'

const made: (() => void)[] = []
afterEach(() => {
  for (const undo of made.splice(0).reverse()) undo()
})

/** A log in a folder of its own, with a clock that counts. */
export function newLog(folder = tempFolder(), anchor?: AuditHead) {
  const file = openLog(folder)
  let closed = false
  const close = () => {
    if (!closed) file.close()
    closed = true
  }
  made.push(close)
  let time = 1_700_000_000_000
  return { folder, file, close, audit: new Audit(file, () => time++, anchor) }
}

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'steward-policy-'))
  made.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const segment = (folder: string) => join(folder, 'audit-000001.jsonl')

/** The bytes of the log. */
export const bytesOf = (folder: string): Buffer => readFileSync(segment(folder))

/** Puts other bytes in the place of a log and verifies it as the next start would. */
export function verifyAs(bytes: Uint8Array, anchor?: AuditHead): Verification {
  const folder = tempFolder()
  writeFileSync(segment(folder), bytes)
  const { audit, close } = newLog(folder)
  const result = audit.verify(anchor)
  close()
  return result
}

/** The number, from 1, of the first whole line in which two texts differ. */
export function firstDifference(a: Uint8Array, b: Uint8Array): number {
  // What follows the last line end is half a line, which the next start cuts off.
  const [left, right] = [a, b].map((bytes) => Buffer.from(bytes).toString('latin1').split('\n').slice(0, -1))
  const most = Math.max(left?.length ?? 0, right?.length ?? 0)
  for (let at = 0; at < most; at++) if (left?.[at] !== right?.[at]) return at + 1
  return 0
}
