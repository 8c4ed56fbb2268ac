// The settings in force, and what of them shapes the page: language and theme.
import { computed, effect, signal } from '@preact/signals'
import { call, hear, whenFresh } from './link.ts'

export interface Settings {
  ui?: { language?: 'system' | 'en' | 'zh'; theme?: 'system' | 'light' | 'dark' }
  zone?: string
  [key: string]: unknown
}

export const settings = signal<Settings>({})
export const language = computed<'en' | 'zh'>(() => {
  const chosen = settings.value.ui?.language ?? 'system'
  if (chosen !== 'system') return chosen
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en'
})
/** The user's zone, for every time that is shown. */
export const zone = computed(() => settings.value.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone)

/** Reads them again: the terminal may have changed them. */
export async function loadSettings(): Promise<void> {
  settings.value = (await call('settings/get', {})).settings as Settings
}

whenFresh(loadSettings)
// Changed from another window, or the terminal.
hear('state/changed', ({ what }) => {
  if (what === 'settings') void loadSettings().catch(() => {})
})

/** Changes one setting; `null` puts the default back. */
export async function setSetting(key: string, value: unknown): Promise<void> {
  settings.value = (await call('settings/set', { key, value })).settings as Settings
}

effect(() => {
  document.documentElement.lang = language.value === 'zh' ? 'zh-Hans' : 'en'
})
effect(() => {
  const theme = settings.value.ui?.theme ?? 'system'
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
})
