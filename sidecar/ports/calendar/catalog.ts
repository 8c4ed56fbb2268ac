// Which calendars there are at this moment, from all providers, and which of them a question means.
import type { CalendarFault, CalendarInfo } from '../../text/agenda/types.ts'
import { StewardError } from '../../text/errors.ts'
import { shown } from './looks.ts'
import type { Source } from './questions.ts'
import { type AgendaSettings, type Provider, type ProviderCalendar, REMINDERS, type Which } from './types.ts'

export interface Catalog {
  all: CalendarInfo[]
  folders: Map<string, string>
  providerOf(id: string): Provider
}

export interface Meant {
  sources: Source[]
  faults: CalendarFault[]
}

const noSuch = (id: string, all: readonly CalendarInfo[]) =>
  new StewardError(
    'NOT_FOUND',
    `There is no calendar ${JSON.stringify(id.slice(0, 100))}.`,
    `There are: ${all
      .map((each) => each.id)
      .slice(0, 20)
      .join(', ')}.`,
  )

/** Asks all providers; one that fails is logged, and the others are there. */
export async function readCatalog(
  providers: readonly Provider[],
  settings: AgendaSettings,
  faults: ReadonlyMap<string, string>,
  log: (line: string) => void,
): Promise<Catalog> {
  const listed = await Promise.all(
    providers.map((provider) =>
      provider.list().then(
        (calendars) => calendars.map((calendar) => ({ calendar, provider })),
        (thrown) => {
          // Without its local calendars nothing would be left, so that is told.
          if (provider.kind === 'local') throw thrown
          log(`The ${provider.kind} calendars can not be listed: ${(thrown as Error).message}`)
          return []
        },
      ),
    ),
  )
  const owners = new Map<string, Provider>()
  const found = new Map<string, ProviderCalendar>()
  for (const { calendar, provider } of listed.flat()) {
    if (found.has(calendar.id)) continue
    owners.set(calendar.id, provider)
    found.set(calendar.id, calendar)
  }
  const calendars = [...found.values()]
  const all = shown(calendars, settings.calendars()).map((info) => {
    const fault = [info.fault, faults.get(info.id)].filter((each) => each !== undefined).join(' ')
    return fault === '' ? info : { ...info, fault }
  })
  return {
    all,
    folders: new Map(calendars.map(({ id, folder }) => [id, folder])),
    providerOf(id) {
      const provider = owners.get(id)
      if (!provider) throw noSuch(id, all)
      return provider
    },
  }
}

/** The calendars that a question means. One that is not there any more is told, unless it is all that was asked for. */
export function meant(
  { all, folders }: Catalog,
  which: Which,
  holds: 'VEVENT' | 'VTODO' | undefined,
  alsoHidden = false,
): Meant {
  const source = (id: string): Source => ({ id, folder: folders.get(id) as string })
  const faulty = (ids: readonly string[]) =>
    all.flatMap(({ id, fault, kind }) =>
      fault && kind !== 'local' && ids.includes(id) ? [{ calendar: id, why: fault }] : [],
    )
  if (which === '*') {
    const ids = all
      .filter((each) => alsoHidden || !each.hidden)
      .filter((each) => holds === undefined || each.holds.includes(holds))
      // What set_reminder writes is listed as reminders, not as tasks.
      .filter((each) => holds !== 'VTODO' || each.id !== REMINDERS)
      .map(({ id }) => id)
    return { sources: ids.map(source), faults: faulty(ids) }
  }
  const ids = [...new Set(which)]
  const known = ids.filter((id) => folders.has(id))
  if (known.length === 0 && ids[0] !== undefined) throw noSuch(ids[0], all)
  const missing = ids
    .filter((id) => !folders.has(id))
    .map((calendar) => ({ calendar, why: 'There is no such calendar.' }))
  return { sources: known.map(source), faults: [...missing, ...faulty(known)] }
}
