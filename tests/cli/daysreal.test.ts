// The commands about days as real processes on a folder of their own: each command here is one.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const run = promisify(execFile)
const main = join(import.meta.dirname, '../../sidecar/main.ts')

interface Ran {
  stdout: string
  stderr: string
  code?: number
}

function home() {
  const folder = mkdtempSync(join(tmpdir(), 'steward-days-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const env = { ...process.env, STEWARD_HOME: join(folder, 'home'), NODE_COMPILE_CACHE: join(folder, 'cache') }
  const steward = async (...args: string[]): Promise<Ran> => {
    const started = run(process.execPath, [main, ...args], { env, cwd: folder })
    started.child.stdin?.end()
    return started.catch((thrown: Ran) => thrown)
  }
  const json = async (...args: string[]) => JSON.parse((await steward(...args, '--json')).stdout)
  return { folder, steward, json, calendars: join(folder, 'home/data/calendars') }
}

test('[days.cli] an event is added, shown, moved, changed, removed and brought back', async () => {
  const { steward, json, calendars } = home()
  await steward('config', 'set', 'zone', 'Europe/Berlin')
  const added = await steward('calendar', 'add', 'Lunch', 'with', 'Ana', 'tomorrow', '12-13', '--place', 'Café Ritazza')
  expect([added.code ?? 0, added.stderr]).toEqual([0, expect.stringContaining('To take it back: steward undo ')])
  expect(added.stdout).toMatch(/^Added: Lunch with Ana, .*, 12:00–13:00 \[Personal\]/)
  expect(readdirSync(join(calendars, 'personal')).filter((name) => name.endsWith('.ics'))).toHaveLength(1)
  const { events } = await json('calendar', 'show', 'tomorrow')
  expect(events).toMatchObject([{ title: 'Lunch with Ana', location: 'Café Ritazza', calendar: 'personal' }])
  expect((await steward('calendar', 'show', 'tomorrow')).stdout).toContain('12:00–13:00  Lunch with Ana  Café Ritazza')

  expect((await steward('calendar', 'move', 'lunch', 'tomorrow', '14:00')).stdout).toMatch(/14:00–15:00/)
  const edited = await json('calendar', 'edit', events[0].uid.slice(0, 8), '--title', 'Late lunch')
  expect(edited).toMatchObject({ state: 'done', output: { title: expect.stringMatching(/unch/) } })
  const removed = await json('calendar', 'delete', 'late lunch')
  expect((await json('calendar', 'show', 'tomorrow')).events).toEqual([])
  await steward('undo', removed.callId)
  expect((await json('calendar', 'show', 'tomorrow')).events).toMatchObject([{ title: 'Late lunch' }])
})

test('[days.cli] one of a series goes, and the others stay', async () => {
  const { steward, json } = home()
  await steward('calendar', 'add', 'stand-up every day at 9:15 for 15 minutes')
  const before = (await json('calendar', 'show', '--days', '6')).events
  expect((await steward('calendar', 'delete', 'stand-up')).code).toBe(2)
  const [, second] = before
  const day = second.start.slice(0, 10)
  expect((await steward('calendar', 'delete', 'stand-up', '--occurrence', day)).code ?? 0).toBe(0)
  const after = (await json('calendar', 'show', '--days', '6')).events
  expect(after.map(({ start }: { start: string }) => start)).toEqual(
    before.map(({ start }: { start: string }) => start).filter((start: string) => start !== second.start),
  )
})

test('[days.cli] what is written to a file is read back into another calendar, once', async () => {
  const { steward, json, folder } = home()
  await steward('calendar', 'add', 'Fair on 2027-03-05 10:00-12:00')
  await steward('tasks', 'add', 'Pack the bag')
  expect((await steward('calendar', 'export', 'all.ics')).stdout).toContain('1 event, 1 task.')
  expect(readFileSync(join(folder, 'all.ics'), 'utf8')).toMatch(/^BEGIN:VCALENDAR\r\n/)
  await steward('calendar', 'new', 'Copy')
  expect(await json('calendar', 'import', 'all.ics', '--calendar', 'Copy', '--dry-run')).toMatchObject({ added: 2 })
  expect(await json('calendar', 'import', 'all.ics', '--calendar', 'Copy')).toMatchObject({ added: 2, same: 0 })
  expect(await json('calendar', 'import', 'all.ics', '--calendar', 'Copy')).toMatchObject({ added: 0, same: 2 })
  expect((await json('calendar', 'show', '2027-03-05', '--calendar', 'copy')).events).toMatchObject([{ title: 'Fair' }])
})

test('[days.cli] free time leaves out what is there', async () => {
  const { steward, json } = home()
  await steward('config', 'set', 'zone', 'Europe/Berlin')
  await steward('calendar', 'add', 'Workshop on 2027-03-05 10:00-16:00')
  const found = await json('calendar', 'free', '--length', '1h', '--from', '2027-03-05', '--to', '2027-03-05')
  expect(found.slots).toEqual([
    { start: '2027-03-05T08:00:00Z', end: '2027-03-05T09:00:00Z' },
    { start: '2027-03-05T15:00:00Z', end: '2027-03-05T16:00:00Z' },
  ])
  const { stdout } = await steward('calendar', 'free', '--length', '1h', '--from', '2027-03-05', '--to', '2027-03-05')
  expect(stdout).toMatch(/9:00.*10:00/s)
})

test('[days.cli] tasks and reminders are set, listed and closed', async () => {
  const { steward, json } = home()
  expect((await steward('tasks', 'add', 'buy milk by friday')).stdout).toMatch(/^Added: buy milk/i)
  expect((await steward('tasks')).stdout).toMatch(/\[ \] +buy milk/i)
  expect((await steward('tasks', 'done', 'milk')).stdout).toMatch(/^Done: buy milk/i)
  expect((await json('tasks')).tasks).toEqual([])
  expect((await steward('tasks', 'reopen', 'milk')).stdout).toMatch(/^Open again: buy milk/i)

  expect((await steward('remind', 'in', '20', 'minutes', 'call', 'Bob')).stdout).toMatch(/^Reminder: call Bob, /i)
  const { coming } = await json('remind', 'list')
  expect(coming).toMatchObject([{ of: 'reminder', title: expect.stringMatching(/call Bob/i) }])
  expect(Math.abs(coming[0].at - Date.now() - 20 * 60_000)).toBeLessThan(90_000)
  // A reminder is no task.
  expect((await json('tasks')).tasks).toHaveLength(1)
  expect((await steward('remind', 'cancel', 'bob')).stdout).toMatch(/^Cancelled: call Bob/i)
  expect((await json('remind', 'list')).coming).toEqual([])
})

test('[days.cli] what was asked in plain words is told as the commands tell it, and in JSON as the call', async () => {
  const { steward, json } = home()
  await steward('config', 'set', 'zone', 'Europe/Berlin')
  await steward('calendar', 'add', 'Lunch with Ana tomorrow 12-13')
  const { stdout } = await steward('do', "what's on my calendar tomorrow")
  expect(stdout).toMatch(/\(tomorrow\)\n {2}12:00–13:00 {2}Lunch with Ana {2,}Personal {2}\w{6}\n$/)
  expect((await steward('do', '我明天有什么安排')).stdout).toBe(stdout)
  const { call } = await json('do', "what's on my calendar tomorrow")
  expect(call.output.events).toMatchObject([{ title: 'Lunch with Ana' }])
  expect((await steward('do', 'add a task: buy milk by friday')).stdout).toMatch(/^Added: buy milk, due Friday /)
  expect((await steward('do', 'show my tasks')).stdout).toMatch(/\[ \] +buy milk/)
  expect((await steward('do', 'mark buy milk as done')).stdout).toMatch(/^Done: buy milk\n/)
  await steward('tasks', 'add', 'water the plants every day from 2030-05-05')
  expect((await steward('do', 'mark water the plants as done')).stdout).toMatch(
    /^Done: water the plants, next on Monday 6 May 2030\n/,
  )
  expect((await steward('do', 'am I free tomorrow at 3pm')).stdout).toMatch(/^Nothing: .*, 15:00–16:00\.\n/)
  expect((await steward('do', '提醒我明天下午三点开会')).stdout).toMatch(/^Reminder: 开会, .*, 15:00\n$/)
})
