// What is forbidden for the time being, as switches.
import { useState } from 'preact/hooks'
import { attempt } from '../../state/notices.ts'
import { setSetting, settings } from '../../state/settings.ts'
import { t } from '../text/t.ts'

const modes = ['plan', 'draftsOnly'] as const
type Mode = (typeof modes)[number]

export const Modes = () => (
  <div class="modes">
    {modes.map((mode) => (
      <Switch key={mode} mode={mode} />
    ))}
  </div>
)

function Switch({ mode }: { mode: Mode }) {
  const [isBusy, setBusy] = useState(false)
  const isOn = (settings.value.modes as Partial<Record<Mode, boolean>> | undefined)?.[mode] ?? false
  const toggle = async () => {
    setBusy(true)
    await attempt(() => setSetting(`modes.${mode}`, !isOn))
    setBusy(false)
  }
  return (
    <div class={`card mode ${isOn ? 'on' : ''}`}>
      <div class="grow">
        <h2 id={`mode-${mode}`}>{t(`policy.mode.${mode}`)}</h2>
        <p class="quiet small" id={`mode-${mode}-how`}>
          {t(`policy.mode.${mode}How`)}
        </p>
      </div>
      <button
        type="button"
        class="switch"
        role="switch"
        aria-checked={isOn}
        aria-labelledby={`mode-${mode}`}
        aria-describedby={`mode-${mode}-how`}
        disabled={isBusy}
        onClick={toggle}
      >
        <span class="knob" />
        <span>{t(isOn ? 'policy.mode.on' : 'policy.mode.off')}</span>
      </button>
    </div>
  )
}
