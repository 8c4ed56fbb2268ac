// What comes, as a list by days; also what was found by words.
import { preferences } from '../../state/calendar.ts'
import { eventKey } from '../../state/moves.ts'
import { type Day, dayAt, daysBetween } from '../../state/zoned.ts'
import { Button, Empty, Chip as Mark } from '../parts/basic.tsx'
import { Icon } from '../parts/icon.tsx'
import { visible } from '../parts/value.tsx'
import { dayName, firstDay, hoursOf, lastDay, nearDay } from '../text/days.ts'
import { t } from '../text/t.ts'
import { inOrder } from './bars.ts'
import { colourOf, labelOf, marksOf, type Shown, titleOf } from './chip.tsx'
import { agendaDays, now, query } from './look.ts'
import { beginEvent, openEvent } from './open.ts'

const MORE_DAYS = 60
const MOST = 1000

export function Agenda({ days, events }: { days: readonly Day[]; events: readonly Shown[] }) {
  const isFound = query.value.trim() !== ''
  const groups = byDay(days, events.slice(0, MOST), isFound)
  return (
    <div class="agenda">
      {groups.length === 0 && <Nothing isFound={isFound} />}
      {groups.map(([day, list]) => (
        <DayOf key={day} day={day} list={list} />
      ))}
      {!isFound && (
        <div class="row centre">
          <Button
            onPress={() => {
              agendaDays.value += MORE_DAYS
            }}
          >
            {t('calendar.later')}
          </Button>
        </div>
      )}
    </div>
  )
}

const Nothing = ({ isFound }: { isFound: boolean }) => (
  <div class="nothing">
    <Empty icon={isFound ? 'search' : 'calendar'} title={t(isFound ? 'calendar.noneFound' : 'calendar.empty')}>
      {t(isFound ? 'calendar.noneFoundHow' : 'calendar.emptyHow')}
    </Empty>
    {!isFound && (
      <div class="row centre">
        <Button icon="plus" onPress={() => beginEvent()}>
          {t('calendar.new')}
        </Button>
      </div>
    )}
  </div>
)

function DayOf({ day, list }: { day: Day; list: readonly Shown[] }) {
  const { zone } = preferences.value
  const today = dayAt(now.value, zone)
  return (
    <section aria-label={dayName(day)} class="agendaday">
      <h2 class={day === today ? 'today' : undefined}>
        {Math.abs(daysBetween(today, day)) < 2 ? (
          <>
            {nearDay(day, today)} <span class="quiet">{dayName(day)}</span>
          </>
        ) : (
          dayName(day)
        )}
      </h2>
      <ul class="card">
        {list.map((event) => (
          <li key={eventKey(event)}>
            <button
              type="button"
              class={`agendarow${event.status === 'cancelled' || event.answer === 'DECLINED' ? ' off' : ''}`}
              data-event={eventKey(event)}
              aria-label={labelOf(event)}
              onClick={() => openEvent(event)}
            >
              <span class="dot" style={{ '--c': colourOf(event.calendar) }} />
              <span class="when">{hoursOn(event, day, zone)}</span>
              <span class="grow">
                <span class="title break">{titleOf(event)}</span>
                {event.location !== undefined && <span class="quiet small"> · {visible(event.location)}</span>}
              </span>
              {event.recurring && <Icon name="repeat" size={14} />}
              {marksOf({ ...event, recurring: false }).map((mark) => (
                <Mark key={mark} tone={event.pending ? 'warn' : undefined}>
                  {mark}
                </Mark>
              ))}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

// Of what goes over several days, what is on this one.
function hoursOn(event: Shown, day: Day, zone: string): string {
  const [first, last] = [firstDay(event, zone), lastDay(event, zone)]
  if (event.allDay || first === last) return hoursOf(event, zone)
  if (day === first) return t('calendar.fromTime', { time: hoursOf({ ...event, endsAt: event.startsAt }, zone) })
  if (day === last) return t('calendar.untilTime', { time: hoursOf({ ...event, startsAt: event.endsAt }, zone) })
  return t('calendar.allDay')
}

function byDay(days: readonly Day[], events: readonly Shown[], isFound: boolean): [Day, Shown[]][] {
  const { zone } = preferences.value
  const found = new Map<Day, Shown[]>()
  const put = (day: Day, event: Shown) => {
    const those = found.get(day)
    if (those) those.push(event)
    else found.set(day, [event])
  }
  const shown = new Set(days)
  for (const event of inOrder(events)) {
    const [first, last] = [firstDay(event, zone), lastDay(event, zone)]
    if (isFound || first === last) put(first, event)
    else for (const day of days) if (day >= first && day <= last) put(day, event)
  }
  return [...found].filter(([day]) => isFound || shown.has(day)).sort(([a], [b]) => (a < b ? -1 : 1))
}
