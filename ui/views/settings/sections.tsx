// The sections that are made of plain settings.
import { href } from '../../state/route.ts'
import { t } from '../text/t.ts'
import { Timeouts, ToolNames } from './calls.tsx'
import { Contacts } from './contacts.tsx'
import { ChoiceSetting, NumberSetting, SwitchSetting, TextSetting } from './fields.tsx'
import { HoursSetting } from './hours.tsx'
import { TextsSetting } from './lists.tsx'

/** Who the user is, and who is known. */
export const You = () => (
  <>
    <TextsSetting of="me.names" label="settings.names" hint="settings.namesHint" />
    <TextsSetting
      of="me.addresses"
      label="settings.addresses"
      hint="settings.addressesHint"
      placeholder="ana@example.org"
    />
    <Contacts />
  </>
)

/** Language and theme. */
export const Look = () => (
  <div class="row wrap pair">
    <ChoiceSetting
      of="ui.language"
      label="settings.language"
      options={[
        ['system', t('settings.asSystem')],
        ['en', 'English'],
        ['zh', '简体中文'],
      ]}
    />
    <ChoiceSetting
      of="ui.theme"
      label="settings.theme"
      options={[
        ['system', t('settings.asSystem')],
        ['light', t('settings.light')],
        ['dark', t('settings.dark')],
      ]}
    />
  </div>
)

/** Zone, place and hours of work. */
export const TimeAndPlace = () => (
  <>
    <TextSetting
      of="zone"
      label="settings.zone"
      hint="settings.zoneHint"
      placeholder={Intl.DateTimeFormat().resolvedOptions().timeZone}
      list="zones"
    />
    <datalist id="zones">
      {Intl.supportedValuesOf('timeZone').map((zone) => (
        <option key={zone} value={zone} />
      ))}
    </datalist>
    <TextSetting of="place" label="settings.place" hint="settings.placeHint" />
    <HoursSetting
      of="workingHours"
      label="settings.workingHours"
      hint="settings.workingHoursHint"
      usual={{ from: '09:00', to: '17:30', days: [1, 2, 3, 4, 5] }}
    />
  </>
)

/** When and how often the user may be disturbed. */
export const Attention = () => (
  <>
    <SwitchSetting of="notifications" label="settings.notifications" hint="settings.notificationsHint" />
    <SwitchSetting of="ui.tray" label="settings.tray" hint="settings.trayHint" />
    <HoursSetting
      of="quietHours"
      label="settings.quietHours"
      hint="settings.quietHoursHint"
      usual={{ from: '22:00', to: '07:00' }}
    />
    <NumberSetting of="attention.perHour" label="settings.perHour" hint="settings.perHourHint" min={1} max={1000} />
  </>
)

/** What is forbidden for the time being. */
export const Modes = () => (
  <>
    <SwitchSetting of="modes.plan" label="settings.plan" hint="settings.planHint" />
    <SwitchSetting of="modes.draftsOnly" label="settings.draftsOnly" hint="settings.draftsOnlyHint" />
  </>
)

/** Where relative paths begin. */
export const Files = () => <TextSetting of="root" label="settings.root" hint="settings.rootHint" />

/** How many at once, how long, and which tools. */
export const Calls = () => (
  <>
    <ToolNames />
    <NumberSetting of="concurrency" label="settings.concurrency" hint="settings.concurrencyHint" min={1} max={64} />
    <Timeouts />
    <TextsSetting of="tools.disabled" label="settings.disabled" hint="settings.disabledHint" list="tool-names" />
    <TextsSetting of="tools.replace" label="settings.replace" hint="settings.replaceHint" list="tool-names" />
    <a href={href('tools')}>{t('settings.allTools')}</a>
  </>
)
