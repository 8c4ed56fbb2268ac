// Sessions: where labels accumulate, and which folders are ordinary.
import { fresh, joinLabels, type Label } from '../../policy/flow.ts'
import type { SessionView } from '../ports/types.ts'
import { StewardError } from '../text/errors.ts'
import { newId } from './ids.ts'
import type { Journal } from './journal.ts'

export interface Session extends SessionView {
  name: string
  labels: Label
  openedAt: number
}

export const DEFAULT_SESSION = 'default'

export class Sessions {
  readonly #journal: Journal
  readonly #now: () => number
  readonly #folder: (path: string) => string
  readonly #home: string
  readonly #byId = new Map<string, Session>()

  /** `folder` gives the one spelling of a folder that exists, or throws. */
  constructor(parts: { journal: Journal; now: () => number; folder: (path: string) => string; home: string }) {
    this.#journal = parts.journal
    this.#now = parts.now
    this.#folder = parts.folder
    this.#home = parts.home
  }

  /** The session of an id; without one, the session of everybody who opened none. */
  get(id: string | undefined): Session {
    if (id === undefined) return this.#byId.get(DEFAULT_SESSION) ?? this.#default()
    const session = this.#byId.get(id) ?? this.#load('id', id)
    if (!session) {
      if (id === DEFAULT_SESSION) return this.#default()
      throw new StewardError('NOT_FOUND', `There is no session ${id}.`, 'Open one with session/open.')
    }
    return session
  }

  /** Opens a session, or returns the one of that name with its folders as asked for now. */
  open(name: string, root: string | undefined, allowed: readonly string[] | undefined): Session {
    this.#journal.flush()
    const existing = this.#load('name', name)
    const session: Session = {
      id: existing?.id ?? newId('n'),
      name,
      root: root === undefined ? (existing?.root ?? this.#folder(this.#home)) : this.#folder(root),
      allowed: allowed?.map(this.#folder) ?? existing?.allowed ?? [],
      labels: existing?.labels ?? fresh,
      openedAt: existing?.openedAt ?? this.#now(),
    }
    this.#byId.set(session.id, session)
    this.#save(session)
    if (!existing)
      this.#journal.record('session.opened', {
        session: session.id,
        name,
        root: session.root,
        allowed: session.allowed,
      })
    return session
  }

  list(): Session[] {
    this.#journal.flush()
    const rows = this.#journal.store.statement('SELECT * FROM sessions ORDER BY rowid').all()
    return rows.map((row) => this.#byId.get(String(row.id)) ?? toSession(row))
  }

  /** A session's labels only grow. */
  taint(id: string, labels: Label): void {
    const session = this.get(id)
    const joined = joinLabels(session.labels, labels)
    if (joined.trust === session.labels.trust && joined.secrecy === session.labels.secrecy) return
    session.labels = joined
    this.#save(session)
  }

  #default(): Session {
    const session = this.#load('id', DEFAULT_SESSION) ?? {
      id: DEFAULT_SESSION,
      name: DEFAULT_SESSION,
      root: this.#folder(this.#home),
      allowed: [],
      labels: fresh,
      openedAt: this.#now(),
    }
    this.#byId.set(session.id, session)
    this.#save(session)
    return session
  }

  #load(column: 'id' | 'name', value: string): Session | undefined {
    const row = this.#journal.store.statement(`SELECT * FROM sessions WHERE ${column} = ?`).get(value)
    if (!row) return undefined
    const session = this.#byId.get(String(row.id)) ?? toSession(row)
    this.#byId.set(session.id, session)
    return session
  }

  #save(session: Session): void {
    const cells = [
      session.id,
      session.name,
      session.root,
      JSON.stringify(session.allowed),
      JSON.stringify(session.labels),
      session.openedAt,
    ]
    this.#journal.later(() => {
      this.#journal.store
        .statement(
          `INSERT INTO sessions (id, name, root, allowed, labels, opened_at) VALUES (?, ?, ?, ?, ?, ?)
           ON CONFLICT (id) DO UPDATE SET root = excluded.root, allowed = excluded.allowed, labels = excluded.labels`,
        )
        .run(...cells)
    })
  }
}

function toSession(row: Record<string, unknown>): Session {
  return {
    id: String(row.id),
    name: String(row.name),
    root: String(row.root),
    allowed: JSON.parse(String(row.allowed)) as string[],
    labels: JSON.parse(String(row.labels)) as Label,
    openedAt: Number(row.opened_at),
  }
}
