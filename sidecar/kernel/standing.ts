// Standing grants and the targets that are known: the rows that the policy looks at.

import type { PolicyRows } from '../../policy/bridge.ts'
import type { Grant } from '../../policy/decide.ts'
import type { Effect, EffectKind } from '../../policy/effects.ts'
import { tooWide } from '../../policy/leave.ts'
import { StewardError } from '../text/errors.ts'
import { DAILY_REACH_MS, DailyUses } from './daily.ts'
import { newId } from './ids.ts'
import type { Journal } from './journal.ts'

export interface StandingGrant extends Grant {
  createdAt: number
  revokedAt?: number
}

/** How far leave goes; each that is there must hold. */
export interface GrantLimits {
  /** How often in all. */
  times?: number | undefined
  /** How often on one day of the user's calendar. */
  perDay?: number | undefined
  until?: number | undefined
}

export interface GrantRequest extends GrantLimits {
  kind: EffectKind
  pattern: string
  tool?: string | undefined
}

export class Standing implements PolicyRows {
  readonly #journal: Journal
  readonly #now: () => number
  readonly #daily: DailyUses
  readonly #seen = new Set<string>()
  #grants: StandingGrant[] | undefined

  constructor(journal: Journal, now: () => number, zone: () => string) {
    this.#journal = journal
    this.#now = now
    this.#daily = new DailyUses(now, zone)
  }

  /** Those that were not revoked, each with what it was used today where that counts. */
  grants(): readonly StandingGrant[] {
    return this.list(true).filter((grant) => grant.revokedAt === undefined)
  }

  /** All, or only those that are not used up for good. */
  list(all: boolean): readonly StandingGrant[] {
    if (all) return this.#all().map((grant) => this.#today(grant))
    return this.grants().filter((grant) => isAlive(grant, this.#now()))
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

  /** Gives leave in advance; throws where it would be too wide. */
  create(request: GrantRequest): StandingGrant {
    const fault = tooWide(request)
    if (fault) throw new StewardError('BAD_INPUT', fault.why, fault.hint)
    const grant: StandingGrant = { id: newId('g'), ...request, used: 0, createdAt: this.#now() }
    this.#all().push(grant)
    this.#journal.later(() => {
      this.#journal.store
        .statement(
          'INSERT INTO grants (id, kind, pattern, tool, times, per_day, used, until, created_at) VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?)',
        )
        .run(
          grant.id,
          grant.kind,
          grant.pattern,
          grant.tool ?? null,
          grant.times ?? null,
          grant.perDay ?? null,
          grant.until ?? null,
          grant.createdAt,
        )
    })
    this.#journal.record('grant.created', {
      grant: grant.id,
      effects: [{ kind: grant.kind, target: grant.pattern }],
      times: grant.times,
      perDay: grant.perDay,
      until: grant.until,
    })
    return this.#today(grant)
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
    return this.#today(grant)
  }

  /** Which grants a call was charged for already. */
  chargedTo(callId: string): string[] {
    const rows = this.#journal.store.statement('SELECT grant_id FROM grant_uses WHERE call = ?').all(callId)
    return rows.map((row) => String(row.grant_id))
  }

  /** Charges a call for the grants it uses, in the same transaction as its row, and only once. */
  charge(callId: string, grants: readonly string[], charged: readonly string[]): void {
    const at = this.#now()
    for (const id of grants) {
      if (charged.includes(id)) continue
      const grant = this.#all().find((one) => one.id === id)
      if (grant) grant.used++
      if (grant?.perDay !== undefined) this.#daily.add(id, at)
      this.#journal.later(() => {
        const store = this.#journal.store
        const { changes } = store
          .statement('INSERT OR IGNORE INTO grant_uses (grant_id, call, at) VALUES (?, ?, ?)')
          .run(id, callId, at)
        if (changes === 1) store.statement('UPDATE grants SET used = used + 1 WHERE id = ?').run(id)
      })
    }
  }

  #all(): StandingGrant[] {
    this.#grants ??= this.#load()
    return this.#grants
  }

  // Read once, before anything was charged here; from then on both are kept up in memory.
  #load(): StandingGrant[] {
    const { store } = this.#journal
    const grants = store.statement('SELECT * FROM grants ORDER BY rowid').all().map(toGrant)
    const daily = new Set(grants.filter((grant) => grant.perDay !== undefined).map((grant) => grant.id))
    if (daily.size === 0) return grants
    const uses = store
      .statement('SELECT grant_id, at FROM grant_uses WHERE at >= ? ORDER BY at')
      .all(this.#now() - DAILY_REACH_MS)
    for (const { grant_id: id, at } of uses) if (daily.has(String(id))) this.#daily.add(String(id), Number(at))
    return grants
  }

  #today(grant: StandingGrant): StandingGrant {
    return grant.perDay === undefined ? grant : { ...grant, usedToday: this.#daily.count(grant.id) }
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
    ...(row.per_day === null ? {} : { perDay: Number(row.per_day) }),
    ...(row.until === null ? {} : { until: Number(row.until) }),
    ...(row.revoked_at === null ? {} : { revokedAt: Number(row.revoked_at) }),
  }
}
