// A call as it is shown: on the wire, in events, in lists.
import type { Effect } from '../../policy/effects.ts'
import type { Label } from '../../policy/flow.ts'
import type { Receipt } from '../../policy/score.ts'
import type { ErrorView } from '../text/errors.ts'
import { shortly } from '../text/shortly.ts'
import { type Runnable, shownInput } from './define.ts'
import type { AttachmentInfo, CallRow, CallState } from './rows.ts'

const MOST_TARGETS = 3

export interface CallView {
  callId: string
  tool: string
  session: string
  state: CallState
  /** In a few words. */
  about?: string
  /** When it was asked for. */
  createdAt: number
  startedAt: number
  durationMs: number
  receipt: Receipt
  labels: Label
  attachments: AttachmentInfo[]
  ok?: boolean
  output?: unknown
  outputRef?: string
  error?: ErrorView
  parent?: string
  decision?: 'allow' | 'warn' | 'ask' | 'deny'
  approvalId?: string
  suspensionId?: string
  undoable?: boolean
  undoneBy?: string
}

export interface CallDetail extends CallView {
  input: unknown
  effects: Effect[]
  attempts: number
  hash?: string
}

/** What a client is told of a call. */
export function viewCall(row: CallRow, now: number): CallView {
  const startedAt = row.startedAt ?? row.createdAt
  const view: CallView = {
    callId: row.id,
    tool: row.tool,
    session: row.session,
    state: row.state,
    createdAt: row.createdAt,
    startedAt,
    durationMs: (row.finishedAt ?? now) - startedAt,
    receipt: row.receipt,
    labels: row.labels,
    attachments: row.attachments,
  }
  const about = aboutOf(row)
  if (about !== '') view.about = about
  if (row.state === 'done') view.ok = true
  if (row.state === 'failed') view.ok = false
  if (row.output !== undefined) view.output = row.output
  if (row.outputRef !== null) view.outputRef = row.outputRef
  if (row.error) view.error = row.error
  if (row.parent !== null) view.parent = row.parent
  if (row.decision !== null) view.decision = row.decision
  if (row.state === 'waiting' && row.approval !== null) view.approvalId = row.approval
  if (row.state === 'suspended' && row.suspension !== null) view.suspensionId = row.suspension
  if (row.undoable && row.undoneBy === null) view.undoable = true
  if (row.undoneBy !== null) view.undoneBy = row.undoneBy
  return view
}

// What it touched tells it best, and holds no secret; where it touches nothing but the user, what it was given.
function aboutOf({ effects, input }: CallRow): string {
  const touched = effects.filter(({ kind }) => kind !== 'askUser').slice(0, MOST_TARGETS)
  return touched.length > 0 ? shortly(touched.map(({ target }) => target)) : shortly(input)
}

/** Everything about one call. What no card shows of its input is not shown here either. */
export const detailCall = (row: CallRow, now: number, tool: Runnable | undefined): CallDetail => ({
  ...viewCall(row, now),
  input: tool ? shownInput(tool, row.input) : row.input,
  effects: [...row.effects, ...row.extra],
  attempts: row.attempts,
  ...(row.hash === null ? {} : { hash: row.hash }),
})
