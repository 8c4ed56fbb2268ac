// The frame: places on the left, the ask bar and STOP on top, the view in the middle.
import type { ComponentType } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { approvals } from '../state/approvals.ts'
import { connection } from '../state/link.ts'
import { dueReminders } from '../state/reminders.ts'
import { href, type Place, place, places } from '../state/route.ts'
import { takeBackLast } from '../state/takeback.ts'
import { suspensions } from '../state/waiting.ts'
import { Approvals } from './approvals.tsx'
import { AskBar } from './ask/bar.tsx'
import { Cover, Overlay, Unanswered } from './cover.tsx'
import icon from './icon.svg?url'
import { Note } from './note.tsx'
import { Notices } from './notices.tsx'
import { Icon } from './parts/icon.tsx'
import { later } from './parts/later.tsx'
import { Due } from './reminders.tsx'
import { StopBar, StopButton } from './stop.tsx'
import { t } from './text/t.ts'
import { Today } from './today.tsx'

const views: Record<Place, ComponentType> = {
  today: Today,
  calendar: later(() => import('./calendar.tsx').then((view) => view.Calendar)),
  tasks: later(() => import('./tasks.tsx').then((view) => view.Tasks)),
  approvals: Approvals,
  activity: later(() => import('./activity.tsx').then((view) => view.Activity)),
  waiting: later(() => import('./waiting.tsx').then((view) => view.Waiting)),
  audit: later(() => import('./audit.tsx').then((view) => view.Audit)),
  policy: later(() => import('./policy.tsx').then((view) => view.Policy)),
  tools: later(() => import('./tools.tsx').then((view) => view.Tools)),
  settings: later(() => import('./settings.tsx').then((view) => view.Settings)),
}
const TYPED = 'textarea, select, input:not([type=checkbox], [type=radio], [type=button])'
const below: ReadonlySet<Place> = new Set(['tools', 'settings'])

export function App() {
  useEffect(() => {
    document.title = `${t(`place.${place.value}`)} · Steward`
  })
  useEffect(() => {
    addEventListener('keydown', onUndoKey)
    return () => removeEventListener('keydown', onUndoKey)
  }, [])
  const wasOpen = useRef(false)
  const { state } = connection.value
  const isOpen = state === 'open'
  wasOpen.current ||= isOpen
  // Where there was a window it stays under the cover, with all that was typed into it.
  if (!wasOpen.current || state === 'refused') return <Cover />
  return (
    <>
      <Frame isCovered={!isOpen} />
      {!isOpen && <Overlay />}
    </>
  )
}

function Frame({ isCovered }: { isCovered: boolean }) {
  const View = views[place.value]
  return (
    <div class="frame" inert={isCovered} aria-hidden={isCovered || undefined}>
      <button type="button" class="skip" onClick={toContent}>
        {t('frame.skip')}
      </button>
      <Rail />
      <div class="top">
        <AskBar />
        <StopButton />
      </div>
      <main class="main" id="main" tabIndex={-1}>
        <StopBar />
        <Unanswered />
        <Due />
        <View />
      </main>
      <Note />
      <Notices />
    </div>
  )
}

// What was done last in this window is taken back, where nothing is typed that has its own way back.
function onUndoKey(event: KeyboardEvent): void {
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'z'
  const { target } = event
  const isTyping =
    target instanceof HTMLElement &&
    (target.closest('dialog') !== null || target.isContentEditable || target.matches(TYPED))
  if (isUndo && !event.defaultPrevented && !isTyping && takeBackLast()) event.preventDefault()
}

// The address is taken by the views, so this is no link: it moves the focus by itself.
function toContent(): void {
  document.getElementById('main')?.focus()
}

function Rail() {
  const counts: Partial<Record<Place, number>> = {
    tasks: dueReminders.value.length,
    approvals: approvals.value.length,
    waiting: suspensions.value.length,
  }
  return (
    <nav class="rail" aria-label={t('frame.places')}>
      <div class="brand">
        <img src={icon} alt="" />
        <span>{t('app.name')}</span>
      </div>
      {places.map((to) => (
        <a
          key={to}
          href={href(to)}
          class={to === 'tools' ? 'below' : ''}
          aria-current={place.value === to ? 'page' : undefined}
          data-last={below.has(to)}
        >
          <Icon name={to} />
          <span>{t(`place.${to}`)}</span>
          {(counts[to] ?? 0) > 0 && <span class="count">{counts[to]}</span>}
        </a>
      ))}
    </nav>
  )
}
