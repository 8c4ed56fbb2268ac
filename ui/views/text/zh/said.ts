// What the sidecar says, in Simplified Chinese. Of the patterns the first that fits counts, so the wide ones come last.
import type { Phrases } from '../translate.ts'
import { servers } from './said/accounts.ts'
import { agenda } from './said/agenda.ts'
import { calendars } from './said/calendars.ts'
import { findings } from './said/doctor.ts'
import { errors } from './said/errors.ts'
import { events } from './said/events.ts'
import { gaps } from './said/gaps.ts'
import { moments } from './said/moments.ts'
import { policy } from './said/policy.ts'
import { times } from './said/times.ts'
import { tools } from './said/tools.ts'
import { window } from './said/window.ts'

const parts = [window, policy, findings, errors, servers, calendars, events, moments, times, agenda, gaps]

export const said: Phrases = {
  exact: { ...tools, ...Object.assign({}, ...parts.map(({ exact }) => exact)) },
  patterns: parts.flatMap(({ patterns }) => patterns),
}
