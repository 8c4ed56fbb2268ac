// session/*
import { traceSession } from '../kernel/trace.ts'
import type { Api, ApiParts } from './types.ts'

export const sessionApi = ({
  kernel,
  settings,
}: ApiParts): Api<'session/open' | 'session/say' | 'session/trace' | 'session/list'> => ({
  'session/open': async ({ name, root, allowed }) => {
    const session = kernel.sessions.open(name, root, allowed)
    await kernel.journal.durable()
    return session
  },
  'session/say': async ({ session, text, pasted }) => {
    kernel.heard.said(kernel.sessions.get(session), text, pasted)
    await kernel.journal.durable()
    return { ok: true }
  },
  'session/trace': async ({ session }) => {
    const { id } = kernel.sessions.get(session)
    const { me, contacts } = settings.current
    const user = { own: [...me.addresses, ...me.names], contacts }
    return { events: await traceSession(id, user, kernel.journal, kernel.registry) }
  },
  'session/list': () => ({ sessions: kernel.sessions.list() }),
})
