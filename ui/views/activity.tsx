// All that was done and is being done: a list to go through, and one call in full beside it.
import { useEffect, useRef } from 'preact/hooks'
import { type CallView, calls } from '../state/calls.ts'
import {
  type Filter,
  filter,
  hasOlder,
  isLoadingOlder,
  type Kind,
  kinds,
  loadOlder,
  olderFault,
  setFilter,
  shownCalls,
} from '../state/history.ts'
import { go, item } from '../state/route.ts'
import { CallDetails } from './activity/detail.tsx'
import { CallRow } from './activity/row.tsx'
import { Button, Empty, Loading, Page } from './parts/basic.tsx'
import { Icon } from './parts/icon.tsx'
import { Virtual } from './parts/virtual.tsx'
import { said } from './text/said.ts'
import { number, t, tn } from './text/t.ts'

const ROW_HEIGHT = 60
const LIST = 'activity-list'
const keyOf = ({ callId }: CallView) => callId
const isAll = ({ kind, tool }: Filter) => kind === 'all' && tool.trim() === ''

export function Activity() {
  const open = item.value
  useFocusBack(open)
  return (
    <Page title={t('place.activity')} lead={<Lead />} shape="wide tall">
      <Filters />
      <div class={open === undefined ? 'split' : 'split both'}>
        <section class="card list" aria-label={t('activity.list')}>
          <List />
        </section>
        {open !== undefined && <CallDetails key={open} callId={open} onClose={close} />}
      </div>
    </Page>
  )
}

const close = () => go('activity')

// A call that is closed takes the focus with it; it goes back to the list, as soon as that can take it.
function useFocusBack(open: string | undefined): void {
  const before = useRef(open)
  useEffect(() => {
    const wasOpen = before.current !== undefined
    before.current = open
    if (wasOpen && open === undefined && document.activeElement === document.body)
      document.getElementById(LIST)?.focus({ preventScroll: true })
  }, [open])
}

// Read out when it changes: how many are under way.
function Lead() {
  const running = calls.value.filter(({ state }) => state === 'running').length
  return <span role="status">{running === 0 ? t('activity.lead') : tn('activity.running', running)}</span>
}

function Filters() {
  const { kind, tool } = filter.value
  return (
    <search class="row wrap filters">
      <fieldset class="tabs">
        <legend class="unseen">{t('activity.filter')}</legend>
        {(Object.keys(kinds) as Kind[]).map((one) => (
          <button type="button" key={one} aria-pressed={kind === one} onClick={() => setFilter({ kind: one })}>
            {t(`activity.kind.${one}`)}
          </button>
        ))}
      </fieldset>
      <span class="row grow find">
        <Icon name="search" size={16} />
        <input
          class="input"
          type="search"
          spellcheck={false}
          aria-label={t('activity.tool')}
          placeholder={t('activity.tool')}
          value={tool}
          onInput={(event) => setFilter({ tool: event.currentTarget.value })}
        />
      </span>
    </search>
  )
}

function List() {
  const shown = shownCalls.value
  const isFull = !hasOlder.value
  const mayLoad = !(isFull || isLoadingOlder.value || olderFault.value)
  // With nothing on the screen there is no list that could ask for more.
  const needsMore = shown.length === 0 && mayLoad
  useEffect(() => {
    if (needsMore) void loadOlder()
  }, [needsMore])
  if (shown.length === 0) return olderFault.value ? <Fault /> : isFull ? <Nothing /> : <Loading />
  return (
    <>
      <Virtual
        id={LIST}
        items={shown}
        keyOf={keyOf}
        height={ROW_HEIGHT}
        label={t('place.activity')}
        selected={item.value}
        total={isFull ? shown.length : -1}
        onOpen={({ callId }) => go('activity', callId)}
        onNearEnd={() => {
          if (mayLoad) void loadOlder()
        }}
        render={(one) => <CallRow one={one} />}
      />
      <footer class="row quiet small" aria-live="polite">
        {olderFault.value ? (
          <Fault />
        ) : (
          <>
            {isLoadingOlder.value && <span class="spin" />}
            {isFull ? tn('activity.count', shown.length) : t('activity.countMore', { n: number(shown.length) })}
          </>
        )}
      </footer>
    </>
  )
}

function Fault() {
  return (
    <div class="row wrap fault" role="alert">
      <Icon name="warn" />
      <span class="grow break">
        {t('activity.notLoaded')} {said(olderFault.value?.message ?? '')}
      </span>
      <Button tiny onPress={loadOlder}>
        {t('common.retry')}
      </Button>
    </div>
  )
}

function Nothing() {
  if (isAll(filter.value))
    return (
      <Empty icon="activity" title={t('activity.empty')}>
        {t('activity.emptyHow')}
      </Empty>
    )
  return (
    <div class="nothing">
      <Empty icon="search" title={t('activity.noneFit')}>
        {t('activity.noneFitHow')}
      </Empty>
      <Button onPress={() => setFilter({ kind: 'all', tool: '' })}>{t('activity.showAll')}</Button>
    </div>
  )
}
