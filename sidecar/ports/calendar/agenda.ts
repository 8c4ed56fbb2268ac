// All calendars of the user together. Files are read and worked out in a thread (workerhost.ts), whatever provider they are
// from; what is written goes to the provider of its calendar.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Secrets } from '../../store/secrets.ts'
import type { CalendarFault, CalendarInfo } from '../../text/agenda/types.ts'
import { StewardError } from '../../text/errors.ts'
import { type Catalog, type Meant, meant, readCatalog } from './catalog.ts'
import { withHidden, withLook, withoutCalendar } from './looks.ts'
import { type AnswerTo, type Ask, faultsIn, type Question } from './questions.ts'
import { openServers } from './servers.ts'
import { type Agenda, type AgendaSettings, type Provider, REMINDERS, type Which } from './types.ts'
import { vdirProvider } from './vdir.ts'
import { colorOf, nameOf } from './vdirnames.ts'
import { watchFolders } from './watch.ts'
import { WorkerHost } from './workerhost.ts'

export interface AgendaParts {
  /** The folder of vdirs. */
  folder: string
  /** Where copies of what is on servers are kept, and the state of their synchronisation. */
  cache: string
  settings: AgendaSettings
  /** Where the passwords of accounts are. */
  secrets: Secrets
  log(line: string): void
  now(): number
  /** While this is true nothing is fetched: STOP. */
  isStopped(): boolean
}

type What = Parameters<Parameters<Agenda['onChange']>[0]>[0]

const MOST_LISTED = 20_000
const MOST_SLOTS = 1000

/** Opens them; nothing is read yet. */
export async function openAgenda(parts: AgendaParts): Promise<Agenda> {
  const { settings, log } = parts
  const listeners = new Set<(what: What) => void>()
  const tell = (what: What): void => {
    for (const listener of listeners) listener(what)
  }
  const host = new WorkerHost({ log })
  const local = vdirProvider({
    folder: parts.folder,
    lock: join(parts.cache, 'local.lock'),
    ask: host.ask,
    changed: (holds) => tell(holds === 'VTODO' ? 'tasks' : 'calendars'),
  })
  const servers = openServers({ ...parts, ask: host.ask, changed: tell })
  const providers: Provider[] = [local, ...servers.providers]
  const watch = watchFolders((folders) => {
    for (const folder of folders) host.forgive(folder)
    tell('calendars')
    tell('tasks')
  })

  /** What was last found wrong with each calendar's files. */
  const faults = new Map<string, string>()
  const catalog = async (): Promise<Catalog> => {
    const found = await readCatalog(providers, settings, faults, log)
    if (listeners.size > 0) watch.set([parts.folder, ...found.folders.values()])
    return found
  }
  const asking = async <Q extends Question>(question: Q, ask: Ask<Q>): Promise<AnswerTo<Q>> => {
    const answer = await host.ask(question, ask)
    for (const { id, fault } of answer.told)
      if (fault === undefined) faults.delete(id)
      else faults.set(id, fault)
    return answer
  }
  const viewer = () => ({ zone: settings.zone(), me: settings.me() })
  const together = ({ faults: known }: Meant, answer: AnswerTo<Question>): CalendarFault[] => [
    ...known,
    ...faultsIn(answer.told),
  ]
  const info = async (id: string): Promise<CalendarInfo> => {
    const { all, providerOf } = await catalog()
    providerOf(id)
    return all.find((each) => each.id === id) as CalendarInfo
  }
  const save = (value: unknown) => settings.save('calendars', value)

  servers.start()
  return {
    list: async () => (await catalog()).all,
    async events(which, query) {
      const chosen = meant(await catalog(), which, 'VEVENT', query.hidden)
      const limit = Math.min(query.limit ?? MOST_LISTED, MOST_LISTED)
      const answer = await asking('events', { sources: chosen.sources, query, limit, viewer: viewer() })
      return { events: answer.list, cut: answer.cut, faults: together(chosen, answer) }
    },
    async free(which, query) {
      const known = await catalog()
      const mine = meant(known, which, 'VEVENT')
      const others = query.others?.flatMap(({ calendars = [] }) => calendars) ?? []
      const theirs = others.length === 0 ? { sources: [], faults: [] } : meant(known, others, 'VEVENT')
      const ids = mine.sources.map(({ id }) => id)
      const sources = [...mine.sources, ...theirs.sources.filter(({ id }) => !ids.includes(id))]
      const limit = Math.min(query.limit ?? MOST_SLOTS, MOST_SLOTS)
      const answer = await asking('free', { sources, mine: ids, query, limit, viewer: viewer() })
      const faulty = { sources, faults: [...mine.faults, ...theirs.faults] }
      return { slots: answer.list, cut: answer.cut, faults: together(faulty, answer) }
    },
    async tasks(which, query) {
      const chosen = meant(await catalog(), which, 'VTODO')
      const limit = Math.min(query.limit ?? MOST_LISTED, MOST_LISTED)
      const ask = { sources: chosen.sources, query, limit, viewer: viewer(), now: parts.now() }
      const answer = await asking('tasks', ask)
      return { tasks: answer.list, cut: answer.cut, faults: together(chosen, answer) }
    },
    async alarms(from, to) {
      const known = await catalog()
      // Reminders come even where their calendar is not shown.
      const ids = known.all.filter(({ id, hidden }) => !hidden || id === REMINDERS).map(({ id }) => id)
      const chosen = meant(known, ids, undefined)
      // Asked at every start: nobody who has no calendar yet pays for the thread.
      if (!chosen.sources.some(({ folder }) => existsSync(folder))) return { alarms: [], faults: chosen.faults }
      const ask = { sources: chosen.sources, from, to, reminders: REMINDERS, viewer: viewer() }
      const answer = await asking('alarms', ask)
      return { alarms: answer.list, faults: together(chosen, answer) }
    },
    async resource(calendar, uid, signal) {
      return (await catalog()).providerOf(calendar).resource(calendar, uid, signal)
    },
    async put(calendar, change, signal) {
      const { all, providerOf } = await catalog()
      const provider = providerOf(calendar)
      if (all.find(({ id }) => id === calendar)?.readOnly) throw readOnly(calendar)
      return provider.put(calendar, change, signal)
    },
    async export(which: Which) {
      const { sources } = meant(await catalog(), which, undefined)
      const { text, events, tasks } = await asking('export', { sources })
      return { text, events, tasks }
    },
    async create(name, color) {
      const id = await local.create(name, color === undefined ? undefined : goodColor(color))
      tell('calendars')
      return info(id)
    },
    async edit(id, { name, color, hidden, isDefault }) {
      const before = await info(id)
      const look = { name: name === undefined ? undefined : nameOf(name), color: color && goodColor(color) }
      if (isDefault && (before.readOnly || !before.holds.includes('VEVENT'))) throw readOnly(id)
      if (look.name !== undefined || look.color !== undefined) {
        if (before.kind === 'local') await local.look(id, look)
        else await save(withLook(settings.calendars(), id, look))
      }
      if (hidden !== undefined) await save(withHidden(settings.calendars(), id, hidden))
      if (isDefault) await save({ ...settings.calendars(), default: id })
      tell('calendars')
      return info(id)
    },
    async remove(id) {
      const { kind } = await info(id)
      if (kind !== 'local')
        throw new StewardError(
          'BAD_TARGET',
          `The calendar ${id} is not on this computer.`,
          'Hide it, or remove its account.',
        )
      const trash = await local.remove(id)
      await save(withoutCalendar(settings.calendars(), id))
      faults.delete(id)
      tell('calendars')
      return { trash }
    },
    accounts: servers.accounts,
    onChange(listener) {
      listeners.add(listener)
      catalog().catch((thrown) => log(`The calendars can not be watched: ${(thrown as Error).message}`))
      return () => void listeners.delete(listener)
    },
    async close() {
      listeners.clear()
      watch.close()
      await servers.close()
      await host.close()
    },
  }
}

const readOnly = (id: string) =>
  new StewardError('BAD_TARGET', `The calendar ${id} can not be written to.`, 'Choose another calendar.')

function goodColor(text: string): string {
  const color = colorOf(text)
  if (color === undefined)
    throw new StewardError('BAD_INPUT', `${JSON.stringify(text)} is no colour.`, 'Write it like #3f7fbf.')
  return color
}
