// The fields of an event. What is wrong is said at its field, and a time that is doubtful comes with what to choose from.
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { preferences, writable } from '../../state/calendar.ts'
import { attempt } from '../../state/notices.ts'
import { language } from '../../state/settings.ts'
import { isZone } from '../../state/zoned.ts'
import { Button, Field } from '../parts/basic.tsx'
import { useBusy } from '../parts/busy.ts'
import { visible } from '../parts/value.tsx'
import { WhenField } from '../parts/when.tsx'
import { clockText } from '../parts/whenread.ts'
import { t } from '../text/t.ts'
import { deleteEvent, meant, save } from './change.ts'
import { Link } from './details.tsx'
import { closeEvent, doneEvent, type EventDraft, fill, keptOf, takeWanted } from './draft.ts'
import { type Faults, faultsOf } from './faults.ts'
import { CalendarField, PeopleField, ZoneField } from './fields.tsx'
import { inputOf } from './input.ts'
import type { Opened } from './open.ts'
import { type Pair, usePair } from './pair.ts'
import { Alarms, RepeatField, StatusFields } from './parts.tsx'
import { firstOf, type Wish } from './wish.ts'

export function EventForm({ opened, zone: home }: { opened: Opened; zone: string }) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [first] = useState(() => firstOf(opened, home, writable('VEVENT'), language.peek()))
  const [wish, setWish] = useState<Wish>(first.wish)
  const [faults, setFaults] = useState<Faults>({})
  const [isTaken, setTaken] = useState(false)
  const pair = usePair(first.times, wish)
  const change = (part: Partial<Wish>) => {
    setWish((now) => ({ ...now, ...part }))
    setFaults({})
  }
  const event = opened.kind === 'event' ? opened.event : undefined
  const takeUp = (draft: EventDraft) => {
    setTaken(true)
    change(draft.wish)
    pair.takeUp(draft.times)
  }
  useEffect(() => {
    const wanted = takeWanted()
    if (wanted) takeUp(wanted)
    return () => fill(opened, undefined)
  }, [])
  const draft: EventDraft = { wish, times: pair.kept() }
  // At once: Escape may be the next key.
  useLayoutEffect(() => fill(opened, isOther(draft, first) ? draft : undefined))
  useEffect(() => showFault(form.current, faults), [faults])
  const send = useBusy(async () => {
    const { start, end } = await pair.settle()
    const texts = { start: pair.start.text, end: pair.end.text }
    const given = inputOf({ wish, first, start, end, texts, event })
    if ('faults' in given) return setFaults(given.faults)
    if (event && Object.keys(given.input).length === 0) return doneEvent(opened, isTaken)
    const named = event ? await meant(event, 'change') : {}
    if (!named) return undefined
    const tool = event ? 'calendar_update' : 'calendar_create'
    const { ok, error } = await save(tool, { ...given.input, ...named }, wish.title)
    if (ok === false) return setFaults(faultsOf(error, start, end, wish))
    return doneEvent(opened, isTaken)
  })
  const takeAway = useBusy(async () => {
    if (event && (await deleteEvent(event))) doneEvent(opened, true)
  })
  const onSubmit = (submitted: Event) => {
    submitted.preventDefault()
    void attempt(send)
  }
  return (
    <form ref={form} class="stack eventform" onSubmit={onSubmit} noValidate>
      {!isTaken && <Kept opened={opened} onTake={takeUp} />}
      <Line
        id={`${id}-title`}
        label={t('event.title')}
        fault={faults.title}
        most={500}
        value={wish.title}
        onChange={(title) => change({ title })}
      />
      <Times {...{ id, wish, pair, faults, setFaults }} />
      <div class="row wrap">
        <label class="check">
          <input
            type="checkbox"
            checked={wish.allDay}
            onChange={(input) => {
              const allDay = input.currentTarget.checked
              change({ allDay })
              void pair.turn(allDay)
            }}
          />
          {t('event.allDay')}
        </label>
        {!wish.allDay && (
          <ZoneField
            id={`${id}-zone`}
            value={wish.zone}
            fault={faults.zone}
            onChange={(next) => {
              change({ zone: next })
              if (isZone(next)) pair.rezone()
            }}
          />
        )}
      </div>
      <div class="pairs-of">
        <RepeatField id={`${id}-repeat`} wish={wish} fault={faults.repeat} onChange={change} />
        <CalendarField
          {...{ id: `${id}-calendar`, wish, fault: faults.calendar, change, isFixed: event !== undefined }}
        />
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
      <PeopleField {...{ id: `${id}-people`, wish, fault: faults.attendees, change, event }} />
      <StatusFields wish={wish} onChange={change} />
      <Ends fault={faults.form}>
        {event && (
          <Button look="danger" onPress={takeAway}>
            {t('event.delete')}
          </Button>
        )}
        <span class="grow" />
        <Button onPress={closeEvent}>{t('common.cancel')}</Button>
        <Button look="main" onPress={send}>
          {t(event ? 'common.save' : 'event.create')}
        </Button>
      </Ends>
    </form>
  )
}

const isOther = ({ wish, times: { start, end } }: EventDraft, first: ReturnType<typeof firstOf>): boolean =>
  JSON.stringify(wish) !== JSON.stringify(first.wish) ||
  start !== clockText(first.times.start.clock) ||
  end !== clockText(first.times.end.clock)

// The first field that is wrong may be out of sight.
function showFault(form: HTMLFormElement | null, faults: Faults): void {
  if (Object.keys(faults).every((name) => name === 'form')) return
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  field?.focus({ preventScroll: true })
  field?.closest('.field')?.scrollIntoView({ block: 'center' })
}

function Kept({ opened, onTake }: { opened: Opened; onTake: (draft: EventDraft) => void }) {
  const kept = keptOf(opened)
  const draft = kept.value.value
  if (!draft) return null
  const title = visible(draft.wish.title.trim()) || t('calendar.untitled')
  return (
    <div class="row wrap keptline">
      <span class="grow break">{t('event.keptHere', { title })}</span>
      <Button tiny onPress={() => onTake(draft)}>
        {t('event.goOn')}
      </Button>
      <Button tiny look="plain" onPress={() => kept.change(undefined)}>
        {t('event.forget')}
      </Button>
    </div>
  )
}

interface TimesProps {
  id: string
  wish: Wish
  pair: Pair
  faults: Faults
  setFaults: (faults: Faults) => void
}

function Times({ id, wish, pair: { start, end }, faults, setFaults }: TimesProps) {
  const zone = isZone(wish.zone) ? wish.zone : preferences.value.zone
  const common = { zone, isDay: wish.allDay, onType: () => setFaults({}) }
  return (
    <div class="pairs-of">
      <WhenField
        id={`${id}-start`}
        label={t(wish.allDay ? 'event.firstDay' : 'event.start')}
        when={start}
        {...{ ...common, fault: faults.start, choices: faults.choices }}
        onPick={({ end: until }) => {
          if (until) end.pick(until)
          setFaults({})
        }}
      />
      <WhenField
        id={`${id}-end`}
        label={t(wish.allDay ? 'event.lastDay' : 'event.end')}
        when={end}
        {...{ ...common, fault: faults.end, choices: faults.endChoices }}
        placeholder={t(wish.allDay ? 'when.lastHint' : 'when.endHint')}
        onPick={({ start: from, ...until }) => {
          if (from) {
            start.pick(from)
            end.pick(until)
          }
          setFaults({})
        }}
      />
    </div>
  )
}

// What is wrong with the whole stands where it is always seen.
const Ends = ({ fault, children }: { fault: string | undefined; children: ComponentChildren }) => (
  <div class="row wrap formends">
    {fault !== undefined && (
      <p class="fault wholeline" role="alert">
        {fault}
      </p>
    )}
    {children}
    <button type="submit" class="unseen" tabIndex={-1} aria-hidden="true" />
  </div>
)

interface LineProps {
  id: string
  label: string
  value: string
  fault?: string | undefined
  most?: number
  onChange: (value: string) => void
}

const Line = ({ id, label, value, fault, most = 1000, onChange }: LineProps) => (
  <Field id={id} label={label} fault={fault}>
    <input
      class="input"
      id={id}
      maxLength={most}
      autocomplete="off"
      aria-invalid={fault !== undefined}
      aria-describedby={`${id}-fault`}
      value={value}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  </Field>
)
