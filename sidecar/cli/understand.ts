// Lines such as "lunch with Ana tomorrow 12-1": what they would become is said first, and what is not clear is asked.
import type { ParamsOf, ResultOf } from '../protocol/methods.ts'
import { exits } from './exit.ts'
import { callTool, type Tell } from './toolcall.ts'
import type { Answer, Run } from './types.ts'
import { visible } from './visible.ts'

type Understood = ResultOf<'calendar/understand'>
type Choice = Understood['choices'][number]

const numbered = (choices: readonly Choice[]) =>
  choices.map(({ says }, i) => `  ${String(i + 1).padStart(2)}  ${visible(says)}`)

async function pickChoice(run: Run, { choices, why }: Understood): Promise<Choice | undefined> {
  if (!run.person) return undefined
  run.host.stderr.write(`${[visible(why ?? 'That is not clear.'), ...numbered(choices)].join('\n')}\n`)
  for (;;) {
    const text = (
      await run.person.ask(
        choices.length > 1
          ? `Which one? (1-${choices.length}, Enter for none): `
          : 'Is it meant so? (1, Enter for no): ',
      )
    )?.trim()
    if (!text) return undefined
    const choice = /^\d{1,3}$/.test(text) ? choices[Number(text) - 1] : undefined
    if (choice) return choice
  }
}

function unclear(run: Run, understood: Understood): Answer {
  const { choices, why, state } = understood
  const said = visible(why ?? (state === 'ambiguous' ? 'That is not clear.' : 'Something is missing.'))
  const hows = ['Nothing was done.', 'Nothing was done. Say it in other words; a name goes in quotes.']
  const how = hows[choices.length] ?? 'Nothing was done. Say one of them in full.'
  return {
    value: understood,
    text: choices.length > 0 ? numbered(choices) : [],
    notes: run.json ? [] : [said, how],
    code: exits.usage,
  }
}

/** Says what a line means and does it; with --dry-run it only says so. */
export async function doLine(
  run: Run,
  line: ParamsOf<'calendar/understand'>,
  more: Readonly<Record<string, unknown>>,
  tell?: Tell,
): Promise<Answer> {
  const understood = await (await run.client()).call('calendar/understand', line)
  const [first] = understood.choices
  const isDry = run.options['dry-run'] === true
  const choice = understood.state === 'clear' ? first : isDry ? undefined : await choose(run, understood)
  if (!choice) return unclear(run, understood)
  const notes = choice.notes.map((note) => `  ${visible(note)}`)
  if (isDry) return { value: understood, text: [visible(choice.says), ...notes] }
  run.note([visible(choice.says), ...notes].map(run.errPaint.dim).join('\n'))
  return callTool(run, choice.tool, { ...Object(choice.input), ...more }, tell)
}

const choose = async (run: Run, understood: Understood) =>
  understood.state === 'ambiguous' && understood.choices.length > 0 ? pickChoice(run, understood) : undefined
