// What the calendar ports are made of: providers, each the way to one kind of place, and the agenda, which is all of them together.
import type { AlarmTime } from '../../text/agenda/alarms.ts'
import type {
  CalendarFault,
  CalendarInfo,
  EventQuery,
  FoundEvents,
  FoundSlots,
  FoundTasks,
  Resource,
  ResourceChange,
  SlotQuery,
  TaskQuery,
  WrittenResource,
} from '../../text/agenda/types.ts'

/** `*` is every calendar that is not hidden. */
export type Which = readonly string[] | '*'

/** One time at which an event or a task wants to be remembered. */
export type Alarm = AlarmTime

/** What a calendar holds at this moment, for the views' own files: one text per resource. */
export interface ProviderCalendar extends Omit<CalendarInfo, 'isDefault' | 'hidden'> {
  /** The folder in which its resources lie as .ics files: the truth for local ones, the last known state for the others. */
  folder: string
}

/** The way to one kind of place. Every provider passes tests/contract/calendars. */
export interface Provider {
  kind: CalendarInfo['kind']
  /** Known calendars, without asking any server. */
  list(): Promise<ProviderCalendar[]>
  /** The resource of a UID as it is at this moment; from the server where there is one and it answers. NOT_FOUND otherwise. */
  resource(calendar: string, uid: string, signal: AbortSignal): Promise<Resource>
  /**
   * Writes one resource, only over what `base` names; CONFLICT where something else is there (it is re-read, never
   * overwritten), BAD_TARGET where the calendar is read-only, UNAVAILABLE (retryable) where the server does not answer. What
   * is taken away locally goes to the trash.
   */
  put(calendar: string, change: ResourceChange, signal: AbortSignal): Promise<WrittenResource>
  /** Fetches what changed; nothing for local ones. Faults are kept and shown in `list`, never thrown. */
  sync(account: string | undefined, signal: AbortSignal): Promise<void>
}

export interface AccountView {
  id: string
  kind: 'caldav' | 'ics'
  name: string
  url: string
  user?: string
  calendars: number
  syncedAt?: number
  fault?: string
}

export interface NewAccount {
  kind: 'caldav' | 'ics'
  url: string
  user?: string | undefined
  password?: string | undefined
  name?: string | undefined
}

export interface Accounts {
  list(): Promise<AccountView[]>
  /** Looks whether it works before anything is kept. */
  add(account: NewAccount, signal: AbortSignal): Promise<AccountView>
  password(id: string, password: string, signal: AbortSignal): Promise<AccountView>
  remove(id: string): Promise<void>
  sync(id: string | undefined, signal: AbortSignal): Promise<AccountView[]>
}

/** All calendars of the user. Reading never waits for a server; parsing never holds up the loop. */
export interface Agenda {
  list(): Promise<CalendarInfo[]>
  events(which: Which, query: EventQuery): Promise<FoundEvents>
  free(which: Which, query: SlotQuery): Promise<FoundSlots>
  tasks(which: Which, query: TaskQuery): Promise<FoundTasks>
  /** Alarms of events, tasks and reminders with from < at <= to, in milliseconds. */
  alarms(from: number, to: number): Promise<{ alarms: Alarm[]; faults: CalendarFault[] }>
  resource(calendar: string, uid: string, signal: AbortSignal): Promise<Resource>
  put(calendar: string, change: ResourceChange, signal: AbortSignal): Promise<WrittenResource>
  export(which: Which): Promise<{ text: string; events: number; tasks: number }>
  create(name: string, color?: string): Promise<CalendarInfo>
  edit(
    id: string,
    change: {
      name?: string | undefined
      color?: string | undefined
      hidden?: boolean | undefined
      isDefault?: true | undefined
    },
  ): Promise<CalendarInfo>
  /** Returns where its folder went. */
  remove(id: string): Promise<{ trash: string }>
  accounts: Accounts
  /** Hears of changes, by whoever made them, until the returned function is called. */
  onChange(listener: (what: 'calendars' | 'tasks' | 'accounts') => void): () => void
  close(): Promise<void>
}

/** What the agenda reads from the settings, and how it changes them. */
export interface AgendaSettings {
  zone(): string
  /** The user's own addresses. */
  me(): readonly string[]
  calendars(): { default?: string | undefined; hidden: readonly string[]; looks: Readonly<Record<string, Look>> }
  accounts(): readonly AccountSetting[]
  save(key: 'calendars' | 'accounts', value: unknown): Promise<void>
}

/** Another name or colour than the server has. */
export interface Look {
  name?: string | undefined
  color?: string | undefined
}

/** An account as it stands in the settings; its password is elsewhere. */
export interface AccountSetting {
  id: string
  kind: 'caldav' | 'ics'
  name: string
  url: string
  user?: string | undefined
}

/** The one local calendar that is always there, and the one that set_reminder writes to. */
export const PERSONAL = 'personal'
export const REMINDERS = 'reminders'
