// What the user can set, with the defaults. The file holds only what differs from them.
import * as z from 'zod/mini'
import { StewardError } from '../text/errors.ts'
import { issues } from './runnable.ts'

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
}

export const defaultSettings: Settings = {
  concurrency: 3,
  timeouts: {},
  tools: { disabled: [], replace: [] },
  flags: {},
}

/** The schema of the settings file. */
export const settingsSchema = () =>
  z.strictObject({
    $schema: z.optional(z.string()),
    concurrency: z
      ._default(z.int().check(z.minimum(1), z.maximum(64)), defaultSettings.concurrency)
      .check(z.describe('how many calls run at once')),
    root: z.optional(z.string()).check(z.describe('folder that relative paths start from')),
    zone: z
      .optional(z.string().check(z.refine(isZone, 'is not a time zone such as Europe/Berlin')))
      .check(z.describe('your time zone, as an IANA name')),
    timeouts: z
      ._default(z.record(z.string(), z.int().check(z.minimum(100), z.maximum(86_400_000))), {})
      .check(z.describe('milliseconds a tool may take, by its name')),
    tools: z.prefault(
      z.strictObject({
        disabled: z._default(z.array(z.string()), []).check(z.describe('tools that are switched off')),
        replace: z._default(z.array(z.string()), []).check(z.describe('built-in tools that a custom tool may replace')),
      }),
      {},
    ),
    flags: z
      ._default(z.record(z.string(), z.boolean()), {})
      .check(z.describe('features that are off unless named here')),
  })

/** The settings in a parsed file. An empty one needs no schema, and a start without a file pays for none. */
export function parseSettings(file: string, value: unknown): Settings {
  if (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
    return structuredClone(defaultSettings)
  const parsed = settingsSchema().safeParse(value)
  if (parsed.success) return parsed.data
  throw new StewardError(
    'BAD_INPUT',
    `${file}: ${issues(parsed.error)}`,
    'See what there is to set with: steward config',
  )
}

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
