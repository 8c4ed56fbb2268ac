// Accounts: servers and addresses with calendars. One is kept only after it worked, and its password goes nowhere but to the
// store of secrets and to its own server.
import type { Secrets } from '../../store/secrets.ts'
import { StewardError } from '../../text/errors.ts'
import { listCollections } from './caldav/collections.ts'
import { discover } from './caldav/discover.ts'
import { openWire } from './caldav/http.ts'
import { type Caldav, secretName } from './caldav/provider.ts'
import type { AccountSetting, Accounts, AccountView, AgendaSettings, NewAccount } from './types.ts'

/** What the accounts need of the provider for addresses of .ics files. */
export interface IcsAccounts {
  /** Fetches it once, and throws where it is no calendar; its name, where it has one. */
  check(url: string, signal: AbortSignal): Promise<{ name?: string }>
  sync(id: string | undefined, signal: AbortSignal): Promise<void>
  status(id: string): Pick<AccountView, 'calendars' | 'syncedAt' | 'fault'>
  /** Forgets its copy. */
  forget(id: string): void
}

export interface AccountsParts {
  settings: Pick<AgendaSettings, 'accounts' | 'save'>
  secrets: Secrets
  caldav: Caldav
  ics: IcsAccounts
  changed(what: 'calendars' | 'tasks' | 'accounts'): void
}

/** The user's accounts. */
export function openAccounts(parts: AccountsParts): Accounts {
  const { settings, secrets, caldav, ics } = parts
  const view = ({ id, kind, name, url, user }: AccountSetting): AccountView => ({
    ...{ id, kind, name, url },
    ...(user === undefined ? {} : { user }),
    ...(kind === 'caldav' ? caldav.status(id) : ics.status(id)),
  })
  const find = (id: string): AccountSetting => {
    const found = settings.accounts().find((account) => account.id === id)
    if (found) return found
    throw new StewardError('NOT_FOUND', `There is no account ${id}.`, 'Choose one that is listed.')
  }
  const tell = (): void => {
    for (const what of ['accounts', 'calendars', 'tasks'] as const) parts.changed(what)
  }
  const refuseTwice = (url: string, user: string | undefined): void => {
    const twin = settings.accounts().find((account) => account.url === url && account.user === user)
    if (twin) throw new StewardError('CONFLICT', `That account is there already: ${twin.id}.`, 'Use that one.')
  }
  // The secret first: an account without its password would ask for it at once.
  const keep = async (made: AccountSetting, password?: string): Promise<AccountSetting> => {
    if (password !== undefined) await secrets.set(secretName(made.id), password)
    try {
      await settings.save('accounts', [...settings.accounts(), made])
    } catch (thrown) {
      await secrets.remove(secretName(made.id))
      throw thrown
    }
    return made
  }

  const addCaldav = async (wanted: NewAccount, signal: AbortSignal): Promise<AccountSetting> => {
    const { credentials, ...server } = await discover(wanted, signal)
    refuseTwice(server.url, server.user)
    const found = await listCollections(openWire(new URL(server.url), credentials), server, signal)
    const made: AccountSetting = {
      ...{ id: freshId(wanted.name ?? new URL(server.url).hostname, settings.accounts()), kind: 'caldav' },
      ...{ name: wanted.name?.trim() || new URL(server.url).hostname, url: server.url },
      ...(server.user === undefined ? {} : { user: server.user }),
    }
    await keep(made, credentials?.password)
    caldav.adopt(made, server, found)
    void caldav.sync(made.id, new AbortController().signal)
    return made
  }
  const addIcs = async (wanted: NewAccount, signal: AbortSignal): Promise<AccountSetting> => {
    const url = wanted.url.trim().replace(/^webcals?:/i, 'https:')
    refuseTwice(url, undefined)
    if (URL.canParse(url) && new URL(url).password !== '')
      throw new StewardError(
        'BAD_INPUT',
        'An address with a password in it is not kept.',
        'Use the address that the provider gives out for subscribing.',
      )
    const { name } = await ics.check(url, signal)
    const shown = wanted.name?.trim() || name || new URL(url).hostname
    return keep({ id: freshId(shown, settings.accounts()), kind: 'ics', name: shown.slice(0, 200), url })
  }

  return {
    list: async () => settings.accounts().map(view),
    async add(wanted, signal) {
      const made = await (wanted.kind === 'caldav' ? addCaldav(wanted, signal) : addIcs(wanted, signal))
      if (wanted.kind === 'ics') await ics.sync(made.id, signal)
      tell()
      return view(made)
    },
    async password(id, password, signal) {
      const account = find(id)
      if (account.kind !== 'caldav' || account.user === undefined)
        throw new StewardError('BAD_TARGET', `${account.name} has no password.`, 'Nothing needs to be entered.')
      await discover({ url: account.url, user: account.user, password }, signal)
      await secrets.set(secretName(id), password)
      caldav.renew(id)
      await caldav.sync(id, signal)
      return view(account)
    },
    async remove(id) {
      const { kind } = find(id)
      const rest = settings.accounts().filter((account) => account.id !== id)
      await settings.save('accounts', rest)
      await secrets.remove(secretName(id))
      if (kind === 'caldav') await caldav.forget(id)
      else ics.forget(id)
      tell()
    },
    async sync(id, signal) {
      if (id !== undefined) find(id)
      await Promise.all([caldav.sync(id, signal), ics.sync(id, signal)])
      return settings
        .accounts()
        .filter((account) => id === undefined || account.id === id)
        .map(view)
    },
  }
}

// Short, as the settings want it, and not taken. Local calendars have no slash in their ids, so none is mistaken for one.
function freshId(name: string, taken: readonly AccountSetting[]): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40)
  const base = words.replace(/-+$/, '') || 'account'
  const isTaken = (id: string) => taken.some((account) => account.id === id)
  for (let n = 1; ; n++) {
    const id = n === 1 ? base : `${base}-${n}`
    if (!isTaken(id)) return id
  }
}
