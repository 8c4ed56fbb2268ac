// When there is time: a length and a range, and what comes of it by days, to be copied as text or begun from.
import { useId, useState } from 'preact/hooks'
import type { ResultOf } from '../../../sidecar/protocol/methods.ts'
import { calendars, preferences, today } from '../../state/calendar.ts'
import { call } from '../../state/link.ts'
import { attempt } from '../../state/notices.ts'
import { language } from '../../state/settings.ts'
import { type Day, dayAt, plusDays, stampOf, startOf } from '../../state/zoned.ts'
import { Button, Copy, Field } from '../parts/basic.tsx'
import { useBusy } from '../parts/busy.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Fault } from '../parts/fault.tsx'
import { visible } from '../parts/value.tsx'
import { clockIn, dayName, weekdayName } from '../text/days.ts'
import { t } from '../text/t.ts'
import { beginEvent } from './open.ts'

type Found = ResultOf<'calendar/slots'>
const lengths = [15, 30, 45, 60, 90, 120, 180]
const weekDays = [1, 2, 3, 4, 5, 6, 7]
/** The days as the user's week has them. */
const fromFirst = (first: number): number[] => weekDays.map((_, at) => ((first - 1 + at) % 7) + 1)
const MONDAY = '2024-01-01'

interface Search {
  minutes: number
  from: Day
  /** The last day is looked at, too. */
  to: Day
  opens: string
  closes: string
  days: readonly number[]
  buffer: number
  overTentative: boolean
  left: readonly string[]
  zones: string
}

export function SlotFinder({ onClose }: { onClose: () => void }) {
  const { workingHours } = preferences.value
  const [wish, setWish] = useState<Search>({
    ...{ minutes: 60, from: today(), to: plusDays(today(), 7), buffer: 0, overTentative: false, left: [], zones: '' },
    ...{ opens: workingHours.from, closes: workingHours.to, days: workingHours.days },
  })
  const [found, setFound] = useState<Found>()
  const [fault, setFault] = useState<unknown>()
  const isBackwards = wish.to < wish.from
  const find = useBusy(async () => {
    setFault(undefined)
    if (isBackwards) return setFound(undefined)
    try {
      setFound(await search(wish))
    } catch (thrown) {
      setFound(undefined)
      setFault(thrown)
    }
  })
  const onSubmit = (event: Event) => {
    event.preventDefault()
    void attempt(find)
  }
  return (
    <Dialog title={t('slots.title')} onClose={onClose}>
      <form class="stack" onSubmit={onSubmit}>
        <Fields wish={wish} onChange={(change) => setWish({ ...wish, ...change })} />
        <div class="row end">
          <Button look="main" onPress={find}>
            {t('slots.find')}
          </Button>
          <button type="submit" class="unseen" tabIndex={-1} aria-hidden="true" />
        </div>
      </form>
      {fault !== undefined && <Fault thrown={fault} />}
      <div aria-live="polite">{found && <Result found={found} minutes={wish.minutes} onClose={onClose} />}</div>
    </Dialog>
  )
}

function search(wish: Search): Promise<Found> {
  const { zone } = preferences.peek()
  const zones = wish.zones.split(/[,;\s]+/).filter((one) => one !== '')
  const chosen = calendars.peek().filter(({ id, hidden }) => hidden !== true && !wish.left.includes(id))
  return call('calendar/slots', {
    from: new Date(Math.max(Date.now(), startOf(wish.from, zone))).toISOString(),
    to: new Date(startOf(plusDays(wish.to, 1), zone)).toISOString(),
    workingHours: { from: wish.opens, to: wish.closes, days: [...wish.days] },
    ...{ minutes: wish.minutes, overTentative: wish.overTentative, language: language.peek() },
    ...(wish.buffer > 0 ? { buffer: wish.buffer } : {}),
    ...(wish.left.length > 0 ? { calendars: chosen.map(({ id }) => id) } : {}),
    ...(zones.length > 0 ? { zones } : {}),
  })
}

function Fields({ wish, onChange }: { wish: Search; onChange: (change: Partial<Search>) => void }) {
  const id = useId()
  return (
    <>
      <div class="slotfields">
        <Field id={`${id}-length`} label={t('slots.length')}>
          <select
            class="input"
            id={`${id}-length`}
            value={String(wish.minutes)}
            onChange={(event) => onChange({ minutes: Number(event.currentTarget.value) })}
          >
            {lengths.map((minutes) => (
              <option key={minutes} value={String(minutes)}>
                {t('slots.minutes', { n: minutes })}
              </option>
            ))}
          </select>
        </Field>
        <Input
          id={`${id}-from`}
          type="date"
          label={t('slots.from')}
          value={wish.from}
          onChange={(from) => onChange({ from })}
        />
        <Input
          id={`${id}-to`}
          type="date"
          label={t('slots.to')}
          value={wish.to}
          fault={wish.to < wish.from ? t('slots.backwards') : undefined}
          onChange={(to) => onChange({ to })}
        />
        <Input
          id={`${id}-opens`}
          type="time"
          label={t('slots.opens')}
          value={wish.opens}
          onChange={(opens) => onChange({ opens })}
        />
        <Input
          id={`${id}-closes`}
          type="time"
          label={t('slots.closes')}
          value={wish.closes}
          onChange={(closes) => onChange({ closes })}
        />
        <Input
          id={`${id}-buffer`}
          type="number"
          label={t('slots.buffer')}
          value={String(wish.buffer)}
          onChange={(text) => onChange({ buffer: Math.max(0, Math.min(1440, Math.round(Number(text)))) })}
        />
      </div>
      <fieldset class="row wrap plainset">
        <legend class="unseen">{t('slots.days')}</legend>
        {fromFirst(preferences.value.weekStart).map((day) => (
          <label class="check" key={day}>
            <input
              type="checkbox"
              checked={wish.days.includes(day)}
              onChange={(event) =>
                onChange({
                  days: weekDays.filter((one) => (one === day ? event.currentTarget.checked : wish.days.includes(one))),
                })
              }
            />
            {weekdayName(plusDays(MONDAY, day - 1))}
          </label>
        ))}
      </fieldset>
      <fieldset class="row wrap plainset">
        <legend class="small quiet">{t('slots.calendars')}</legend>
        {calendars.value
          .filter(({ hidden, holds }) => hidden !== true && holds.includes('VEVENT'))
          .map(({ id: calendar, name }) => (
            <label class="check" key={calendar}>
              <input
                type="checkbox"
                checked={!wish.left.includes(calendar)}
                onChange={(event) =>
                  onChange({
                    left: event.currentTarget.checked
                      ? wish.left.filter((one) => one !== calendar)
                      : [...wish.left, calendar],
                  })
                }
              />
              {visible(name)}
            </label>
          ))}
      </fieldset>
      <Input
        id={`${id}-zones`}
        label={t('slots.zones')}
        hint={t('slots.zonesHint')}
        value={wish.zones}
        onChange={(zones) => onChange({ zones })}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={wish.overTentative}
          onChange={(event) => onChange({ overTentative: event.currentTarget.checked })}
        />
        {t('slots.overTentative')}
      </label>
    </>
  )
}

interface InputProps {
  id: string
  label: string
  type?: 'date' | 'time' | 'number' | 'text'
  hint?: string
  fault?: string | undefined
  value: string
  onChange: (value: string) => void
}

const Input = ({ id, label, type = 'text', hint, fault, value, onChange }: InputProps) => (
  <Field id={id} label={label} hint={hint} fault={fault}>
    <input
      class="input"
      {...{ id, value }}
      // The kinds share all that is used of them here.
      type={type as 'text'}
      autocomplete="off"
      aria-invalid={fault !== undefined}
      onInput={(event) => (type === 'text' || event.currentTarget.value !== '') && onChange(event.currentTarget.value)}
    />
  </Field>
)

function Result({ found, minutes, onClose }: { found: Found; minutes: number; onClose: () => void }) {
  const { zone } = preferences.value
  const byDay = new Map<Day, Found['slots']>()
  for (const slot of found.slots) {
    const day = dayAt(Date.parse(slot.start), zone)
    byDay.set(day, [...(byDay.get(day) ?? []), slot])
  }
  const begin = (at: number) => {
    onClose()
    beginEvent({ start: stampOf(at, zone), end: stampOf(at + minutes * 60_000, zone) })
  }
  if (found.slots.length === 0) return <p>{t('slots.none')}</p>
  return (
    <div class="stack slots">
      {found.faults.map(({ calendar, why }) => (
        <Fault key={calendar} thrown={new Error(why)} before={visible(calendar)} />
      ))}
      <div class="row">
        <span class="grow quiet">{t('slots.found')}</span>
        <Copy text={found.text} />
      </div>
      {[...byDay].map(([day, slots]) => (
        <section key={day} aria-label={dayName(day)}>
          <h3>{dayName(day)}</h3>
          <div class="row wrap">
            {slots.map(({ start, end }) => (
              <Button tiny key={start} onPress={() => begin(Date.parse(start))}>
                {clockIn(Date.parse(start), zone)} – {clockIn(Date.parse(end), zone)}
              </Button>
            ))}
          </div>
        </section>
      ))}
      {found.cut && <p class="quiet small">{t('slots.cut')}</p>}
    </div>
  )
}
