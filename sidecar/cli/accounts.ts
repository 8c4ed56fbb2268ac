// `steward accounts`
import type { ResultOf } from '../protocol/methods.ts'
import { counted } from '../text/count.ts'
import { given, need, noMore } from './args.ts'
import { accountWays as ways } from './daycommands.ts'
import { openDays, shortTime } from './days.ts'
import { exits, UsageError } from './exit.ts'
import { readSecret } from './secret.ts'
import { table } from './table.ts'
import type { Action, Answer, Run } from './types.ts'
import { visible } from './visible.ts'
import { runWay } from './ways.ts'

type Account = ResultOf<'account/list'>['accounts'][number]

const faultsOf = (run: Run, accounts: readonly Account[]): string[] =>
  accounts.flatMap(({ id, fault }) =>
    fault === undefined ? [] : [`${run.errPaint.yellow('warn:')} ${visible(id)}: ${visible(fault)}`],
  )

async function tableOf(run: Run, accounts: readonly Account[]): Promise<Pick<Answer, 'text' | 'notes'>> {
  if (accounts.length === 0) return { text: 'There are no accounts: your calendars are on this computer.', notes: [] }
  const { zone } = await openDays(run)
  const text = table(
    accounts,
    [
      { title: 'id', of: ({ id }) => id, whole: true, paint: (cell) => run.paint.cyan(cell) },
      { title: 'kind', of: ({ kind }) => kind },
      { title: 'name', of: ({ name }) => name },
      { title: 'user', of: ({ user }) => user ?? '' },
      { title: 'calendars', of: ({ calendars }) => String(calendars) },
      { title: 'as of', of: ({ syncedAt }) => (syncedAt === undefined ? '' : shortTime(syncedAt, zone)), whole: true },
      { title: 'address', of: ({ url }) => url },
    ],
    run.width,
    run.paint,
  )
  return { text, notes: faultsOf(run, accounts) }
}

async function list(run: Run): Promise<Answer> {
  noMore(run.args, 1, ways.list.usage)
  const { accounts: found } = await (await run.client()).call('account/list', {})
  return { value: found, ...(await tableOf(run, found)) }
}

async function add(run: Run): Promise<Answer> {
  const kind = need(run.args, 1, 'The kind (caldav or ics)', ways.add.usage)
  if (kind !== 'caldav' && kind !== 'ics')
    throw new UsageError(`"${visible(kind)}" is no kind of account.`, 'There are: caldav, ics.')
  const { usage } = kind === 'caldav' ? ways.add : ways['add ics']
  const url = need(run.args, 2, 'The address', usage)
  noMore(run.args, 3, usage)
  const user = given(run.options, 'user')
  if (kind === 'caldav' && user === undefined) throw new UsageError('--user is missing.', `Usage: ${usage}`)
  const name = given(run.options, 'name')
  const password = user === undefined ? undefined : await readSecret(run, `The password of ${visible(user)}`)
  const client = await run.client()
  const made = await client.call('account/add', {
    ...{ kind, url },
    ...(user === undefined ? {} : { user }),
    ...(password === undefined ? {} : { password }),
    ...(name === undefined ? {} : { name }),
  })
  // What is there is fetched before this process ends.
  run.note(run.errPaint.dim('Connected; fetching what is there…'))
  const { accounts: fetched } = await client.call('account/sync', { id: made.id })
  const added = fetched.find(({ id }) => id === made.id) ?? made
  const text = `Connected ${visible(added.name)} (${visible(added.id)}): ${counted(added.calendars, 'calendar')}.`
  const next = run.quiet ? [] : [`See them with: ${run.spell('calendar list')}`]
  return { value: added, text, notes: [...faultsOf(run, [added]), ...next] }
}

const idOf = (run: Run, usage: string): string => {
  noMore(run.args, 2, usage)
  return need(run.args, 1, 'The account', usage)
}

async function password(run: Run): Promise<Answer> {
  const id = idOf(run, ways.password.usage)
  const changed = await (await run.client()).call('account/password', {
    id,
    password: await readSecret(run, `The new password of ${visible(id)}`),
  })
  return { value: changed, text: `The password of ${visible(changed.name)} is changed, and it works.` }
}

async function remove(run: Run): Promise<Answer> {
  const id = idOf(run, ways.remove.usage)
  await (await run.client()).call('account/remove', { id })
  return { value: { id, removed: true }, text: `Forgotten: ${visible(id)}. Nothing on the server has changed.` }
}

async function sync(run: Run): Promise<Answer> {
  noMore(run.args, 2, ways.sync.usage)
  const [, id] = run.args
  const { accounts: found } = await (await run.client()).call('account/sync', id === undefined ? {} : { id })
  const isFaulty = found.some(({ fault }) => fault !== undefined)
  return { value: found, ...(await tableOf(run, found)), code: isFaulty ? exits.unavailable : exits.done }
}

const actions: Readonly<Record<string, Action>> = { list, add, password, remove, sync }

/** Calendars on servers. */
export const accounts: Action = (run) => runWay('accounts', run.args[0] ?? 'list', run, ways, actions)
