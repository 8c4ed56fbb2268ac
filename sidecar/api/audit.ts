// audit/*
import type { AuditRecord } from '../../policy/audit.ts'
import { makeProof, verifyProof } from '../../policy/audit-proof.ts'
import type { Effect } from '../../policy/effects.ts'
import type { ParamsOf } from '../protocol/methods.ts'
import { StewardError } from '../text/errors.ts'
import type { Api, ApiParts } from './types.ts'

type Names = 'audit/query' | 'audit/verify' | 'audit/export' | 'audit/check'

export const auditApi = ({ kernel }: ApiParts): Api<Names> => {
  const { journal } = kernel
  return {
    'audit/query': (filter) => {
      journal.flush()
      return { records: journal.audit.query((record) => fits(record, filter), filter.limit, filter.since) }
    },
    'audit/verify': ({ from }) => {
      journal.flush()
      return journal.audit.verify(journal.anchor(), from)
    },
    'audit/export': ({ callId }) => {
      journal.seal()
      const { proof, left } = makeProof(journal.audit.lines(), callId)
      if (!proof) throw noProof(callId, left)
      return { proof, left }
    },
    'audit/check': ({ proof, key }) => verifyProof(proof, key),
  }
}

function noProof(callId: string, left: number): StewardError {
  if (left === 0)
    return new StewardError(
      'NOT_FOUND',
      `The audit log has no call ${callId}.`,
      'See `steward audit query` for those it has.',
    )
  return new StewardError(
    'NOT_FOUND',
    `No seal closes the records of ${callId}.`,
    'They are older than the first seal, or the log can not be sealed: see `steward audit verify`.',
  )
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
