// session/*
import type { Api, ApiParts } from './types.ts'

export const sessionApi = ({ kernel }: ApiParts): Api<'session/open' | 'session/say' | 'session/list'> => ({
  'session/open': async ({ name, root, allowed }) => {
    const session = kernel.sessions.open(name, root, allowed)
    await kernel.journal.durable()
    return session
  },
  'session/say': async ({ session, text }) => {
    kernel.heard.said(kernel.sessions.get(session), text)
    await kernel.journal.durable()
    return { ok: true }
  },
  'session/list': () => ({ sessions: kernel.sessions.list() }),
})
