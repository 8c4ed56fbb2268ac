// `steward backup`, `steward restore` and `steward demo`
import { resolve } from 'node:path'
import { counted } from '../text/count.ts'
import { need, noMore } from './args.ts'
import type { Answer, Run } from './types.ts'
import { visible } from './visible.ts'

/** Everything into one file, while the sidecar goes on. */
export async function backup(run: Run): Promise<Answer> {
  // The sidecar may run in another folder than this command.
  const file = resolve(need(run.args, 0, 'The file', 'steward backup FILE'))
  noMore(run.args, 1, 'steward backup FILE')
  const made = await (await run.client()).call('backup/create', { file })
  const text = `Wrote ${visible(made.file)}: ${counted(made.entries, 'entry', 'entries')}, ${counted(made.bytes, 'byte')}.`
  const skipped = made.skipped ?? []
  if (skipped.length === 0) return { value: made, text }
  const left = ['Left out, being no plain files or gone meanwhile:', ...skipped.map((each) => `  ${visible(each)}`)]
  return { value: made, text, notes: left }
}

/** A backup comes back; what was there is moved aside, not deleted. */
export async function restore(run: Run): Promise<Answer> {
  const file = resolve(need(run.args, 0, 'The file', 'steward restore FILE'))
  noMore(run.args, 1, 'steward restore FILE')
  const done = await run.host.restore(file)
  const text = [
    `Restored ${counted(done.entries, 'entry', 'entries')}. What was there before is in`,
    `  ${visible(done.movedAside)}`,
    `  ${visible(done.configMovedAside)}`,
  ]
  return { value: done, text }
}

/** A week to look at, in a folder of its own. */
export async function demo(run: Run): Promise<Answer> {
  const folder = resolve(need(run.args, 0, 'The folder', 'steward demo DIR'))
  noMore(run.args, 1, 'steward demo DIR')
  const made = await run.host.demo(folder)
  const waits = `${counted(made.approvals, 'approval')} and ${counted(made.suspensions, 'parked call')}`
  const text = `Made ${visible(made.folder)}: ${counted(made.calls, 'call')}, with ${waits} open.`
  return { value: made, text, notes: [`Look at it with STEWARD_HOME=${visible(made.folder)} in the environment.`] }
}
