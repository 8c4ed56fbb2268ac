// One question: exactly what will happen, what it costs in risk, why it is asked, and the answers.
import { useState } from 'preact/hooks'
import type { Approval } from '../../state/approvals.ts'
import { sessionName } from '../../state/sessions.ts'
import { zone } from '../../state/settings.ts'
import { Chip, Score } from '../parts/basic.tsx'
import { isPlain, Long, Pairs, Value, visible } from '../parts/value.tsx'
import { spanWords } from '../text/days.ts'
import { said } from '../text/said.ts'
import { t } from '../text/t.ts'
import { ago } from '../text/time.ts'
import { effectWords } from '../text/words.ts'
import { Answers } from './answers.tsx'
import { DenyDialog } from './deny.tsx'
import { LongerDialog } from './longer.tsx'

export function ApprovalCard({ one }: { one: Approval }) {
  const [open, setOpen] = useState<'longer' | 'deny' | undefined>()
  const close = () => setOpen(undefined)
  const hasDoubts = (one.doubts?.length ?? 0) > 0
  return (
    <article class="card approval" data-approval={one.id} aria-labelledby={`a-${one.id}`}>
      <header>
        <h2 class="grow break" tabIndex={-1} id={`a-${one.id}`}>
          {visible(said(one.preview.title))}
        </h2>
        <Score value={one.receipt.score} />
      </header>
      <div class="body stack">
        <div class="row wrap">
          <Where one={one} />
          <Chip tone={one.undoable ? 'good' : 'warn'} icon={one.undoable ? 'undo' : 'warn'}>
            {t(one.undoable ? 'approvals.undoable' : 'approvals.final')}
          </Chip>
          {one.urgent && <Chip tone="accent">{t('approvals.urgent')}</Chip>}
          <span class="quiet small">
            {t('approvals.by', { tool: one.tool, session: visible(sessionName(one.session)) })} ·{' '}
            {t('approvals.asked', { when: ago(one.askedAt) })}
          </span>
        </div>
        <What one={one} />
        {hasDoubts && <Doubts one={one} />}
        <Why one={one} />
        <Answers one={one} onOpen={setOpen} />
      </div>
      {open === 'longer' && <LongerDialog one={one} onClose={close} />}
      {open === 'deny' && <DenyDialog one={one} onClose={close} />}
    </article>
  )
}

function Where({ one }: { one: Approval }) {
  if (!one.leaves)
    return (
      <Chip tone="good" icon="home">
        {t('approvals.stays')}
      </Chip>
    )
  const targets = [...new Set(one.effects.map(({ target }) => target))]
  return (
    <Chip tone="bad" icon="out">
      {targets.length === 1 && targets[0]
        ? t('approvals.leaves', { where: visible(targets[0]) })
        : t('approvals.leavesSomewhere')}
    </Chip>
  )
}

// The names at the beginning of lines are ours; what follows them, and lines that go on, are not.
const named = (body: string): string =>
  body.replace(
    /^([A-Z][a-z ,]{1,30}): (only this one|this and the following|all of them)?/gm,
    (_, name, which = '') => {
      return `${said(name)}: ${which === '' ? '' : said(which)}`
    },
  )

// Only in the lines that are ours, and never in what somebody else wrote. The very stamps are in the input below.
const STAMP = String.raw`\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?(?:\[[\w/+-]+\])?)?`
const SPAN = new RegExp(`(${STAMP}) to (${STAMP})`, 'g')
const timed = (body: string): string =>
  body.replace(/^(?:Times|Was|Now): .*$/gm, (line) =>
    line.replace(SPAN, (_, start: string, end: string) => spanWords(start, end, zone.value)),
  )

/** What will happen, in full: the preview, the effects, and the very input. */
export function What({ one }: { one: Approval }) {
  const { body, format } = one.preview
  return (
    <div class="stack">
      {body !== undefined && (
        <Long text={format === 'event' ? named(timed(body)) : body} look={format === 'diff' ? 'diff' : 'plain'} />
      )}
      <ul class="effects">
        {one.effects.map(({ kind, target }, at) => (
          <li key={at}>
            <span class="quiet">{effectWords(kind)}</span> <span class="mono break">{visible(target)}</span>
          </li>
        ))}
      </ul>
      <div class="box stack">
        <h3>{t('approvals.exactly')}</h3>
        {isPlain(one.input) ? <Pairs value={one.input} exact /> : <Value value={one.input} exact />}
      </div>
    </div>
  )
}

function Doubts({ one }: { one: Approval }) {
  return (
    <section class="box doubts stack">
      <h3>{t('approvals.doubts')}</h3>
      <ul class="stack">
        {one.doubts?.map(({ role, value, says }) => (
          <li key={`${role} ${value}`} class="break">
            <code>{visible(value)}</code>
            <br />
            {visible(said(says))}
          </li>
        ))}
      </ul>
      <p class="small">{t('approvals.noGrant')}</p>
    </section>
  )
}

function Why({ one }: { one: Approval }) {
  // What is said above of a value need not be said again.
  const told = new Set(one.doubts?.map(({ says }) => says))
  const reasons = one.why.filter((why) => !told.has(why))
  return (
    <div class="why">
      <section>
        <h3>{t('approvals.why')}</h3>
        <ul>
          {reasons.map((why) => (
            <li key={why} class="break">
              {visible(said(why))}
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3>{t('approvals.receipt')}</h3>
        <Receipt lines={one.receipt.lines} />
      </section>
    </div>
  )
}

/** The points of a risk, line by line. */
export const Receipt = ({ lines }: { lines: Approval['receipt']['lines'] }) => (
  <ul class="receipt">
    {lines.map(({ points, why }, at) => (
      <li key={at}>
        <span class="mono">{points > 0 && at > 0 ? `+${points}` : points}</span>{' '}
        <span class="break">{visible(said(why))}</span>
      </li>
    ))}
  </ul>
)
