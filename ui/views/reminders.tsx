// Reminders that are due, over whatever is looked at, until they are answered.

import { tell } from '../state/notices.ts'
import { dismissReminder, dueReminders, type Reminder, snoozeReminder } from '../state/reminders.ts'
import { href, place } from '../state/route.ts'
import { zone } from '../state/settings.ts'
import { dayAt, instantOf, plusDays } from '../state/zoned.ts'
import { Button, Chip } from './parts/basic.tsx'
import { Icon } from './parts/icon.tsx'
import { visible } from './parts/value.tsx'
import { t, tn } from './text/t.ts'
import { ago, clock, moment } from './text/time.ts'

/** Where they can be seen all, and anywhere else. */
const MOST = 50
const MOST_ELSEWHERE = 2
const MORNING = 9 * 60

export function Due() {
  const due = dueReminders.value
  const most = place.value === 'tasks' ? MOST : MOST_ELSEWHERE
  return (
    <section class="due" aria-label={t('remind.due')} aria-live="polite" hidden={due.length === 0}>
      {due.slice(0, most).map((one) => (
        <Card key={one.id} one={one} />
      ))}
      {due.length > most && (
        <p class="small row duemore">
          <span class="grow">{tn('remind.more', due.length - most)}</span>
          {place.value !== 'tasks' && <a href={href('tasks')}>{t('remind.all')}</a>}
          <Button tiny look="plain" onPress={() => Promise.all(due.map(({ id }) => dismissReminder(id)))}>
            {t('remind.dismissAll')}
          </Button>
        </p>
      )}
    </section>
  )
}

const minutesToMorning = (): number => {
  const morning = instantOf(plusDays(dayAt(Date.now(), zone.peek()), 1), MORNING, zone.peek())
  return Math.max(1, Math.round((morning - Date.now()) / 60_000))
}

function Card({ one }: { one: Reminder }) {
  const title = visible(one.title)
  const snooze = (minutes: number) => async () => {
    const at = await snoozeReminder(one.id, minutes)
    tell({ level: 'info', text: t('remind.snoozed', { title, when: moment(at) }) })
  }
  return (
    <article class="card duecard" aria-label={title}>
      <Icon name="bell" size={16} />
      <div class="grow row duewhat">
        <b class="clip" title={title}>
          {title}
        </b>
        <span class="quiet small">
          {one.startsAt !== undefined && one.startsAt !== one.at ? `${clock(one.startsAt)} · ` : ''}
          {ago(one.at)}
        </span>
        {one.missed === true && <Chip tone="warn">{t('remind.missed')}</Chip>}
      </div>
      <div class="row">
        <Button tiny label={`${t('remind.snooze10')}: ${title}`} onPress={snooze(10)}>
          {t('remind.snooze10')}
        </Button>
        <Button tiny label={`${t('remind.snooze60')}: ${title}`} onPress={snooze(60)}>
          {t('remind.snooze60')}
        </Button>
        <Button tiny label={`${t('remind.tomorrow')}: ${title}`} onPress={() => snooze(minutesToMorning())()}>
          {t('remind.tomorrow')}
        </Button>
        <Button tiny look="main" label={`${t('remind.done')}: ${title}`} onPress={() => dismissReminder(one.id)}>
          {t('remind.done')}
        </Button>
      </div>
    </article>
  )
}
