// `steward backup` and `steward restore`
import { resolve } from 'node:path'
import { need, noMore } from './args.ts'
import type { Answer, Run } from './types.ts'
import { visible } from './visible.ts'

/** Everything into one file, while the sidecar goes on. */
export async function backup(run: Run): Promise<Answer> {
  // The sidecar may run in another folder than this command.
  const file = resolve(need(run.args, 0, 'The file', 'steward backup FILE'))
  noMore(run.args, 1, 'steward backup FILE')
  const made = await (await run.client()).call('backup/create', { file })
  return { value: made, text: `Wrote ${visible(made.file)}: ${made.entries} entries, ${made.bytes} bytes.` }
}

/** A backup comes back; what was there is moved aside, not deleted. */
export async function restore(run: Run): Promise<Answer> {
  const file = resolve(need(run.args, 0, 'The file', 'steward restore FILE'))
  noMore(run.args, 1, 'steward restore FILE')
  const done = await run.host.restore(file)
  const text = [`Restored ${done.entries} entries.`, `What was there before is in ${visible(done.movedAside)}`]
  return { value: done, text }
}
