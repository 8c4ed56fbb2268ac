// Fields of an event that choose from what is there: its zone, its calendar, its people.
import { calendarById, calendars, type EventView, writable } from '../../state/calendar.ts'
import { isZone } from '../../state/zoned.ts'
import { Field } from '../parts/basic.tsx'
import { visible } from '../parts/value.tsx'
import { t } from '../text/t.ts'
import { Attendees } from './details.tsx'
import type { Wish } from './wish.ts'

interface Common {
  id: string
  wish: Wish
  fault: string | undefined
  change: (part: Partial<Wish>) => void
}

export function CalendarField({ id, wish, fault, change, isFixed }: Common & { isFixed: boolean }) {
  return (
    <Field id={id} label={t('event.calendar')} fault={fault}>
      <select
        class="input"
        id={id}
        disabled={isFixed}
        aria-invalid={fault !== undefined}
        value={wish.calendar}
        onChange={(input) => change({ calendar: input.currentTarget.value })}
      >
        {(isFixed ? calendars.value : writable('VEVENT')).map((one) => (
          <option key={one.id} value={one.id}>
            {visible(one.name)}
          </option>
        ))}
      </select>
    </Field>
  )
}

export function PeopleField({ id, wish, fault, change, event }: Common & { event: EventView | undefined }) {
  const sends = calendarById.value.get(wish.calendar)?.schedules === true
  return (
    <Field id={id} label={t('event.invite')} hint={t(sends ? 'event.serverInvites' : 'event.noInvites')} fault={fault}>
      {event && <Attendees event={event} />}
      <input
        class="input"
        id={id}
        autocomplete="off"
        spellcheck={false}
        placeholder="ana@example.org, bo@example.org"
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-hint ${id}-fault`}
        value={wish.attendees}
        onInput={(input) => change({ attendees: input.currentTarget.value })}
      />
    </Field>
  )
}

interface ZoneProps {
  id: string
  value: string
  fault: string | undefined
  onChange: (zone: string) => void
}

export function ZoneField({ id, value, fault, onChange }: ZoneProps) {
  return (
    <div class="field grow zonefield">
      <label class="row" for={id}>
        <span class="quiet">{t('event.zone')}</span>
        <input
          class="input grow"
          id={id}
          list={`${id}-list`}
          autocomplete="off"
          spellcheck={false}
          aria-invalid={fault !== undefined || !isZone(value)}
          aria-describedby={`${id}-fault`}
          value={value}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      </label>
      <datalist id={`${id}-list`}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      {fault !== undefined && (
        <span class="fault" role="alert" id={`${id}-fault`}>
          {fault}
        </span>
      )}
    </div>
  )
}
