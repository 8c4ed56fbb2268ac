// Calendars, events, tasks and reminders as everything above the files sees them. Plain data: it is stored, sent and shown
// as it is.
//
// Times are strings. A stamp is what goes into a file: "2026-11-17T15:00:00+01:00[Europe/Berlin]" (a clock time in a zone, as
// Temporal.ZonedDateTime.from reads it), "2026-11-17T15:00:00" (floating: wherever one is) or "2026-11-17" (a whole day). What
// comes out of a file for a window is a UTC instant ("2026-11-17T14:00:00Z") or a plain date for whole days. An end is
// exclusive everywhere: a whole day ends on the next.

/** A place for events and tasks. Its id is the target of readCalendar, writeCalendar, readTasks and writeTasks. */
export interface CalendarInfo {
  /** `personal`, `reminders`; `account/name` for what lies on a server or behind an address. */
  id: string
  name: string
  /** `#rrggbb`; always there: one is chosen by the id where none is set. */
  color: string
  kind: 'local' | 'caldav' | 'ics'
  /** The id of the account it belongs to. */
  account?: string
  readOnly: boolean
  /** New events go here unless somebody says otherwise. */
  isDefault: boolean
  /** What it may hold. */
  holds: ('VEVENT' | 'VTODO')[]
  /** Not shown in the views and not counted as busy; still there. */
  hidden?: boolean
  /** The server sends invitations to attendees by itself (RFC 6638). */
  schedules?: boolean
  /** When it was last known to be as the server has it; milliseconds. Local ones have none. */
  syncedAt?: number
  /** Why what is shown may be old or not whole. */
  fault?: string
}

/** What the reading of times and the search for free time go by. */
export interface Preferences {
  zone: string
  workingHours: { from: string; to: string; days: number[] }
  /** 1 is Monday, 7 Sunday. */
  weekStart: number
  /** How 5/6/2026 is read; without it that is ambiguous. */
  order?: 'dmy' | 'mdy'
  language: 'en' | 'zh'
  /** The user's own addresses, in lower case. */
  me: string[]
}

export interface Attendee {
  address: string
  name?: string
  /** ACCEPTED, DECLINED, TENTATIVE, NEEDS-ACTION, DELEGATED. */
  answer?: string
  /** REQ-PARTICIPANT, OPT-PARTICIPANT, CHAIR, NON-PARTICIPANT. */
  role?: string
}

export type Busy = 'busy' | 'tentative' | 'away' | 'free'

/** One occurrence of an event, as it is shown. */
export interface EventView {
  calendar: string
  uid: string
  title: string
  /** A UTC instant, or a date where allDay. */
  start: string
  end: string
  allDay: boolean
  /** Milliseconds; a whole day begins at the viewer's midnight. */
  startsAt: number
  endsAt: number
  /** The zone it is in, by its name in the file; the viewer's own for floating times and whole days. */
  zone: string
  floating: boolean
  recurring: boolean
  /** Which of a series it is, even if it was moved: an instant or a date. Names it to calendar_update and calendar_delete. */
  recurrenceId?: string
  status: 'confirmed' | 'tentative' | 'cancelled'
  busy: Busy
  /** What the user answered to an invitation: ACCEPTED, DECLINED, TENTATIVE, NEEDS-ACTION. */
  answer?: string
  location?: string
  notes?: string
  url?: string
  tags?: string[]
  organizer?: Attendee
  attendees?: Attendee[]
  /** The value of RRULE. */
  rule?: string
  /** Minutes before the start at which it reminds; negative is after. */
  alarms?: number[]
  /** What was stored with it (X-STEWARD-LABEL); for the ports only, they take it off. */
  label?: string
}

export type TaskState = 'open' | 'started' | 'done' | 'cancelled'

/** One task. A recurring one is shown as its present occurrence. */
export interface TaskView {
  calendar: string
  uid: string
  title: string
  state: TaskState
  /** An instant or a date. */
  due?: string
  start?: string
  /** Milliseconds, of `due`: the end of the day for a date. */
  dueAt?: number
  startAt?: number
  /** The zone that due and start are in. */
  zone?: string
  /** 1 is the highest, 9 the lowest, 0 none. */
  priority: number
  percent: number
  tags: string[]
  notes?: string
  url?: string
  /** The task it is a part of. */
  parent?: string
  rule?: string
  completedAt?: number
  createdAt?: number
  /** Minutes before it is due at which it reminds. */
  alarms?: number[]
  /** What was stored with it (X-STEWARD-LABEL); for the ports only, they take it off. */
  label?: string
}

/** A reminder that will come, or that came and was not yet answered. */
export interface ReminderView {
  /** Of one delivery: the same reminder at the same time has the same id. */
  id: string
  /** The VTODO it is stored as, or the event or task whose alarm it is. */
  uid: string
  calendar: string
  title: string
  /** When it is due, in milliseconds. */
  at: number
  /** `reminder` was set by set_reminder; `event` and `task` are alarms of such. */
  of: 'reminder' | 'event' | 'task'
  /** When what it reminds of begins or is due, where that is another time. */
  startsAt?: number
  recurring: boolean
  /** `waiting` is to come; `due` was told and not answered; the others are over. */
  state: 'waiting' | 'due' | 'dismissed'
  /** It came while nothing of Steward ran, and is told late. */
  missed?: boolean
  rule?: string
}

/** The file or the server's resource that holds an event or a task with all its changed occurrences. */
export interface Resource {
  calendar: string
  uid: string
  /** Name of the file, or last part of the address. */
  name: string
  /** Changes with the content. */
  etag: string
  text: string
}

/** One resource as it is to be. */
export interface ResourceChange {
  uid: string
  /** What is to stand there; null takes it away. */
  text: string | null
  /** The etag of what must be there now; null where there must be nothing. */
  base: string | null
}

export interface WrittenResource {
  calendar: string
  uid: string
  name: string
  /** None where it was taken away. */
  etag?: string
}

/** What a new event is made of. */
export interface EventDetails {
  uid: string
  title: string
  /** Stamps. */
  start: string
  end: string
  /** The value of RRULE. */
  rule?: string
  location?: string
  notes?: string
  url?: string
  tags?: string[]
  status?: 'confirmed' | 'tentative' | 'cancelled'
  /** False: it takes no time away. */
  busy?: boolean
  organizer?: Attendee
  attendees?: Attendee[]
  /** Minutes before the start. */
  alarms?: number[]
}

/** What is to be otherwise; null takes it away, what is not named stays. `start` without `end` keeps the length. */
export type EventChanges = {
  [K in keyof Omit<EventDetails, 'uid' | 'title' | 'start' | 'end'>]?: EventDetails[K] | null
} & {
  title?: string
  start?: string
  end?: string
}

/** Which of a series is meant. */
export type Scope = 'this' | 'following' | 'all'

export interface TaskDetails {
  uid: string
  title: string
  due?: string
  start?: string
  priority?: number
  percent?: number
  state?: TaskState
  tags?: string[]
  notes?: string
  url?: string
  parent?: string
  rule?: string
  /** Minutes before it is due. */
  alarms?: number[]
}

export type TaskChanges = {
  [K in keyof Omit<TaskDetails, 'uid' | 'title' | 'state' | 'percent' | 'priority'>]?: TaskDetails[K] | null
} & { title?: string; state?: TaskState; percent?: number; priority?: number }

export interface EventQuery {
  /** Instants. */
  from: string
  to: string
  /** Words that title, place or notes must all have. */
  text?: string
  /** Only this one. */
  uid?: string
  limit?: number
  /** Also those of hidden calendars. */
  hidden?: boolean
}

/** A calendar whose content could not be had, or not in full. */
export interface CalendarFault {
  calendar: string
  why: string
}

export interface FoundEvents {
  events: EventView[]
  /** There are more than were asked for. */
  cut: boolean
  faults: CalendarFault[]
}

export interface TaskQuery {
  states?: TaskState[]
  /** Instants. */
  dueBefore?: string
  dueAfter?: string
  /** Each of them. */
  tags?: string[]
  text?: string
  uid?: string
  parent?: string
  limit?: number
}

export interface FoundTasks {
  tasks: TaskView[]
  cut: boolean
  faults: CalendarFault[]
}

export interface SlotQuery {
  /** Only these, where the target is `*`. */
  calendars?: string[]
  from: string
  to: string
  minutes: number
  workingHours: { from: string; to: string; days: number[] }
  buffer?: number
  overTentative?: boolean
  /** Others who must be awake and at work: their zones, and their calendars where there are some here. */
  others?: {
    zone: string
    workingHours?: { from: string; to: string; days: number[] }
    calendars?: string[]
  }[]
  limit?: number
}

export interface FoundSlots {
  /** Instants, each as long as possible. */
  slots: { start: string; end: string }[]
  cut: boolean
  faults: CalendarFault[]
}
