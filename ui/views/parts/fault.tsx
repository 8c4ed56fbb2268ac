// Why something is not there, in its place, with what to do about it.
import { CallError } from '../../client/client.ts'
import { said } from '../text/said.ts'
import { t } from '../text/t.ts'
import { Button } from './basic.tsx'
import { Icon } from './icon.tsx'
import { visible } from './value.tsx'

/** What went wrong in one text, in the user's language. */
export function faultText(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  const hint = thrown instanceof CallError ? thrown.hint : undefined
  return visible(
    [message, hint]
      .filter((text) => text !== undefined && text !== '')
      .map((text) => said(`${text}`))
      .join(' '),
  )
}

export function Fault({
  thrown,
  before,
  onRetry,
}: {
  thrown: unknown
  /** What it is about. */
  before?: string
  onRetry?: () => unknown
}) {
  return (
    <div class="row wrap faultline" role="alert">
      <Icon name="warn" />
      <span class="grow break">
        {before !== undefined && <b>{before} </b>}
        {faultText(thrown)}
      </span>
      {onRetry && (
        <Button tiny onPress={onRetry}>
          {t('common.retry')}
        </Button>
      )}
    </div>
  )
}
