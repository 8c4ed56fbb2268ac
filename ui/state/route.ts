// Where the user is: the address after the #, so that back, forward and reload work.
import { computed, signal } from '@preact/signals'

export const places = [
  ...(['today', 'calendar', 'tasks', 'approvals', 'activity', 'waiting'] as const),
  ...(['audit', 'policy', 'tools', 'settings'] as const),
] as const
export type Place = (typeof places)[number]

const hash = signal(location.hash)
addEventListener('hashchange', () => {
  hash.value = location.hash
})

const parts = computed(() => hash.value.replace(/^#\/?/, '').split('/').map(decoded))

// An address that was typed or cut off need not be well formed.
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The view that is shown. */
export const place = computed<Place>(() => places.find((one) => one === parts.value[0]) ?? 'today')
/** What is shown in it: a call, a tool, a question. */
export const item = computed(() => (parts.value[1] === '' ? undefined : parts.value[1]))

/** The address of a place. */
export const href = (to: Place, what?: string): string =>
  what === undefined ? `#/${to}` : `#/${to}/${encodeURIComponent(what)}`

/** Goes there. */
export function go(to: Place, what?: string): void {
  location.hash = href(to, what)
}
