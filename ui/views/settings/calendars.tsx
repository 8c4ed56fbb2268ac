// The calendars with their names, which is the default, and files in and out.
import { useRef, useState } from 'preact/hooks'
import type { ResultOf } from '../../../sidecar/protocol/methods.ts'
import { CallError } from '../../client/client.ts'
import { type CalendarInfo, calendars, editCalendar, removeCalendar, writable } from '../../state/calendar.ts'
import { ended } from '../../state/calls.ts'
import { undo } from '../../state/control.ts'
import { call } from '../../state/link.ts'
import { attempt, tell } from '../../state/notices.ts'
import { makeDefault } from '../calendar/calendars.ts'
import { Button, Chip } from '../parts/basic.tsx'
import { Fault } from '../parts/fault.tsx'
import { visible } from '../parts/value.tsx'
import { said } from '../text/said.ts'
import { t, tn } from '../text/t.ts'
import { dayOf } from '../text/time.ts'
import { saveText } from './save.ts'

/** What is always there. */
const kept: ReadonlySet<string> = new Set(['personal', 'reminders'])

type Imported = ResultOf<'calendar/import'>

export function CalendarList() {
  return (
    <ul class="rows">
      {calendars.value.map((one) => (
        <One key={one.id} one={one} />
      ))}
    </ul>
  )
}

function One({ one }: { one: CalendarInfo }) {
  const name = visible(one.name)
  const canBeDefault = !one.readOnly && one.holds.includes('VEVENT')
  const takeAway = async () => {
    const trash = await removeCalendar(one.id)
    tell({ level: 'info', text: t('accounts.calendarRemoved', { name }), hint: trash })
  }
  return (
    <li>
      <input
        class="input grow"
        aria-label={t('accounts.calendarName', { name })}
        value={one.name}
        maxLength={200}
        onChange={(event) => {
          const next = event.currentTarget.value.trim()
          if (next !== '' && next !== one.name) void attempt(() => editCalendar(one.id, { name: next }))
        }}
      />
      {one.readOnly && <Chip icon="lock">{t('calendar.readOnly')}</Chip>}
      {one.isDefault && <Chip tone="accent">{t('calendar.default')}</Chip>}
      {!one.isDefault && canBeDefault && (
        <Button tiny label={`${t('calendar.makeDefault')}: ${name}`} onPress={() => makeDefault(one)}>
          {t('calendar.makeDefault')}
        </Button>
      )}
      {one.kind === 'local' && !one.isDefault && !kept.has(one.id) && (
        <Button tiny look="plain" icon="close" label={t('settings.remove', { name })} onPress={takeAway}>
          {''}
        </Button>
      )}
    </li>
  )
}

/** An .ics file into a calendar, and calendars into one. */
export function IcsFiles() {
  const file = useRef<HTMLInputElement>(null)
  const [into, setInto] = useState('')
  const [made, setMade] = useState<Imported>()
  const [fault, setFault] = useState<unknown>()
  const places = writable('VEVENT')
  const chosen = into === '' ? (places.find(({ isDefault }) => isDefault) ?? places[0])?.id : into
  const take = async (picked: File | undefined) => {
    if (!picked) return
    setMade(undefined)
    setFault(undefined)
    try {
      const text = await picked.text()
      setMade(await call('calendar/import', { text, ...(chosen === undefined ? {} : { calendar: chosen }) }))
    } catch (thrown) {
      setFault(thrown)
    }
  }
  const give = async () => {
    const { text, events, tasks } = await call('calendar/export', {})
    const name = `steward-calendars-${dayOf(Date.now())}.ics`
    saveText(name, text, 'text/calendar')
    tell({ level: 'info', text: t('accounts.exported', { file: name, events, tasks }) })
  }
  return (
    <div class="stack">
      <div class="row wrap">
        <select
          class="input short"
          aria-label={t('accounts.importInto')}
          value={chosen ?? ''}
          onChange={(event) => setInto(event.currentTarget.value)}
        >
          {places.map(({ id, name }) => (
            <option key={id} value={id}>
              {visible(name)}
            </option>
          ))}
        </select>
        <Button onPress={() => file.current?.click()}>{t('accounts.import')}</Button>
        <input
          ref={file}
          type="file"
          hidden
          accept=".ics,text/calendar"
          onChange={(event) => {
            const [picked] = event.currentTarget.files ?? []
            void attempt(() => take(picked))
            event.currentTarget.value = ''
          }}
        />
        <Button onPress={give}>{t('accounts.export')}</Button>
      </div>
      <div aria-live="polite">
        {fault !== undefined && <Fault thrown={fault} />}
        {made && <Report made={made} onUndo={() => takeBack(made).then(() => setMade(undefined))} />}
      </div>
    </div>
  )
}

const nameOf = (id: string): string => visible(calendars.value.find((one) => one.id === id)?.name ?? id)

// The last one first, as they came.
async function takeBack({ callIds, calendar }: Imported): Promise<void> {
  for (const callId of [...callIds].reverse()) {
    const { ok, error } = await ended((await undo(callId)).callId)
    if (ok === false) throw new CallError(error?.code ?? '', error?.message ?? '', error?.hint)
  }
  tell({ level: 'info', text: t('accounts.importUndone', { name: nameOf(calendar) }) })
}

const Report = ({ made, onUndo }: { made: Imported; onUndo: () => Promise<void> }) => (
  <div class="box stack">
    <div class="row">
      <span class="grow">{tn('accounts.imported', made.added, { name: nameOf(made.calendar) })}</span>
      {made.callIds.length > 0 && (
        <Button tiny onPress={onUndo}>
          {t('common.undo')}
        </Button>
      )}
    </div>
    {made.same + made.different > 0 && (
      <span class="quiet">{t('accounts.importedSame', { same: made.same, different: made.different })}</span>
    )}
    {made.failed.map(({ title, why }, at) => (
      <span class="fault break" key={at}>
        {visible(title)}: {visible(said(why))}
      </span>
    ))}
    {made.notes.map((note) => (
      <span class="quiet small break" key={note}>
        {visible(said(note))}
      </span>
    ))}
  </div>
)
