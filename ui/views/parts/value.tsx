// Values as they are: all of them, as text, never as HTML. What can't be seen is made visible.
import { useState } from 'preact/hooks'
import { t } from '../text/t.ts'
import { bytes, stamp } from '../text/time.ts'

const FOLDED_LINES = 40
const FOLDED_CHARS = 4000

// Characters that have no picture or turn the text round (all of C but tab and line end, line and paragraph separators,
// fillers): shown by their number, so that nothing hides in a value.
const unseen = /[^\P{C}\t\n]|[\u2028\u2029\u115f\u1160\u3164\uffa0\u{e0000}-\u{e0fff}]/gu

const byNumber = (found: string): string =>
  `⟨U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`

/** A text in which nothing is invisible. */
export const visible = (text: string): string => text.replace(unseen, byNumber)

// Spaces that look like another one, or like nothing at all.
const lookalike = /[^\P{Zs} ]|\u2800|\u034f|[\ufe00-\ufe0d]/gu

/** A text in which no character can be taken for another space, either: for what is about to be done. */
export const exactly = (text: string): string => visible(text).replace(lookalike, byNumber)

/** A long text, folded with a mark that says how much more there is. */
export function Long({ text, look, exact }: { text: string; look?: 'diff' | 'plain'; exact?: boolean | undefined }) {
  const shown = exact ? exactly(text) : visible(text)
  const lines = shown.split('\n')
  const isLong = lines.length > FOLDED_LINES || shown.length > FOLDED_CHARS
  const [isOpen, setOpen] = useState(false)
  const part = isLong && !isOpen ? lines.slice(0, FOLDED_LINES).join('\n').slice(0, FOLDED_CHARS) : shown
  return (
    <>
      <pre class="box">{look === 'diff' ? <Diff text={part} /> : part}</pre>
      {isLong && !isOpen && (
        <button type="button" class="button tiny" onClick={() => setOpen(true)}>
          {t('approvals.more', { n: lines.length })}
        </button>
      )}
    </>
  )
}

function Diff({ text }: { text: string }) {
  return (
    <span class="diff">
      {text.split('\n').map((line, at) => (
        <span key={at} class={kindOf(line)}>
          {line === '' ? ' ' : line}
        </span>
      ))}
    </span>
  )
}

function kindOf(line: string): string {
  if (line.startsWith('+++') || line.startsWith('---') || line.startsWith('@@')) return 'at'
  if (line.startsWith('+')) return 'add'
  return line.startsWith('-') ? 'del' : ''
}

/** Any value, an object as pairs; with `exact` not even a space hides in it. */
export function Value({ value, exact }: { value: unknown; exact?: boolean | undefined }) {
  const shown = exact ? exactly : visible
  if (value === '') return <em class="quiet">{t('approvals.emptyValue')}</em>
  if (typeof value === 'string')
    return value.includes('\n') || value.length > 300 ? (
      <Long text={value} exact={exact} />
    ) : (
      <span class="break">{shown(value)}</span>
    )
  if (isPlain(value)) return <Pairs value={value} exact={exact} />
  if (Array.isArray(value) && value.length > 0)
    return (
      <ul class="items">
        {value.map((each, at) => (
          <li key={at}>
            <Value value={each} exact={exact} />
          </li>
        ))}
      </ul>
    )
  if (value === undefined) return <span class="quiet">{t('common.none')}</span>
  return <code class="break">{shown(JSON.stringify(value, null, 1))}</code>
}

/** An object, one line a field. */
export function Pairs({ value, exact }: { value: Readonly<Record<string, unknown>>; exact?: boolean | undefined }) {
  const entries = Object.entries(value)
  if (entries.length === 0) return <span class="quiet">{t('common.none')}</span>
  return (
    <dl class="pairs">
      {entries.map(([name, each]) => (
        <>
          <dt>{(exact ? exactly : visible)(name)}</dt>
          <dd>
            <Value value={each} exact={exact} />
            {hintOf(name, each) !== undefined && <span class="quiet small"> {hintOf(name, each)}</span>}
          </dd>
        </>
      ))}
    </dl>
  )
}

// A number as it was given, and beside it what a person would say.
function hintOf(name: string, value: unknown): string | undefined {
  if (typeof value !== 'number') return undefined
  if (/bytes$/i.test(name) && value >= 1000) return bytes(value)
  return /^(epochMs|at|.*At)$/.test(name) && value > 1e12 ? stamp(value) : undefined
}

/** Whether it is an object with fields. */
export const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
