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
  const { approvals, answers, standing, suggestions, journal } = kernel
  return {
    'approval/list': ({ all, limit }) => ({ approvals: approvals.list(all, limit) }),
    'approval/decide': (answer, { connection }) => answers.decide({ ...answer, by: connection.client?.name }),
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
      return withLeft(grant)
    },
    'grant/revoke': async ({ id }) => {
      const grant = standing.revoke(id)
      await journal.durable(true)
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

const withLeft = (grant: StandingGrant) =>
  grant.times === undefined ? grant : { ...grant, left: Math.max(0, grant.times - grant.used) }
