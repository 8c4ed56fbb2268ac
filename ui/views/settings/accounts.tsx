// What Steward reaches outside of this computer: accounts and addresses of calendars, and tools that wait for more.
import { accounts } from '../../state/accounts.ts'
import { href } from '../../state/route.ts'
import { type ToolSummary, tools } from '../../state/tools.ts'
import { visible } from '../parts/value.tsx'
import { said } from '../text/said.ts'
import { t, tn } from '../text/t.ts'
import { AccountRow } from './account.tsx'
import { AddAccount } from './addaccount.tsx'
import { CalendarList, IcsFiles } from './calendars.tsx'
import { ChoiceSetting, SwitchSetting } from './fields.tsx'
import { WeekStart } from './weekstart.tsx'

export function Accounts() {
  return (
    <div class="stack">
      <h3>{t('accounts.title')}</h3>
      {accounts.value.length === 0 ? (
        <p class="quiet">{t('accounts.none')}</p>
      ) : (
        <ul class="rows">
          {accounts.value.map((one) => (
            <AccountRow key={one.id} one={one} />
          ))}
        </ul>
      )}
      <AddAccount />
      <h3>{t('accounts.calendars')}</h3>
      <CalendarList />
      <IcsFiles />
      <div class="row wrap pair upper">
        <WeekStart />
        <ChoiceSetting
          of="dateOrder"
          label="accounts.order"
          hint="accounts.orderHint"
          options={[
            ['', t('accounts.orderAsk')],
            ['dmy', t('accounts.dmy')],
            ['mdy', t('accounts.mdy')],
          ]}
        />
      </div>
      <SwitchSetting of="alarms" label="accounts.alarms" hint="accounts.alarmsHint" />
      <Waiting />
    </div>
  )
}

function Waiting() {
  const groups = byNeed(tools.value)
  return (
    <>
      <p class="quiet">{t('settings.accountsNone')}</p>
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
    </>
  )
}

function byNeed(all: readonly ToolSummary[]): [string, ToolSummary[]][] {
  const found = new Map<string, ToolSummary[]>()
  for (const tool of all) if (tool.needs !== undefined) found.set(tool.needs, [...(found.get(tool.needs) ?? []), tool])
  return [...found].sort(([, a], [, b]) => b.length - a.length)
}
