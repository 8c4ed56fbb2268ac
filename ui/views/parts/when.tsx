// A field for a time. It takes a date, a clock or plain words, and says below what it understood.
import { useEffect, useRef, useState } from 'preact/hooks'
import { preferences } from '../../state/calendar.ts'
import { clockOf, dayAt } from '../../state/zoned.ts'
import { clockIn, dayName, shortDay } from '../text/days.ts'
import { said } from '../text/said.ts'
import { t } from '../text/t.ts'
import { Field } from './basic.tsx'
import { faultText } from './fault.tsx'
import { visible } from './value.tsx'
import { clockText, instantOfMoment, type Moment, type Offer, type Read, type Reading } from './whenread.ts'
import { readWords } from './whenwords.ts'

const CALM_MS = 200
let touches = 0

export interface When {
  text: string
  read: Read | undefined
  /** Grows each time anything is filled in: which of two fields was filled in last. */
  touched(): number
  type(text: string): void
  pick(choice: Moment): void
  /** What was typed, once it is read. */
  settle(by?: Partial<Reading>): Promise<Read>
}

const home = (): Reading => ({ zone: preferences.peek().zone, home: preferences.peek().zone })

/** What a field for a time holds, begun with words or with what is exact already. */
export function useWhen(first: string | Moment, by: Reading = home()): When {
  const begun = useRef(typeof first === 'string' ? undefined : pickedOf(first)).current
  const [text, setText] = useState(begun?.text ?? `${first}`)
  const [read, setRead] = useState<Read | undefined>(begun)
  const picked = useRef(begun)
  const now = useRef(text)
  const touched = useRef(0)
  const latest = useRef<Promise<Read>>(undefined)
  const touch = (words: string) => {
    touched.current = ++touches
    latest.current = undefined
    now.current = words
    setText(words)
  }
  const ask = (words: string, how: Reading): Promise<Read> => {
    if (picked.current?.text === words) return Promise.resolve(picked.current)
    const asked = readWords(words, how).catch((thrown): Read => ({ state: 'unclear', why: faultText(thrown) }))
    latest.current = asked
    void asked.then((found) => {
      if (latest.current === asked) setRead(found)
    })
    return asked
  }
  const { zone, shape, since } = by
  useEffect(() => {
    if (picked.current?.text === text) return
    const timer = setTimeout(() => void ask(text, by), CALM_MS)
    return () => clearTimeout(timer)
  }, [text, zone, shape, since?.clock, since?.at])
  return {
    ...{ text, read },
    touched: () => touched.current,
    type: (next) => {
      picked.current = undefined
      touch(next)
      setRead(undefined)
    },
    pick: (choice) => {
      picked.current = pickedOf(choice)
      touch(picked.current.text)
      setRead(picked.current)
    },
    settle: (how) => ask(now.current, { ...by, ...how }),
  }
}

const pickedOf = ({ clock, stamp, zone }: Moment) => ({
  ...{ clock, stamp, zone, state: 'clear' as const, text: clockText(clock) },
})

interface WhenFieldProps {
  id: string
  label: string
  when: When
  zone: string
  isDay: boolean
  fault?: string | undefined
  hint?: string | undefined
  choices?: readonly Offer[] | undefined
  /** What else follows from a choice, and from other words. */
  onPick?: (choice: Offer) => void
  onType?: () => void
  placeholder?: string
}

/** Why a field is not clear, in the user's language; undefined where it is. */
export function whyOf(read: Read | undefined, text: string): string | undefined {
  if (read?.state !== 'choose' && read?.state !== 'unclear') return undefined
  if (read.why !== '') return visible(said(read.why))
  return read.state === 'choose' ? t('when.choose') : t('when.lost', { text: visible(text.trim()) })
}

export function WhenField({
  id,
  label,
  when,
  zone,
  isDay,
  fault,
  hint,
  choices,
  onPick,
  onType,
  placeholder,
}: WhenFieldProps) {
  const { read } = when
  const offered = read?.state === 'choose' ? read.choices : (choices ?? [])
  const pick = (choice: Offer) => {
    when.pick(choice)
    onPick?.(choice)
  }
  const wrong = fault ?? whyOf(read, when.text)
  return (
    <Field
      id={id}
      label={label}
      hint={wrong === undefined ? (understood(read, zone, isDay) ?? hint) : undefined}
      fault={wrong}
    >
      <input
        class="input"
        id={id}
        autocomplete="off"
        spellcheck={false}
        maxLength={200}
        placeholder={placeholder ?? t('when.hint')}
        aria-invalid={wrong !== undefined}
        aria-describedby={`${id}-hint ${id}-fault`}
        value={when.text}
        onInput={(event) => {
          when.type(event.currentTarget.value)
          onType?.()
        }}
      />
      {offered.length > 0 && (
        <fieldset class="row wrap plainset offers">
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

function understood(read: Read | undefined, fieldZone: string, isDay: boolean): string | undefined {
  if (read?.state !== 'clear') return undefined
  const day = read.clock.slice(0, 10)
  if (isDay || !read.clock.includes('T')) return dayName(day)
  const zone = read.zone ?? fieldZone
  const at = instantOfMoment(read, zone)
  // A time that the clocks leave out is none.
  if (clockOf(at, zone).slice(0, 16) !== read.clock.slice(0, 16)) return undefined
  const own = preferences.value.zone
  // Where the clock shows it twice, a clock alone does not say which.
  const shown = read.stamp === undefined ? clockIn(Date.parse(`${read.clock}Z`), 'UTC') : clockIn(at, zone)
  const says = `${dayName(day)}, ${shown} (${zone})`
  if (clockOf(at, own) === clockOf(at, zone)) return says
  const there = dayAt(at, own)
  const time = there === day ? clockIn(at, own) : `${shortDay(there)}, ${clockIn(at, own)}`
  return `${says} = ${t('when.yours', { time })}`
}
