// The policy: modes on top; rules in force, their editor, and leave that was given in advance.
import type { ComponentType } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { attempt } from '../state/notices.ts'
import { loadGrants, loadRules } from '../state/policy.ts'
import { go, item } from '../state/route.ts'
import { Page } from './parts/basic.tsx'
import { Editor } from './policy/editor.tsx'
import { Grants } from './policy/grants.tsx'
import { Modes } from './policy/modes.tsx'
import { Rules } from './policy/rules.tsx'
import { t } from './text/t.ts'

const tabs = ['rules', 'editor', 'grants'] as const
type Tab = (typeof tabs)[number]
const panels: Record<Tab, ComponentType> = { rules: Rules, editor: Editor, grants: Grants }

export function Policy() {
  useEffect(() => void attempt(() => Promise.all([loadRules(), loadGrants()])), [])
  const tab = tabs.find((one) => one === item.value) ?? 'rules'
  const Panel = panels[tab]
  return (
    <Page title={t('place.policy')} lead={t('policy.lead')}>
      <div class="stack">
        <Modes />
        <Tabs shown={tab} />
        <div role="tabpanel" id="policy-panel" aria-labelledby={`policy-${tab}`} class="stack">
          <Panel />
        </div>
      </div>
    </Page>
  )
}

// As a list of tabs works everywhere: Tab goes to the chosen one, the arrows choose another.
function Tabs({ shown }: { shown: Tab }) {
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next = tabs[(tabs.indexOf(shown) + step + tabs.length) % tabs.length]
    if (step === 0 || next === undefined) return
    event.preventDefault()
    go('policy', next)
    list.current?.querySelector<HTMLElement>(`#policy-${next}`)?.focus()
  }
  return (
    <div>
      <div class="tabs" role="tablist" aria-label={t('policy.tabs')} ref={list} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            type="button"
            role="tab"
            key={tab}
            id={`policy-${tab}`}
            aria-selected={tab === shown}
            aria-controls="policy-panel"
            tabIndex={tab === shown ? 0 : -1}
            onClick={() => go('policy', tab)}
          >
            {t(`policy.tab.${tab}`)}
          </button>
        ))}
      </div>
    </div>
  )
}
