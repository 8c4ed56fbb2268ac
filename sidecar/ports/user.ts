// askUser: a question to the person, parked on disk until it is answered.
import { StewardError } from '../text/errors.ts'
import type { Port, Question } from './types.ts'

const bad = (message: string, hint: string) => new StewardError('BAD_INPUT', message, hint)

function checkQuestion(asked: unknown): Question {
  const { question, options, free, multiple } = (asked ?? {}) as Partial<Question>
  if (typeof question !== 'string' || question.trim() === '') throw bad('The question is empty.', 'Say what is asked.')
  const texts = options ?? []
  if (!Array.isArray(texts) || texts.some((option) => typeof option !== 'string' || option === ''))
    throw bad('The options must be a list of texts.', 'Leave them out for a free answer.')
  if (new Set(texts).size !== texts.length) throw bad('Two options are the same.', 'Give each option its own text.')
  const checked: Question = { question }
  if (texts.length > 0) checked.options = texts
  if (free !== undefined) checked.free = free === true
  if (multiple !== undefined) checked.multiple = multiple === true
  return checked
}

/** The answers in an answer, or BAD_INPUT where it does not fit the question. A question without options takes any text. */
export function checkAnswer(question: Question, answer: unknown): string[] {
  const answers = typeof answer === 'string' ? [answer] : answer
  if (!Array.isArray(answers) || answers.some((one) => typeof one !== 'string' || one.trim() === ''))
    throw bad('The answer must be a list of texts.', 'Send ["…"], one text for each choice.')
  if (answers.length === 0) throw bad('There is no answer.', 'Choose one, or cancel the question.')
  if (answers.length > 1 && question.multiple !== true) throw bad('Only one answer was asked for.', 'Choose one.')
  if (new Set(answers).size !== answers.length) throw bad('An answer was given twice.', 'Choose each option once.')
  const { options = [], free = false } = question
  const strange = free || options.length === 0 ? undefined : answers.find((one) => !options.includes(one))
  if (strange !== undefined)
    throw bad(`${JSON.stringify(strange)} is not one of the options.`, `They are: ${options.join(' | ')}`)
  return answers
}

/** Asks the user. The only target is `user`. */
export const userPort = (): Port => ({
  kind: 'askUser',
  repeatable: true,
  canonical: (target) => {
    if (target === 'user') return target
    throw new StewardError('BAD_TARGET', 'Only the user can be asked.', 'Use "user" as the target.')
  },
  methods: {
    call: async (_who, [asked], context) => {
      const question = checkQuestion(asked)
      return checkAnswer(question, await context.suspend('question', question))
    },
  },
})
