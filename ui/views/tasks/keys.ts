// The keyboard among tasks. Letters count only where nothing is typed.
import { attempt } from '../../state/notices.ts'
import { doneTasks, openTasks, type TaskView } from '../../state/tasks.ts'
import { deleteTask, rank, tick } from './change.ts'
import { leaving, row, rows } from './focus.ts'
import { openedTask, openTask } from './open.ts'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.closest('dialog') !== null ||
    (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && (target as HTMLInputElement).type !== 'checkbox'))

function chosen(): TaskView | undefined {
  const name = row()?.dataset.task
  const all = [...(openTasks.peek()?.tasks ?? []), ...(doneTasks.peek() ?? [])]
  return all.find(({ calendar, uid }) => `${calendar}\n${uid}` === name)
}

function step(by: number): void {
  const all = rows()
  const at = all.indexOf(row() ?? document.body)
  const next = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : Math.max(0, Math.min(all.length - 1, at + by))]
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'nearest' })
}

export function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  if (isTyping(event.target) || openedTask.peek() !== undefined) return
  if (isMove(event.key)) step(/^(j|J|ArrowDown)$/.test(event.key) ? 1 : -1)
  else if (event.key === 'n') openTask('new')
  else if (event.key === '/') document.getElementById('task-find')?.focus()
  else if (!onChosen(event)) return
  event.preventDefault()
}

const isMove = (key: string): boolean => /^(j|J|k|K|ArrowDown|ArrowUp)$/.test(key)

function onChosen({ key, target }: KeyboardEvent): boolean {
  const task = chosen()
  if (!task) return false
  // A tag, or the box itself, has its own meaning for Space and Enter.
  const isRow = target instanceof HTMLElement && target.dataset.task !== undefined
  if (key === 'x' || (key === ' ' && isRow)) void attempt(() => leaving(() => tick(task)))
  else if (key === 'e') openTask(task)
  else if (key === 'Delete' || key === 'Backspace') void attempt(() => leaving(() => deleteTask(task)))
  else if (/^\d$/.test(key)) void attempt(() => rank(task, Number(key)))
  else return false
  return true
}
