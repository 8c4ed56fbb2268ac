// A tool's form with what comes of it: filled in, explained before it runs, run, and its answer shown.
import { useEffect, useState } from 'preact/hooks'
import type { ResultOf } from '../../../sidecar/protocol/methods.ts'
import { CallError } from '../../client/client.ts'
import { type CallView, keep, viewOf } from '../../state/calls.ts'
import { undo } from '../../state/control.ts'
import { type Draft, draftOf } from '../../state/drafts.ts'
import { call } from '../../state/link.ts'
import { attempt } from '../../state/notices.ts'
import { href } from '../../state/route.ts'
import { here } from '../../state/sessions.ts'
import type { ToolDetail } from '../../state/tools.ts'
import { suspensions } from '../../state/waiting.ts'
import { Button, Chip, Score, StateChip } from '../parts/basic.tsx'
import { useBusy } from '../parts/busy.ts'
import { isPlain, Long, Pairs, Value, visible } from '../parts/value.tsx'
import { said } from '../text/said.ts'
import { t } from '../text/t.ts'
import { moment } from '../text/time.ts'
import { effectWords } from '../text/words.ts'
import { askedOf } from '../waiting/asked.ts'
import { type Faults, faultsOf, toldOf } from './faults.ts'
import { SchemaForm } from './form.tsx'
import { type Schema, withoutEmpty } from './shape.ts'

const AGAIN_MS = 1000
type Explained = ResultOf<'policy/explain'>

interface RunProps {
  tool: ToolDetail
  /** What it begins with, in place of what was typed here before. */
  input?: Record<string, unknown> | undefined
  place?: string
}

export function RunForm({ tool, input, place = 'tools' }: RunProps) {
  const [draft] = useState(() => begin(`${place}/${tool.name}`, input))
  const [faults, setFaults] = useState<Faults>({})
  const [explained, setExplained] = useState<Explained>()
  const [callId, setCallId] = useState<string>()
  const schema = (isPlain(tool.input) ? tool.input : {}) as Schema
  // Sends what is whole; what is wrong with a field is said there.
  const send = async (work: (given: Record<string, unknown>) => Promise<unknown>) => {
    const lacks = faultsOf(schema, draft.value.value)
    setFaults(lacks)
    setExplained(undefined)
    if (Object.keys(lacks).length > 0) return
    try {
      await work(withoutEmpty(draft.value.value, schema))
    } catch (thrown) {
      const told = thrown instanceof CallError && thrown.code === 'BAD_INPUT' ? toldOf(schema, thrown.message) : {}
      if (Object.keys(told).length === 0) throw thrown
      setFaults(told)
    }
  }
  const explain = useBusy(() =>
    send(async (given) => {
      setExplained(await call('policy/explain', { tool: tool.name, input: given, session: await here() }))
    }),
  )
  const run = useBusy(() =>
    send(async (given) => {
      const asked = { tool: tool.name, input: given, session: await here(), wait: false, callId: draft.callId() }
      const view = await call('tool/call', asked)
      keep(view)
      setCallId(view.callId)
      // A second Enter right after the first is no second wish.
      setTimeout(draft.sent, AGAIN_MS)
    }),
  )
  const onSubmit = (event: Event) => {
    event.preventDefault()
    void attempt(run)
  }
  const change = (next: Readonly<Record<string, unknown>>) => {
    draft.change(next)
    setFaults({})
    setExplained(undefined)
  }
  return (
    <form class="stack" onSubmit={onSubmit} noValidate>
      <SchemaForm schema={schema} value={draft.value.value} onChange={change} faults={faults} />
      <div class="row wrap">
        <Button look="main" icon="run" onPress={run}>
          {t('form.run')}
        </Button>
        <Button onPress={explain}>{t('form.explain')}</Button>
      </div>
      {explained && <Explanation of={explained} />}
      {callId !== undefined && <Outcome callId={callId} />}
    </form>
  )
}

function begin(place: string, input: Record<string, unknown> | undefined): Draft<Readonly<Record<string, unknown>>> {
  const draft = draftOf<Readonly<Record<string, unknown>>>(place, {})
  if (input) draft.change(input)
  return draft
}

function Explanation({ of }: { of: Explained }) {
  return (
    <section class="box stack" aria-live="polite">
      <div class="row wrap">
        <Score value={of.receipt.score} />
        <Chip tone={of.decision === 'deny' ? 'bad' : of.decision === 'ask' ? 'warn' : 'good'}>
          {t(`decision.${of.decision}`)}
        </Chip>
      </div>
      {of.effects.length > 0 && (
        <ul class="effects">
          {of.effects.map(({ kind, target }) => (
            <li key={`${kind} ${target}`}>
              <span class="quiet">{effectWords(kind)}</span> <span class="mono break">{visible(target)}</span>
            </li>
          ))}
        </ul>
      )}
      <ul>
        {[...of.receipt.lines.map(({ points, why }) => `${points}: ${said(why)}`), ...of.why.map(said)].map((line) => (
          <li key={line} class="small break">
            {visible(line)}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** How a call goes, as it goes. */
export function Outcome({ callId }: { callId: string }) {
  const [first, setFirst] = useState<CallView>()
  const known = viewOf(callId)
  // What came out is not in the list, so it is asked for once there is something.
  const hasEnded = known !== undefined && isOver(known)
  useEffect(() => {
    let isLeft = false
    void call('call/show', { callId, wait: !hasEnded })
      .then((shown) => isLeft || setFirst(shown))
      .catch(() => {})
    return () => {
      isLeft = true
    }
  }, [callId, hasEnded])
  const view = known ?? first
  if (!view) return null
  const { state, output, outputRef, error, undoable, undoneBy } =
    first && isOver(first) ? { ...view, ...first, undoneBy: view.undoneBy } : view
  return (
    <section class="box stack" aria-live="polite">
      <div class="row wrap">
        {state === 'running' || state === 'planned' ? <span class="spin" /> : null}
        <StateChip state={state} />
        <a href={href('activity', callId)}>{t('form.details')}</a>
        {state === 'waiting' && <a href={href('approvals', view.approvalId)}>{t('form.answer')}</a>}
        {state === 'suspended' && <Parked id={view.suspensionId} />}
        {undoable && undoneBy === undefined && state === 'done' && (
          <Button tiny icon="undo" onPress={() => undo(callId)}>
            {t('common.undo')}
          </Button>
        )}
      </div>
      {error && (
        <p class="break">
          {visible(said(error.message))} <span class="quiet">{error.hint === undefined ? '' : said(error.hint)}</span>
        </p>
      )}
      {outputRef !== undefined && <p class="quiet">{t('form.long')}</p>}
      {output !== undefined && <Output output={output} />}
    </section>
  )
}

// Only a question is there to be answered; what sleeps goes on by itself.
function Parked({ id }: { id: string | undefined }) {
  const one = suspensions.value.find((each) => each.id === id)
  if (one?.wakeAt !== undefined && askedOf(one) === undefined)
    return <span class="quiet">{t('waiting.goesOnAt', { when: moment(one.wakeAt) })}</span>
  return <a href={href('waiting', id)}>{t('form.answer')}</a>
}

const isOver = ({ state }: CallView): boolean => state === 'done' || state === 'failed' || state === 'unknown'

/** What a call brought back. */
export function Output({ output }: { output: unknown }) {
  if (typeof output === 'string') return <Long text={output} />
  return isPlain(output) ? <Pairs value={output} /> : <Value value={output} />
}
