// Leave that was given in advance: what is left of it, how to take it back, and what could be given.
import { useState } from 'preact/hooks'
import { attempt, tell } from '../../state/notices.ts'
import { again, createGrant, type Grant, grants, isOver, revokeGrant } from '../../state/policy.ts'
import { Button, Chip, Empty, Loading } from '../parts/basic.tsx'
import { visible } from '../parts/value.tsx'
import { number, t, tn } from '../text/t.ts'
import { ago, moment } from '../text/time.ts'
import { effectWords } from '../text/words.ts'
import { NewGrantDialog } from './newgrant.tsx'
import { Suggestions } from './suggestions.tsx'

export function Grants() {
  const [isNew, setNew] = useState(false)
  const all = grants.value
  if (!all) return <Loading />
  const open = all.filter((grant) => !isOver(grant))
  return (
    <>
      <div class="row wrap">
        <p class="quiet grow">{t('grants.lead')}</p>
        <Button icon="plus" onPress={() => setNew(true)}>
          {t('grants.new')}
        </Button>
      </div>
      <Suggestions />
      {open.length === 0 ? (
        <Empty icon="policy" title={t('grants.none')}>
          {t('grants.noneHow')}
        </Empty>
      ) : (
        <section class="card" aria-label={t('policy.tab.grants')}>
          <ul class="body rows">
            {open.map((grant) => (
              <GrantRow key={grant.id} grant={grant} />
            ))}
          </ul>
        </section>
      )}
      <Ended list={all.filter((grant) => isOver(grant))} />
      {isNew && <NewGrantDialog onClose={() => setNew(false)} />}
    </>
  )
}

function Ended({ list }: { list: readonly Grant[] }) {
  const [isShown, setShown] = useState(false)
  if (list.length === 0) return null
  return (
    <>
      <div>
        <Button look="plain" onPress={() => setShown(!isShown)}>
          {isShown ? t('grants.hideEnded') : tn('grants.showEnded', list.length)}
        </Button>
      </div>
      {isShown && (
        <section class="card" aria-label={t('grants.ended')}>
          <ul class="body rows">
            {list.map((grant) => (
              <GrantRow key={grant.id} grant={grant} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function GrantRow({ grant }: { grant: Grant }) {
  const { kind, pattern, tool, used, createdAt } = grant
  const facts = [
    ...(tool === undefined ? [] : [t('grants.byTool', { tool: visible(tool) })]),
    tn('grants.used', used),
    t('grants.created', { when: ago(createdAt) }),
  ]
  return (
    <li class="rule">
      <div class="grow">
        <div class="break">
          {effectWords(kind)} <code>{visible(pattern)}</code>
        </div>
        <div class="quiet small">{facts.join(' · ')}</div>
      </div>
      {isOver(grant) ? (
        <Chip>{overOf(grant)}</Chip>
      ) : (
        <>
          <Left grant={grant} />
          <Button tiny look="danger" onPress={() => revoke(grant)}>
            {t('grants.revoke')}
          </Button>
        </>
      )}
    </li>
  )
}

function Left({ grant }: { grant: Grant }) {
  const { times, left, perDay, leftToday, until } = grant
  return (
    <div class="row wrap end left">
      {perDay !== undefined && (
        <Chip tone={leftToday === 0 ? 'warn' : 'accent'}>
          {t('grants.leftToday', { left: number(leftToday ?? perDay), perDay: number(perDay) })}
        </Chip>
      )}
      {times !== undefined && (
        <Chip tone="accent">{t('grants.left', { left: number(left ?? times), times: number(times) })}</Chip>
      )}
      {times === undefined && perDay === undefined && <Chip tone="warn">{t('grants.endless')}</Chip>}
      <Chip>{until === undefined ? t('grants.untilRevoked') : t('grants.untilWhen', { when: moment(until) })}</Chip>
    </div>
  )
}

function overOf({ revokedAt, until, left }: Grant): string {
  if (revokedAt !== undefined) return t('grants.over.revoked', { when: ago(revokedAt) })
  if (left === 0 || until === undefined) return t('grants.over.used')
  return t('grants.over.time', { when: ago(until) })
}

async function revoke(grant: Grant): Promise<void> {
  await revokeGrant(grant.id)
  const run = () => void attempt(() => createGrant(again(grant)))
  tell({ level: 'info', text: t('grants.revoked'), action: { label: t('common.undo'), run } })
}
