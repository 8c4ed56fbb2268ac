// What can be connected. In this version nothing can, and it is said plainly, with the tools that wait for it.
import { href } from '../../state/route.ts'
import { type ToolSummary, tools } from '../../state/tools.ts'
import { visible } from '../parts/value.tsx'
import { said } from '../text/said.ts'
import { t, tn } from '../text/t.ts'

export function Accounts() {
  const groups = byNeed(tools.value)
  return (
    <div class="stack">
      <p>{t('settings.accountsNone')}</p>
      <p>{t('settings.feeds')}</p>
      {groups.length > 0 && <p class="quiet small">{t('settings.accountsWait')}</p>}
      {groups.map(([needs, waiting]) => (
        <details key={needs}>
          <summary>
            {visible(said(needs))} <span class="quiet small">{tn('settings.accountsTools', waiting.length)}</span>
          </summary>
          <ul class="row wrap inner">
            {waiting.map(({ name, summary }) => (
              <li key={name}>
                <a class="mono" href={href('tools', name)} title={said(summary)}>
                  {visible(name)}
                </a>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  )
}

function byNeed(all: readonly ToolSummary[]): [string, ToolSummary[]][] {
  const found = new Map<string, ToolSummary[]>()
  for (const tool of all) if (tool.needs !== undefined) found.set(tool.needs, [...(found.get(tool.needs) ?? []), tool])
  return [...found].sort(([, a], [, b]) => b.length - a.length)
}
