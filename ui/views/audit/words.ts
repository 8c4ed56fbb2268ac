// A record of the audit log in words.
import type { AuditRecord } from '../../state/audit.ts'
import type { IconName } from '../parts/icon.tsx'
import { visible } from '../parts/value.tsx'
import { isKey, t } from '../text/t.ts'

interface Effect {
  kind: string
  target: string
}

/** Types of records that can be chosen, those that are wanted most first. */
export const types = [
  ...(['asked', 'decided', 'outcome', 'call', 'approval.allowed', 'approval.denied', 'grant.created'] as const),
  ...(['grant.revoked', 'rules.changed', 'settings.changed', 'stop.set', 'undone', 'violation'] as const),
  ...(['session.opened', 'checkpoint'] as const),
] as const

export const decisions = ['allow', 'warn', 'ask', 'deny'] as const
export type Decision = (typeof decisions)[number]

/** One line: what happened. */
export function sentence(record: AuditRecord): string {
  const { type } = record
  const finer = [record.decision, record.state, record.reason].filter((part) => typeof part === 'string')
  const keys = [...finer.map((part) => `record.${type}.${part}`), `record.${type}`]
  const values = {
    type: visible(type),
    ...Object.fromEntries(['tool', 'error', 'key', 'from', 'name', 'count'].map((name) => [name, word(record[name])])),
  }
  return t(keys.find(isKey) ?? 'record.other', values)
}

const word = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? visible(String(value)) : '?'

/** The effects that a record is about. */
export const effectsOf = ({ effects }: AuditRecord): readonly Effect[] =>
  Array.isArray(effects) ? (effects as readonly Effect[]) : []

/** The decision that a record holds, where it is worth a mark of its own: one that was answered is no question any more. */
export function decisionOf({ type, decision }: AuditRecord): Decision | undefined {
  const isOne = type === 'asked' || (type === 'decided' && decision !== 'ask')
  return isOne ? decisions.find((one) => one === decision) : undefined
}

/** The call that a record is about. */
export const callOf = ({ call }: AuditRecord): string | undefined => (typeof call === 'string' ? call : undefined)

/** How a record looks in the list. */
export function look({ type, decision, state }: AuditRecord): { icon: IconName; tone: string } {
  if (type === 'violation' || type === 'dropped') return { icon: 'warn', tone: 'bad' }
  if (type.startsWith('stop.')) return { icon: 'warn', tone: type === 'stop.set' ? 'bad' : 'good' }
  if (decision === 'deny' || type === 'approval.denied') return { icon: 'close', tone: 'bad' }
  if (type === 'asked') return { icon: 'approvals', tone: 'warn' }
  if (type.startsWith('approval.') || type.startsWith('grant.')) return { icon: 'approvals', tone: 'accent' }
  if (state === 'failed') return { icon: 'close', tone: 'bad' }
  if (state === 'unknown') return { icon: 'warn', tone: 'warn' }
  if (state === 'done') return { icon: 'check', tone: 'good' }
  if (type === 'decided') return { icon: 'policy', tone: decision === 'warn' ? 'warn' : '' }
  return others[type.split('.')[0] ?? ''] ?? { icon: 'file', tone: '' }
}

const others: Readonly<Record<string, { icon: IconName; tone: string }>> = {
  checkpoint: { icon: 'key', tone: 'info' },
  genesis: { icon: 'key', tone: 'info' },
  rules: { icon: 'policy', tone: 'accent' },
  settings: { icon: 'settings', tone: 'accent' },
  suspension: { icon: 'waiting', tone: 'accent' },
  reminder: { icon: 'waiting', tone: 'info' },
  undone: { icon: 'undo', tone: 'info' },
  session: { icon: 'run', tone: '' },
  restored: { icon: 'undo', tone: 'warn' },
  recovered: { icon: 'warn', tone: 'warn' },
}
