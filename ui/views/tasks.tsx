// Tasks in their natural order under headings, and reminders that are to come.
import { useEffect, useState } from 'preact/hooks'
import { calendars, preferences } from '../state/calendar.ts'
import { loadReminders } from '../state/reminders.ts'
import {
  doneTasks,
  filterTasks,
  loadTasks,
  openTasks,
  showDone,
  type TaskView,
  taskFilter,
  tasksFault,
} from '../state/tasks.ts'
import { dayAt } from '../state/zoned.ts'
import { Button, Chip, Empty, Loading, Page } from './parts/basic.tsx'
import { Fault } from './parts/fault.tsx'
import { Icon } from './parts/icon.tsx'
import { QuickLine } from './parts/quick.tsx'
import { visible } from './parts/value.tsx'
import { Coming } from './tasks/coming.tsx'
import { TaskDialog } from './tasks/dialog.tsx'
import { type Group, groupsOf, tagsOf } from './tasks/groups.ts'
import { onKey } from './tasks/keys.ts'
import { openTask } from './tasks/open.ts'
import { Row } from './tasks/row.tsx'
import { t, tn } from './text/t.ts'

const MOST_TAGS = 12
const TICK_MS = 60_000

export function Tasks() {
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  const [as, setAs] = useState<'task' | 'reminder'>('task')
  const onDone = () => {
    void loadTasks()
    void loadReminders().catch(() => {})
  }
  return (
    <Page
      title={t('place.tasks')}
      lead={<Lead />}
      actions={
        <Button icon="plus" look="main" onPress={() => openTask('new')}>
          {t('tasks.new')}
        </Button>
      }
    >
      <div class="row taskbar">
        <fieldset class="tabs">
          <legend class="unseen">{t('tasks.addAs')}</legend>
          {(['task', 'reminder'] as const).map((one) => (
            <button type="button" key={one} aria-pressed={as === one} onClick={() => setAs(one)}>
              {t(`tasks.as.${one}`)}
            </button>
          ))}
        </fieldset>
        <QuickLine key={as} as={as} onDone={onDone} />
      </div>
      <Filters />
      <List />
      <Coming />
      <Done />
      <p class="quiet small later">{t('tasks.keys')}</p>
      <TaskDialog />
    </Page>
  )
}

function Lead() {
  const count = openTasks.value?.tasks.length ?? 0
  return <span role="status">{openTasks.value ? tn('tasks.count', count) : ''}</span>
}

function Filters() {
  const { query, tag } = taskFilter.value
  const tags = tagsOf(openTasks.value?.tasks ?? [])
  const shown = [...new Set([...(tag === undefined ? [] : [tag]), ...tags])].slice(0, MOST_TAGS)
  return (
    <search class="row wrap filters">
      <span class="row grow find">
        <Icon name="search" size={16} />
        <input
          class="input"
          type="search"
          id="task-find"
          spellcheck={false}
          aria-label={t('tasks.search')}
          placeholder={t('tasks.search')}
          value={query}
          onInput={(event) => filterTasks({ query: event.currentTarget.value })}
        />
      </span>
      {shown.map((one) => (
        <button
          type="button"
          key={one}
          class="chip tagchip"
          aria-pressed={one === tag}
          onClick={() => filterTasks({ tag: one === tag ? undefined : one })}
        >
          #{visible(one)}
        </button>
      ))}
    </search>
  )
}

function List() {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const found = openTasks.value
  if (tasksFault.value !== undefined && !found) return <Fault thrown={tasksFault.value} onRetry={loadTasks} />
  if (!found) return <Loading />
  const { zone } = preferences.value
  const groups = groupsOf(found.tasks, now, (at) => dayAt(at, zone))
  const nameOf = (id: string) => visible(calendars.value.find((one) => one.id === id)?.name ?? id)
  return (
    <>
      {found.faults.map(({ calendar, why }) => (
        <Fault key={calendar} thrown={new Error(why)} before={t('calendar.notWhole', { name: nameOf(calendar) })} />
      ))}
      {groups.length === 0 && <Nothing />}
      {groups.map((group) => (
        <GroupOf key={group.name} group={group} now={now} />
      ))}
      {found.cut && <p class="quiet small">{t('calendar.cut')}</p>}
    </>
  )
}

function Nothing() {
  const { query, tag } = taskFilter.value
  if (query.trim() === '' && tag === undefined)
    return (
      <Empty icon="tasks" title={t('tasks.empty')}>
        {t('tasks.emptyHow')}
      </Empty>
    )
  return (
    <div class="nothing">
      <Empty icon="search" title={t('tasks.noneFit')} />
      <Button onPress={() => filterTasks({ query: '', tag: undefined })}>{t('tasks.showAll')}</Button>
    </div>
  )
}

function GroupOf({ group: { name, rows }, now }: { group: Group; now: number }) {
  return (
    <section class="taskgroup" aria-labelledby={`tasks-${name}`}>
      <h2 id={`tasks-${name}`} class={name === 'overdue' ? 'late' : undefined}>
        {t(`tasks.group.${name}`)} <Chip>{rows.length}</Chip>
      </h2>
      <ul class="card">
        {rows.map(({ task, depth }) => (
          <Row key={`${task.calendar}/${task.uid}`} {...{ task, depth, now, isLate: name === 'overdue' }} />
        ))}
      </ul>
    </section>
  )
}

function Done() {
  const done: readonly TaskView[] | undefined = doneTasks.value
  return (
    <details class="taskgroup" onToggle={(event) => showDone(event.currentTarget.open)}>
      <summary>{t('tasks.group.done')}</summary>
      {done?.length === 0 && <p class="quiet">{t('tasks.noneDone')}</p>}
      {done && done.length > 0 && (
        <ul class="card">
          {done.map((task) => (
            <Row key={`${task.calendar}/${task.uid}`} task={task} depth={0} now={Date.now()} isLate={false} />
          ))}
        </ul>
      )}
    </details>
  )
}
