// One tool, whole: what it does, what it may touch, a form to try it, its schemas and how it was used.
import { useEffect, useState } from 'preact/hooks'
import type { CallError } from '../../client/client.ts'
import { call } from '../../state/link.ts'
import { complain } from '../../state/notices.ts'
import { href } from '../../state/route.ts'
import { enableTool, type ToolDetail, tools } from '../../state/tools.ts'
import { RunForm } from '../form/run.tsx'
import { Button, Chip, Empty, Loading, Page } from '../parts/basic.tsx'
import { isPlain, Long, visible } from '../parts/value.tsx'
import { said } from '../text/said.ts'
import { t, tn } from '../text/t.ts'
import { ago, span } from '../text/time.ts'
import { effectWords } from '../text/words.ts'

export function ToolPage({ name }: { name: string }) {
  const [tool, setTool] = useState<ToolDetail>()
  const [fault, setFault] = useState<CallError>()
  const [example, setExample] = useState(0)
  useEffect(() => {
    void call('tool/describe', { tool: name }).then(setTool).catch(setFault)
  }, [name])
  if (fault) return <Missing fault={fault} />
  if (!tool) return <Loading />
  const isOn = tools.value.find((one) => one.name === tool.name)?.enabled ?? tool.enabled
  const shown = example === 0 ? undefined : tool.examples[(example - 1) % tool.examples.length]
  return (
    <Page
      title={visible(tool.name)}
      lead={visible(said(tool.summary))}
      actions={<a href={href('tools')}>{t('tools.back')}</a>}
    >
      <div class="stack">
        <div class="row wrap">
          <label class="check">
            <input
              type="checkbox"
              checked={isOn}
              onChange={(event) => void enableTool(tool.name, event.currentTarget.checked).catch(complain)}
            />
            {t('tools.enabled')}
          </label>
          <span class="grow" />
          {tool.effects.length === 0 && <Chip tone="good">{t('tools.touchesNothing')}</Chip>}
          {tool.effects.map((kind) => (
            <Chip key={kind}>{effectWords(kind)}</Chip>
          ))}
        </div>
        {tool.source === 'stub' ? <Needs tool={tool} /> : null}
        {tool.source !== 'stub' && isOn && (
          <section class="card" aria-label={t('tools.try')}>
            <header>
              <h2 class="grow">{t('tools.try')}</h2>
              {tool.examples.length > 0 && (
                <Button tiny onPress={() => setExample(example + 1)}>
                  {t('tools.examples')}
                </Button>
              )}
            </header>
            <div class="body">
              <RunForm key={example} tool={tool} input={isPlain(shown) ? shown : undefined} />
            </div>
          </section>
        )}
        <Facts tool={tool} />
      </div>
    </Page>
  )
}

const Needs = ({ tool }: { tool: ToolDetail }) => (
  <div class="box doubts">
    <h2>{t('tools.needs')}</h2>
    <p>{said(tool.needs ?? '')}</p>
    {tool.how !== undefined && <p class="quiet">{said(tool.how)}</p>}
  </div>
)

// One that is gone, or never was: an old address, or a file of the user's that went.
function Missing({ fault }: { fault: CallError }) {
  return (
    <Page title={t('place.tools')} actions={<a href={href('tools')}>{t('tools.back')}</a>}>
      <Empty icon="tools" title={visible(said(fault.message))}>
        {fault.hint === undefined ? undefined : visible(said(fault.hint))}
      </Empty>
    </Page>
  )
}

function Facts({ tool }: { tool: ToolDetail }) {
  const { calls, failures, p50Ms, lastAt } = tool.stats
  const used = [
    tn('tools.calls', calls),
    tn('tools.failures', failures),
    t('tools.median', { time: span(p50Ms) }),
    ...(lastAt === undefined ? [] : [t('tools.lastUsed', { when: ago(lastAt) })]),
  ]
  return (
    <section class="card">
      <div class="body stack">
        <dl class="pairs">
          <dt>{t('tools.stats')}</dt>
          <dd>{calls === 0 ? t('tools.never') : used.join(' · ')}</dd>
          {tool.aliases.length > 0 && (
            <>
              <dt>{t('tools.aliases')}</dt>
              <dd class="mono">{tool.aliases.join(', ')}</dd>
            </>
          )}
          {tool.file !== undefined && (
            <>
              <dt>{t('tools.file')}</dt>
              <dd class="mono">{visible(tool.file)}</dd>
            </>
          )}
        </dl>
        <details>
          <summary>{t('tools.schema')}</summary>
          <div class="stack inner">
            <h3>{t('tools.input')}</h3>
            <Long text={JSON.stringify(tool.input, null, 2) ?? ''} />
            <h3>{t('tools.output')}</h3>
            <Long text={JSON.stringify(tool.output, null, 2) ?? ''} />
          </div>
        </details>
      </div>
    </section>
  )
}
