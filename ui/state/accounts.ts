// Accounts: calendars on servers, and addresses that are looked at.
import { signal } from '@preact/signals'
import type { GivenTo, ResultOf } from '../../sidecar/protocol/methods.ts'
import { call, hear, whenFresh } from './link.ts'

export type Account = ResultOf<'account/list'>['accounts'][number]

export const accounts = signal<readonly Account[]>([])

async function load(): Promise<void> {
  accounts.value = (await call('account/list', {})).accounts
}

whenFresh(load)
hear('state/changed', ({ what }) => {
  if (what === 'accounts' || what === 'settings') void load().catch(() => {})
})

/** Connects one. */
export async function addAccount(given: GivenTo<'account/add'>): Promise<Account> {
  const made = await call('account/add', given)
  await load()
  return made
}

/** Sets another password. */
export async function newPassword(id: string, password: string): Promise<void> {
  await call('account/password', { id, password })
  await load()
}

/** Forgets one. */
export async function removeAccount(id: string): Promise<void> {
  await call('account/remove', { id })
  await load()
}

/** Fetches what changed. */
export async function syncAccount(id: string): Promise<Account | undefined> {
  const { accounts: all } = await call('account/sync', { id })
  await load()
  return all.find((one) => one.id === id)
}
