// Small things that every view is made of.
import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { CallState } from '../../state/calls.ts'
import { attempt } from '../../state/notices.ts'
import { t } from '../text/t.ts'
import { Icon, type IconName } from './icon.tsx'

interface ButtonProps {
  onPress: () => unknown
  children: ComponentChildren
  look?: 'main' | 'plain' | 'danger'
  tiny?: boolean
  disabled?: boolean
  label?: string
  icon?: IconName
  id?: string
}

/** A button. While what it began is under way it can't be pressed again, and what goes wrong is told. */
export function Button({ onPress, children, look, tiny, disabled, label, icon, id }: ButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const press = async () => {
    if (isBusy) return
    setBusy(true)
    await attempt(async () => onPress())
    setBusy(false)
  }
  const classes = ['button', look === 'main' ? 'main-choice' : look, tiny && 'tiny'].filter(Boolean).join(' ')
  return (
    <button
      type="button"
      class={classes}
      onClick={press}
      disabled={disabled}
      aria-busy={isBusy}
      aria-label={label}
      id={id}
    >
      {icon && <Icon name={icon} size={16} />}
      {children}
    </button>
  )
}

/** A page of the window: its title, what it is about, what can be done on it. */
export function Page({
  title,
  lead,
  actions,
  shape,
  children,
}: {
  title: string
  lead?: ComponentChildren
  actions?: ComponentChildren
  shape?: 'wide' | 'tall' | 'wide tall'
  children: ComponentChildren
}) {
  return (
    <div class={`page ${shape ?? ''}`}>
      <header>
        <div class="grow">
          <h1 tabIndex={-1}>{title}</h1>
          {lead !== undefined && <p>{lead}</p>}
        </div>
        {actions}
      </header>
      {children}
    </div>
  )
}

/** What is said where there is nothing: why, and what to do. */
export function Empty({ icon, title, children }: { icon: IconName; title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <Icon name={icon} />
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
    </div>
  )
}

type Tone = 'good' | 'warn' | 'bad' | 'info' | 'accent'

/** A word or two with a colour; the colour is never the only sign. */
export function Chip({
  tone,
  icon,
  children,
}: {
  tone?: Tone | undefined
  icon?: IconName
  children: ComponentChildren
}) {
  return (
    <span class={`chip ${tone ?? ''}`}>
      {icon && <Icon name={icon} size={14} />}
      <span class="clip">{children}</span>
    </span>
  )
}

const tones: Record<CallState, Tone | undefined> = {
  planned: undefined,
  waiting: 'warn',
  running: 'info',
  suspended: 'accent',
  done: 'good',
  failed: 'bad',
  unknown: 'warn',
}

/** How far a call is. */
export const StateChip = ({ state }: { state: CallState }) => <Chip tone={tones[state]}>{t(`state.${state}`)}</Chip>

/** The risk as a number, with its colour. */
export function Score({ value }: { value: number }) {
  const level = value >= 6 ? 'high' : value >= 4 ? 'mid' : ''
  return (
    <span class={`score ${level}`} title={t('score.label', { n: value })}>
      {value} <small>{t('score.of')}</small>
    </span>
  )
}

/** Shown while something is loaded that takes a moment. */
export const Loading = () => (
  <div class="empty" role="status">
    <span class="spin" />
    <span>{t('frame.loading')}</span>
  </div>
)

/** A labelled control. */
export function Field({
  label,
  hint,
  fault,
  id,
  children,
}: {
  label: string
  hint?: string | undefined
  fault?: string | undefined
  id: string
  children: ComponentChildren
}) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {hint !== undefined && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {fault !== undefined && (
        <span class="fault" role="alert" id={`${id}-fault`}>
          {fault}
        </span>
      )}
    </div>
  )
}

/** Copies a text. */
export function Copy({ text }: { text: string }) {
  const [isDone, setDone] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setDone(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setDone(false), 2000)
  }
  return (
    <Button tiny look="plain" onPress={copy}>
      {t(isDone ? 'common.copied' : 'common.copy')}
    </Button>
  )
}
