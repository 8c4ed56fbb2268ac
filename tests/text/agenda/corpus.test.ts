// Files of other programs, changed and taken apart: what was not meant stays. The corpus is read where it is.
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { changeEvent, removeEvent } from '../../../sidecar/text/agenda/change.ts'
import { joinResources, resourcesOf } from '../../../sidecar/text/agenda/split.ts'
import type { EventView, Scope } from '../../../sidecar/text/agenda/types.ts'
import { eventsIn } from '../../../sidecar/text/agenda/view.ts'
import { StewardError } from '../../../sidecar/text/errors.ts'
import { calendarText } from '../../../sidecar/text/ical/bytes.ts'
import { parseCalendar } from '../../../sidecar/text/ical/document.ts'
import { AT } from './seen.ts'

const folder = join(process.env.STEWARD_CORPORA ?? '', 'calendar', 'ics')
const isThere = process.env.STEWARD_CORPORA !== undefined && existsSync(folder)
const every = process.env.STEWARD_FULL ? 1 : 6
const files = isThere
  ? globSync('*.ics', { cwd: folder })
      .sort()
      .map((name) => join(folder, name))
      .filter((path, at) => at % every === 0 && statSync(path).size < 300_000)
  : []

/** Files with several calendars that tell of the same event in turn, as mail does; as one, the newest counts. */
const inTurn = /libical__(?:2445|classify)\.ics$/

const zone = 'Europe/Berlin'
const viewsIn = (text: string | null): EventView[] =>
  text === null
    ? []
    : eventsIn(parseCalendar(text), 'c', { from: '1995-01-01T00:00:00Z', to: '2030-01-01T00:00:00Z', zone })
const timesOf = (views: readonly EventView[]) => views.map(({ start, end }) => `${start}/${end}`).sort()
const allOf = (views: readonly EventView[]) =>
  views.map(({ uid, start, end, title }) => [uid, start, end, title].join('|')).sort()
const idOf = ({ recurrenceId, start }: EventView) => recurrenceId ?? start

function leftAfter(own: readonly EventView[], one: EventView, scope: Scope): EventView[] {
  if (scope === 'all' || !one.recurring) return []
  return own.filter((each) => (scope === 'this' ? idOf(each) !== idOf(one) : idOf(each) < idOf(one)))
}

/** What is wrong after one change and one removal; undefined where it was refused with a reason. */
function faultsOf(text: string, views: readonly EventView[], one: EventView, scope: Scope): boolean | undefined {
  const { uid, recurrenceId } = one
  const wish = { uid, scope, recurrenceId, at: AT, zone }
  const own = views.filter((view) => view.uid === uid)
  const others = allOf(views.filter((view) => view.uid !== uid))
  const isOwn = (view: EventView) => view.uid === uid || view.uid === 'second'
  const right = (found: EventView[], expected: readonly EventView[]) =>
    `${allOf(found.filter((view) => !isOwn(view)))}` === `${others}` &&
    `${timesOf(found.filter(isOwn))}` === `${timesOf(expected)}`
  try {
    const removed = removeEvent(text, wish).text
    const changed = changeEvent(text, { ...wish, newUid: 'second', changes: { title: 'Changed' } })
    const both = [...viewsIn(changed.text), ...viewsIn(changed.split?.text ?? null)]
    return !right(viewsIn(removed), leftAfter(own, one, scope)) || !right(both, own)
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(StewardError)
    return undefined
  }
}

describe.runIf(isThere)('files of other programs', { timeout: 600_000 }, () => {
  test('[calendar.change] only what is meant is changed or removed in them', () => {
    const counts = { right: 0, refused: 0 }
    const wrong: string[] = []
    for (const path of files) {
      const text = calendarText(readFileSync(path))
      const views = viewsIn(text)
      for (const uid of [...new Set(views.map((view) => view.uid))].filter(Boolean).slice(0, 4)) {
        const own = views.filter((view) => view.uid === uid)
        for (const at of new Set([0, Math.floor(own.length / 2), own.length - 1]))
          for (const scope of ['this', 'following', 'all'] as const) {
            const fault = faultsOf(text, views, own[at] as EventView, scope)
            if (fault) wrong.push(`${path} ${uid} ${scope} ${at}`)
            else counts[fault === undefined ? 'refused' : 'right'] += 1
          }
      }
    }
    process.stderr.write(`calendar corpus: ${counts.right} changes right, ${counts.refused} refused with a reason\n`)
    expect(wrong).toEqual([])
    expect(counts.right).toBeGreaterThan(200)
    expect(counts.refused).toBeLessThan(counts.right / 50)
  })

  test('[calendar.resources] taken apart and put together again, they say the same', () => {
    const hash = (content: string) => createHash('sha256').update(content).digest('hex')
    const said = (text: string) => viewsIn(text).map(({ start, end, title }) => `${start}/${end} ${title}`)
    const wrong = files.filter((path) => {
      const text = calendarText(readFileSync(path))
      const apart = resourcesOf(parseCalendar(text), hash).map((each) => each.text)
      return !inTurn.test(path) && `${said(joinResources(apart)).sort()}` !== `${said(text).sort()}`
    })
    expect(wrong).toEqual([])
  })
})
