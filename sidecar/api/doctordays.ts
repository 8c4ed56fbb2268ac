// What the doctor finds in calendars and accounts.
import type { Agenda } from '../ports/calendar/types.ts'
import type { ResultOf } from '../protocol/methods.ts'
import type { CalendarFault, CalendarInfo } from '../text/agenda/types.ts'
import { counted } from '../text/count.ts'
import type { ApiParts } from './types.ts'

type Finding = ResultOf<'doctor/run'>['findings'][number]

/** A server that does not answer is waited for so long, all of them together. */
const SERVERS_MS = 5000

/** Calendars that are old or not whole, and accounts that do not answer; each account's trouble once. */
export async function calendars({ days, kernel }: Pick<ApiParts, 'days' | 'kernel'>): Promise<Finding[]> {
  const agenda = await days.agenda()
  const sick = await sickAccounts(agenda, kernel.latch.stopped)
  const all = await agenda.list()
  const faults = await filesAmiss(agenda, all)
  const ofAccounts = sick.map(
    ({ id, name, fault = '' }): Finding => ({
      ...{ id: 'accounts', level: 'warn', text: `The account ${name} is not up to date: ${fault}` },
      how: `Try it with: steward accounts sync ${id}. Where the password changed: steward accounts password ${id}`,
    }),
  )
  const isTold = (account: string | undefined) => sick.some(({ id }) => id === account)
  const ofCalendars = all.flatMap((calendar): Finding[] => {
    const fault = calendar.fault ?? faults.find((each) => each.calendar === calendar.id)?.why
    return fault === undefined || isTold(calendar.account) ? [] : [amiss(calendar, fault)]
  })
  const found = [...ofAccounts, ...ofCalendars]
  if (found.length > 0) return found
  return [{ id: 'calendars', level: 'ok', text: `${counted(all.length, 'calendar')} can be read.` }]
}

// Whether a server answers is only known by asking it. While STOP is set nobody is asked.
async function sickAccounts({ accounts }: Agenda, isStopped: boolean) {
  const known = await accounts.list()
  if (known.length === 0 || isStopped) return known.filter(({ fault }) => fault !== undefined)
  const signal = AbortSignal.timeout(SERVERS_MS)
  const late = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
  await Promise.race([accounts.sync(undefined, signal).catch(() => undefined), late])
  return (await accounts.list()).filter(({ fault }) => fault !== undefined)
}

// Files are only looked into when somebody asks for what they hold; hidden calendars too.
async function filesAmiss(agenda: Agenda, all: readonly CalendarInfo[]): Promise<CalendarFault[]> {
  const now = Temporal.Now.instant()
  const query = { from: now.toString(), to: now.add({ minutes: 1 }).toString(), limit: 1 }
  const ids = all.map(({ id }) => id)
  return (await agenda.events(ids, query)).faults
}

function amiss({ id, name, account, kind }: CalendarInfo, fault: string): Finding {
  const how =
    kind === 'local'
      ? 'Mend the file that is named, or move it elsewhere. The rest of the calendar works.'
      : `Fetch it again with: steward accounts sync ${account ?? id}`
  return { id: 'calendars', level: 'warn', text: `The calendar ${name} is not whole: ${fault}`, how }
}
