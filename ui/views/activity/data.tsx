// What went in and what came out: objects as pairs, lists item by item, long ones folded.
import { useState } from 'preact/hooks'
import { readText } from '../../state/attachments.ts'
import { Button } from '../parts/basic.tsx'
import { isPlain, Long, Value, visible } from '../parts/value.tsx'
import { number, t } from '../text/t.ts'

const FOLDED_ITEMS = 10
const DEEPEST = 5

/** Any value, as deep as it can be read. */
export function Data({ value, depth = 0 }: { value: unknown; depth?: number }) {
  const isList = Array.isArray(value)
  if (!isList && !isPlain(value)) return <Value value={value} />
  if (depth >= DEEPEST) return <Long text={JSON.stringify(value, null, 2)} />
  if (isList) return <List items={value} depth={depth} />
  const fields = Object.entries(value)
  if (fields.length === 0) return <span class="quiet">{t('common.none')}</span>
  return (
    <dl class="pairs data">
      {fields.map(([name, each]) => (
        <div key={name}>
          <dt>{visible(name)}</dt>
          <dd>
            <Data value={each} depth={depth + 1} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function List({ items, depth }: { items: readonly unknown[]; depth: number }) {
  const [isOpen, setOpen] = useState(false)
  if (items.length === 0) return <span class="quiet">{t('common.none')}</span>
  const shown = isOpen ? items : items.slice(0, FOLDED_ITEMS)
  return (
    <>
      <ol class="data-list">
        {shown.map((each, at) => (
          <li key={at}>
            <Data value={each} depth={depth + 1} />
          </li>
        ))}
      </ol>
      {shown.length < items.length && (
        <button type="button" class="button tiny" onClick={() => setOpen(true)}>
          {t('activity.allItems', { n: number(items.length) })}
        </button>
      )}
    </>
  )
}

/** An output too long to come along: read when it is wanted. */
export function WholeOutput({ id }: { id: string }) {
  const [text, setText] = useState<string>()
  if (text !== undefined) return <Parsed text={text} />
  return (
    <div class="row wrap">
      <span class="grow quiet">{t('activity.outputLong')}</span>
      <Button onPress={async () => setText(await readText(id))}>{t('activity.outputRead')}</Button>
    </div>
  )
}

function Parsed({ text }: { text: string }) {
  let value: unknown = text
  try {
    value = JSON.parse(text)
  } catch {
    // Shown as the text that it is.
  }
  return (
    <div class="box">
      <Data value={value} />
    </div>
  )
}
