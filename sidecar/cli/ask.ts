// Asking the person at the terminal. The safe default is always "later": nothing is lost, nothing is done.
import { StewardError } from '../text/errors.ts'
import { type Approval, card } from './card.ts'
import type { CallView } from './outcome.ts'
import { type Parked, questionLines, readAnswer } from './question.ts'
import type { Client, Person, Run } from './types.ts'
import { visible } from './visible.ts'
import { widthOf } from './width.ts'

export interface Limits {
  times?: number
  perDay?: number
  until?: number
}

type Decide = {
  decision: 'allow' | 'deny'
  reason?: string
  input?: unknown
  grant?: Limits
}

/** An approval by its id, open or answered, if there is one. */
export async function lookUp(client: Client, id: string): Promise<Approval | undefined> {
  for (const all of [false, true]) {
    const { approvals } = await client.call('approval/list', { all, limit: 1000 })
    const found = approvals.find((each) => each.id === id)
    if (found) return found
  }
  return undefined
}

/** An approval by its id, open or answered. */
export async function findApproval(client: Client, id: string): Promise<Approval> {
  const found = await lookUp(client, id)
  if (!found) throw noApproval([id])
  return found
}

/** For ids that no approval has. */
export const noApproval = (ids: readonly string[]): StewardError =>
  new StewardError('NOT_FOUND', `There is no approval ${ids.join(', ')}.`, 'Those that wait: steward approvals')

/** What is parked, by its id. */
export async function findParked(client: Client, id: string): Promise<Parked> {
  for (const all of [false, true]) {
    const { suspensions } = await client.call('suspension/list', { all, limit: 1000 })
    const found = suspensions.find((each) => each.id === id)
    if (found) return found
  }
  throw new StewardError('NOT_FOUND', `Nothing is parked as ${id}.`, 'What waits: steward waiting')
}

/** The call once it no longer moves. */
export async function atRest(client: Client, view: CallView, answered?: string): Promise<CallView> {
  const moving = view.state === 'planned' || view.state === 'running'
  const behind = view.state === 'waiting' && view.approvalId !== undefined && view.approvalId === answered
  return moving || behind ? client.call('call/show', { callId: view.callId, wait: true }) : view
}

/** Answers an approval with the hash of what was shown, and waits for what the call does then. */
export async function decide(client: Client, approval: Approval, how: Decide): Promise<CallView> {
  const { call } = await client.call('approval/decide', { id: approval.id, hash: approval.hash, ...how })
  return atRest(client, call, approval.id)
}

const later = Symbol('later')

async function edited(person: Person, approval: Approval, note: (line: string) => void): Promise<unknown> {
  const line = await person.ask('New input: ', JSON.stringify(approval.input))
  if (line === undefined || line.trim() === '') return later
  try {
    return JSON.parse(line)
  } catch {
    note('That is not JSON, so nothing was changed.')
    return later
  }
}

/** Shows the card and asks. Returns the call as it goes on, or nothing for "later". */
export async function askApproval(run: Run, person: Person, id: string): Promise<CallView | undefined> {
  const client = await run.client()
  const approval = await findApproval(client, id)
  run.shown('approval', id)
  const width = widthOf(run.host.stderr)
  run.host.stderr.write(`${card(approval, width, run.errPaint).join('\n')}\n`)
  for (;;) {
    const answer = (await person.ask('[a]llow once  [d]eny  [e]dit  [l]ater (Enter): '))?.trim().toLowerCase()
    switch (answer) {
      case 'a':
      case 'allow':
        return decide(client, approval, { decision: 'allow' })
      case 'd':
      case 'deny': {
        const reason = (await person.ask('Why? (Enter for none): '))?.trim()
        return decide(client, approval, { decision: 'deny', ...(reason ? { reason } : {}) })
      }
      case 'e':
      case 'edit': {
        const input = await edited(person, approval, (line) => run.host.stderr.write(`${line}\n`))
        if (input !== later) return decide(client, approval, { decision: 'allow', input })
        break
      }
      case undefined:
      case '':
      case 'l':
      case 'later':
        return undefined
      // A reflex is no decision: what approves is what the prompt says.
      case 'y':
      case 'yes':
        run.host.stderr.write('Type a, or allow, to allow.\n')
        break
      case 'n':
      case 'no':
        run.host.stderr.write('Type d, or deny, to deny.\n')
        break
      default:
        run.host.stderr.write('Please type a, d, e or l.\n')
    }
  }
}

/** Puts a parked question to the person. Returns the call as it goes on, or nothing for "later". */
export async function askQuestion(run: Run, person: Person, id: string): Promise<CallView | undefined> {
  const client = await run.client()
  const parked = await findParked(client, id)
  if (parked.wakeAt !== undefined || parked.state !== 'open') return undefined
  run.host.stderr.write(`${[`${visible(parked.tool)} asks:`, ...questionLines(parked)].join('\n')}\n`)
  const line = (await person.ask('Your answer (Enter for later): '))?.trim()
  if (!line) return undefined
  const view = await client.call('suspension/resume', { id, answer: readAnswer(parked, [line]) })
  return atRest(client, view)
}
