// calendar/*, task/*, reminder/*, account/*: the user's own look at the days, and what only the user's hand sets up. Whatever
// changes an event or a task is a call of a tool.
import * as z from 'zod/mini'
import {
  accountView,
  calendarInfo,
  eventView,
  fault,
  hours,
  preferences,
  reminderView,
  taskView,
  understood,
} from './agenda.ts'
import { method } from './method.ts'
import * as v from './values.ts'

const done = () => z.object({ ok: z.literal(true) })
const text = (most: number) => z.string().check(z.maxLength(most))
const instant = () => text(40).check(z.describe('an instant such as 2026-11-17T00:00:00Z'))
const language = () =>
  z.optional(z.enum(['en', 'zh'])).check(z.describe('what it is said in; the user’s own without it'))
const ids = () =>
  z
    .optional(z.array(text(300)).check(z.maxLength(200)))
    .check(z.describe('only these calendars; all that are shown without it'))

export const calendarMethods = {
  'calendar/list': method(
    'The calendars, with what times are read by.',
    () => z.object({}),
    () => z.object({ calendars: z.array(calendarInfo()), preferences: preferences() }),
    true,
  ),
  'calendar/events': method(
    'What happens between two instants, in the order in which it begins.',
    () =>
      z.object({
        from: instant(),
        to: instant(),
        calendars: ids(),
        query: z.optional(text(500)).check(z.describe('words in the title, the place or the notes')),
        limit: z._default(z.int().check(z.minimum(1), z.maximum(20_000)), 5000),
      }),
    () => z.object({ events: z.array(eventView()), cut: z.boolean(), faults: z.array(fault()) }),
    true,
  ),
  'calendar/slots': method(
    'When there is time: inside working hours, outside of what makes busy.',
    () =>
      z.object({
        from: instant(),
        to: instant(),
        minutes: z.int().check(z.minimum(1), z.maximum(10_080)),
        workingHours: z.optional(hours()),
        buffer: z.optional(z.int().check(z.minimum(0), z.maximum(1440))),
        overTentative: z.optional(z.boolean()),
        calendars: ids(),
        zones: z
          .optional(z.array(text(100)).check(z.maxLength(50)))
          .check(z.describe('where others are, who must be at work too')),
        limit: z._default(z.int().check(z.minimum(1), z.maximum(1000)), 50),
        language: language(),
      }),
    () =>
      z.object({
        slots: z.array(z.object({ start: z.string(), end: z.string() })),
        cut: z.boolean(),
        text: z.string().check(z.describe('the same for pasting, in the user’s language and zone')),
        faults: z.array(fault()),
      }),
    true,
  ),
  'calendar/understand': method(
    'What a line such as "lunch with Ana tomorrow 12-1" would become. Nothing is done.',
    () =>
      z.object({
        text: text(500),
        as: z.enum(['event', 'task', 'reminder']),
        calendar: z.optional(text(300)),
        language: language(),
      }),
    () =>
      z.object({
        state: z.enum(['clear', 'ambiguous', 'incomplete']),
        choices: z.array(understood()).check(z.describe('one where it is clear, several where it is not')),
        why: z.optional(z.string()).check(z.describe('what is not clear, or what is missing')),
      }),
    true,
  ),
  'calendar/create': method(
    'Makes a local calendar.',
    () => z.object({ name: text(200).check(z.minLength(1)), color: z.optional(text(9)) }),
    calendarInfo,
    true,
  ),
  'calendar/edit': method(
    'Changes how a calendar is called and shown, or makes it the default.',
    () =>
      z.object({
        id: text(300),
        name: z.optional(text(200).check(z.minLength(1))),
        color: z.optional(text(9)),
        hidden: z.optional(z.boolean()),
        isDefault: z.optional(z.literal(true)),
      }),
    calendarInfo,
    true,
  ),
  'calendar/remove': method(
    'Takes a local calendar away. Its folder goes to the trash beside the calendars.',
    () => z.object({ id: text(300) }),
    () => z.object({ trash: z.string() }),
    true,
  ),
  'calendar/import': method(
    'Takes the events and tasks of an .ics file into a calendar. What is there already stays as it is.',
    () =>
      z.object({
        calendar: z.optional(text(300)),
        file: z.optional(text(4096)).check(z.describe('path of the file; or its text')),
        text: z.optional(text(12_000_000)),
        dryRun: z._default(z.boolean(), false),
      }),
    () =>
      z.object({
        calendar: z.string(),
        added: z.number(),
        same: z.number().check(z.describe('were there already, and were left as they are')),
        different: z
          .number()
          .check(z.describe('were there already, are different in the file, and were left as they are')),
        failed: z.array(z.object({ title: z.string(), why: z.string() })),
        notes: z.array(z.string()),
        callIds: z.array(z.string()).check(z.describe('the calls that added them; each can be taken back')),
      }),
    true,
  ),
  'calendar/export': method(
    'Calendars as one .ics text.',
    () => z.object({ calendars: ids() }),
    () => z.object({ text: z.string(), events: z.number(), tasks: z.number() }),
    true,
  ),
  'task/list': method(
    'Tasks, in their natural order: what is overdue and pressing first.',
    () =>
      z.object({
        states: z
          .optional(z.array(z.enum(['open', 'started', 'done', 'cancelled'])))
          .check(z.describe('open and started without it')),
        tag: z.optional(text(200)),
        query: z.optional(text(500)),
        calendars: ids(),
        limit: z._default(z.int().check(z.minimum(1), z.maximum(10_000)), 1000),
      }),
    () => z.object({ tasks: z.array(taskView()), cut: z.boolean(), faults: z.array(fault()) }),
    true,
  ),
  'reminder/list': method(
    'Reminders that were told and wait for an answer, then those to come.',
    () => z.object({ days: z._default(z.int().check(z.minimum(1), z.maximum(366)), 30) }),
    () => z.object({ due: z.array(reminderView()), coming: z.array(reminderView()) }),
    true,
  ),
  'reminder/dismiss': method('Says that a reminder was seen.', () => z.object({ id: text(600) }), done, true),
  'reminder/snooze': method(
    'Has a reminder told again later.',
    () => z.object({ id: text(600), minutes: z.int().check(z.minimum(1), z.maximum(43_200)) }),
    () => z.object({ at: v.timestamp() }),
    true,
  ),
  'account/list': method(
    'Accounts: calendars on servers, and addresses that are looked at.',
    () => z.object({}),
    () => z.object({ accounts: z.array(accountView()) }),
    true,
  ),
  'account/add': method(
    'Connects a CalDAV server, found from an address or a user name, or subscribes to the address of an .ics file.',
    () =>
      z.object({
        kind: z.enum(['caldav', 'ics']),
        url: text(4096).check(z.describe('of the server, or just its name; or of the .ics file')),
        user: z.optional(text(320)),
        password: z
          .optional(text(4096))
          .check(z.describe('kept in the keychain, or encrypted in a file; never shown again')),
        name: z.optional(text(200)),
      }),
    accountView,
    true,
  ),
  'account/password': method(
    'Sets another password.',
    () => z.object({ id: text(100), password: text(4096) }),
    accountView,
    true,
  ),
  'account/remove': method(
    'Forgets an account, its password and its copies on this computer. Nothing on the server changes.',
    () => z.object({ id: text(100) }),
    done,
    true,
  ),
  'account/sync': method(
    'Fetches what changed on the servers now.',
    () => z.object({ id: z.optional(text(100)) }),
    () => z.object({ accounts: z.array(accountView()) }),
    true,
  ),
}
