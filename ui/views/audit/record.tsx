// One record: a line in the list, and all of its fields where it is opened.
import { useState } from 'preact/hooks'
import type { AuditRecord } from '../../state/audit.ts'
import { href } from '../../state/route.ts'
import { Button, Chip, Copy } from '../parts/basic.tsx'
import { Icon } from '../parts/icon.tsx'
import { Value, visible } from '../parts/value.tsx'

import { t } from '../text/t.ts'
import { clock, span, stamp } from '../text/time.ts'
import { effectWords } from '../text/words.ts'
import { saveProof } from './save.ts'
import { callOf, type Decision, decisionOf, effectsOf, look, sentence } from './words.ts'

const tones: Record<Decision, 'good' | 'warn' | 'bad' | 'info'> = {
  allow: 'good',
  warn: 'info',
  ask: 'warn',
  deny: 'bad',
}

export function RecordRow({ record }: { record: AuditRecord }) {
  const [isOpen, setOpen] = useState(false)
  const { icon, tone } = look(record)
  const decision = decisionOf(record)
  const [first, ...rest] = effectsOf(record)
  return (
    <li class="record">
      <button type="button" class="line" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span class="quiet small time">{clock(record.at)}</span>
        <span class={`mark ${tone}`}>
          <Icon name={icon} size={14} />
        </span>
        <span class="grow">
          <span class="break">{sentence(record)}</span>
          {first && (
            <span class="quiet small clip what">
              {effectWords(first.kind)} <span class="mono">{visible(first.target)}</span>
              {rest.length > 0 && ` +${rest.length}`}
            </span>
          )}
        </span>
        {typeof record.ms === 'number' && <span class="quiet small">{span(record.ms)}</span>}
        {decision && <Chip tone={tones[decision]}>{t(`audit.decided.${decision}`)}</Chip>}
        <span class="quiet small seq">{record.seq}</span>
        <Icon name="chevron" size={14} />
      </button>
      {isOpen && <Receipt record={record} />}
    </li>
  )
}

function Receipt({ record }: { record: AuditRecord }) {
  const { at, seq, effects: _, ...rest } = record
  const call = callOf(record)
  const effects = effectsOf(record)
  return (
    <section class="box stack receipt-all" aria-label={t('audit.receipt', { seq })}>
      <dl class="pairs">
        <dt>{t('audit.field.at')}</dt>
        <dd>
          {stamp(at)} <span class="quiet">{new Date(at).toISOString()}</span>
        </dd>
        {effects.length > 0 && (
          <>
            <dt>{t('audit.field.effects')}</dt>
            <dd>
              <ul>
                {effects.map(({ kind, target }, index) => (
                  <li key={index}>
                    {effectWords(kind)} <code class="break">{visible(target)}</code>
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
        {Object.entries(rest).map(([name, value]) => (
          <>
            <dt class="mono">{visible(name)}</dt>
            <dd class="mono">
              <Value value={value} />
            </dd>
          </>
        ))}
      </dl>
      <div class="row wrap">
        {call !== undefined && (
          <>
            <Button tiny icon="file" onPress={() => saveProof(call)}>
              {t('audit.export')}
            </Button>
            <a class="button tiny" href={href('audit', call)}>
              {t('audit.ofCall')}
            </a>
            <a class="button tiny" href={href('activity', call)}>
              {t('audit.openCall')}
            </a>
          </>
        )}
        <Copy text={JSON.stringify(record, null, 2)} />
      </div>
    </section>
  )
}
