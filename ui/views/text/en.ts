// Every text of the page in English: the keys that the other languages must have too.
import { accounts } from './en/accounts.ts'
import { activity } from './en/activity.ts'
import { approvals } from './en/approvals.ts'
import { ask } from './en/ask.ts'
import { audit } from './en/audit.ts'
import { calendar } from './en/calendar.ts'
import { editor } from './en/editor.ts'
import { effects } from './en/effects.ts'
import { frame } from './en/frame.ts'
import { grants } from './en/grants.ts'
import { policy } from './en/policy.ts'
import { settings } from './en/settings.ts'
import { tasks } from './en/tasks.ts'
import { today } from './en/today.ts'
import { tools } from './en/tools.ts'
import { waiting } from './en/waiting.ts'

export const en = {
  ...frame,
  ...activity,
  ...today,
  ...approvals,
  ...ask,
  ...audit,
  ...editor,
  ...grants,
  ...policy,
  ...effects,
  ...tools,
  ...waiting,
  ...settings,
  ...calendar,
  ...accounts,
  ...tasks,
}

export type Key = keyof typeof en
/** Keys that come as `.one` and `.other`. */
export type Counted = Key extends infer K ? (K extends `${infer Base}.one` ? Base : never) : never
export type Texts = Record<Key, string>
