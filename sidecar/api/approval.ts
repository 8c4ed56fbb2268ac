// approval/* and grant/*: leave, given once or in advance.
import { isEffectKind } from '../../policy/effects.ts'
import type { StandingGrant } from '../kernel/standing.ts'
import { StewardError } from '../text/errors.ts'
import type { Api, ApiParts } from './types.ts'

type ApprovalMethods =
  | 'approval/list'
  | 'approval/decide'
  | 'approval/decideMany'
  | 'grant/list'
  | 'grant/create'
  | 'grant/revoke'
  | 'grant/suggest'
  | 'grant/dismiss'

export const approvalApi = ({ kernel }: ApiParts): Api<ApprovalMethods> => {
  const { approvals, answers, standing, suggestions, journal, events } = kernel
  const changed = () => events.emit('state/changed', { what: 'grants' })
  return {
    'approval/list': ({ all, limit }) => ({ approvals: approvals.list(all, limit) }),
    'approval/decide': async (answer, { connection }) => {
      const decided = await answers.decide({ ...answer, by: connection.client?.name })
      if (answer.grant) changed()
      return decided
    },
    'approval/decideMany': async ({ answers: given }, { connection }) => ({
      answers: await answers.decideMany(given.map((answer) => ({ ...answer, by: connection.client?.name }))),
    }),
    'grant/list': ({ all }) => ({ grants: standing.list(all).map(withLeft) }),
    'grant/create': async ({ kind, ...more }) => {
      if (!isEffectKind(kind))
        throw new StewardError(
          'BAD_INPUT',
          `${kind} is not a kind of effect.`,
          'steward describe TOOL shows the kinds a tool has.',
        )
      const grant = standing.create({ kind, ...more })
      await journal.durable(true)
      changed()
      return withLeft(grant)
    },
    'grant/revoke': async ({ id }) => {
      const grant = standing.revoke(id)
      await journal.durable(true)
      changed()
      return withLeft(grant)
    },
    'grant/suggest': () => ({ suggestions: suggestions.list() }),
    'grant/dismiss': async ({ id }) => {
      suggestions.dismiss(id)
      await journal.durable(true)
      return { ok: true }
    },
  }
}

function withLeft({ usedToday = 0, ...grant }: StandingGrant) {
  const left = grant.times === undefined ? Infinity : Math.max(0, grant.times - grant.used)
  return {
    ...grant,
    ...(grant.times === undefined ? {} : { left }),
    // No more today than are left in all.
    ...(grant.perDay === undefined ? {} : { leftToday: Math.min(left, Math.max(0, grant.perDay - usedToday)) }),
  }
}
