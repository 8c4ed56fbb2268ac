// Every tool: what it may do, whether it is ready, and a form to try it.
import { useState } from 'preact/hooks'
import { call } from '../state/link.ts'
import { href, item } from '../state/route.ts'
import { loadTools, type ToolSummary, tools } from '../state/tools.ts'
import { Button, Chip, Empty, Page } from './parts/basic.tsx'
import { visible } from './parts/value.tsx'
import { said } from './text/said.ts'
import { number, t } from './text/t.ts'
import { effectWords } from './text/words.ts'
import { ToolPage } from './tools/detail.tsx'
import { fits } from './tools/fits.ts'

const kinds = {
  all: () => true,
  ready: (tool: ToolSummary) => tool.enabled && tool.source !== 'stub',
  stubs: (tool: ToolSummary) => tool.source === 'stub',
  off: (tool: ToolSummary) => !tool.enabled,
} as const
type Kind = keyof typeof kinds

export function Tools() {
  const [query, setQuery] = useState('')
  const [chosen, setKind] = useState<Kind>()
  // What can be used is shown first; whoever looks for something looks among all.
  const kind = chosen ?? (query === '' ? 'ready' : 'all')
  if (item.value !== undefined) return <ToolPage key={item.value} name={item.value} />
  const fitting = tools.value.filter((tool) => kinds[kind](tool) && fits(tool, query))
  const ready = tools.value.filter(kinds.ready).length
  const reload = async () => {
    await call('tool/reload', {})
    await loadTools()
  }
  return (
    <Page
      title={t('place.tools')}
      lead={t('tools.lead', { n: number(tools.value.length), ready: number(ready) })}
      actions={<Button onPress={reload}>{t('tools.reload')}</Button>}
    >
      <div class="row wrap toolbar">
        <input
          class="input finder"
          type="search"
          aria-label={t('tools.find')}
          placeholder={t('tools.find')}
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        <div class="tabs">
          {(Object.keys(kinds) as Kind[]).map((one) => (
            <button type="button" key={one} aria-pressed={kind === one} onClick={() => setKind(one)}>
              {t(`tools.${one}`)}
            </button>
          ))}
        </div>
      </div>
      {fitting.length === 0 && (
        <Empty icon="tools" title={t('tools.noMatch')}>
          {t('tools.noMatchHow')}
        </Empty>
      )}
      {categories(fitting).map(([category, list]) => (
        <section class="card family" key={category} aria-label={said(category)}>
          <header>
            <h2>{said(category)}</h2>
          </header>
          <ul class="body rows">
            {list.map((tool) => (
              <Row key={tool.name} tool={tool} />
            ))}
          </ul>
        </section>
      ))}
    </Page>
  )
}

function Row({ tool }: { tool: ToolSummary }) {
  return (
    <li>
      <div class="grow">
        <a class="mono" href={href('tools', tool.name)}>
          {visible(tool.name)}
        </a>
        <div class="quiet small break">{visible(said(tool.summary))}</div>
      </div>
      <div class="row wrap end chips">
        {tool.source === 'stub' && <Chip tone="warn">{t('tools.needs')}</Chip>}
        {tool.source === 'external' && <Chip tone="accent">{t('tools.external')}</Chip>}
        {!tool.enabled && <Chip>{t('tools.off')}</Chip>}
        {tool.effects.map((kind) => (
          <Chip key={kind}>{effectWords(kind)}</Chip>
        ))}
      </div>
    </li>
  )
}

// What can be used comes first, in its kind and among the kinds.
function categories(list: readonly ToolSummary[]): [string, ToolSummary[]][] {
  const found = new Map<string, ToolSummary[]>()
  const rank = (tool: ToolSummary) => (kinds.ready(tool) ? 0 : 1)
  const sorted = list.toSorted((a, b) => rank(a) - rank(b))
  for (const tool of sorted) found.set(tool.category, [...(found.get(tool.category) ?? []), tool])
  return [...found]
}
