// Every text of the page in Simplified Chinese; loaded only where it is used.
import type { Texts } from './en.ts'
import { accounts } from './zh/accounts.ts'
import { activity } from './zh/activity.ts'
import { approvals } from './zh/approvals.ts'
import { ask } from './zh/ask.ts'
import { audit } from './zh/audit.ts'
import { calendar } from './zh/calendar.ts'
import { editor } from './zh/editor.ts'
import { effects } from './zh/effects.ts'
import { frame } from './zh/frame.ts'
import { grants } from './zh/grants.ts'
import { policy } from './zh/policy.ts'
import { settings } from './zh/settings.ts'
import { tasks } from './zh/tasks.ts'
import { today } from './zh/today.ts'
import { tools } from './zh/tools.ts'
import { waiting } from './zh/waiting.ts'

export const zh: Texts = {
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
