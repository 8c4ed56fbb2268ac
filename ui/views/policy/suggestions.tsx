// What the user allowed again and again, to be allowed in advance at one press.
import { attempt, tell } from '../../state/notices.ts'
import { createGrant, dismissSuggestion, revokeGrant, type Suggestion, suggestions } from '../../state/policy.ts'
import { Button } from '../parts/basic.tsx'
import { visible } from '../parts/value.tsx'
import { t, tn } from '../text/t.ts'
import { moment } from '../text/time.ts'
import { effectWords } from '../text/words.ts'

export function Suggestions() {
  if (suggestions.value.length === 0) return null
  return (
    <section class="stack" aria-labelledby="suggested">
      <h2 id="suggested">{t('grants.suggested')}</h2>
      <div class="glance">
        {suggestions.value.map((one) => (
          <Card key={one.id} one={one} />
        ))}
      </div>
    </section>
  )
}

function Card({ one }: { one: Suggestion }) {
  const { tool, kind, pattern, times, perDay, until, given } = one
  const when = { until: moment(until) }
  return (
    <article class="card">
      <div class="body stack">
        <div class="break">
          <code>{visible(tool)}</code> {effectWords(kind)} <code>{visible(pattern)}</code>
        </div>
        <p class="quiet small">{tn('grants.suggestGiven', given)}</p>
        <p>
          <strong>
            {perDay === undefined ? tn('grants.suggestTimes', times ?? 1, when) : tn('grants.suggestDay', perDay, when)}
          </strong>
        </p>
        <div class="row wrap">
          <Button onPress={() => take(one)}>{t('grants.take')}</Button>
          <Button look="plain" onPress={() => dismiss(one)}>
            {t('grants.notAgain')}
          </Button>
        </div>
      </div>
    </article>
  )
}

async function take({ tool, kind, pattern, times, perDay, until }: Suggestion): Promise<void> {
  const { id } = await createGrant({
    ...{ tool, kind, pattern, until },
    ...(times === undefined ? {} : { times }),
    ...(perDay === undefined ? {} : { perDay }),
  })
  const run = () => void attempt(() => revokeGrant(id))
  tell({ level: 'info', text: t('grants.given'), action: { label: t('common.undo'), run } })
}

async function dismiss({ id }: Suggestion): Promise<void> {
  await dismissSuggestion(id)
  tell({ level: 'info', text: t('grants.dismissed') })
}
