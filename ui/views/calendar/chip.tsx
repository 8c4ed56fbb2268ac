// One event, as it is drawn in every view: its colour is its calendar's, and all that the colour says is in its label, too.
import { calendarById, type EventView, preferences } from '../../state/calendar.ts'
import { eventKey, type Move } from '../../state/moves.ts'
import { Icon } from '../parts/icon.tsx'
import { visible } from '../parts/value.tsx'
import { clockIn, hoursOf, whenOf } from '../text/days.ts'
import { t } from '../text/t.ts'
import { openEvent } from './open.ts'

export type Shown = EventView & { pending?: Move['state'] }

const GREY = '#7a7a7a'

/** The colour of a calendar; whatever is no colour is grey. */
export function colourOf(calendar: string): string {
  const { color = '' } = calendarById.value.get(calendar) ?? {}
  return /^#[0-9a-f]{6}$/i.test(color) ? color : GREY
}

/** What is said of it beside its time: tentative, cancelled, declined, free. */
export function marksOf(event: Shown): string[] {
  return [
    event.status === 'cancelled' ? t('calendar.cancelled') : undefined,
    event.status === 'tentative' ? t('calendar.tentative') : undefined,
    event.answer === 'DECLINED' ? t('calendar.declined') : undefined,
    event.answer === 'NEEDS-ACTION' ? t('calendar.unanswered') : undefined,
    event.recurring ? t('calendar.repeats') : undefined,
    event.pending === 'waiting' ? t('calendar.waits') : undefined,
    event.pending === 'sent' ? t('calendar.saving') : undefined,
  ].filter((text) => text !== undefined)
}

/** Everything that is to be known of it at a glance. */
export function labelOf(event: Shown): string {
  const parts = [
    titleOf(event),
    whenOf(event, preferences.value.zone),
    event.location === undefined ? '' : visible(event.location),
    visible(calendarById.value.get(event.calendar)?.name ?? ''),
    ...marksOf(event),
  ]
  return parts.filter((part) => part !== '').join(', ')
}

/** Its title, or what is said where it has none. */
export const titleOf = ({ title }: EventView): string => (title.trim() === '' ? t('calendar.untitled') : visible(title))

const lookOf = ({ status, answer, pending, busy }: Shown): string =>
  [
    status === 'cancelled' || answer === 'DECLINED'
      ? 'off'
      : status === 'tentative' || busy === 'tentative'
        ? 'maybe'
        : '',
    pending ?? '',
  ].join(' ')

interface ChipProps {
  event: Shown
  shape: 'block' | 'bar' | 'line'
  style?: Record<string, string>
  /** Shown without its edges: it goes on before or after. */
  goesOn?: 'before' | 'after' | 'both' | undefined
  isSmall?: boolean
  /** So little room beside others that one word is all there is. */
  isNarrow?: boolean
  /** Edges to draw it longer or shorter by. */
  edges?: ('start' | 'end')[]
}

export function Chip({ event, shape, style, goesOn, isSmall, isNarrow, edges = [] }: ChipProps) {
  const { zone } = preferences.value
  const label = labelOf(event)
  const isMarked = shape === 'block' && (event.pending === 'waiting' || (event.recurring && !isSmall))
  return (
    <button
      type="button"
      class={`event ${shape} ${lookOf(event)}${isSmall ? ' small-one' : ''}${isMarked ? ' marked' : ''}${isNarrow ? ' narrow' : ''}`}
      data-event={eventKey(event)}
      data-goes-on={goesOn}
      style={{ '--c': colourOf(event.calendar), ...style }}
      title={label}
      aria-label={label}
      onClick={(click) => openEvent(event, click)}
    >
      {shape !== 'block' && !event.allDay && <span class="at">{clockIn(event.startsAt, zone)}</span>}
      <span class="title">{titleOf(event)}</span>
      {event.pending === 'waiting' && <Icon name="approvals" size={13} />}
      {event.recurring && shape === 'block' && !isSmall && <Icon name="repeat" size={12} />}
      {shape === 'block' && (
        <span class="second">
          {hoursOf(event, zone)}
          {event.location !== undefined && ` · ${visible(event.location)}`}
        </span>
      )}
      {edges.map((edge) => (
        <span key={edge} class={`edge ${edge}`} data-edge={edge} />
      ))}
    </button>
  )
}
