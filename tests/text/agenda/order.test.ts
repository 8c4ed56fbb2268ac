import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { filterTasks, orderTasks, taskOrder } from '../../../sidecar/text/agenda/order.ts'
import type { TaskQuery, TaskView } from '../../../sidecar/text/agenda/types.ts'

const now = Date.parse('2026-11-17T09:00:00Z')
const zone = 'Europe/Berlin'
const task = (title: string, more: Partial<TaskView> & { due?: string } = {}): TaskView => {
  const { due } = more
  const dueAt =
    due === undefined
      ? undefined
      : due.includes('T')
        ? Date.parse(due)
        : Temporal.PlainDate.from(due).add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds
  return {
    ...{ calendar: 'c', uid: title, title, state: 'open', priority: 0, percent: 0, tags: [] },
    ...(dueAt === undefined ? {} : { dueAt, zone }),
    ...more,
  }
}
const titles = (tasks: readonly TaskView[]) => tasks.map(({ title }) => title)

describe('[task.order] tasks', () => {
  test('come overdue, today, later, without a date, done', () => {
    const inOrder = [
      task('overdue for long', { due: '2026-11-01', priority: 9 }),
      task('overdue, pressing', { due: '2026-11-16', priority: 1 }),
      task('overdue', { due: '2026-11-16' }),
      task('overdue since this morning', { due: '2026-11-17T08:00:00Z' }),
      task('today, pressing', { due: '2026-11-17', priority: 1 }),
      task('today, in the evening', { due: '2026-11-17T22:30:00Z', priority: 5 }),
      task('today, at ten', { due: '2026-11-17T10:00:00Z' }),
      task('today', { due: '2026-11-17' }),
      task('tomorrow', { due: '2026-11-18' }),
      task('next year, pressing', { due: '2027-11-18', priority: 1 }),
      task('some day, pressing', { priority: 2 }),
      task('some day, old', { createdAt: 1 }),
      task('some day', { createdAt: 2 }),
      task('done now', { state: 'done', completedAt: 20, due: '2026-11-01' }),
      task('given up before', { state: 'cancelled', completedAt: 10 }),
    ]
    expect(titles(inOrder.toReversed().sort(taskOrder(now, zone)))).toEqual(titles(inOrder))
    expect(titles(orderTasks(inOrder.toReversed(), now, zone))).toEqual(titles(inOrder))
    // Without a zone each goes by its own.
    expect(titles(inOrder.toReversed().sort(taskOrder(now)))).toEqual(titles(inOrder))
  })

  test('have their parts under them, where the most pressing part stands', () => {
    const tasks = [
      task('tomorrow', { due: '2026-11-18' }),
      task('house'),
      task('roof', { parent: 'house', due: '2026-11-16' }),
      task('tiles', { parent: 'roof' }),
      task('garden', { parent: 'house' }),
      task('swept', { parent: 'house', state: 'done' }),
      task('lost', { parent: 'not there', due: '2026-11-20' }),
      task('over', { state: 'done' }),
      task('left over', { parent: 'over', due: '2026-11-01' }),
    ]
    const expected = ['house', 'roof', 'tiles', 'garden', 'swept', 'tomorrow', 'lost', 'over', 'left over']
    expect(titles(orderTasks(tasks, now, zone))).toEqual(expected)
  })

  test('that stand under themselves are all there', () => {
    const tasks = [task('a', { parent: 'b' }), task('b', { parent: 'a' }), task('c', { parent: 'c' })]
    expect(titles(orderTasks(tasks, now)).sort()).toEqual(['a', 'b', 'c'])
    const deep = Array.from({ length: 5000 }, (_, nth) => task(`${nth}`, { parent: `${nth + 1}` }))
    expect(orderTasks(deep, now)).toHaveLength(5000)
  })

  test('are never lost, doubled or turned round by putting them in order', () => {
    const any = fc.record({
      uid: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      state: fc.constantFrom('open', 'started', 'done', 'cancelled'),
      priority: fc.integer({ min: 0, max: 9 }),
      due: fc.option(fc.integer({ min: 1, max: 28 }), { nil: undefined }),
      parent: fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { nil: undefined }),
    })
    fc.assert(
      fc.property(fc.uniqueArray(any, { selector: ({ uid }) => uid }), (given) => {
        const tasks = given.map(({ uid, due, parent, ...more }) =>
          task(uid, {
            ...(more as Partial<TaskView>),
            ...(due === undefined ? {} : { due: `2026-11-${String(due).padStart(2, '0')}` }),
            ...(parent === undefined ? {} : { parent }),
          }),
        )
        const ordered = orderTasks(tasks, now, zone)
        expect(titles(ordered).sort()).toEqual(titles(tasks).sort())
        expect(orderTasks(ordered.toReversed(), now, zone)).toEqual(ordered)
        const sorted = tasks.toSorted(taskOrder(now, zone))
        expect(tasks.toReversed().sort(taskOrder(now, zone))).toEqual(sorted)
      }),
    )
  })

  test.each<[string, TaskQuery, string[]]>([
    ['all', {}, ['Pay RENT', 'call', 'old']],
    ['by state', { states: ['done'] }, ['old']],
    ['by words in title, notes and tags', { text: 'rent bank' }, ['Pay RENT']],
    ['by every tag', { tags: ['HOME'] }, ['Pay RENT', 'call']],
    ['by several tags', { tags: ['home', 'phone'] }, ['call']],
    ['before a time, the day included', { dueBefore: '2026-11-17T23:00:00Z' }, ['Pay RENT']],
    ['not before it is over', { dueBefore: '2026-11-17T22:59:00Z' }, []],
    ['after a time', { dueAfter: '2026-11-17T23:00:00Z' }, ['call']],
    ['by parent', { parent: 'p' }, ['old']],
    ['by uid', { uid: 'call' }, ['call']],
  ])('are found %s', (_, query, found) => {
    const tasks = [
      task('Pay RENT', { due: '2026-11-17', tags: ['home'], notes: 'by bank' }),
      task('call', { due: '2026-11-18T10:00:00Z', tags: ['home', 'Phone'] }),
      task('old', { state: 'done', parent: 'p' }),
    ]
    expect(titles(filterTasks(tasks, query))).toEqual(found)
  })
})
