// audit/*
import type { AuditRecord } from '../../policy/audit.ts'
import type { Effect } from '../../policy/effects.ts'
import type { ParamsOf } from '../protocol/methods.ts'
import type { Api, ApiParts } from './types.ts'

export const auditApi = ({ kernel }: ApiParts): Api<'audit/query' | 'audit/verify'> => {
  const { journal } = kernel
  return {
    'audit/query': (filter) => {
      journal.flush()
      return { records: journal.audit.query((record) => fits(record, filter), filter.limit) }
    },
    'audit/verify': () => {
      journal.flush()
      return journal.audit.verify(journal.anchor())
    },
  }
}

function fits(record: AuditRecord, filter: ParamsOf<'audit/query'>): boolean {
  const { tool, call, effect, decision, type, since, until } = filter
  if (tool !== undefined && record.tool !== tool) return false
  if (call !== undefined && record.call !== call) return false
  if (decision !== undefined && record.decision !== decision) return false
  if (type !== undefined && record.type !== type) return false
  if (since !== undefined && record.at < since) return false
  if (until !== undefined && record.at >= until) return false
  return effect === undefined || ((record.effects ?? []) as Effect[]).some((one) => one.kind === effect)
}
