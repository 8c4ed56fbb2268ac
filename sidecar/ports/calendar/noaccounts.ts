// Until accounts are here: there are none.
import { StewardError } from '../../text/errors.ts'
import type { Accounts } from './types.ts'

const notYet = async (): Promise<never> => {
  throw new StewardError('NOT_CONFIGURED', 'Accounts can not be added yet.', 'Use calendars on this computer.')
}

export const noAccounts: Accounts = {
  list: async () => [],
  add: notYet,
  password: notYet,
  remove: notYet,
  sync: async () => [],
}
