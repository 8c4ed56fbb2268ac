// Making, changing and taking away an event: calls of tools, told with the way back.
import { act } from '../../state/act.ts'
import { type EventView, preferences, reloadEvents } from '../../state/calendar.ts'
import type { CallView } from '../../state/calls.ts'
import { eventKey } from '../../state/moves.ts'
import { follow } from '../parts/told.ts'
import { visible } from '../parts/value.tsx'
import { whenOf } from '../text/days.ts'
import { said } from '../text/said.ts'
import { t } from '../text/t.ts'
import { leave } from './focus.ts'
import { tellHidden } from './hidden.ts'
import { nameOf } from './move.ts'
import { askScope, type Scope } from './scope.tsx'

const settle = (): void => void reloadEvents()

/** Calls a tool of the calendar. What is wrong with the input comes back untold, for the field that it is about. */
export async function save(
  tool: 'calendar_create' | 'calendar_update',
  input: Record<string, unknown>,
  title: string,
): Promise<CallView> {
  const view = await act(tool, input)
  const what = { title: visible(title) }
  const done = t(tool === 'calendar_create' ? 'calendar.made' : 'calendar.changed', what)
  const words = { done: (over: CallView) => withFound(done, over), waits: t('calendar.saveOf', what) }
  if (view.ok !== false)
    follow(view, words, (over) => {
      settle()
      if (over.callId === view.callId && over.ok === true && tool === 'calendar_create') tellHidden(input.calendar)
    })
  return view
}

// What else happens then, and what was taken for granted, is worth seeing while it can still be taken back.
function withFound(done: string, { output }: CallView): string {
  const { conflicts, told } = (output ?? {}) as { conflicts?: unknown; told?: unknown }
  const titles = textsIn(conflicts).map((title) => visible(title) || t('calendar.untitled'))
  const shown = titles.slice(0, MOST).join(t('calendar.and'))
  const others = titles.length > MOST ? ` +${titles.length - MOST}` : ''
  const clash = titles.length === 0 ? [] : [t('calendar.clash', { titles: `${shown}${others}` })]
  const rest = textsIn(told).filter((text) => !sameTime.test(text))
  return [done, ...clash, ...rest.map((text) => visible(said(text)))].join(' ')
}

const MOST = 3
const sameTime = /^(?:At the same time|同一时间)/
const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

/** What names an event and which of its series are meant; undefined where it was let be. */
export async function meant(event: EventView, what: 'change' | 'delete') {
  if (!event.recurring) return nameOf(event)
  const scope: Scope | undefined = await askScope(event, what)
  return scope === undefined ? undefined : { ...nameOf(event), scope }
}

/** Takes one away. It can be taken back, so nothing is asked but which of a series. */
export async function deleteEvent(event: EventView): Promise<boolean> {
  const input = await meant(event, 'delete')
  if (!input) return false
  leave(eventKey(event))
  const view = await act('calendar_delete', input)
  const what = { title: visible(event.title), when: whenOf(event, preferences.peek().zone) }
  follow(view, { done: t('calendar.deleted', what), waits: t('calendar.deleteOf', what) }, settle)
  return view.ok !== false
}
