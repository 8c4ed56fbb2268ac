// What rules would have said to everything on record.
import type { Change, Backtest as Report } from '../../state/policy.ts'
import { href } from '../../state/route.ts'
import { Chip } from '../parts/basic.tsx'
import { visible } from '../parts/value.tsx'
import { said } from '../text/said.ts'
import { number, t, tn } from '../text/t.ts'
import { moment } from '../text/time.ts'
import { effectWords } from '../text/words.ts'
import { decisions, tones } from './words.ts'

export function Backtest({ report }: { report: Report }) {
  const { decisions: looked, changed, changes, lacking } = report
  const missing = Object.keys(lacking)
  return (
    <section class="card" aria-labelledby="backtest">
      <header>
        <h2 class="grow" id="backtest">
          {t('editor.result')}
        </h2>
        <span class="quiet small">{tn('editor.looked', looked)}</span>
      </header>
      <div class="body stack">
        <p role="status">
          {looked === 0 ? t('editor.empty') : changed === 0 ? t('editor.same') : tn('editor.changed', changed)}
        </p>
        {looked > 0 && <Counts report={report} />}
        {missing.length > 0 && (
          <p class="quiet small">{t('editor.lacking', { what: missing.map((one) => said(one)).join(', ') })}</p>
        )}
        {changes.length > 0 && (
          <ul class="rows">
            {changes.map((change) => (
              <ChangeRow key={change.seq} change={change} />
            ))}
          </ul>
        )}
        {changed > changes.length && <p class="quiet small">{tn('editor.moreChanges', changed - changes.length)}</p>}
      </div>
    </section>
  )
}

const Counts = ({ report }: { report: Report }) => (
  <table class="table counts">
    <thead>
      <tr>
        <th scope="col">{t('editor.decision')}</th>
        <th scope="col">{t('editor.before')}</th>
        <th scope="col">{t('editor.after')}</th>
      </tr>
    </thead>
    <tbody>
      {decisions.map((one) => (
        <tr key={one}>
          <th scope="row">
            <Chip tone={tones[one]}>{t(`policy.decision.${one}`)}</Chip>
          </th>
          <td>{number(report.before[one])}</td>
          <td>
            {number(report.after[one])} <Difference by={report.after[one] - report.before[one]} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const Difference = ({ by }: { by: number }) =>
  by === 0 ? null : <strong>{by > 0 ? `+${number(by)}` : `−${number(-by)}`}</strong>

function ChangeRow({ change }: { change: Change }) {
  const { at, call, tool, effects, from, to, rules, lacks } = change
  const isStricter = decisions.indexOf(to) > decisions.indexOf(from)
  return (
    <li class="rule">
      <div class="grow">
        <div class="row wrap">
          <code>{visible(tool)}</code>
          <Chip tone={tones[from]}>{t(`policy.decision.${from}`)}</Chip>
          <span aria-hidden="true">→</span>
          <Chip tone={tones[to]}>{t(`policy.decision.${to}`)}</Chip>
          <span class="quiet small">{t(isStricter ? 'editor.stricter' : 'editor.milder')}</span>
        </div>
        {effects.map(({ kind, target }, index) => (
          <div key={index} class="quiet small break">
            {effectWords(kind)} <code>{visible(target)}</code>
          </div>
        ))}
        <div class="quiet small">
          {rules.length > 0 ? t('editor.byRules', { rules: rules.map(visible).join(', ') }) : t('editor.byScore')}
          {lacks.length > 0 && ` · ${t('editor.lacks', { what: lacks.map((one) => said(one)).join(', ') })}`}
        </div>
      </div>
      <span class="quiet small">{moment(at)}</span>
      <a class="small" href={href('activity', call)}>
        {t('editor.call')}
      </a>
    </li>
  )
}
