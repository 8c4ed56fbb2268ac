// One event, to be made, changed or taken away.
import { preferences, writable } from '../../state/calendar.ts'
import { Dialog } from '../parts/dialog.tsx'
import { t } from '../text/t.ts'
import { Details } from './details.tsx'
import { closeEvent, keyOf } from './draft.ts'
import { EventForm } from './form.tsx'
import { type Opened, opened } from './open.ts'

export function EventDialog() {
  const now = opened.value
  if (!now) return null
  const isFixed = now.kind === 'event' && writable('VEVENT').every(({ id }) => id !== now.event.calendar)
  return (
    <Dialog key={keyOf(now)} title={t(titleOf(now, isFixed))} onClose={closeEvent}>
      {isFixed && now.kind === 'event' ? (
        <Details event={now.event} onClose={closeEvent} />
      ) : (
        <EventForm opened={now} zone={preferences.value.zone} />
      )}
    </Dialog>
  )
}

const titleOf = ({ kind }: Opened, isFixed: boolean) =>
  kind === 'new' ? 'event.new' : isFixed ? 'event.shown' : 'event.edit'
