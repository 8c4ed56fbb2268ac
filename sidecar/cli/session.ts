// The session a call belongs to: the one that was named, or the one of the folder.
import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { given } from './args.ts'
import type { Run } from './types.ts'

const longest = 200

/** A folder's session is named by its whole path: two folders of one name must not share what they have read. */
export function folderSession(root: string): string {
  if (root.length <= longest) return root
  const hash = createHash('sha256').update(root).digest('hex').slice(0, 16)
  return `${hash}:${root.slice(root.length - longest + hash.length + 1)}`
}

/** Opens the session and returns its id. */
export async function openSession(run: Run): Promise<string> {
  const client = await run.client()
  const name = given(run.options, 'session')
  const folder = given(run.options, 'root')
  const root = resolve(folder ?? '.')
  if (name === undefined) return (await client.call('session/open', { name: folderSession(root), root })).id
  if (folder === undefined) {
    // A session that is there already keeps the folder it has.
    const { sessions } = await client.call('session/list', {})
    const there = sessions.find((session) => session.name === name || session.id === name)
    if (there) return there.id
  }
  return (await client.call('session/open', { name, root })).id
}

/** The id of a session by its name, for filters; an id is one already. */
export async function sessionId(run: Run, name: string): Promise<string> {
  const { sessions } = await (await run.client()).call('session/list', {})
  return sessions.find((session) => session.name === name)?.id ?? name
}
