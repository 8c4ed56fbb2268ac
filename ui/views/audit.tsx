// The audit log: whether it is whole, and what it holds, newest first and day by day.
import { useEffect } from 'preact/hooks'
import { type AuditRecord, filter, hasOlder, isLoading, loadOlder, records, setFilter, watch } from '../state/audit.ts'
import { attempt } from '../state/notices.ts'
import { item } from '../state/route.ts'
import { ChainCard } from './audit/chain.tsx'
import { Filters } from './audit/filters.tsx'
import { RecordRow } from './audit/record.tsx'
import { saveProof } from './audit/save.ts'
import { Button, Empty, Loading, Page } from './parts/basic.tsx'
import { t } from './text/t.ts'
import { dayOf, longDay } from './text/time.ts'

export function Audit() {
  useEffect(() => watch(), [])
  // The address may name one call: then only its records are shown.
  const call = item.value
  useEffect(() => {
    const { call: before, ...rest } = filter.peek()
    void attempt(() => setFilter(call === undefined ? (before === undefined ? filter.peek() : rest) : { call }))
  }, [call])
  return (
    <Page title={t('place.audit')} lead={t('audit.lead')}>
      <div class="stack">
        <ChainCard />
        <Filters />
        <Timeline />
      </div>
    </Page>
  )
}

function Timeline() {
  const shown = records.value
  const { call } = filter.value
  if (shown.length === 0 && isLoading.value) return <Loading />
  const isAll = Object.keys(filter.value).length === 0
  if (shown.length === 0)
    return (
      <Empty icon="audit" title={t(isAll ? 'audit.nothing' : 'audit.none')}>
        {t(isAll ? 'audit.nothingHow' : 'audit.noneHow')}
      </Empty>
    )
  return (
    <>
      {call !== undefined && (
        <div>
          <Button icon="file" onPress={() => saveProof(call)}>
            {t('audit.export')}
          </Button>
        </div>
      )}
      {days(shown).map(([day, list]) => (
        <section key={day} aria-label={longDay(list[0]?.at ?? 0)}>
          <h2 class="day">{longDay(list[0]?.at ?? 0)}</h2>
          <ul class="card timeline">
            {list.map((record) => (
              <RecordRow key={record.seq} record={record} />
            ))}
          </ul>
        </section>
      ))}
      <div class="row centre">
        {hasOlder.value ? (
          <Button onPress={loadOlder}>{t('audit.older')}</Button>
        ) : (
          <span class="quiet small">{t('audit.newest')}</span>
        )}
      </div>
    </>
  )
}

function days(list: readonly AuditRecord[]): [string, AuditRecord[]][] {
  const found = new Map<string, AuditRecord[]>()
  for (const record of list) {
    const day = dayOf(record.at)
    const those = found.get(day)
    if (those) those.push(record)
    else found.set(day, [record])
  }
  return [...found]
}
