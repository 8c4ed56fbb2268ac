// One parked call: what it waits for, since when, and how it goes on.
import { useEffect, useState } from 'preact/hooks'
import { href } from '../../state/route.ts'
import { sessionName } from '../../state/sessions.ts'
import type { Suspension } from '../../state/waiting.ts'
import { Button, Chip } from '../parts/basic.tsx'
import { Icon } from '../parts/icon.tsx'
import { isPlain, Pairs, Value, visible } from '../parts/value.tsx'
import { said } from '../text/said.ts'
import { t } from '../text/t.ts'
import { ago, moment } from '../text/time.ts'
import { AnswerForm, LooseForm } from './answer.tsx'
import { askedOf, countdown } from './asked.ts'
import { end, goOn } from './done.ts'

const TICK_MS = 1000

export function ParkedCard({ one, isChosen }: { one: Suspension; isChosen: boolean }) {
  const asked = askedOf(one)
  const isTimed = one.wakeAt !== undefined
  return (
    <article
      class={`card parked ${isChosen ? 'first' : ''}`}
      data-parked={one.id}
      aria-labelledby={`p-${one.id}`}
      aria-current={isChosen ? 'true' : undefined}
    >
      <header>
        <h2 class="grow break" id={`p-${one.id}`}>
          {asked ? visible(asked.question) : isTimed ? t('waiting.time') : visible(said(one.reason))}
        </h2>
        <Chip tone={asked ? 'warn' : 'accent'} icon={isTimed ? 'waiting' : 'note'}>
          {t(asked ? 'waiting.forYou' : isTimed ? 'waiting.forTime' : 'waiting.forElse')}
        </Chip>
      </header>
      <div class="body stack">
        <span class="quiet small break">
          {t('waiting.by', { tool: visible(one.tool), session: visible(sessionName(one.session)) })} ·{' '}
          {t('waiting.since', { when: ago(one.openedAt) })}
        </span>
        {asked ? <AnswerForm one={one} asked={asked} /> : null}
        {!asked && one.wakeAt !== undefined && <Until one={one} wakeAt={one.wakeAt} />}
        {!asked && !isTimed && <Anything one={one} />}
        <div class="row wrap ends">
          <a href={href('activity', one.callId)}>{t('waiting.details')}</a>
          <span class="grow" />
          <Button look="plain" onPress={() => end(one)}>
            {t(asked ? 'waiting.cancelQuestion' : 'waiting.cancel')}
          </Button>
        </div>
      </div>
    </article>
  )
}

function Until({ one, wakeAt }: { one: Suspension; wakeAt: number }) {
  const now = useNow()
  return (
    <div class="row wrap" data-first>
      <Icon name="waiting" />
      <span>{t('waiting.goesOnAt', { when: moment(wakeAt) })}</span>
      {/* Read out once by the sentence before it, not every second. */}
      <span class="mono quiet" aria-hidden="true">
        {wakeAt > now ? t('waiting.in', { time: countdown(wakeAt, now) }) : t('waiting.now')}
      </span>
      <span class="grow" />
      <Button onPress={() => goOn(one, null)}>{t('waiting.goOnNow')}</Button>
    </div>
  )
}

function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

function Anything({ one }: { one: Suspension }) {
  return (
    <>
      {one.data !== null && (
        <div class="box">{isPlain(one.data) ? <Pairs value={one.data} /> : <Value value={one.data} />}</div>
      )}
      <LooseForm one={one} />
    </>
  )
}
