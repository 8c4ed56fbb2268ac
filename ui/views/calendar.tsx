// The calendar: a line to add by, days as hours, month or list, and the calendars beside them.
import { useEffect, useState } from 'preact/hooks'
import { asked } from '../state/act.ts'
import {
  calendars,
  calendarsFault,
  eventsFault,
  eventsOf,
  hasCalendars,
  preferences,
  reloadEvents,
  today,
  unwant,
  want,
} from '../state/calendar.ts'
import { href } from '../state/route.ts'
import { shown } from '../state/waitingmoves.ts'
import { plusDays } from '../state/zoned.ts'
import { Agenda } from './calendar/agenda.tsx'
import { EventDialog } from './calendar/dialog.tsx'
import { keepFocus } from './calendar/focus.ts'
import { TimeGrid } from './calendar/grid.tsx'
import { onKey } from './calendar/keys.ts'
import { days, look, type Mode, modes, query, show, titleOf, turn } from './calendar/look.ts'
import { Month } from './calendar/month.tsx'
import { beginEvent } from './calendar/open.ts'
import { ScopeDialog } from './calendar/scope.tsx'
import { Side } from './calendar/side.tsx'
import { SlotFinder } from './calendar/slots.tsx'
import { Button, Loading, Page } from './parts/basic.tsx'
import { Fault } from './parts/fault.tsx'
import { Icon } from './parts/icon.tsx'
import { QuickLine } from './parts/quick.tsx'
import { visible } from './parts/value.tsx'
import { t, tn } from './text/t.ts'

const MOST_WORDS = 200

export function Calendar() {
  const [isFinding, setFinding] = useState(false)
  const [isSideOpen, setSideOpen] = useState(() => innerWidth > 1400)
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('keydown', onKey)
      unwant()
    }
  }, [])
  return (
    <Page title={titleOf()} shape="wide tall" actions={<Actions />}>
      <div class="row wrap calendarbar">
        <QuickLine as="event" onDone={() => void reloadEvents()} />
        <Search />
        <Button look="plain" onPress={() => setFinding(true)}>
          {t('calendar.findTime')}
        </Button>
        <button
          type="button"
          class="button plain"
          aria-expanded={isSideOpen}
          aria-controls="calendar-side"
          onClick={() => setSideOpen(!isSideOpen)}
        >
          {t('calendar.calendars')}
        </button>
      </div>
      <Pending />
      <div class={isSideOpen ? 'calendarbody with-side' : 'calendarbody'}>
        <Body />
        {isSideOpen && <Side />}
      </div>
      <EventDialog />
      <ScopeDialog />
      {isFinding && <SlotFinder onClose={() => setFinding(false)} />}
    </Page>
  )
}

function Actions() {
  const { mode } = look.value
  return (
    <div class="row wrap">
      <div class="row tight">
        <Button look="plain" icon="back" label={t('calendar.previous')} onPress={() => turn(-1)}>
          {''}
        </Button>
        <Button onPress={() => show({ day: today() })}>{t('calendar.today')}</Button>
        <Button look="plain" icon="chevron" label={t('calendar.next')} onPress={() => turn(1)}>
          {''}
        </Button>
      </div>
      <fieldset class="tabs">
        <legend class="unseen">{t('calendar.view')}</legend>
        {modes.map((one: Mode) => (
          <button type="button" key={one} aria-pressed={mode === one} onClick={() => show({ mode: one })}>
            {t(`calendar.mode.${one}`)}
          </button>
        ))}
      </fieldset>
      <Button icon="plus" look="main" onPress={() => beginEvent()}>
        {t('calendar.new')}
      </Button>
    </div>
  )
}

function Search() {
  return (
    <search class="row find">
      <Icon name="search" size={16} />
      <input
        class="input"
        type="search"
        id="calendar-find"
        spellcheck={false}
        maxLength={MOST_WORDS}
        aria-label={t('calendar.search')}
        placeholder={t('calendar.search')}
        value={query.value}
        onInput={(event) => {
          query.value = event.currentTarget.value
        }}
      />
    </search>
  )
}

// What was moved and waits for an answer: it is not as it is drawn yet.
function Pending() {
  return (
    <div role="status" class="pendings">
      {asked.value.map(({ callId, approvalId, says }) => (
        <p key={callId} class="row box doubts">
          <Icon name="approvals" size={16} />
          <span class="grow break">{t('acts.waits', { what: says })}</span>
          <a href={href('approvals', approvalId)}>{t('acts.answer')}</a>
        </p>
      ))}
    </div>
  )
}

function Body() {
  const list = days.value
  const words = query.value.trim()
  const [first = ''] = list
  const window = { from: first, to: plusDays(list.at(-1) ?? first, 1), query: words }
  const isReady = hasCalendars.value
  const { zone } = preferences.value
  useEffect(() => {
    if (!isReady) return
    const timer = setTimeout(() => want(window), words === '' ? 0 : 150)
    return () => clearTimeout(timer)
  }, [window.from, window.to, words, isReady, zone])
  useEffect(keepFocus)
  const found = eventsOf(window)
  const fault = calendarsFault.value ?? eventsFault.value
  if (fault !== undefined && !found) return <Fault thrown={fault} onRetry={reloadEvents} />
  if (!isReady) return <Loading />
  const events = (found?.events ?? []).map(shown)
  const isList = look.value.mode === 'agenda' || words !== ''
  return (
    <div class="calendarview" aria-busy={!found}>
      {found && <Faults faults={found.faults} isCut={found.cut} />}
      {isList ? (
        found ? (
          <Agenda days={list} events={events} />
        ) : (
          <Loading />
        )
      ) : look.value.mode === 'month' ? (
        <Month days={list} events={events} />
      ) : (
        <TimeGrid days={list} events={events} />
      )}
      <span class="unseen" role="status">
        {found ? `${titleOf()}: ${tn('calendar.count', events.length)}` : ''}
      </span>
    </div>
  )
}

function Faults({ faults, isCut }: { faults: readonly { calendar: string; why: string }[]; isCut: boolean }) {
  const nameOf = (id: string) => visible(calendars.value.find((one) => one.id === id)?.name ?? id)
  if (faults.length === 0 && !isCut) return null
  return (
    <div class="stack viewfaults">
      {faults.map(({ calendar, why }) => (
        <Fault key={calendar} thrown={new Error(why)} before={t('calendar.notWhole', { name: nameOf(calendar) })} />
      ))}
      {isCut && <p class="quiet small">{t('calendar.cut')}</p>}
    </div>
  )
}
