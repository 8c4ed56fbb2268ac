// A data folder that can't be written can't be opened. The doctor still looks at what can be read there, and tells why.
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { AuditHead } from '../policy/audit.ts'
import { gather, verifyLog } from '../policy/audit-verify.ts'
import { examineKept } from './api/doctor.ts'
import type { Client } from './cli/types.ts'
import { sealPlaces } from './store/keychain-places.ts'
import { readLines } from './store/lines.ts'
import { inspectFolders, type Paths } from './store/paths.ts'
import { StewardError } from './text/errors.ts'

/** Whether that is what kept a folder from being opened. */
export const isUnwritable = (thrown: unknown): boolean =>
  thrown instanceof StewardError && thrown.code === 'STORE_READ_ONLY'

/** Answers the doctor's question, and every other one with the reason why it can't. */
export function closedClient(paths: Paths, reason: unknown): Client {
  return {
    async call(name) {
      if (name !== 'doctor/run') throw reason
      return { findings: await examineClosed(paths, reason) } as never
    },
    close: () => {},
    ended: new Promise(() => {}),
  }
}

async function examineClosed(paths: Paths, reason: unknown) {
  let db: DatabaseSync | undefined
  const row = (sql: string) => {
    db ??= openUnchanged(paths.database)
    return db.prepare(sql).get()
  }
  const anchor = (): AuditHead | undefined => {
    const found = row("SELECT value FROM facts WHERE key = 'audit'")
    return found && (JSON.parse(String(found.value)) as AuditHead)
  }
  const seals = sealPlaces(paths, process.env)
  try {
    return await examineKept({
      ...{ state: paths.state, row },
      inspectFolders: () => inspectFolders(paths),
      keyPlace: async () => seals.keys.place(),
      verify: () => verifyLog(readLines(paths.audit), { anchor: anchor(), kept: gather(seals) }),
      flush: () => {
        throw reason
      },
    })
  } finally {
    seals.keys.end()
    db?.close()
  }
}

// Without a write-ahead log the main file is the whole truth, and nothing has to be made beside it.
function openUnchanged(file: string): DatabaseSync {
  const url = pathToFileURL(file)
  if (!existsSync(`${file}-wal`)) url.search = '?immutable=1'
  return new DatabaseSync(url, { readOnly: true })
}
