// Standing grants and the targets that are known: the rows that the policy looks at.

import type { PolicyRows } from '../../policy/bridge.ts'
import type { Grant } from '../../policy/decide.ts'
import type { Effect, EffectKind } from '../../policy/effects.ts'
import { StewardError } from '../text/errors.ts'
import { newId } from './ids.ts'
import type { Journal } from './journal.ts'

export interface StandingGrant extends Grant {
  createdAt: number
  revokedAt?: number
}

export interface GrantRequest {
  kind: EffectKind
  pattern: string
  tool?: string | undefined
  times?: number | undefined
  until?: number | undefined
}

export class Standing implements PolicyRows {
  readonly #journal: Journal
  readonly #now: () => number
  readonly #seen = new Set<string>()
  #grants: StandingGrant[] | undefined

  constructor(journal: Journal, now: () => number) {
    this.#journal = journal
    this.#now = now
  }

  grants(): readonly StandingGrant[] {
    return this.#all().filter((grant) => grant.revokedAt === undefined)
  }

  list(all: boolean): readonly StandingGrant[] {
    return all ? this.#all() : this.grants().filter((grant) => isAlive(grant, this.#now()))
  }

  seen(kind: EffectKind, target: string): boolean {
    const key = `${kind} ${target}`
    if (this.#seen.has(key)) return true
    const row = this.#journal.store
      .statement('SELECT 1 FROM seen_targets WHERE kind = ? AND target = ?')
      .get(kind, target)
    if (row) this.#seen.add(key)
    return row !== undefined
  }

  /** Remembers that these effects were carried out. */
  remember(effects: readonly Effect[]): void {
    const fresh = effects.filter(({ kind, target }) => !this.#seen.has(`${kind} ${target}`))
    if (fresh.length === 0) return
    const at = this.#now()
    this.#journal.later(() => {
      const insert = this.#journal.store.statement(
        'INSERT OR IGNORE INTO seen_targets (kind, target, first_at) VALUES (?, ?, ?)',
      )
      for (const { kind, target } of fresh) insert.run(kind, target, at)
    })
    // Bounded: what falls out is looked up again.
    if (this.#seen.size > 10_000) this.#seen.clear()
    for (const { kind, target } of fresh) this.#seen.add(`${kind} ${target}`)
  }

  create(request: GrantRequest): StandingGrant {
    const grant: StandingGrant = { id: newId('g'), ...request, used: 0, createdAt: this.#now() }
    this.#all().push(grant)
    this.#journal.later(() => {
      this.#journal.store
        .statement(
          'INSERT INTO grants (id, kind, pattern, tool, times, used, until, created_at) VALUES (?, ?, ?, ?, ?, 0, ?, ?)',
        )
        .run(
          grant.id,
          grant.kind,
          grant.pattern,
          grant.tool ?? null,
          grant.times ?? null,
          grant.until ?? null,
          grant.createdAt,
        )
    })
    this.#journal.record('grant.created', {
      grant: grant.id,
      effects: [{ kind: grant.kind, target: grant.pattern }],
      times: grant.times,
      until: grant.until,
    })
    return grant
  }

  revoke(id: string): StandingGrant {
    const grant = this.#all().find((one) => one.id === id)
    if (!grant) throw new StewardError('NOT_FOUND', `There is no grant ${id}.`, 'List them with: steward grants')
    if (grant.revokedAt === undefined) {
      const at = this.#now()
      grant.revokedAt = at
      this.#journal.later(() => {
        this.#journal.store.statement('UPDATE grants SET revoked_at = ? WHERE id = ?').run(at, id)
      })
      this.#journal.record('grant.revoked', { grant: id })
    }
    return grant
  }

  /** Which grants a call was charged for already. */
  chargedTo(callId: string): string[] {
    const rows = this.#journal.store.statement('SELECT grant_id FROM grant_uses WHERE call = ?').all(callId)
    return rows.map((row) => String(row.grant_id))
  }

  /** Charges a call for the grants it uses, in the same transaction as its row, and only once. */
  charge(callId: string, grants: readonly string[], charged: readonly string[]): void {
    for (const id of grants) {
      if (charged.includes(id)) continue
      const grant = this.#all().find((one) => one.id === id)
      if (grant) grant.used++
      this.#journal.later(() => {
        const store = this.#journal.store
        const { changes } = store
          .statement('INSERT OR IGNORE INTO grant_uses (grant_id, call) VALUES (?, ?)')
          .run(id, callId)
        if (changes === 1) store.statement('UPDATE grants SET used = used + 1 WHERE id = ?').run(id)
      })
    }
  }

  #all(): StandingGrant[] {
    this.#grants ??= this.#journal.store.statement('SELECT * FROM grants ORDER BY rowid').all().map(toGrant)
    return this.#grants
  }
}

const isAlive = (grant: StandingGrant, now: number): boolean =>
  (grant.until === undefined || grant.until > now) && (grant.times === undefined || grant.used < grant.times)

function toGrant(row: Record<string, unknown>): StandingGrant {
  return {
    id: String(row.id),
    kind: String(row.kind),
    pattern: String(row.pattern),
    used: Number(row.used),
    createdAt: Number(row.created_at),
    ...(row.tool === null ? {} : { tool: String(row.tool) }),
    ...(row.times === null ? {} : { times: Number(row.times) }),
    ...(row.until === null ? {} : { until: Number(row.until) }),
    ...(row.revoked_at === null ? {} : { revokedAt: Number(row.revoked_at) }),
  }
}
