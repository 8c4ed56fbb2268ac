// One task, to be made or changed.
import { useId, useState } from 'preact/hooks'
import { CallError } from '../../client/client.ts'
import { calendars, preferences, writable } from '../../state/calendar.ts'
import { attempt } from '../../state/notices.ts'
import { language } from '../../state/settings.ts'
import { openTasks, type TaskState, type TaskView } from '../../state/tasks.ts'
import { Alarms, RepeatField } from '../calendar/parts.tsx'
import { repeatOf, ruleOf } from '../calendar/repeat.ts'
import { ruleWords } from '../calendar/rulewords.ts'
import { Button, Field } from '../parts/basic.tsx'
import { useBusy } from '../parts/busy.ts'
import { Dialog } from '../parts/dialog.tsx'
import { faultText } from '../parts/fault.tsx'
import { visible } from '../parts/value.tsx'
import { useWhen, WhenField } from '../parts/when.tsx'
import { type Read, stamped, typed } from '../parts/whenread.ts'
import { t } from '../text/t.ts'
import { deleteTask, saveTask } from './change.ts'
import { leaving } from './focus.ts'
import { openedTask } from './open.ts'

const states = ['open', 'started', 'done', 'cancelled'] as const
const close = () => {
  openedTask.value = undefined
}

const takeAway = async (task: TaskView) => {
  close()
  await leaving(() => deleteTask(task))
}

export function TaskDialog() {
  const now = openedTask.value
  if (now === undefined) return null
  const task = now === 'new' ? undefined : now
  return (
    <Dialog key={task?.uid ?? 'new'} title={t(task ? 'tasks.edit' : 'tasks.new')} onClose={close}>
      <TaskForm task={task} />
    </Dialog>
  )
}

function firstOf(task: TaskView | undefined) {
  const places = writable('VTODO')
  const day = (task?.due ?? task?.start ?? new Date().toISOString()).slice(0, 10)
  const repeat = repeatOf(task?.rule, day)
  return {
    ...{
      title: task?.title ?? '',
      notes: task?.notes ?? '',
      tags: (task?.tags ?? []).join(', '),
      parent: task?.parent ?? '',
    },
    ...{ priority: task?.priority ?? 0, percent: task?.percent ?? 0, alarms: task?.alarms ?? [] },
    ...{ repeat, own: repeat === 'own' ? ruleWords(task?.rule ?? '', language.peek()) : '' },
    calendar: task?.calendar ?? (places.find(({ isDefault }) => isDefault) ?? places[0])?.id ?? '',
    state: task?.state ?? ('open' as TaskState),
  }
}

function TaskForm({ task }: { task: TaskView | undefined }) {
  const id = useId()
  const { zone } = preferences.value
  const [first] = useState(() => firstOf(task))
  const [wish, setWish] = useState(first)
  const [fault, setFault] = useState<{ field: string; text: string }>()
  const [was] = useState({
    due: task?.due ? typed(task.due, zone) : '',
    start: task?.start ? typed(task.start, zone) : '',
  })
  const due = useWhen(was.due)
  const start = useWhen(was.start)
  const change = (part: Partial<typeof wish>) => {
    setWish({ ...wish, ...part })
    setFault(undefined)
  }
  const at = (field: string) => (fault?.field === field ? fault.text : undefined)
  const send = useBusy(async () => {
    if (wish.title.trim() === '') return setFault({ field: 'title', text: t('event.needsTitle') })
    const reads = { due: await due.settle(), start: await start.settle() }
    const unclear = (['due', 'start'] as const).find((name) => /^(choose|unclear)$/.test(reads[name].state))
    if (unclear) return setFault({ field: unclear, text: t('when.choose') })
    const times = Object.fromEntries(
      (['due', 'start'] as const)
        .filter((name) => textOf(reads[name]) !== was[name])
        .map((name) => [name, stampFor(reads[name])]),
    )
    const input = inputOf(task, wish, first, times, reads.due)
    if (task && Object.keys(input).length === 0) return close()
    const named = task ? { task: task.uid, calendar: task.calendar } : { calendar: wish.calendar }
    const { ok, error } = await saveTask(task ? 'update_task' : 'create_task', { ...named, ...input }, wish.title)
    if (ok !== false) return close()
    const field = /^(?:\w+: )?(title|due|start|repeat|tags|parent)\b/.exec(error?.message ?? '')?.[1] ?? 'form'
    return setFault({ field, text: faultText(new CallError(error?.code ?? '', error?.message ?? '', error?.hint)) })
  })
  const onSubmit = (event: Event) => {
    event.preventDefault()
    void attempt(send)
  }
  const others = (openTasks.value?.tasks ?? []).filter((one) => one.uid !== task?.uid && one.calendar === wish.calendar)
  return (
    <form class="stack eventform" onSubmit={onSubmit}>
      <Field id={`${id}-title`} label={t('tasks.title')} fault={at('title')}>
        <input
          class="input"
          id={`${id}-title`}
          maxLength={500}
          autocomplete="off"
          aria-invalid={at('title') !== undefined}
          value={wish.title}
          onInput={(event) => change({ title: event.currentTarget.value })}
        />
      </Field>
      <div class="pairs-of">
        <WhenField id={`${id}-due`} label={t('tasks.due')} when={due} fault={at('due')} {...{ zone, isDay: false }} />
        <WhenField
          id={`${id}-start`}
          label={t('tasks.start')}
          when={start}
          fault={at('start')}
          {...{ zone, isDay: false }}
        />
      </div>
      <div class="pairs-of">
        <RepeatField id={`${id}-repeat`} wish={wish} fault={at('repeat')} onChange={change} />
        <Field id={`${id}-priority`} label={t('tasks.priority')}>
          <select
            class="input"
            id={`${id}-priority`}
            value={String(wish.priority)}
            onChange={(event) => change({ priority: Number(event.currentTarget.value) })}
          >
            {[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => (
              <option key={n} value={String(n)}>
                {n === 0
                  ? t('common.none')
                  : t(n === 1 ? 'tasks.highest' : n === 9 ? 'tasks.lowest' : 'tasks.rank', { n })}
              </option>
            ))}
          </select>
        </Field>
        <Field id={`${id}-tags`} label={t('tasks.tags')} fault={at('tags')}>
          <input
            class="input"
            id={`${id}-tags`}
            autocomplete="off"
            value={wish.tags}
            onInput={(event) => change({ tags: event.currentTarget.value })}
          />
        </Field>
        <Select
          id={`${id}-calendar`}
          label={t('event.calendar')}
          value={wish.calendar}
          disabled={task !== undefined}
          options={(task ? calendars.value : writable('VTODO')).map((one) => [one.id, visible(one.name)])}
          onChange={(calendar) => change({ calendar })}
        />
        <Select
          id={`${id}-parent`}
          label={t('tasks.parent')}
          value={wish.parent}
          options={[['', t('common.none')], ...others.map((one): [string, string] => [one.uid, visible(one.title)])]}
          onChange={(parent) => change({ parent })}
        />
        {task && (
          <>
            <Select
              id={`${id}-state`}
              label={t('tasks.state')}
              value={wish.state}
              options={states.map((one) => [one, t(`tasks.state.${one}`)])}
              onChange={(state) => change({ state: state as TaskState })}
            />
            <Field id={`${id}-percent`} label={t('tasks.percent')}>
              <input
                class="input"
                id={`${id}-percent`}
                type="number"
                min={0}
                max={100}
                value={wish.percent}
                onInput={(event) => change({ percent: Math.max(0, Math.min(100, Number(event.currentTarget.value))) })}
              />
            </Field>
          </>
        )}
      </div>
      <Field id={`${id}-notes`} label={t('event.notes')}>
        <textarea
          class="input"
          id={`${id}-notes`}
          maxLength={20_000}
          value={wish.notes}
          onInput={(event) => change({ notes: event.currentTarget.value })}
        />
      </Field>
      <Alarms alarms={wish.alarms} onChange={(alarms) => change({ alarms: [...alarms] })} />
      {fault?.field === 'form' && (
        <p class="fault" role="alert">
          {fault.text}
        </p>
      )}
      <div class="row end formends">
        {task && (
          <>
            <Button onPress={() => takeAway(task)}>{t('event.delete')}</Button>
            <span class="grow" />
          </>
        )}
        <Button onPress={close}>{t('common.cancel')}</Button>
        <Button look="main" onPress={send}>
          {t(task ? 'common.save' : 'event.create')}
        </Button>
        <button type="submit" class="unseen" tabIndex={-1} aria-hidden="true" />
      </div>
    </form>
  )
}

const textOf = (read: Read): string => (read.state === 'clear' ? read.clock.slice(0, 16).replace('T', ' ') : '')
const stampFor = (read: Read): string | null => (read.state === 'clear' ? stamped(read) : null)

type Wish = ReturnType<typeof firstOf>

// Only what is otherwise than it was; null takes away.
function inputOf(
  task: TaskView | undefined,
  wish: Wish,
  first: Wish,
  times: object,
  due: Read,
): Record<string, unknown> {
  const isSame = (name: keyof Wish) => JSON.stringify(wish[name]) === JSON.stringify(first[name])
  const day = due.state === 'clear' ? due.clock.slice(0, 10) : new Date().toISOString().slice(0, 10)
  const all: Record<string, unknown> = {
    ...(isSame('title') ? {} : { title: wish.title.trim() }),
    ...(isSame('notes') ? {} : { notes: wish.notes === '' ? null : wish.notes }),
    ...(isSame('tags') ? {} : { tags: wish.tags.split(/[,#\s]+/).filter((tag) => tag !== '') }),
    ...(isSame('parent') ? {} : { parent: wish.parent === '' ? null : wish.parent }),
    ...(isSame('priority') ? {} : { priority: wish.priority }),
    ...(isSame('percent') ? {} : { percent: wish.percent }),
    ...(isSame('alarms') ? {} : { alarms: wish.alarms }),
    ...(isSame('state') ? {} : { state: wish.state }),
    ...(isSame('repeat') && isSame('own') ? {} : { repeat: ruleOf(wish.repeat, day, wish.own) || null }),
    ...times,
  }
  return task ? all : Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
}

interface SelectProps {
  id: string
  label: string
  value: string
  options: readonly (readonly [string, string])[]
  disabled?: boolean
  onChange: (value: string) => void
}

const Select = ({ id, label, value, options, disabled, onChange }: SelectProps) => (
  <Field id={id} label={label}>
    <select
      class="input"
      id={id}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  </Field>
)
