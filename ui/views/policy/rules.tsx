// The rules in force with their reasons, and the files that were refused.
import { useState } from 'preact/hooks'
import { type Refused, type RuleView, rules } from '../../state/policy.ts'
import { href } from '../../state/route.ts'
import { Chip, Empty, Loading } from '../parts/basic.tsx'
import { Icon } from '../parts/icon.tsx'
import { visible } from '../parts/value.tsx'
import { said } from '../text/said.ts'
import { number, t, tn } from '../text/t.ts'
import { conditionsOf, fits, tones, whatOf } from './words.ts'

const groups = ['user', 'floor', 'default'] as const
type Group = (typeof groups)[number]
const groupOf = ({ source, floor }: RuleView): Group => (floor ? 'floor' : source)

export function Rules() {
  const [query, setQuery] = useState('')
  const found = rules.value
  if (!found) return <Loading />
  const fitting = found.rules.filter((rule) => fits(rule, query.trim()))
  return (
    <>
      {found.refused.map((one) => (
        <RefusedFile key={one.file} one={one} />
      ))}
      <div class="row wrap">
        <input
          class="input finder"
          type="search"
          aria-label={t('policy.find')}
          placeholder={t('policy.find')}
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        <span class="grow quiet small">{t('policy.strictest')}</span>
      </div>
      {fitting.length === 0 && (
        <Empty icon="policy" title={t('policy.noMatch')}>
          {t('policy.noMatchHow')}
        </Empty>
      )}
      {groups.map((group) => {
        const list = fitting.filter((rule) => groupOf(rule) === group)
        const isFirst = group === 'user' && !found.rules.some((rule) => groupOf(rule) === 'user')
        return list.length > 0 || (isFirst && query === '') ? <RuleGroup key={group} group={group} list={list} /> : null
      })}
      <p class="quiet small">
        {t('policy.explain')} <a href={href('tools')}>{t('policy.explainLink')}</a>
      </p>
    </>
  )
}

function RuleGroup({ group, list }: { group: Group; list: readonly RuleView[] }) {
  return (
    <section class="card" aria-labelledby={`rules-${group}`}>
      <header>
        <h2 id={`rules-${group}`}>{t(`policy.${group}`)}</h2>
        <span class="grow quiet small">{t(`policy.${group}How`)}</span>
        {group === 'user' && <a href={href('policy', 'editor')}>{t('common.edit')}</a>}
      </header>
      <div class="body">
        {list.length === 0 && (
          <p class="quiet">
            {t('policy.userNone')} <a href={href('policy', 'editor')}>{t('policy.tab.editor')}</a>
          </p>
        )}
        <ul class="rows">
          {list.map((rule) => (
            <Rule key={rule.id} rule={rule} />
          ))}
        </ul>
      </div>
    </section>
  )
}

function Rule({ rule }: { rule: RuleView }) {
  const { id, decision, target, tool, why } = rule
  const when = conditionsOf(rule)
  return (
    <li class="rule">
      <div class="verdict">
        <Chip tone={tones[decision]}>{t(`policy.decision.${decision}`)}</Chip>
      </div>
      <div class="grow">
        <div class="break">{visible(said(why))}</div>
        <div class="quiet small break">
          {whatOf(rule)}
          {target !== undefined && (
            <>
              {' '}
              {t('policy.fits.target')} <code>{visible(target)}</code>
            </>
          )}
          {tool !== undefined && (
            <>
              {' '}
              {t('policy.fits.tool')} <code>{visible(tool)}</code>
            </>
          )}
          {when !== '' && `, ${when}`}
        </div>
      </div>
      <code class="quiet">{visible(id)}</code>
    </li>
  )
}

function RefusedFile({ one }: { one: Refused }) {
  const { file, line, why, inForce } = one
  return (
    <div class="box faulty row upper" role="alert">
      <Icon name="warn" />
      <div class="grow break">
        <strong>{t('policy.refused')}</strong>
        <div>
          {t('policy.refusedAt', {
            file: visible(file.split(/[/\\]/).at(-1) ?? file),
            line: number(line),
            why: visible(said(why)),
          })}
        </div>
        <div class="small">{inForce > 0 ? tn('policy.refusedKept', inForce) : t('policy.refusedNone')}</div>
      </div>
      <a href={href('policy', 'editor')}>{t('policy.refusedEdit')}</a>
    </div>
  )
}
