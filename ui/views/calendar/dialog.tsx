// One event, to be made, changed or taken away.
import { preferences, writable } from '../../state/calendar.ts'
import { Dialog } from '../parts/dialog.tsx'
import { t } from '../text/t.ts'
import { Details } from './details.tsx'
import { EventForm } from './form.tsx'
import { type Opened, opened } from './open.ts'

const close = () => {
  opened.value = undefined
}

export function EventDialog() {
  const now = opened.value
  if (!now) return null
  const isFixed = now.kind === 'event' && writable('VEVENT').every(({ id }) => id !== now.event.calendar)
  return (
    <Dialog key={keyOf(now)} title={t(titleOf(now, isFixed))} onClose={close}>
      {isFixed && now.kind === 'event' ? (
        <Details event={now.event} onClose={close} />
      ) : (
        <EventForm opened={now} zone={preferences.value.zone} onClose={close} />
      )}
    </Dialog>
  )
}

const titleOf = ({ kind }: Opened, isFixed: boolean) =>
  kind === 'new' ? 'event.new' : isFixed ? 'event.shown' : 'event.edit'

const keyOf = (now: Opened): string => (now.kind === 'new' ? 'new' : `${now.event.uid}${now.event.start}`)
