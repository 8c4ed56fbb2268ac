// The form for an answer: options to tick, and words of one's own where the question takes them.
import { useId, useState } from 'preact/hooks'
import { draftOf } from '../../state/drafts.ts'
import { attempt } from '../../state/notices.ts'
import type { Suspension } from '../../state/waiting.ts'
import { Button, Field } from '../parts/basic.tsx'
import { useBusy } from '../parts/busy.ts'
import { visible } from '../parts/value.tsx'
import { t } from '../text/t.ts'
import { type Asked, answerOf, looseAnswer } from './asked.ts'
import { goOn } from './done.ts'

export function AnswerForm({ one, asked }: { one: Suspension; asked: Asked }) {
  const id = useId()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [draft] = useState(() => draftOf(`answer/${one.id}`, ''))
  const own = draft.value.value
  const setOwn = draft.change
  const answer = answerOf(asked, chosen, own)
  // Read as it is sent: Enter may come before the last letter was drawn.
  const send = useBusy(() => {
    const given = answerOf(asked, chosen, draft.value.peek())
    return given.length === 0 ? undefined : goOn(one, given)
  })
  const choose = (option: string, on: boolean) => {
    if (asked.multiple) return setChosen(on ? [...chosen, option] : chosen.filter((each) => each !== option))
    setChosen([option])
    return setOwn('')
  }
  const write = (text: string) => {
    setOwn(text)
    if (!asked.multiple && text !== '') setChosen([])
  }
  const onSubmit = (event: Event) => {
    event.preventDefault()
    void attempt(send)
  }
  return (
    <form class="stack" onSubmit={onSubmit}>
      {asked.options.length > 0 && (
        <fieldset class="options">
          <legend>{t(asked.multiple ? 'waiting.chooseSome' : 'waiting.chooseOne')}</legend>
          {asked.options.map((option) => (
            <label class="check option" key={option}>
              <input
                type={asked.multiple ? 'checkbox' : 'radio'}
                name={id}
                checked={chosen.includes(option)}
                onChange={(event) => choose(option, event.currentTarget.checked)}
              />
              <span class="break">{visible(option)}</span>
            </label>
          ))}
        </fieldset>
      )}
      {asked.free && (
        <Field id={`${id}-own`} label={t(asked.options.length > 0 ? 'waiting.own' : 'waiting.answer')}>
          <input
            class="input"
            id={`${id}-own`}
            autocomplete="off"
            value={own}
            onInput={(event) => write(event.currentTarget.value)}
          />
        </Field>
      )}
      <div class="row wrap">
        <Button look="main" disabled={answer.length === 0} onPress={send}>
          {t('waiting.send')}
        </Button>
        <button type="submit" class="unseen" tabIndex={-1} aria-hidden="true" />
      </div>
    </form>
  )
}

/** For a call that waits for something which is no question: whatever is typed goes to it. */
export function LooseForm({ one }: { one: Suspension }) {
  const id = useId()
  const [text, setText] = useState('')
  const send = useBusy(() => goOn(one, looseAnswer(text)))
  const onSubmit = (event: Event) => {
    event.preventDefault()
    void attempt(send)
  }
  return (
    <form class="stack" onSubmit={onSubmit}>
      <Field id={id} label={t('waiting.loose')} hint={t('waiting.looseHint')}>
        <input
          class="input"
          id={id}
          autocomplete="off"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </Field>
      <div class="row wrap">
        <Button look="main" onPress={send}>
          {t('waiting.goOn')}
        </Button>
      </div>
    </form>
  )
}
