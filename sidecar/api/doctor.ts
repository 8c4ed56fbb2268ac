// doctor/run: looks at what tends to go wrong, and says in plain words how to mend it.
import type { ResultOf } from '../protocol/methods.ts'
import { counted } from '../text/count.ts'
import type { ApiParts } from './types.ts'

type Finding = ResultOf<'doctor/run'>['findings'][number]

/** Everything that was looked at, the worst first. */
export async function examine(parts: ApiParts): Promise<Finding[]> {
  const findings = [
    runtime(),
    ...folders(parts),
    database(parts),
    audit(parts),
    ...rules(parts),
    stop(parts),
    waiting(parts),
    unknown(parts),
    tools(parts),
  ]
  const rank = { error: 0, warn: 1, note: 2, ok: 3 }
  return findings.sort((a, b) => rank[a.level] - rank[b.level])
}

const ok = (id: string, text: string): Finding => ({ id, level: 'ok', text })

function runtime(): Finding {
  return ok('runtime', `Node ${process.versions.node} on ${process.platform} ${process.arch}.`)
}

function folders({ inspectFolders }: ApiParts): Finding[] {
  return inspectFolders().map(({ folder, state }): Finding => {
    if (state === 'closed') return ok('folder', `${folder} is yours alone.`)
    if (state === 'missing')
      return { id: 'folder', level: 'error', text: `${folder} is missing.`, how: `Run: mkdir -p '${folder}'` }
    const how = `Run: chmod 700 '${folder}'`
    return { id: 'folder', level: 'warn', text: `Other users can look into ${folder}.`, how }
  })
}

function database({ kernel }: ApiParts): Finding {
  const answer = kernel.journal.store.db.prepare('PRAGMA quick_check(1)').get()
  const verdict = String(Object.values(answer ?? {})[0])
  if (verdict === 'ok') return ok('database', 'The database is whole.')
  return {
    id: 'database',
    level: 'error',
    text: `The database is damaged: ${verdict}`,
    how: 'Restore a backup with: steward restore FILE',
  }
}

function audit({ kernel }: ApiParts): Finding {
  kernel.journal.flush()
  const { ok: isWhole, records, firstBad } = kernel.journal.audit.verify(kernel.journal.anchor())
  if (isWhole) return ok('audit', `The audit log verifies: ${counted(records, 'record')}.`)
  return {
    id: 'audit',
    level: 'error',
    text: `The audit log does not verify: record ${firstBad?.seq ?? '?'} ${firstBad?.why ?? ''}`,
    how: 'Somebody or something changed it. Keep a copy, and find out who could.',
  }
}

function rules({ kernel, rules: { refused } }: ApiParts): Finding[] {
  const own = kernel.bridge.rules.filter(({ source }) => source === 'user').length
  if (refused.length === 0) return [ok('rules', `The rule files are whole: ${counted(own, 'rule')} of your own.`)]
  return refused.map(({ file, line, why, inForce }) => ({
    id: 'rules',
    level: 'error',
    text: `${file}, line ${line}: ${why}. ${inForce === 0 ? 'None of its rules is in force' : `Its former rules (${inForce}) stay in force`}.`,
    how: 'Mend that line, then run: steward policy set',
  }))
}

function stop({ kernel }: ApiParts): Finding {
  if (!kernel.latch.stopped) return ok('stop', 'STOP is not set.')
  return {
    id: 'stop',
    level: 'warn',
    text: `STOP is set${kernel.latch.reason ? `: ${kernel.latch.reason}` : '.'}`,
    how: 'Nothing acts until you run: steward release',
  }
}

function waiting({ kernel }: ApiParts): Finding {
  const open = kernel.approvals.list(false, 1000).length
  const parked = kernel.suspensions.list(false, 1000).length
  if (open + parked === 0) return ok('waiting', 'Nothing waits for you.')
  const parts = [
    ...(open > 0 ? [{ what: counted(open, 'approval'), see: 'steward approvals' }] : []),
    ...(parked > 0 ? [{ what: counted(parked, 'parked call'), see: 'steward waiting' }] : []),
  ]
  return {
    id: 'waiting',
    level: 'note',
    text: `${parts.map(({ what }) => what).join(' and ')} ${open + parked === 1 ? 'waits' : 'wait'}.`,
    how: `Look with: ${parts.map(({ see }) => see).join(', ')}`,
  }
}

function unknown({ kernel }: ApiParts): Finding {
  const count = kernel.journal.count('unknown')
  if (count === 0) return ok('unknown', 'The outcome of every call is known.')
  return {
    id: 'unknown',
    level: 'warn',
    text: `The outcome of ${counted(count, 'call')} is unknown.`,
    how: 'List them with: steward calls --state unknown, look what happened, then: steward calls settle ID done|failed|retry',
  }
}

function tools({ kernel }: ApiParts): Finding {
  const all = kernel.registry.list()
  const stubs = all.filter((tool) => tool.source === 'stub').length
  const working = counted(all.length - stubs, 'tool works', 'tools work')
  const others = counted(stubs, 'more is listed and says what it needs', 'more are listed and say what they need')
  return ok('tools', `${working}; ${others}.`)
}
