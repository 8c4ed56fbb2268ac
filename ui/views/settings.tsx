// What the user can set, a section a subject. Each setting is saved by itself as it is changed.
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { complain } from '../state/notices.ts'
import { href, item } from '../state/route.ts'
import { loadSettings } from '../state/settings.ts'
import { Page } from './parts/basic.tsx'
import { Accounts } from './settings/accounts.tsx'
import { Backup } from './settings/backup.tsx'
import { FlagList } from './settings/calls.tsx'
import { Doctor } from './settings/doctor.tsx'
import { Program } from './settings/program.tsx'
import { Attention, Calls, Files, Look, Modes, TimeAndPlace, You } from './settings/sections.tsx'
import { t } from './text/t.ts'

const sections = {
  you: You,
  look: Look,
  time: TimeAndPlace,
  attention: Attention,
  modes: Modes,
  files: Files,
  calls: Calls,
  flags: FlagList,
  accounts: Accounts,
  backup: Backup,
  program: Program,
  doctor: Doctor,
} as const satisfies Record<string, ComponentType>
const names = Object.keys(sections) as (keyof typeof sections)[]

export function Settings() {
  const chosen = item.value
  useEffect(() => void loadSettings().catch(complain), [])
  useEffect(() => {
    const section = chosen === undefined ? null : document.getElementById(`settings-${chosen}`)
    section?.scrollIntoView({ block: 'start' })
    section?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
  }, [chosen])
  return (
    <Page title={t('place.settings')} lead={t('settings.lead')}>
      <div class="settings">
        <nav aria-label={t('settings.sections')}>
          {names.map((name) => (
            <a key={name} href={href('settings', name)} aria-current={chosen === name ? 'true' : undefined}>
              {t(`settings.section.${name}`)}
            </a>
          ))}
        </nav>
        <div class="stack cards grow">
          {names.map((name) => (
            <Section key={name} name={name} />
          ))}
        </div>
      </div>
    </Page>
  )
}

function Section({ name }: { name: keyof typeof sections }) {
  const Body = sections[name]
  return (
    <section class="card" id={`settings-${name}`} aria-labelledby={`settings-${name}-title`}>
      <header>
        <h2 tabIndex={-1} id={`settings-${name}-title`}>
          {t(`settings.section.${name}`)}
        </h2>
      </header>
      <div class="body stack">
        <p class="quiet">{t(`settings.about.${name}`)}</p>
        <Body />
      </div>
    </section>
  )
}
