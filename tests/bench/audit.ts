// The audit log: how many records a second `verify` checks, and what an audited append costs beside a bare one. In this
// process, on files in the bench's own folder; both sides sync each append, as a call with an effect does.
import { closeSync, fdatasyncSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Audit } from '../../policy/audit.ts'
import { Journal, readAnchor } from '../../sidecar/kernel/journal.ts'
import { migrations } from '../../sidecar/kernel/schema.ts'
import { openStore } from '../../sidecar/store/database.ts'
import { textFile } from '../../sidecar/store/keys.ts'
import { openLog } from '../../sidecar/store/log.ts'
import { type Bench, median } from './measure.ts'

const rounds = 5
const appends = 400
const records = 50_000

const fields = (n: number) => ({
  ...{ call: `cli-${n.toString(16).padStart(16, '0')}`, tool: 'write_file', session: 'n0mwisuyxo001e36f8c01' },
  ...{
    decision: 'warn',
    score: 4,
    effects: [{ kind: 'writeFile', target: `/home/ana/notes/${n}.md`, undoable: true }],
  },
})

const rate = (count: number, work: () => void): number => {
  const from = performance.now()
  work()
  return (count / (performance.now() - from)) * 1000
}

function openAudited(folder: string) {
  mkdirSync(folder, { recursive: true })
  const store = openStore(join(folder, 'steward.db'), migrations)
  const file = openLog(join(folder, 'audit'))
  const places = { keys: textFile(join(folder, 'key.json')), anchor: textFile(join(folder, 'anchor.json')) }
  const audit = new Audit(file, Date.now, readAnchor(store), places)
  const close = () => {
    file.close()
    store.close()
  }
  return { audit, file, journal: new Journal(store, audit), close }
}

/** Appends a second: the log alone, and a bare file with lines as long, each synced. */
function appendRates(home: string): { ours: number; peer: number } {
  const { audit, file, close } = openAudited(join(home, 'append'))
  const handle = openSync(join(home, 'bare.jsonl'), 'a')
  const [ours, peer]: [number[], number[]] = [[], []]
  audit.record('decided', fields(0))
  audit.flush(true)
  const line = `${file.lastLine()}\n`
  for (let round = 0; round <= rounds; round++) {
    const audited = rate(appends, () => {
      for (let n = 0; n < appends; n++) {
        audit.record('decided', fields(n))
        audit.flush(true)
      }
    })
    const bare = rate(appends, () => {
      for (let n = 0; n < appends; n++) {
        writeSync(handle, line)
        fdatasyncSync(handle)
      }
    })
    // The first round warms the compilers.
    if (round > 0) ours.push(audited) && peer.push(bare)
  }
  closeSync(handle)
  close()
  return { ours: median(ours), peer: median(peer) }
}

/** Records a second through a whole check; the peer only reads the lines and parses them. */
function verifyRates(home: string): { ours: number; peer: number } {
  const { audit, file, journal, close } = openAudited(join(home, 'verify'))
  for (let n = 1; n <= records; n++) {
    journal.record('decided', fields(n))
    if (n % 256 === 0) journal.seal()
  }
  journal.seal()
  const [ours, peer]: [number[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round++) {
    const checked = rate(audit.seq, () => {
      const { ok, firstBad } = audit.verify(journal.anchor())
      if (!ok) throw new Error(`the log does not verify: ${firstBad?.why}`)
    })
    const parsed = rate(audit.seq, () => {
      for (const { line } of file.lines()) JSON.parse(line)
    })
    if (round > 0) ours.push(checked) && peer.push(parsed)
  }
  close()
  return { ours: median(ours), peer: median(peer) }
}

export const auditBench: Bench = {
  name: 'audit',
  async run({ home }) {
    const folder = join(home, 'audit-bench')
    mkdirSync(folder, { recursive: true })
    const base = { unit: '/s' }
    return [
      { name: 'audited append + fsync', ...base, ...appendRates(folder), peerName: 'bare append + fsync' },
      { name: 'audit verify, records', ...base, ...verifyRates(folder), peerName: 'reading and JSON.parse alone' },
    ]
  },
}
