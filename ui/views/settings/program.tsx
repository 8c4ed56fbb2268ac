// When Steward starts, and how it is ended.
import { quit } from '../../state/link.ts'
import { Button, Copy } from '../parts/basic.tsx'
import { t } from '../text/t.ts'

const AUTOSTART = 'steward autostart on'

export const Program = () => (
  <div class="stack">
    <p>
      {t('settings.autostart')} <code>{AUTOSTART}</code> <Copy text={AUTOSTART} />
    </p>
    <p class="quiet">{t('settings.quitHow')}</p>
    <div class="row">
      <Button onPress={quit}>{t('ask.quit')}</Button>
    </div>
  </div>
)
