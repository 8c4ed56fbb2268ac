// The shapes of calendars, events, tasks and reminders on the wire.
import * as z from 'zod/mini'
import * as v from './values.ts'

export const hours = () => z.object({ from: z.string(), to: z.string(), days: z.array(z.number()) })

export const calendarInfo = () =>
  z.object({
    id: z.string(),
    name: z.string(),
    color: z.string().check(z.describe('#rrggbb')),
    kind: z.enum(['local', 'caldav', 'ics']),
    account: z.optional(z.string()),
    readOnly: z.boolean(),
    isDefault: z.boolean(),
    holds: z.array(z.enum(['VEVENT', 'VTODO'])),
    hidden: z.optional(z.boolean()),
    schedules: z.optional(z.boolean()).check(z.describe('the server sends invitations by itself')),
    syncedAt: z.optional(v.timestamp()),
    fault: z.optional(z.string()).check(z.describe('why what is shown may be old or not whole')),
  })

export const preferences = () =>
  z.object({
    zone: z.string(),
    workingHours: hours(),
    weekStart: z.number().check(z.describe('1 is Monday, 7 Sunday')),
    order: z.optional(z.enum(['dmy', 'mdy'])),
    language: z.enum(['en', 'zh']),
    me: z.array(z.string()),
  })

export const attendee = () =>
  z.object({
    address: z.string(),
    name: z.optional(z.string()),
    answer: z.optional(z.string()),
    role: z.optional(z.string()),
  })

export const eventView = () =>
  z.object({
    calendar: z.string(),
    uid: z.string(),
    title: z.string(),
    start: z.string().check(z.describe('an instant, or a date where allDay')),
    end: z.string().check(z.describe('exclusive')),
    allDay: z.boolean(),
    startsAt: v.timestamp(),
    endsAt: v.timestamp(),
    zone: z.string(),
    floating: z.boolean(),
    recurring: z.boolean(),
    recurrenceId: z.optional(z.string()),
    status: z.enum(['confirmed', 'tentative', 'cancelled']),
    busy: z.enum(['busy', 'tentative', 'away', 'free']),
    answer: z.optional(z.string()),
    location: z.optional(z.string()),
    notes: z.optional(z.string()),
    url: z.optional(z.string()),
    tags: z.optional(z.array(z.string())),
    organizer: z.optional(attendee()),
    attendees: z.optional(z.array(attendee())),
    rule: z.optional(z.string()),
    alarms: z.optional(z.array(z.number())).check(z.describe('minutes before the start')),
  })

export const taskView = () =>
  z.object({
    calendar: z.string(),
    uid: z.string(),
    title: z.string(),
    state: z.enum(['open', 'started', 'done', 'cancelled']),
    due: z.optional(z.string()),
    start: z.optional(z.string()),
    dueAt: z.optional(v.timestamp()),
    startAt: z.optional(v.timestamp()),
    zone: z.optional(z.string()),
    priority: z.number(),
    percent: z.number(),
    tags: z.array(z.string()),
    notes: z.optional(z.string()),
    url: z.optional(z.string()),
    parent: z.optional(z.string()),
    rule: z.optional(z.string()),
    completedAt: z.optional(v.timestamp()),
    createdAt: z.optional(v.timestamp()),
    alarms: z.optional(z.array(z.number())),
  })

export const reminderView = () =>
  z.object({
    id: z.string(),
    uid: z.string(),
    calendar: z.string(),
    title: z.string(),
    at: v.timestamp(),
    of: z.enum(['reminder', 'event', 'task']),
    startsAt: z.optional(v.timestamp()),
    recurring: z.boolean(),
    state: z.enum(['waiting', 'due', 'dismissed']),
    missed: z.optional(z.boolean()),
    rule: z.optional(z.string()),
  })

export const fault = () => z.object({ calendar: z.string(), why: z.string() })

export const understood = () =>
  z.object({
    says: z.string().check(z.describe('what was understood, in the user’s language')),
    notes: z.array(z.string()).check(z.describe('what was taken for granted')),
    tool: z.string().check(z.describe('the tool that would do it')),
    input: v.json().check(z.describe('and its input')),
    start: z.optional(z.string()).check(z.describe('a stamp: clock time with zone, or a date')),
    end: z.optional(z.string()),
    allDay: z.optional(z.boolean()),
  })

export const accountView = () =>
  z.object({
    id: z.string(),
    kind: z.enum(['caldav', 'ics']),
    name: z.string(),
    url: z.string(),
    user: z.optional(z.string()),
    calendars: z.number(),
    syncedAt: z.optional(v.timestamp()),
    fault: z.optional(z.string()),
  })
