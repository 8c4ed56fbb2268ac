// The fields of an event. What is wrong is said at its field, and a time that is doubtful comes with what to choose from.
import { useId, useState } from 'preact/hooks'
import { calendarById, calendars, writable } from '../../state/calendar.ts'
import { attempt } from '../../state/notices.ts'
import { isZone } from '../../state/zoned.ts'
import { Button, Field } from '../parts/basic.tsx'
import { useBusy } from '../parts/busy.ts'
import { visible } from '../parts/value.tsx'
import { useWhen, WhenField } from '../parts/when.tsx'
import { sinceOf } from '../parts/whenread.ts'
import { t } from '../text/t.ts'
import { deleteEvent, meant, save } from './change.ts'
import { Attendees, Link } from './details.tsx'
import type { Opened } from './open.ts'
import { Alarms, RepeatField, StatusFields } from './parts.tsx'
import { type Faults, faultsOf, firstOf, inputOf, type Wish } from './wish.ts'

export function EventForm({ opened, zone: home, onClose }: { opened: Opened; zone: string; onClose: () => void }) {
  const id = useId()
  const first = firstOf(opened, home, writable('VEVENT'))
  const [wish, setWish] = useState<Wish>(first)
  const [faults, setFaults] = useState<Faults>({})
  const start = useWhen(first.start)
  const end = useWhen(first.end, sinceOf(start.read))
  const change = (part: Partial<Wish>) => {
    setWish({ ...wish, ...part })
    setFaults({})
  }
  const zone = isZone(wish.zone) ? wish.zone : home
  const event = opened.kind === 'event' ? opened.event : undefined
  const send = useBusy(async () => {
    const begins = await start.settle()
    const ends = await end.settle(sinceOf(begins))
    const given = inputOf({ wish, first, start: begins, end: ends, zone }, !event)
    if ('faults' in given) return setFaults(given.faults)
    const named = event ? await meant(event, 'change') : {}
    if (!named) return undefined
    if (event && Object.keys(given.input).length === 0) return onClose()
    const tool = event ? 'calendar_update' : 'calendar_create'
    const { ok, error } = await save(tool, { ...given.input, ...named }, wish.title)
    if (ok === false) return setFaults(faultsOf(error, begins, ends))
    return onClose()
  })
  const takeAway = useBusy(async () => {
    if (event && (await deleteEvent(event))) onClose()
  })
  const onSubmit = (submitted: Event) => {
    submitted.preventDefault()
    void attempt(send)
  }
  return (
    <form class="stack eventform" onSubmit={onSubmit}>
      <Field id={`${id}-title`} label={t('event.title')} fault={faults.title}>
        <input
          class="input"
          id={`${id}-title`}
          maxLength={500}
          autocomplete="off"
          aria-invalid={faults.title !== undefined}
          value={wish.title}
          onInput={(input) => change({ title: input.currentTarget.value })}
        />
      </Field>
      <div class="pairs-of">
        <WhenField
          id={`${id}-start`}
          label={t(wish.allDay ? 'event.firstDay' : 'event.start')}
          when={start}
          {...{ zone, isDay: wish.allDay, fault: faults.start, choices: faults.choices }}
          onPick={({ end: until }) => {
            if (until) end.pick(until)
            setFaults({})
          }}
        />
        <WhenField
          id={`${id}-end`}
          label={t(wish.allDay ? 'event.lastDay' : 'event.end')}
          when={end}
          {...{
            zone,
            isDay: wish.allDay,
            fault: faults.end,
            choices: faults.endChoices,
            placeholder: t('when.endHint'),
          }}
          onPick={() => setFaults({})}
        />
      </div>
      <div class="row wrap">
        <label class="check">
          <input
            type="checkbox"
            checked={wish.allDay}
            onChange={(input) => change({ allDay: input.currentTarget.checked })}
          />
          {t('event.allDay')}
        </label>
        {!wish.allDay && <ZoneField id={`${id}-zone`} value={wish.zone} onChange={(next) => change({ zone: next })} />}
      </div>
      <div class="pairs-of">
        <RepeatField id={`${id}-repeat`} wish={wish} fault={faults.repeat} onChange={change} />
        <Field id={`${id}-calendar`} label={t('event.calendar')} fault={faults.calendar}>
          <select
            class="input"
            id={`${id}-calendar`}
            disabled={event !== undefined}
            value={wish.calendar}
            onChange={(input) => change({ calendar: input.currentTarget.value })}
          >
            {(event ? calendars.value : writable('VEVENT')).map((one) => (
              <option key={one.id} value={one.id}>
                {visible(one.name)}
              </option>
            ))}
          </select>
        </Field>
      </div>
      <Line
        id={`${id}-place`}
        label={t('event.place')}
        value={wish.location}
        onChange={(location) => change({ location })}
      />
      <Field id={`${id}-notes`} label={t('event.notes')}>
        <textarea
          class="input"
          id={`${id}-notes`}
          maxLength={20_000}
          value={wish.notes}
          onInput={(input) => change({ notes: input.currentTarget.value })}
        />
      </Field>
      <Link url={event?.url} />
      <Alarms alarms={wish.alarms} onChange={(alarms) => change({ alarms })} />
      <Field
        id={`${id}-people`}
        label={t('event.invite')}
        hint={
          calendarById.value.get(wish.calendar)?.schedules === true ? t('event.serverInvites') : t('event.noInvites')
        }
        fault={faults.attendees}
      >
        {event && <Attendees event={event} />}
        <input
          class="input"
          id={`${id}-people`}
          autocomplete="off"
          spellcheck={false}
          placeholder="ana@example.org, bo@example.org"
          value={wish.attendees}
          onInput={(input) => change({ attendees: input.currentTarget.value })}
        />
      </Field>
      <StatusFields wish={wish} onChange={change} />
      {faults.form !== undefined && (
        <p class="fault" role="alert">
          {faults.form}
        </p>
      )}
      <div class="row wrap formends">
        {event && (
          <Button look="danger" onPress={takeAway}>
            {t('event.delete')}
          </Button>
        )}
        <span class="grow" />
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button look="main" onPress={send}>
          {t(event ? 'common.save' : 'event.create')}
        </Button>
        <button type="submit" class="unseen" tabIndex={-1} aria-hidden="true" />
      </div>
    </form>
  )
}

function Line({
  id,
  label,
  value,
  onChange,
}: {
  id: string
  label: string
  value: string
  onChange: (value: string) => void
}) {
  return (
    <Field id={id} label={label}>
      <input
        class="input"
        id={id}
        maxLength={1000}
        autocomplete="off"
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  )
}

function ZoneField({ id, value, onChange }: { id: string; value: string; onChange: (zone: string) => void }) {
  return (
    <label class="row grow" for={id}>
      <span class="quiet">{t('event.zone')}</span>
      <input
        class="input grow"
        id={id}
        list={`${id}-list`}
        autocomplete="off"
        aria-invalid={!isZone(value)}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id={`${id}-list`}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </label>
  )
}
