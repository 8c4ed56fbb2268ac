// Making, changing and taking away an event: calls of tools, told with the way back.
import { act } from '../../state/act.ts'
import { type EventView, preferences, reloadEvents } from '../../state/calendar.ts'
import type { CallView } from '../../state/calls.ts'
import { follow } from '../parts/told.ts'
import { visible } from '../parts/value.tsx'
import { whenOf } from '../text/days.ts'
import { t } from '../text/t.ts'
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
  const words = { done: t(tool === 'calendar_create' ? 'calendar.made' : 'calendar.changed', what) }
  if (view.ok !== false) follow(view, { ...words, waits: t('calendar.saveOf', what) }, settle)
  return view
}

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
  const view = await act('calendar_delete', input)
  const what = { title: visible(event.title), when: whenOf(event, preferences.peek().zone) }
  follow(view, { done: t('calendar.deleted', what), waits: t('calendar.deleteOf', what) }, settle)
  return view.ok !== false
}
