import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeTask, newTask, tasksIn } from '../../../sidecar/text/agenda/tasks.ts'
import type { TaskDetails } from '../../../sidecar/text/agenda/types.ts'
import { parseCalendar } from '../../../sidecar/text/ical/document.ts'
import { needs } from '../../servers/apt.ts'

const zone = 'Europe/Berlin'
const at = Date.parse('2026-11-16T09:00:00Z')

describe.skipIf(!needs(['todoman']))('[task.interop] todoman, an independent program', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'steward-todoman-'))
    mkdirSync(join(folder, 'lists', 'home'), { recursive: true })
    writeFileSync(
      join(folder, 'config.py'),
      `path = ${JSON.stringify(join(folder, 'lists', '*'))}\ncache_path = ${JSON.stringify(join(folder, 'cache.db'))}\ndate_format = "%Y-%m-%d"\ntime_format = "%H:%M"\ndefault_list = "home"\n`,
    )
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const todoman = (...args: string[]) => {
    const { stdout, stderr, status } = spawnSync('todoman', ['-c', join(folder, 'config.py'), ...args], {
      encoding: 'utf8',
      env: { ...process.env, TZ: zone, LC_ALL: 'C.UTF-8' },
    })
    if (status !== 0) throw new Error(`todoman ${args.join(' ')}: ${stdout}${stderr}`)
    return stdout
  }
  const listed = (...args: string[]) =>
    JSON.parse(todoman('--porcelain', 'list', ...args)) as Record<string, string | number | boolean | null>[]
  const put = (details: TaskDetails) =>
    writeFileSync(join(folder, 'lists', 'home', `${details.uid}.ics`), newTask(details, at))
  const files = () => readdirSync(join(folder, 'lists', 'home')).map((name) => join(folder, 'lists', 'home', name))
  const ours = () => files().flatMap((file) => tasksIn(parseCalendar(readFileSync(file, 'utf8')), 'home', zone))

  test('lists what Steward wrote, and Steward sees what it did with it', () => {
    put({
      uid: 'one',
      title: 'Milk; and, bread',
      due: '2026-12-01T12:00:00+01:00[Europe/Berlin]',
      priority: 1,
      tags: ['a', 'b'],
    })
    put({ uid: 'two', title: '交房租', due: '2026-12-02', state: 'started', percent: 30, notes: 'two\nlines' })
    put({ uid: 'three', title: 'Tokyo', due: '2026-12-03T09:00:00+09:00[Asia/Tokyo]', alarms: [15] })
    put({ uid: 'four', title: 'Done', state: 'done' })
    const found = listed('--sort', 'due', '--no-reverse')
    expect(found.map(({ summary, priority, percent, due }) => ({ summary, priority, percent, due }))).toEqual([
      { summary: 'Milk; and, bread', priority: 1, percent: 0, due: Date.parse('2026-12-01T11:00:00Z') / 1000 },
      { summary: '交房租', priority: 0, percent: 30, due: Date.parse('2026-12-01T23:00:00Z') / 1000 },
      { summary: 'Tokyo', priority: 0, percent: 0, due: Date.parse('2026-12-03T00:00:00Z') / 1000 },
    ])
    expect(listed('--status', 'COMPLETED')).toMatchObject([{ summary: 'Done', completed: true }])

    todoman('done', String(found[0]?.id))
    expect(ours().find(({ uid }) => uid === 'one')).toMatchObject({
      // This one drops CATEGORIES when it writes.
      ...{ title: 'Milk; and, bread', state: 'done', percent: 100 },
      due: '2026-12-01T11:00:00Z',
    })
  })

  test('writes tasks that Steward reads, changes and gives back', () => {
    todoman(
      'new',
      '--list',
      'home',
      '--due',
      '2026-12-05 10:00',
      '--priority',
      'high',
      '--location',
      'Shop',
      'Paint, white',
    )
    const made = ours().find(({ title }) => title === 'Paint, white')
    expect(made).toMatchObject({ state: 'open', due: '2026-12-05T09:00:00Z', priority: expect.any(Number) })
    expect(made?.priority).toBeGreaterThan(0)
    const file = files().find((name) => readFileSync(name, 'utf8').includes(made?.uid ?? '-')) ?? ''
    const before = readFileSync(file, 'utf8')
    const { text } = changeTask(before, { uid: made?.uid ?? '', changes: { due: '2026-12-06', percent: 50 }, at })
    expect(text).toContain('LOCATION:Shop')
    writeFileSync(file, text)
    expect(listed().find(({ summary }) => summary === 'Paint, white')).toMatchObject({
      ...{ percent: 50, due: Date.parse('2026-12-05T23:00:00Z') / 1000 },
    })
  })

  test('completes a task that repeats, and both know what is next', () => {
    put({ uid: 'five', title: 'Plants', due: '2026-12-06T10:00:00+01:00[Europe/Berlin]', rule: 'FREQ=WEEKLY;BYDAY=SU' })
    const own = listed().find(({ summary }) => summary === 'Plants')
    todoman('done', String(own?.id))
    const left = ours().filter(({ title, state }) => title === 'Plants' && state === 'open')
    expect(left.map(({ due }) => due)).toEqual(['2026-12-13T09:00:00Z'])
  })
})
