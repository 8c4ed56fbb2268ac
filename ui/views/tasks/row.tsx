// One task in the list.
import { calendarById, preferences } from '../../state/calendar.ts'
import { attempt } from '../../state/notices.ts'
import { filterTasks, type TaskView } from '../../state/tasks.ts'
import { dayAt } from '../../state/zoned.ts'
import { colourOf } from '../calendar/chip.tsx'
import { Icon } from '../parts/icon.tsx'
import { visible } from '../parts/value.tsx'
import { clockIn, nearDay } from '../text/days.ts'
import { t } from '../text/t.ts'
import { stateOf, tick } from './change.ts'
import { leaving } from './focus.ts'
import { openTask } from './open.ts'

const HIGH = 4

/** When it is due, as people say it. */
export function dueWords({ due, dueAt }: TaskView, now: number): string | undefined {
  if (due === undefined || dueAt === undefined) return undefined
  const { zone } = preferences.value
  const isTimed = due.includes('T')
  const day = nearDay(isTimed ? dayAt(dueAt, zone) : due.slice(0, 10), dayAt(now, zone))
  return isTimed ? `${day}, ${clockIn(dueAt, zone)}` : day
}

export function Row({ task, depth, now, isLate }: { task: TaskView; depth: number; now: number; isLate: boolean }) {
  const state = stateOf(task)
  const isDone = state === 'done' || state === 'cancelled'
  const title = task.title.trim() === '' ? t('calendar.untitled') : visible(task.title)
  const due = dueWords(task, now)
  return (
    <li class="taskrow" data-state={state} style={{ '--depth': String(depth) }}>
      <input
        type="checkbox"
        class="tick"
        style={{ '--c': colourOf(task.calendar) }}
        aria-label={t('tasks.complete', { title })}
        checked={isDone}
        onChange={(event) => {
          event.currentTarget.checked = isDone
          void attempt(() => leaving(() => tick(task)))
        }}
      />
      <button
        type="button"
        class="tasktitle grow"
        data-task={`${task.calendar}\n${task.uid}`}
        aria-keyshortcuts="X E Delete"
        onClick={() => openTask(task)}
      >
        <span class="break">{title}</span>
        <span class="quiet small">
          {task.notes !== undefined && <span class="clip oneline">{visible(task.notes)}</span>}
          <span class="unseen">
            {task.priority > 0 && t('tasks.priorityIs', { n: task.priority })} {depth > 0 && t('tasks.part')}{' '}
            {visible(calendarById.value.get(task.calendar)?.name ?? '')}
          </span>
        </span>
      </button>
      {task.percent > 0 && task.percent < 100 && <span class="small quiet">{task.percent} %</span>}
      {task.tags.map((tag) => (
        <button type="button" class="chip tagchip" key={tag} onClick={() => filterTasks({ tag })}>
          #{visible(tag)}
        </button>
      ))}
      {task.rule !== undefined && (
        <span title={t('calendar.repeats')} class="quiet">
          <Icon name="repeat" size={14} />
          <span class="unseen">{t('calendar.repeats')}</span>
        </span>
      )}
      {task.priority > 0 && (
        <span class={`chip ${task.priority <= HIGH ? 'warn' : ''}`} aria-hidden="true">
          {t('tasks.rank', { n: task.priority })}
        </span>
      )}
      {due !== undefined && <span class={`duewords small ${isLate ? 'late' : 'quiet'}`}>{due}</span>}
    </li>
  )
}
