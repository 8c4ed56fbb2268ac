// approval/* and grant/*: leave, given once or in advance.
import { isEffectKind } from '../../policy/effects.ts'
import { StewardError } from '../text/errors.ts'
import type { Api, ApiParts } from './types.ts'

type ApprovalMethods = 'approval/list' | 'approval/decide' | 'grant/list' | 'grant/create' | 'grant/revoke'

export const approvalApi = ({ kernel }: ApiParts): Api<ApprovalMethods> => {
  const { approvals, answers, standing, journal } = kernel
  return {
    'approval/list': ({ all, limit }) => ({ approvals: approvals.list(all, limit) }),
    'approval/decide': (answer) => answers.decide(answer),
    'grant/list': ({ all }) => ({ grants: [...standing.list(all)] }),
    'grant/create': async ({ kind, ...more }) => {
      if (!isEffectKind(kind))
        throw new StewardError(
          'BAD_INPUT',
          `${kind} is not a kind of effect.`,
          'steward describe TOOL shows the kinds a tool has.',
        )
      const grant = standing.create({ kind, ...more })
      await journal.durable(true)
      return grant
    },
    'grant/revoke': async ({ id }) => {
      const grant = standing.revoke(id)
      await journal.durable(true)
      return grant
    },
  }
}
