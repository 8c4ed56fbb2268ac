// A field for a time. It takes a date, a clock or plain words, and says below what it understood.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Day } from '../../state/zoned.ts'
import { clockIn, dayName } from '../text/days.ts'
import { said } from '../text/said.ts'
import { t } from '../text/t.ts'
import { Field } from './basic.tsx'
import { faultText } from './fault.tsx'
import { visible } from './value.tsx'
import { type Read, readWords, stamped } from './whenread.ts'

const CALM_MS = 200

export interface When {
  text: string
  read: Read | undefined
  type(text: string): void
  pick(choice: { clock: string; zone?: string | undefined }): void
  /** What was typed, once it is read. */
  settle(): Promise<Read>
}

/** What a field for a time holds. */
export function useWhen(first: string, since?: () => { day: Day; minute: number } | undefined): When {
  const [text, setText] = useState(first)
  const [read, setRead] = useState<Read>()
  const latest = useRef({ text: first, asked: undefined as Promise<Read> | undefined })
  const ask = (words: string): Promise<Read> => {
    const asked = readWords(words, since?.()).catch((thrown): Read => ({ state: 'unclear', why: faultText(thrown) }))
    latest.current = { text: words, asked }
    void asked.then((found) => {
      if (latest.current.asked === asked) setRead(found)
    })
    return asked
  }
  useEffect(() => {
    if (latest.current.text === text && latest.current.asked) return
    setRead(undefined)
    const timer = setTimeout(() => void ask(text), CALM_MS)
    return () => clearTimeout(timer)
  }, [text])
  return {
    ...{ text, read, type: setText },
    pick: ({ clock, zone }) => {
      const words = clock.slice(0, 16).replace('T', ' ')
      latest.current = { text: words, asked: Promise.resolve({ state: 'clear', clock, zone }) }
      setText(words)
      setRead({ state: 'clear', clock, zone })
    },
    settle: () => (latest.current.text === text && latest.current.asked ? latest.current.asked : ask(text)),
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
  choices?: readonly { says: string; clock: string; zone?: string | undefined }[] | undefined
  placeholder?: string
}

export function WhenField({ id, label, when, zone, isDay, fault, hint, choices, placeholder }: WhenFieldProps) {
  const { read } = when
  const offered = read?.state === 'choose' ? read.choices : (choices ?? [])
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
            <button type="button" class="button tiny" key={choice.says} onClick={() => when.pick(choice)}>
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
  return `${dayName(day)}, ${clockIn(at, 'UTC')} (${stamped(read, zone).replace(/^[^[]*\[|\]$/g, '')})`
}
