// Questions to the user.
import * as z from 'zod'
import { defineTool, type Tool } from '../kernel/define.ts'

export const askUser = defineTool({
  name: 'ask_user',
  aliases: ['ask_user_question'],
  summary: 'Asks the user a question, with options or free, and waits for the answer, over a restart too.',
  category: 'planning',
  input: z.object({
    question: z.string().trim().min(1).max(2000),
    options: z
      .array(z.string().trim().min(1).max(500))
      .max(20)
      .optional()
      .describe('What to choose from; none means a free answer'),
    free: z.boolean().optional().describe('An answer outside the options is welcome too'),
    multiple: z.boolean().optional().describe('More than one option may be chosen'),
  }),
  output: z.object({ answers: z.array(z.string()) }),
  effects: { askUser: () => ['user'] },
  preview: ({ question }) => ({ title: question }),
  // The answer is the user's own word.
  labels: { trust: 'user', secrecy: 'private' },
  examples: [
    { question: 'Which day suits you?', options: ['Monday', 'Friday'] },
    { question: 'What shall I call it?' },
  ],
  phrases: [
    'ask me [this]: {question}',
    'ask me {question} with [the] (options|choices) {options}',
    '(问我|问一下我|提问)[:]{question}',
    '问我{question}选项[是|有]{options}',
  ],
  sentences: [
    ['ask me "Which day?" with options Monday, Friday', { question: 'Which day?', options: ['Monday', 'Friday'] }],
    ['问我：晚饭吃什么？', { question: '晚饭吃什么？' }],
  ],
  words: ['question', '提问', '问题'],
  run: async ({ question, options, free, multiple }, ports) => ({
    answers: await ports.askUser('user', {
      question,
      ...(options === undefined ? {} : { options }),
      ...(free === undefined ? {} : { free }),
      ...(multiple === undefined ? {} : { multiple }),
    }),
  }),
})

export const planningTools: readonly Tool[] = [askUser]
