// An event that can't be changed here, to be read; and who is invited to one.
import { calendarById, type EventView, preferences } from '../../state/calendar.ts'
import { openOutside } from '../../state/link.ts'
import { Button } from '../parts/basic.tsx'
import { Long, visible } from '../parts/value.tsx'
import { whenOf } from '../text/days.ts'
import { isKey, t } from '../text/t.ts'
import { marksOf, titleOf } from './chip.tsx'

export function Details({ event, onClose }: { event: EventView; onClose: () => void }) {
  const calendar = calendarById.value.get(event.calendar)
  const rows: [string, string | undefined][] = [
    [t('event.when'), whenOf(event, preferences.value.zone)],
    [t('event.place'), event.location],
    [t('event.calendar'), calendar?.name],
    [t('event.status'), marksOf(event).join(', ')],
  ]
  return (
    <div class="stack">
      <h3 class="break">{titleOf(event)}</h3>
      <p class="quiet">{t('event.fixed')}</p>
      <dl class="pairs">
        {rows.map(([name, value]) =>
          value === undefined || value === '' ? null : (
            <div key={name} class="contents">
              <dt>{name}</dt>
              <dd>{visible(value)}</dd>
            </div>
          ),
        )}
      </dl>
      {event.notes !== undefined && <Long text={event.notes} />}
      <Link url={event.url} />
      <Attendees event={event} />
      <div class="row end">
        <Button onPress={onClose}>{t('common.close')}</Button>
      </div>
    </div>
  )
}

/** Its address on the web, opened outside of the window. */
export function Link({ url }: { url: string | undefined }) {
  if (url === undefined || !/^https?:\/\//i.test(url)) return null
  return (
    <div class="row">
      <code class="grow clip">{visible(url)}</code>
      <Button tiny icon="out" onPress={() => openOutside(url)}>
        {t('event.open')}
      </Button>
    </div>
  )
}

/** Who is invited, and what they answered. */
export function Attendees({ event: { attendees = [], organizer } }: { event: EventView }) {
  const all =
    organizer && attendees.every(({ address }) => address !== organizer.address) ? [organizer, ...attendees] : attendees
  if (all.length === 0) return null
  return (
    <ul class="rows people" aria-label={t('event.people')}>
      {all.map((one) => (
        <li key={one.address}>
          <span class="grow break">
            {visible(one.name ?? one.address)}
            {one.name !== undefined && <span class="quiet small"> {visible(one.address)}</span>}
          </span>
          <span class="quiet small">
            {one.address === organizer?.address ? t('event.organizer') : answerWords(one.answer)}
          </span>
        </li>
      ))}
    </ul>
  )
}

function answerWords(answer: string | undefined): string {
  const key = `event.answer.${answer ?? 'NEEDS-ACTION'}`
  return isKey(key) ? t(key) : ''
}
