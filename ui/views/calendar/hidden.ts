// What is put into a calendar that is not shown is not seen: it is said, with the way to see it.
import { calendars, editCalendar } from '../../state/calendar.ts'
import { attempt, tell } from '../../state/notices.ts'
import { visible } from '../parts/value.tsx'
import { t } from '../text/t.ts'

/** Says so where a calendar is hidden; the default one where none is named. */
export function tellHidden(id: unknown): void {
  const one = calendars.peek().find((each) => (typeof id === 'string' ? each.id === id : each.isDefault))
  if (one?.hidden !== true) return
  const show = () => void attempt(() => editCalendar(one.id, { hidden: false }))
  const text = t('calendar.intoHidden', { name: visible(one.name) })
  tell({ level: 'warn', text, action: { label: t('calendar.showIt'), run: show } })
}
