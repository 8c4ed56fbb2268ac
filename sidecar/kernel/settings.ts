// What the user can set, with the defaults. The file holds only what differs from them.
import * as z from 'zod/mini'
import type { Contact } from '../../policy/contacts.ts'
import { clockShape } from '../../policy/hours.ts'
import { StewardError } from '../text/errors.ts'

export interface Settings {
  /** How many calls run at once. */
  concurrency: number
  /** Folder that relative paths start from where a client names none. */
  root?: string | undefined
  /** The user's zone; the system's where none is set. */
  zone?: string | undefined
  /** Milliseconds a tool may take, by its name. */
  timeouts: Record<string, number>
  tools: { disabled: string[]; replace: string[] }
  flags: Record<string, boolean>
  /** Who the user is: what goes to these needs no asking. */
  me: { addresses: string[]; names: string[] }
  /** The address book: what goes to somebody in it follows from the user. */
  contacts: Contact[]
  /** What is forbidden for the time being. */
  modes: { plan: boolean; draftsOnly: boolean }
  /** When no question is shown that can wait. */
  quietHours?: { from: string; to: string } | undefined
  attention: { perHour?: number | undefined }
  /** How the window looks and speaks, and whether Steward goes on in the tray without one. */
  ui: { language: 'system' | 'en' | 'zh'; theme: 'system' | 'light' | 'dark'; tray: boolean }
  /** Where the user is, for the weather: a name or coordinates. */
  place?: string | undefined
  /** When meetings may be; days from 1, Monday, to 7. */
  workingHours?: { from: string; to: string; days: number[] } | undefined
  /** Whether the desktop shows a notice when something waits for the user. */
  notifications: boolean
  /** The day a week begins with, from 1, Monday, to 7. */
  weekStart?: number | undefined
  /** Whether 5/6 is the fifth of June or the sixth of May; asked where it is not set. */
  dateOrder?: 'dmy' | 'mdy' | undefined
  calendars: {
    /** Where new events go. */
    default?: string | undefined
    hidden: string[]
    /** Other names and colours than servers have, by the id of the calendar. */
    looks: Record<string, { name?: string | undefined; color?: string | undefined }>
  }
  /** Calendars on servers and behind addresses. Passwords are elsewhere. */
  accounts: { id: string; kind: 'caldav' | 'ics'; name: string; url: string; user?: string | undefined }[]
  /** Whether alarms of events and tasks are told like reminders. */
  alarms: boolean
}

export const defaultSettings: Settings = {
  concurrency: 3,
  timeouts: {},
  tools: { disabled: [], replace: [] },
  flags: {},
  me: { addresses: [], names: [] },
  contacts: [],
  modes: { plan: false, draftsOnly: false },
  attention: {},
  ui: { language: 'system', theme: 'system', tray: true },
  notifications: true,
  calendars: { hidden: [], looks: {} },
  accounts: [],
  alarms: true,
}

const whole = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`
  return z.int(error).check(z.minimum(least, error), z.maximum(most, error))
}
const aText = 'must be text'
const aZone = 'must be a time zone such as Europe/Berlin'
const anObject = 'must be an object'
const aSwitch = 'must be true or false'
const texts = () => z._default(z.array(z.string(aText), 'must be a list of texts'), [])
const toolNames = () => {
  const error = 'must be a list of tools such as ["sleep"]'
  return z._default(z.array(z.string(error), error), [])
}

const someContacts = 'must be a list such as [{"name": "Ana", "address": "ana@example.org"}]'
const tooMany = 'may have 2000 entries at most'
const plain = (error: string, most: number) =>
  z.string(error).check(z.minLength(1, error), z.maxLength(most, error), z.refine(isPlain, error))
const aName = 'must be a name of at most 200 characters on one line'
const anAddress = 'must be an address such as ana@example.org'
const contact = () =>
  z.strictObject(
    {
      name: plain(aName, 200),
      address: plain(anAddress, 320).check(z.regex(/^[^\s\p{Cf}@<>,;:"]+@[^\s\p{Cf}@<>,;:"]+$/u, anAddress)),
    },
    someContacts,
  )

const someHours = 'must be hours such as {"from": "22:00", "to": "07:00"}'
const clock = () => z.string(someHours).check(z.regex(clockShape, 'must be a time such as "22:00"'))
const someDays = 'must be days from 1 (Monday) to 7, such as [1, 2, 3, 4, 5]'
const weekdays = () =>
  z.array(z.int(someDays).check(z.minimum(1, someDays), z.maximum(7, someDays)), someDays).check(
    z.minLength(1, someDays),
    z.refine((days) => new Set(days).size === days.length, someDays),
  )
const workHours = 'must be hours such as {"from": "09:00", "to": "17:30", "days": [1, 2, 3, 4, 5]}'
const oneOf = <const T extends string>(...words: T[]) =>
  z.enum(words, `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`)
const isSpan = ({ from, to }: { from: string; to: string }) => from !== to

const someAccounts = 'must be a list of accounts; add them with: steward accounts add'
const account = () =>
  z.strictObject(
    {
      id: z.string(someAccounts).check(z.regex(/^[a-z0-9][a-z0-9-]{0,60}$/, 'must be a short word in lower case')),
      kind: oneOf('caldav', 'ics'),
      name: plain(aName, 200),
      url: z
        .string(someAccounts)
        .check(z.regex(/^https?:\/\/\S+$/i, 'must be an address such as https://dav.example.org/')),
      user: z.optional(z.string(aText)),
    },
    someAccounts,
  )

/** The schema of the settings file. Each part says itself what it allows. */
export const settingsSchema = () =>
  z.strictObject(
    {
      $schema: z.optional(z.string(aText)),
      concurrency: z
        ._default(whole(1, 64), defaultSettings.concurrency)
        .check(z.describe('how many calls run at once')),
      root: z.optional(z.string(aText)).check(z.describe('folder that relative paths start from')),
      zone: z
        .optional(z.string(aZone).check(z.refine(isZone, aZone)))
        .check(z.describe('your time zone, as an IANA name')),
      timeouts: z
        ._default(z.record(z.string(), whole(100, 86_400_000), 'must be milliseconds by tool'), {})
        .check(z.describe('milliseconds a tool may take, by its name')),
      tools: z.prefault(
        z.strictObject(
          {
            disabled: toolNames().check(z.describe('tools that are switched off')),
            replace: toolNames().check(z.describe('built-in tools that a custom tool may replace')),
          },
          anObject,
        ),
        {},
      ),
      me: z
        .prefault(z.strictObject({ addresses: texts(), names: texts() }, anObject), {})
        .check(z.describe('your own addresses and names')),
      contacts: z
        ._default(z.array(contact(), someContacts).check(z.maxLength(2000, tooMany)), [])
        .check(z.describe('people you vouch for: name and address of each')),
      flags: z
        ._default(z.record(z.string(), z.boolean(aSwitch), 'must be true or false by name'), {})
        .check(z.describe('features that are off unless named here')),
      modes: z.prefault(
        z.strictObject(
          {
            plan: z._default(z.boolean(aSwitch), false).check(z.describe('nothing that changes anything runs')),
            draftsOnly: z._default(z.boolean(aSwitch), false).check(z.describe('nothing leaves this computer')),
          },
          anObject,
        ),
        {},
      ),
      quietHours: z
        .optional(z.strictObject({ from: clock(), to: clock() }, someHours).check(z.refine(isSpan, someHours)))
        .check(z.describe('when questions that can wait are held back; nothing is let through for it')),
      attention: z.prefault(
        z.strictObject(
          { perHour: z.optional(whole(1, 1000)).check(z.describe('how many questions an hour at most')) },
          anObject,
        ),
        {},
      ),
      ui: z.prefault(
        z.strictObject(
          {
            language: z._default(oneOf('system', 'en', 'zh'), 'system').check(z.describe('the language of the window')),
            theme: z._default(oneOf('system', 'light', 'dark'), 'system').check(z.describe('its colours')),
            tray: z
              ._default(z.boolean(aSwitch), true)
              .check(z.describe('whether closing it leaves Steward in the tray')),
          },
          anObject,
        ),
        {},
      ),
      place: z
        .optional(z.string(aText).check(z.minLength(1, aText), z.maxLength(200, 'must be a shorter name')))
        .check(z.describe('where you are, for the weather: a name or coordinates')),
      workingHours: z
        .optional(
          z
            .strictObject({ from: clock(), to: clock(), days: z._default(weekdays(), [1, 2, 3, 4, 5]) }, workHours)
            .check(z.refine(isSpan, workHours)),
        )
        .check(z.describe('when you work: hours, and days from 1 (Monday) to 7')),
      notifications: z
        ._default(z.boolean(aSwitch), true)
        .check(z.describe('whether the desktop shows a notice when something waits for you')),
      weekStart: z.optional(whole(1, 7)).check(z.describe('the day a week begins with: 1 is Monday, 7 Sunday')),
      dateOrder: z
        .optional(oneOf('dmy', 'mdy'))
        .check(z.describe('how 5/6 is read: dmy is the fifth of June; you are asked where it is not set')),
      calendars: z.prefault(
        z.strictObject(
          {
            default: z.optional(z.string(aText)).check(z.describe('the calendar for new events')),
            hidden: texts().check(z.describe('calendars that are not shown')),
            looks: z._default(
              z.record(
                z.string(),
                z.strictObject({ name: z.optional(z.string(aText)), color: z.optional(z.string(aText)) }, anObject),
                anObject,
              ),
              {},
            ),
          },
          anObject,
        ),
        {},
      ),
      accounts: z
        ._default(z.array(account(), someAccounts).check(z.maxLength(50, 'may have 50 entries at most')), [])
        .check(z.describe('calendars on servers; add them with: steward accounts add')),
      alarms: z
        ._default(z.boolean(aSwitch), true)
        .check(z.describe('whether alarms of events and tasks are told like reminders')),
    },
    anObject,
  )

/** The settings in a parsed value. An empty one needs no schema, and a start without a file pays for none. */
export function parseSettings(value: unknown, file?: string): Settings {
  if (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
    return structuredClone(defaultSettings)
  const parsed = settingsSchema().safeParse(value)
  if (parsed.success) return parsed.data
  const where = file === undefined ? '' : `${file}: `
  throw new StewardError(
    'BAD_INPUT',
    `${where}${faults(parsed.error.issues)}.`,
    'See what there is to set with: steward config',
  )
}

function faults(issues: readonly z.core.$ZodIssue[]): string {
  const said = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => `${[...issue.path, key].join('.')} is not a setting`)
      : [`${issue.path.join('.') || 'It'} ${issue.message}`],
  )
  return [...new Set(said)].slice(0, 5).join('; ')
}

const isPlain = (text: string): boolean => text.trim() === text && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
