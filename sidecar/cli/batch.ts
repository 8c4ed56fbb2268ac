// Several approvals at once: a tick each, and one answer for all at the end.
import type { ResultOf } from '../protocol/methods.ts'
import { toView } from '../text/errors.ts'
import { atRest, noApproval } from './ask.ts'
import { type Approval, card } from './card.ts'
import { exitOf, exits } from './exit.ts'
import { type CallView, exitOfCall } from './outcome.ts'
import type { Answer, Client, Paint, Person, Run } from './types.ts'
import { visible } from './visible.ts'
import { widthOf, wrap } from './width.ts'

/** What is to be said to one of them. */
export interface Tick {
  approval: Approval
  decision: 'allow' | 'deny'
  reason?: string
}

type Answered = ResultOf<'approval/decideMany'>['answers'][number]

/** Answers all of them with the hashes of what was shown, and waits for what the calls do then. Ids that are unknown are told. */
export async function answerAll(run: Run, ticks: readonly Tick[], unknown: readonly string[] = []): Promise<Answer> {
  const client = await run.client()
  const { answers } = await client.call('approval/decideMany', {
    answers: ticks.map(({ approval: { id, hash }, decision, reason }) => ({
      ...{ id, hash, decision },
      ...(reason ? { reason } : {}),
    })),
  })
  const ended = await Promise.all(answers.map((answer) => settled(client, answer)))
  const rows = [
    ...ended.map((answer, i) => ({ ...answer, decision: ticks[i]?.decision ?? ('deny' as const) })),
    ...unknown.map((id) => ({ id, decision: 'deny' as const, error: toView(noApproval([id])) })),
  ]
  const code = Math.max(exits.done, ...rows.map((row) => exitOfRow(row)))
  return { value: rows, text: rows.map((row) => rowLine(row, run.paint)), code }
}

async function settled(client: Client, { id, call, error }: Answered): Promise<{ id: string } & Result> {
  return call ? { id, call: await atRest(client, call, id) } : { id, error }
}

interface Result {
  call?: CallView
  error?: Answered['error']
}

function exitOfRow({ call, error, decision }: Result & Pick<Tick, 'decision'>): number {
  if (error) return exitOf(error.code)
  return call && decision === 'allow' ? exitOfCall(call) : exits.done
}

function rowLine(
  { id, decision, call, error }: { id: string } & Result & Pick<Tick, 'decision'>,
  paint: Paint,
): string {
  const name = paint.cyan(visible(id))
  if (error) return `${name}  ${paint.red('not answered')}: ${visible(error.message)}`
  if (decision === 'deny') return `${name}  denied: ${visible(call?.tool ?? '')} was not carried out`
  const why = call?.error ? `: ${visible(call.error.message)}` : ''
  return `${name}  allowed: ${visible(call?.tool ?? '')} is ${call?.state ?? 'gone'}${why}`
}

/** Puts all that waits to the person, those that are alike one after the other. Nothing is answered before the last word. */
export async function walk(run: Run, person: Person, open: readonly Approval[]): Promise<Answer> {
  const say = (...lines: string[]) => run.host.stderr.write(`${lines.join('\n')}\n`)
  const width = widthOf(run.host.stderr)
  const ticks: Tick[] = []
  const ordered = [...Map.groupBy(open, ({ group }) => group).values()].flat()
  for (const [i, approval] of ordered.entries()) {
    run.shown('approval', approval.id)
    say(...card(approval, width, run.errPaint))
    const tick = await tickFor(person, approval, `${i + 1} of ${ordered.length}`, say)
    if (tick === 'stop') return nothingAnswered(ordered)
    if (tick) ticks.push(tick)
  }
  if (ticks.length === 0) return nothingAnswered(ordered)
  say('You ticked:', ...ticks.flatMap((tick) => tickLines(tick, width, run.errPaint)))
  const sure = (await person.ask('Type yes to answer these now (Enter for not now): '))?.trim().toLowerCase()
  return sure === 'yes' ? answerAll(run, ticks) : nothingAnswered(ordered)
}

async function tickFor(
  person: Person,
  approval: Approval,
  place: string,
  say: (line: string) => void,
): Promise<Tick | 'stop' | undefined> {
  for (;;) {
    const answer = (await person.ask(`${place}: [a]llow  [d]eny  [l]ater (Enter): `))?.trim().toLowerCase()
    if (answer === undefined) return 'stop'
    if (answer === '' || answer === 'l' || answer === 'later') return undefined
    if (answer === 'a' || answer === 'allow') return { approval, decision: 'allow' }
    if (answer === 'd' || answer === 'deny') {
      const reason = (await person.ask('Why? (Enter for none): '))?.trim()
      return { approval, decision: 'deny', ...(reason ? { reason } : {}) }
    }
    say('Please type a, d or l.')
  }
}

function tickLines({ approval, decision, reason }: Tick, width: number, paint: Paint): string[] {
  const word = decision === 'allow' ? paint.green('allow') : paint.red('deny ')
  const why = reason ? ` (${reason})` : ''
  return wrap(visible(`${approval.preview.title}${why}`), width - 9).map(
    (line, i) => `  ${i === 0 ? word : '     '}  ${line}`,
  )
}

const nothingAnswered = (open: readonly Approval[]): Answer => ({
  value: open,
  text: 'Nothing was answered. What waits, waits.',
  code: exits.waiting,
})
