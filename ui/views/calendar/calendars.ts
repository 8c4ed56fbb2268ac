// Changes to the calendars themselves, told with the way back.
import { type CalendarInfo, calendars, createCalendar, editCalendar } from '../../state/calendar.ts'
import { tell } from '../../state/notices.ts'
import { tellDone } from '../../state/takeback.ts'
import { visible } from '../parts/value.tsx'
import { t } from '../text/t.ts'

/** Shows or hides one. */
export async function setHidden({ id, name }: CalendarInfo, hidden: boolean): Promise<void> {
  await editCalendar(id, { hidden })
  const text = t(hidden ? 'calendar.hid' : 'calendar.unhid', { name: visible(name) })
  tellDone(text, t('common.undo'), () => editCalendar(id, { hidden: !hidden }))
}

/** Makes it the one that new events go to. */
export async function makeDefault({ id, name }: CalendarInfo): Promise<void> {
  const before = calendars.peek().find(({ isDefault }) => isDefault)
  await editCalendar(id, { isDefault: true })
  const text = t('calendar.nowDefault', { name: visible(name) })
  if (before) tellDone(text, t('common.undo'), () => editCalendar(before.id, { isDefault: true }))
  else tell({ level: 'info', text })
}

/** Makes a new one. */
export async function addCalendar(name: string): Promise<void> {
  const made = await createCalendar(name)
  tell({ level: 'info', text: t('calendar.madeCalendar', { name: visible(made.name) }) })
}
