// Everything that the doctor can say, by showing it healthy and sick parts.
import { examine } from '../../sidecar/api/doctor.ts'
import type { ApiParts } from '../../sidecar/api/types.ts'

interface Patient {
  rows?: (sql: string) => Record<string, unknown>
  flush?: () => void
  verify?: () => unknown
  folders?: unknown[]
  key?: unknown
  secret?: unknown
  rules?: unknown[]
  latch?: unknown
  tools?: { source: string }[]
  calendars?: object[]
  accounts?: object[]
}

const counts = (approvals: number, parked: number, unknown: number) => (sql: string) => {
  if (sql.startsWith('PRAGMA')) return { verdict: 'ok' }
  return { n: sql.includes('approvals') ? approvals : sql.includes('suspensions') ? parked : unknown }
}
const refuse = () => {
  throw new Error('The data folder can not be written.')
}

const patients: readonly Patient[] = [
  {},
  { rows: counts(1, 0, 1), tools: [{ source: 'built-in' }, { source: 'stub' }] },
  { rows: counts(0, 1, 2), verify: () => ({ ok: true, records: 1 }) },
  { rows: counts(2, 3, 0), verify: () => ({ ok: false, records: 1, firstBad: { seq: 2, why: 'is not a record' } }) },
  { rows: () => ({ verdict: 'malformed', n: 0 }), verify: () => ({ ok: false, records: 1 }) },
  { flush: refuse, verify: refuse },
  {
    folders: [
      { folder: '/a', state: 'missing' },
      { folder: '/a b', state: 'open' },
    ],
  },
  { key: { where: 'keychain', isShut: true } },
  { key: { where: 'keychain', isShut: true, why: 'it is locked' } },
  { key: { where: 'file', isShut: false } },
  { key: { where: 'file', isShut: false, why: 'STEWARD_HOME is set' } },
  { secret: { where: 'keychain', isShut: false } },
  { secret: { where: 'keychain', isShut: true } },
  { secret: { where: 'keychain', isShut: true, why: 'it is locked' } },
  { secret: { where: 'file', isShut: false } },
  { secret: { where: 'file', isShut: false, why: 'STEWARD_HOME is set' } },
  { rules: [{ file: 'a.jsonc', line: 3, why: 'there is no such field', inForce: 0 }] },
  { rules: [{ file: 'a.jsonc', line: 3, why: 'there is no such field', inForce: 2 }] },
  { latch: { stopped: true, reason: '' } },
  { latch: { stopped: true, reason: 'enough' } },
  { calendars: [{ id: 'personal', name: 'Personal', kind: 'local', fault: 'a.ics is no calendar.' }] },
  { calendars: [{ id: 'web/a', name: 'Web', kind: 'ics', account: 'web', fault: 'It has 3 odd lines.' }] },
  { accounts: [{ id: 'dav', name: 'Dav', fault: 'The server does not answer.' }] },
]

/** What it finds in all of them, and how to mend it. */
export async function findingTexts(): Promise<string[]> {
  const found = await Promise.all(patients.map((patient) => examine(partsOf(patient))))
  return [...new Set(found.flat().flatMap(({ text, how }) => (how === undefined ? [text] : [text, how])))]
}

function partsOf(patient: Patient): ApiParts {
  const row = patient.rows ?? counts(0, 0, 0)
  const journal = {
    flush: patient.flush ?? (() => {}),
    anchor: () => undefined,
    store: { db: { prepare: (sql: string) => ({ get: () => row(sql) }) } },
    audit: { verify: patient.verify ?? (() => ({ ok: true, records: 12 })) },
  }
  return {
    kernel: {
      journal,
      bridge: { rules: [{ source: 'user' }] },
      latch: patient.latch ?? { stopped: false, reason: '' },
      registry: { list: () => patient.tools ?? [{ source: 'built-in' }, { source: 'built-in' }] },
    },
    days: {
      agenda: async () => ({
        list: async () => patient.calendars ?? [{ id: 'personal', name: 'Personal' }],
        events: async () => ({ events: [], cut: false, faults: [] }),
        accounts: { list: async () => patient.accounts ?? [], sync: async () => [] },
      }),
    },
    rules: { refused: patient.rules ?? [] },
    paths: { state: '/home/ana/state' },
    inspectFolders: () => patient.folders ?? [{ folder: '/home/ana/data', state: 'closed' }],
    keyPlace: async () => patient.key ?? { where: 'keychain', isShut: false },
    secretPlace: async () => patient.secret,
  } as unknown as ApiParts
}
