// The day at a glance, loaded when it is looked at and when something in it changed.
import { signal } from '@preact/signals'
import type { ResultOf } from '../../sidecar/protocol/methods.ts'
import { call, hear, whenFresh } from './link.ts'

export type Briefing = ResultOf<'briefing/today'>
export type Section = Briefing['sections'][number]

export const briefing = signal<Briefing | undefined>(undefined)

const CALM_MS = 400
let timer: ReturnType<typeof setTimeout> | undefined

/** Asks for it again. */
export async function loadToday(): Promise<void> {
  briefing.value = await call('briefing/today', {})
}

// Many changes at once are one reason to look again.
const soon = () => {
  clearTimeout(timer)
  timer = setTimeout(() => void loadToday().catch(() => {}), CALM_MS)
}

whenFresh(loadToday)
hear('call/finished', soon)
hear('approval/requested', soon)
hear('approval/resolved', soon)
hear('suspension/opened', soon)
hear('suspension/closed', soon)
hear('reminder/due', soon)
hear('state/changed', ({ what }) => {
  if (what === 'calendars' || what === 'tasks' || what === 'reminders') soon()
})
