// What the doctor finds in calendars and accounts.
import type { ResultOf } from '../protocol/methods.ts'
import { counted } from '../text/count.ts'
import type { ApiParts } from './types.ts'

type Finding = ResultOf<'doctor/run'>['findings'][number]

/** Calendars that are old or not whole, and accounts that do not answer; each account's trouble once. */
export async function calendars({ days }: Pick<ApiParts, 'days'>): Promise<Finding[]> {
  const agenda = await days.agenda()
  const all = await agenda.list()
  const accounts = await agenda.accounts.list()
  const sick = accounts.filter(({ fault }) => fault !== undefined)
  const ofAccounts = sick.map(
    ({ id, name, fault = '' }): Finding => ({
      ...{ id: 'accounts', level: 'warn', text: `The account ${name} is not up to date: ${fault}` },
      how: `Try it with: steward accounts sync ${id}. Where the password changed: steward accounts password ${id}`,
    }),
  )
  const isTold = (account: string | undefined) => sick.some(({ id }) => id === account)
  const ofCalendars = all.flatMap(({ id, name, fault, account, kind }): Finding[] => {
    if (fault === undefined || isTold(account)) return []
    const text = `The calendar ${name} is not whole: ${fault}`
    const how =
      kind === 'local'
        ? 'Mend the file that is named, or move it elsewhere. The rest of the calendar works.'
        : `Fetch it again with: steward accounts sync ${account ?? id}`
    return [{ id: 'calendars', level: 'warn', text, how }]
  })
  const found = [...ofAccounts, ...ofCalendars]
  if (found.length > 0) return found
  return [{ id: 'calendars', level: 'ok', text: `${counted(all.length, 'calendar')} can be read.` }]
}
