// A line that becomes an event, a task or a reminder. What it was understood as is shown before anything is saved, and what is
// not clear is not saved.
import { useEffect, useId, useState } from 'preact/hooks'
import { act } from '../../state/act.ts'
import { attempt } from '../../state/notices.ts'
import { type Choice, type Line, type LineKind, lineOf } from '../../state/understand.ts'
import { tellHidden } from '../calendar/hidden.ts'
import { said } from '../text/said.ts'
import { t } from '../text/t.ts'
import { Button } from './basic.tsx'
import { useBusy } from './busy.ts'
import { faultText } from './fault.tsx'
import { Icon, type IconName } from './icon.tsx'
import { follow } from './told.ts'
import { visible } from './value.tsx'

const lines: Readonly<Record<LineKind, Line>> = {
  ...{ event: lineOf('event'), task: lineOf('task'), reminder: lineOf('reminder') },
}
const icons: Readonly<Record<LineKind, IconName>> = { event: 'calendar', task: 'tasks', reminder: 'bell' }
const MOST = 500

export function QuickLine({ as, onDone }: { as: LineKind; onDone: () => void }) {
  const id = useId()
  const line = lines[as]
  const text = line.text.value
  const found = line.found.value
  const [at, setAt] = useState(-1)
  const [isTold, setTold] = useState(false)
  const choices = found?.choices ?? []
  const chosen = found?.state === 'clear' ? 0 : Math.min(at, choices.length - 1)
  // Other words are another question.
  useEffect(() => {
    setAt(-1)
    setTold(false)
  }, [text, as])
  const save = useBusy(async (choice?: Choice) => {
    const now = await line.settle()
    const taken = choice ?? (now?.state === 'clear' ? now.choices[0] : now?.choices[chosen])
    if (!taken || now?.state === 'incomplete') return setTold(true)
    const written = line.text.peek()
    const view = await act(taken.tool, taken.input as object)
    if (view.ok !== false && line.text.peek() === written) line.type('')
    const words = { done: t(`quick.done.${as}`, { what: visible(taken.says) }), waits: visible(taken.says) }
    follow(view, words, (over) => {
      onDone()
      if (over.callId === view.callId && over.ok === true)
        tellHidden(calendarOf(over.output) ?? calendarOf(taken.input))
    })
  })
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing) return
    const isMany = found?.state === 'ambiguous' && choices.length > 0
    if (event.key === 'ArrowDown' && isMany) setAt((chosen + 1) % choices.length)
    else if (event.key === 'ArrowUp' && isMany) setAt((chosen - 1 + choices.length) % choices.length)
    else if (event.key === 'Escape' && text !== '') line.type('')
    else if (event.key === 'Enter') void attempt(save)
    else return
    event.preventDefault()
  }
  const isOpen = text.trim().length > 1
  return (
    <div class="quick grow">
      <div class="quickline">
        <Icon name={icons[as]} />
        <input
          class="bare grow"
          role="combobox"
          autocomplete="off"
          maxLength={MOST}
          data-quick={as}
          aria-label={t(`quick.label.${as}`)}
          placeholder={t(`quick.hint.${as}`)}
          aria-expanded={isOpen && choices.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen >= 0 && choices.length > 0 ? `${id}-${chosen}` : undefined}
          aria-describedby={`${id}-says`}
          value={text}
          onInput={(event) => line.type(event.currentTarget.value)}
          onKeyDown={onKey}
        />
        {isOpen && (
          <Button tiny look="main" disabled={found?.state !== 'clear' && chosen < 0} onPress={() => save()}>
            {t('quick.add')}
          </Button>
        )}
      </div>
      <div class="quickfound" hidden={!isOpen}>
        <p class="small" id={`${id}-says`} role="status" data-told={isTold}>
          {whyOf(line, choices.length)}
        </p>
        <div role="listbox" id={`${id}-list`} aria-label={t('quick.understood')}>
          {choices.map((choice, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, as the pattern of a combobox has it
            <div
              key={index}
              id={`${id}-${index}`}
              class="quickrow"
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              onClick={() => void attempt(() => save(choice))}
            >
              <Icon name={found?.state === 'clear' ? 'check' : 'chevron'} size={16} />
              <span class="grow break">
                {visible(choice.says)}
                {choice.notes.map((note) => (
                  <span class="quiet small" key={note}>
                    {' '}
                    · {visible(said(note))}
                  </span>
                ))}
              </span>
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

const calendarOf = (one: unknown): unknown => (one as { calendar?: unknown } | undefined)?.calendar

function whyOf({ found, fault }: Line, count: number): string {
  if (fault.value !== undefined) return faultText(fault.value)
  const now = found.value
  if (!now) return t('quick.reading')
  if (now.state === 'clear') return t('quick.enter')
  const why = now.why === undefined ? '' : visible(said(now.why))
  return count > 0 && now.state === 'ambiguous' ? `${why} ${t('quick.choose')}`.trim() : why || t('quick.incomplete')
}
