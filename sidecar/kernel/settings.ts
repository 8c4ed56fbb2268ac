// What the user can set, with the defaults. The file holds only what differs from them.
import * as z from 'zod'
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
    $schema: z.string().optional(),
    concurrency: z
      .number()
      .int()
      .min(1)
      .max(64)
      .default(defaultSettings.concurrency)
      .describe('how many calls run at once'),
    root: z.string().optional().describe('folder that relative paths start from'),
    zone: z
      .string()
      .refine(isZone, 'is not a time zone such as Europe/Berlin')
      .optional()
      .describe('your time zone, as an IANA name'),
    timeouts: z
      .record(z.string(), z.number().int().min(100).max(86_400_000))
      .default({})
      .describe('milliseconds a tool may take, by its name'),
    tools: z
      .strictObject({
        disabled: z.array(z.string()).default([]).describe('tools that are switched off'),
        replace: z.array(z.string()).default([]).describe('built-in tools that a custom tool may replace'),
      })
      .prefault({}),
    flags: z.record(z.string(), z.boolean()).default({}).describe('features that are off unless named here'),
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
