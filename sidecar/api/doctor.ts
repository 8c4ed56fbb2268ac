// doctor/run: looks at what tends to go wrong, and says in plain words how to mend it.
import type { Verification } from '../../policy/audit.ts'
import type { ResultOf } from '../protocol/methods.ts'
import { counted } from '../text/count.ts'
import { toView } from '../text/errors.ts'
import { calendars } from './doctordays.ts'
import { passwords } from './doctorkeys.ts'
import type { ApiParts } from './types.ts'

type Finding = ResultOf<'doctor/run'>['findings'][number]

/** What lies in the data folder, as far as the doctor looks at it. */
export interface Kept extends Pick<ApiParts, 'inspectFolders' | 'keyPlace'> {
  state: string
  /** Throws where the disk refuses what waits to be written. */
  flush(): void
  row(sql: string): Record<string, unknown> | undefined
  verify(): Verification
}

type Looks<P> = Readonly<Record<string, (parts: P) => Finding[] | Promise<Finding[]>>>

const keptLooks: Looks<Kept> = { runtime, folder: folders, disk, database, audit, key, waiting, unknown }
const otherLooks: Looks<ApiParts> = { rules, stop, tools, passwords, calendars }
const rank = { error: 0, warn: 1, note: 2, ok: 3 }
const worstFirst = (a: Finding, b: Finding) => rank[a.level] - rank[b.level]

/** Everything that was looked at, the worst first. */
export async function examine(parts: ApiParts): Promise<Finding[]> {
  const { journal } = parts.kernel
  const kept: Kept = {
    ...{ inspectFolders: parts.inspectFolders, keyPlace: parts.keyPlace, state: parts.paths.state },
    flush: () => journal.flush(),
    row: (sql) => journal.store.db.prepare(sql).get(),
    verify: () => journal.audit.verify(journal.anchor()),
  }
  return [...(await examineKept(kept)), ...(await lookAll(otherLooks, parts))].sort(worstFirst)
}

/** The same for a folder that is not open. */
export async function examineKept(kept: Kept): Promise<Finding[]> {
  return (await lookAll(keptLooks, kept)).sort(worstFirst)
}

// What can't be looked at is a finding too, and holds up no other.
async function lookAll<P>(looks: Looks<P>, parts: P): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [id, look] of Object.entries(looks)) {
    try {
      findings.push(...(await look(parts)))
    } catch (thrown) {
      findings.push(unseen(id, thrown))
    }
  }
  return findings
}

function unseen(id: string, thrown: unknown): Finding {
  const { message, hint } = toView(thrown)
  return {
    id,
    level: 'error',
    text: `This could not be looked at: ${message}`,
    ...(hint === undefined ? {} : { how: hint }),
  }
}

const ok = (id: string, text: string): Finding[] => [{ id, level: 'ok', text }]

const one = (finding: Finding): Finding[] => [finding]

function runtime(): Finding[] {
  return ok('runtime', `Node ${process.versions.node} on ${process.platform} ${process.arch}.`)
}

function folders({ inspectFolders }: Kept): Finding[] {
  return inspectFolders().flatMap(({ folder, state }): Finding[] => {
    if (state === 'closed') return ok('folder', `${folder} is yours alone.`)
    if (state === 'missing')
      return [{ id: 'folder', level: 'error', text: `${folder} is missing.`, how: `Run: mkdir -p '${folder}'` }]
    const how = `Run: chmod 700 '${folder}'`
    return [{ id: 'folder', level: 'warn', text: `Other users can look into ${folder}.`, how }]
  })
}

function database({ row }: Kept): Finding[] {
  const answer = row('PRAGMA quick_check(1)')
  const verdict = String(Object.values(answer ?? {})[0])
  if (verdict === 'ok') return ok('database', 'The database is whole.')
  return one({
    id: 'database',
    level: 'error',
    text: `The database is damaged: ${verdict}`,
    how: 'Restore a backup with: steward restore FILE',
  })
}

function disk({ flush }: Kept): Finding[] {
  try {
    flush()
    return ok('disk', 'The disk takes what is written.')
  } catch (thrown) {
    const { message, hint } = toView(thrown)
    const text = `What waits to be written is refused: ${message} Nothing new is done until it is written.`
    return one({ id: 'disk', level: 'error', text, ...(hint === undefined ? {} : { how: hint }) })
  }
}

function audit({ verify }: Kept): Finding[] {
  const { ok: isWhole, records, firstBad } = verify()
  if (isWhole) return ok('audit', `The audit log verifies: ${counted(records, 'record')}.`)
  return one({
    id: 'audit',
    level: 'error',
    text: `The audit log does not verify: record ${firstBad?.seq ?? '?'} ${firstBad?.why ?? ''}`,
    how: 'Somebody or something changed it. Keep a copy, and find out who could.',
  })
}

async function key({ keyPlace, state }: Kept): Promise<Finding[]> {
  const { where, isShut, why } = await keyPlace()
  const id = 'key'
  if (isShut)
    return one({
      ...{ id, level: 'warn' },
      text: `The key that seals the audit log is in the keychain, which can not be used now: ${why ?? 'it does not answer'}. Records are written all the same, and sealed when it can be.`,
      how: 'Unlock the keychain, or start Steward in your desktop session. If it is gone for good, start once with STEWARD_KEYCHAIN=off: sealing then begins anew, with a key in a file.',
    })
  if (where === 'keychain') return ok(id, 'The key that seals the audit log is in the keychain.')
  const text = `The key that seals the audit log is in a file that only you can read, in ${state}`
  if (why === undefined) return one({ id, level: 'note', text: `${text}. The next seal moves it to the keychain.` })
  return one({
    ...{ id, level: 'note', text: `${text}: the keychain is not used (${why}).` },
    how: 'To use it, start Steward with STEWARD_KEYCHAIN=on where there is one (on Linux, a Secret Service such as gnome-keyring, unlocked).',
  })
}

function rules({ kernel, rules: { refused } }: ApiParts): Finding[] {
  const own = kernel.bridge.rules.filter(({ source }) => source === 'user').length
  if (refused.length === 0) return ok('rules', `The rule files are whole: ${counted(own, 'rule')} of your own.`)
  return refused.map(({ file, line, why, inForce }) => ({
    id: 'rules',
    level: 'error',
    text: `${file}, line ${line}: ${why}. ${inForce === 0 ? 'None of its rules is in force' : `Its former rules (${inForce}) stay in force`}.`,
    how: 'Mend that line, then run: steward policy set',
  }))
}

function stop({ kernel }: ApiParts): Finding[] {
  if (!kernel.latch.stopped) return ok('stop', 'STOP is not set.')
  return one({
    id: 'stop',
    level: 'warn',
    text: `STOP is set${kernel.latch.reason ? `: ${kernel.latch.reason}` : '.'}`,
    how: 'Nothing acts until you run: steward release',
  })
}

// As the database has it, whether or not it takes more now: `disk` tells that.
const count = ({ row }: Kept, from: string): number => Number(row(`SELECT count(*) AS n FROM ${from}`)?.n)

function waiting(kept: Kept): Finding[] {
  const open = count(kept, "approvals WHERE state = 'open'")
  const parked = count(kept, "suspensions WHERE state = 'open'")
  if (open + parked === 0) return ok('waiting', 'Nothing waits for you.')
  const parts = [
    ...(open > 0 ? [{ what: counted(open, 'approval'), see: 'steward approvals' }] : []),
    ...(parked > 0 ? [{ what: counted(parked, 'parked call'), see: 'steward waiting' }] : []),
  ]
  return one({
    id: 'waiting',
    level: 'note',
    text: `${parts.map(({ what }) => what).join(' and ')} ${open + parked === 1 ? 'waits' : 'wait'}.`,
    how: `Look with: ${parts.map(({ see }) => see).join(', ')}`,
  })
}

function unknown(kept: Kept): Finding[] {
  const many = count(kept, "calls WHERE state = 'unknown'")
  if (many === 0) return ok('unknown', 'The outcome of every call is known.')
  return one({
    id: 'unknown',
    level: 'warn',
    text: `The outcome of ${counted(many, 'call')} is unknown.`,
    how: 'List them with: steward calls --state unknown, look what happened, then: steward calls settle ID done|failed|retry',
  })
}

function tools({ kernel }: ApiParts): Finding[] {
  const all = kernel.registry.list()
  const stubs = all.filter((tool) => tool.source === 'stub').length
  const working = counted(all.length - stubs, 'tool works', 'tools work')
  const others = counted(stubs, 'more is listed and says what it needs', 'more are listed and say what they need')
  return ok('tools', `${working}; ${others}.`)
}
