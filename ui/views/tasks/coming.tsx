// Reminders that are to come. One that comes again is one row, and is cancelled as a whole.
import { comingReminders, type Reminder } from '../../state/reminders.ts'
import { Button, Chip } from '../parts/basic.tsx'
import { Icon } from '../parts/icon.tsx'
import { visible } from '../parts/value.tsx'
import { t } from '../text/t.ts'
import { moment } from '../text/time.ts'
import { cancelReminder } from './change.ts'
import { nextOfEach, oftenWords } from './often.ts'

export function Coming() {
  const coming = nextOfEach(comingReminders.value)
  if (coming.length === 0) return null
  return (
    <section class="taskgroup" aria-labelledby="tasks-coming">
      <h2 id="tasks-coming">
        {t('remind.coming')} <Chip>{coming.length}</Chip>
      </h2>
      <ul class="card">
        {coming.map((one) => (
          <One key={one.id} one={one} />
        ))}
      </ul>
    </section>
  )
}

function One({ one }: { one: Reminder }) {
  const title = visible(one.title)
  const often = one.recurring ? oftenWords(one.rule) : undefined
  const when = often === undefined ? moment(one.at) : t('remind.next', { often, when: moment(one.at) })
  const cancel = t(one.recurring ? 'remind.cancelAll' : 'remind.cancel')
  return (
    <li class="taskrow">
      <Icon name="bell" size={16} />
      <span class="grow break">
        {title}
        {one.of !== 'reminder' && <span class="quiet small"> · {t(`remind.of.${one.of}`)}</span>}
      </span>
      {one.recurring && (
        <span class="quiet">
          <Icon name="repeat" size={14} />
        </span>
      )}
      <span class="quiet small">{when}</span>
      {one.of === 'reminder' && (
        <Button tiny look="plain" label={`${cancel}: ${title}, ${when}`} onPress={() => cancelReminder(one)}>
          {cancel}
        </Button>
      )}
    </li>
  )
}
