// A field for a time. It takes a date, a clock or plain words, and says below what it understood.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Day } from '../../state/zoned.ts'
import { clockIn, dayName } from '../text/days.ts'
import { said } from '../text/said.ts'
import { t } from '../text/t.ts'
import { Field } from './basic.tsx'
import { faultText } from './fault.tsx'
import { visible } from './value.tsx'
import { type Moment, type Offer, type Read, readWords } from './whenread.ts'

const CALM_MS = 200

type Since = { day: Day; minute: number } | undefined

export interface When {
  text: string
  read: Read | undefined
  type(text: string): void
  pick(choice: Moment): void
  /** What was typed, once it is read. */
  settle(since?: Since): Promise<Read>
}

/** What a field for a time holds. `since` is what a length or a clock alone is counted from. */
export function useWhen(first: string, since?: Since): When {
  const [text, setText] = useState(first)
  const [read, setRead] = useState<Read>()
  const picked = useRef<Read & { text: string }>(undefined)
  const latest = useRef<Promise<Read>>(undefined)
  const ask = (words: string, from: Since): Promise<Read> => {
    if (picked.current?.text === words) return Promise.resolve(picked.current)
    const asked = readWords(words, from).catch((thrown): Read => ({ state: 'unclear', why: faultText(thrown) }))
    latest.current = asked
    void asked.then((found) => {
      if (latest.current === asked) setRead(found)
    })
    return asked
  }
  useEffect(() => {
    if (picked.current?.text === text) return
    const timer = setTimeout(() => void ask(text, since), CALM_MS)
    return () => clearTimeout(timer)
  }, [text, since?.day, since?.minute])
  return {
    ...{ text, read },
    type: (next) => {
      setText(next)
      setRead(undefined)
      latest.current = undefined
    },
    pick: (choice) => {
      const words = choice.clock.slice(0, 16).replace('T', ' ')
      picked.current = { ...choice, state: 'clear', text: words }
      latest.current = undefined
      setText(words)
      setRead(picked.current)
    },
    settle: (from = since) => ask(text, from),
  }
}

interface WhenFieldProps {
  id: string
  label: string
  when: When
  zone: string
  isDay: boolean
  fault?: string | undefined
  hint?: string | undefined
  choices?: readonly Offer[] | undefined
  /** What else follows from a choice. */
  onPick?: (choice: Offer) => void
  placeholder?: string
}

export function WhenField({ id, label, when, zone, isDay, fault, hint, choices, onPick, placeholder }: WhenFieldProps) {
  const { read } = when
  const offered = read?.state === 'choose' ? read.choices : (choices ?? [])
  const pick = (choice: Offer) => {
    when.pick(choice)
    onPick?.(choice)
  }
  const why = read?.state === 'choose' || read?.state === 'unclear' ? visible(said(read.why)) : undefined
  return (
    <Field id={id} label={label} hint={understood(read, zone, isDay) ?? hint} fault={fault ?? why}>
      <input
        class="input"
        id={id}
        autocomplete="off"
        spellcheck={false}
        maxLength={200}
        placeholder={placeholder ?? t('when.hint')}
        aria-invalid={fault !== undefined || why !== undefined}
        aria-describedby={`${id}-hint ${id}-fault`}
        value={when.text}
        onInput={(event) => when.type(event.currentTarget.value)}
      />
      {offered.length > 0 && (
        <fieldset class="row wrap plainset">
          <legend class="unseen">{t('when.choose')}</legend>
          {offered.map((choice) => (
            <button type="button" class="button tiny" key={choice.says} onClick={() => pick(choice)}>
              {visible(choice.says)}
            </button>
          ))}
        </fieldset>
      )}
    </Field>
  )
}

function understood(read: Read | undefined, zone: string, isDay: boolean): string | undefined {
  if (read?.state !== 'clear') return undefined
  const day = read.clock.slice(0, 10)
  if (isDay || !read.clock.includes('T')) return dayName(day)
  const at = Date.parse(`${read.clock}Z`)
  return `${dayName(day)}, ${clockIn(at, 'UTC')} (${read.zone ?? zone})`
}
