// How rules are written, with examples to copy.
import { Copy } from '../parts/basic.tsx'
import { allKinds } from '../text/kinds.ts'
import { t } from '../text/t.ts'
import { effectWords } from '../text/words.ts'
import { exampleNames, exampleText } from './template.ts'

const fields = [
  ['effect', 'effect'],
  ['target, tool, session', 'target'],
  ['when: outside, sensitive, secret, own, firstTime, undoable, sandboxed', 'when'],
  ['label', 'label'],
  ['hours, days', 'hours'],
  ['decision', 'decision'],
  ['why', 'why'],
  ['match, notMatch', 'match'],
] as const

export const Help = () => (
  <>
    <details class="card fold">
      <summary>{t('editor.help')}</summary>
      <div class="stack inner">
        <p>{t('editor.help1')}</p>
        <dl class="pairs">
          {fields.map(([names, key]) => (
            <>
              <dt>
                <code>{names}</code>
              </dt>
              <dd>{t(`editor.help.${key}`)}</dd>
            </>
          ))}
        </dl>
        <details>
          <summary>{t('editor.kinds')}</summary>
          <ul class="kinds inner">
            {allKinds.map((kind) => (
              <li key={kind}>
                <code>{kind}</code> <span class="quiet small">{effectWords(kind)}</span>
              </li>
            ))}
          </ul>
        </details>
      </div>
    </details>
    <details class="card fold">
      <summary>{t('editor.examples')}</summary>
      <div class="stack inner">
        {exampleNames.map((name) => (
          <section key={name} class="stack tight">
            <div class="row">
              <h3 class="grow">{t(`editor.ex.${name}`)}</h3>
              <Copy text={exampleText(name)} />
            </div>
            <pre class="box">{exampleText(name)}</pre>
          </section>
        ))}
      </div>
    </details>
  </>
)
