// Stand-in until the views of text/agenda are here.
import type { TaskQuery, TaskView } from '../../text/agenda/types.ts'
import type { Calendar } from '../../text/ical/document.ts'
import { property, textOf } from '../../text/ical/params.ts'
import { entries, uidOf } from './parsed.ts'
import type { Alarm } from './types.ts'

/** The tasks of a calendar. */
export const tasksIn = (calendar: Calendar, id: string, _zone: string): TaskView[] =>
  [...entries(calendar)]
    .filter(([{ name }]) => name === 'VTODO')
    .map(([each]) => ({
      calendar: id,
      uid: uidOf(each),
      title: textOf(each, 'SUMMARY') ?? '',
      state: property(each, 'STATUS')?.value === 'COMPLETED' ? 'done' : 'open',
      priority: 0,
      percent: 0,
      tags: [],
    }))

/** Those that fit a question. */
export const filterTasks = (tasks: readonly TaskView[], query: TaskQuery): TaskView[] =>
  tasks.filter(
    ({ state, uid }) => (query.states?.includes(state) ?? true) && (query.uid === undefined || query.uid === uid),
  )

/** The natural order. */
export const taskOrder =
  (_now: number) =>
  (a: TaskView, b: TaskView): number =>
    a.title < b.title ? -1 : 1

/** The alarms of a calendar. */
export const alarmsIn = (
  _calendar: Calendar,
  _id: string,
  _query: { from: number; to: number; zone: string; reminders: boolean; me: readonly string[] },
): Alarm[] => []
