// The day at a glance, with quick capture on top.
import { useState } from 'preact/hooks'
import { act } from '../state/act.ts'
import { openAsk } from '../state/ask.ts'
import { calendars } from '../state/calendar.ts'
import { openNote } from '../state/notes.ts'
import { attempt } from '../state/notices.ts'
import { go, href, type Place } from '../state/route.ts'
import { briefing, loadToday, type Section } from '../state/today.ts'
import { exampleKeys } from './ask/examples.ts'
import { Capture } from './capture.tsx'
import { Button, Chip, Loading, Page } from './parts/basic.tsx'
import { Icon } from './parts/icon.tsx'
import { follow } from './parts/told.ts'
import { visible } from './parts/value.tsx'
import { nearDay } from './text/days.ts'
import { said } from './text/said.ts'
import { isKey, t } from './text/t.ts'
import { clock, dayOf, hourOf, longDay, moment } from './text/time.ts'

/** How many of a section are shown; the rest is a step away. */
const MOST = 6
const whole: Readonly<Record<string, Place>> = { waiting: 'approvals', activity: 'activity' }
/** Where the whole of a section is, whatever is in it. */
const homes: Readonly<Record<string, Place>> = { calendar: 'calendar', tasks: 'tasks' }

export function Today() {
  const now = briefing.value
  if (!now) return <Loading />
  const shown = now.sections.filter(({ state }) => state !== 'needs')
  const later = now.sections.filter(({ state }) => state === 'needs')
  return (
    <Page title={greeting(now.at)} lead={longDay(now.at)}>
      <Capture />
      {shown.every(({ items }) => items.length === 0) && <Examples />}
      <div class="glance">
        {shown.map((section) => (
          <SectionCard key={section.id} section={section} />
        ))}
      </div>
      {later.length > 0 && (
        <p class="quiet small later">{t('today.later', { names: later.map(titleOf).join(' · ') })}</p>
      )}
    </Page>
  )
}

// Nothing happened here yet: what can be said, to begin with.
const Examples = () => (
  <section class="card examples" aria-label={t('today.tryThis')}>
    <header>
      <h2>{t('today.tryThis')}</h2>
    </header>
    <div class="body row wrap">
      {exampleKeys.map((key) => (
        <Button key={key} onPress={() => openAsk(t(key))}>
          {t(key)}
        </Button>
      ))}
    </div>
  </section>
)

function greeting(at: number): string {
  const hour = hourOf(at)
  return t(hour < 12 ? 'today.morning' : hour < 18 ? 'today.afternoon' : 'today.evening')
}

// What the page has no name for keeps the one that it came with.
function titleOf({ id, title }: Section): string {
  const key = `today.section.${id}`
  return isKey(key) ? t(key) : title
}

function SectionCard({ section }: { section: Section }) {
  const { id, state, note } = section
  // What goes on by itself needs nobody, and reminders are over all of this already.
  const items = section.items.filter(({ kind }) => kind !== 'timer' && kind !== 'reminder').sort(asCounted)
  const home = homes[id]
  const empty = `today.empty.${id}`
  return (
    <section class={`card ${id === 'waiting' && items.length > 0 ? 'first' : ''}`} aria-label={titleOf(section)}>
      <header>
        <h2 class="grow">{titleOf(section)}</h2>
        {items.length > 0 && <Chip>{items.length}</Chip>}
        {home && <a href={href(home)}>{t(`today.open.${home === 'calendar' ? 'calendar' : 'tasks'}`)}</a>}
      </header>
      <div class="body">
        {state === 'failed' && (
          <div class="row">
            <Icon name="warn" />
            <span class="grow">
              {t('today.failed')} {note === undefined ? '' : said(note)}
            </span>
            <Button tiny onPress={loadToday}>
              {t('common.retry')}
            </Button>
          </div>
        )}
        {state === 'empty' && <p class="quiet">{isKey(empty) ? t(empty) : t('today.calm')}</p>}
        {items.length > 0 && (
          <ul class="rows">
            {(whole[id] ? items.slice(0, MOST) : items).map((one, at) => (
              <Item key={one.id ?? at} item={one} section={id} />
            ))}
          </ul>
        )}
        {items.length > MOST && whole[id] && <a href={href(whole[id])}>{t('today.all', { n: items.length })}</a>}
        {(state === 'ok' || state === 'empty') && note !== undefined && <p class="quiet small">{said(note)}</p>}
      </div>
    </section>
  )
}

// Whole days that begin alike: 2 before 10. All else stays as it came.
const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
const asCounted = (a: Given, b: Given): number =>
  a.allDay && b.allDay && a.at === b.at && a.kind === 'event' ? byName.compare(a.title, b.title) : 0

const targets: Readonly<Record<string, 'approvals' | 'waiting'>> = {
  approval: 'approvals',
  question: 'waiting',
  parked: 'waiting',
}

type Given = Section['items'][number]

function Item({ item, section }: { item: Given; section: string }) {
  const { id, kind = '' } = item
  const did = `today.did.${item.title}`
  const isDeed = section === 'activity' && isKey(did)
  const title = isDeed ? t(did) : visible(said(item.title))
  const detail = item.detail === undefined ? undefined : isDeed ? calendarsOf(item.detail) : detailOf(item.detail)
  const to = targets[kind] ?? (item.callId === undefined ? undefined : 'activity')
  const isNote = kind === 'note' && id !== undefined
  const at = timeOf(item, section)
  const open = () => {
    if (isNote) return openNote(id)
    if (kind === 'event' && item.at !== undefined) return go('calendar', `day.${dayOf(item.at)}`)
    return kind === 'task' ? go('tasks') : to && go(to, to === 'activity' ? item.callId : id)
  }
  const canOpen = to !== undefined || isNote || kind === 'event' || kind === 'task'
  return (
    <li>
      {kind === 'task' && id !== undefined && <Tick id={id} title={visible(item.title)} />}
      <div class="grow">
        <div class="break">{title}</div>
        {detail !== undefined && detail !== '' && <div class="quiet small clip">{visible(detail)}</div>}
      </div>
      {at !== undefined && <span class="quiet small">{at}</span>}
      {canOpen && (
        <Button tiny look="plain" icon="chevron" label={title} onPress={open}>
          {''}
        </Button>
      )}
    </li>
  )
}

// Calendars by their names; that all were looked at goes without saying.
const calendarsOf = (detail: string): string =>
  detail
    .split(', ')
    .filter((one) => one !== '*')
    .map((one) => calendars.value.find(({ id }) => id === one)?.name ?? said(one))
    .join(', ')

// What is said after what is data, each for itself.
const detailOf = (detail: string): string => detail.split(' · ').map(said).join(' · ')

function timeOf({ at, kind, allDay }: Given, section: string): string | undefined {
  if (at === undefined) return undefined
  if (allDay === true) return kind === 'event' ? t('calendar.allDay') : nearDay(dayOf(at), dayOf(Date.now()))
  return section === 'calendar' || dayOf(at) === dayOf(Date.now()) ? clock(at) : moment(at)
}

function Tick({ id, title }: { id: string; title: string }) {
  const [isDone, setDone] = useState(false)
  const tick = async () => {
    setDone(true)
    const view = await act('update_task', { task: id, state: 'done' })
    if (view.ok === false) setDone(false)
    const what = { title }
    follow(view, { done: t('tasks.completed', what), waits: t('tasks.changeOf', what) }, () => void loadToday())
  }
  return (
    <input
      type="checkbox"
      class="tick"
      aria-label={t('tasks.complete', { title })}
      checked={isDone}
      disabled={isDone}
      onChange={() => void attempt(tick)}
    />
  )
}
