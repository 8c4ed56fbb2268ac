// session/*
import type { Api, ApiParts } from './types.ts'

export const sessionApi = ({ kernel }: ApiParts): Api<'session/open' | 'session/list'> => ({
  'session/open': async ({ name, root, allowed }) => {
    const session = kernel.sessions.open(name, root, allowed)
    await kernel.journal.durable()
    return session
  },
  'session/list': () => ({ sessions: kernel.sessions.list() }),
})
