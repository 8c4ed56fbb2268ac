// Sessions by their names: people know them by these. What is called from the window belongs to one of its own.
import { signal } from '@preact/signals'
import { call, whenFresh } from './link.ts'

const names = signal<ReadonlyMap<string, string>>(new Map())
const wanted = new Set<string>()

async function load(): Promise<void> {
  const { sessions } = await call('session/list', {})
  names.value = new Map(sessions.map(({ id, name }) => [id, name]))
}

whenFresh(load)

/** The session that calls from the window belong to. */
export const here = async (): Promise<string> => (await call('session/open', { name: 'Window' })).id

/** The name of a session; its id until that is known. */
export function sessionName(id: string): string {
  const name = names.value.get(id)
  if (name !== undefined) return name
  // Opened since the list was read: it is read once more for it.
  if (!wanted.has(id)) {
    wanted.add(id)
    void load().catch(() => {})
  }
  return id
}
