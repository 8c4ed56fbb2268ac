// What a first rule looks like, and others to copy.
import { t } from '../text/t.ts'

const examples = {
  mail: {
    id: 'ask-before-mail',
    effect: ['sendMail'],
    decision: 'ask',
    match: [{ effect: 'sendMail', target: 'ana@example.org' }],
    notMatch: [{ effect: 'draftMail', target: 'Drafts' }],
  },
  folder: {
    id: 'tax-papers',
    effect: ['writeFile', 'deleteFile'],
    target: '/home/*/taxes/**',
    decision: 'deny',
    match: [{ effect: 'deleteFile', target: '/home/ana/taxes/2025.pdf' }],
    notMatch: [
      { effect: 'readFile', target: '/home/ana/taxes/2025.pdf' },
      { effect: 'deleteFile', target: '/home/ana/old.pdf' },
    ],
  },
  night: {
    id: 'quiet-night',
    effect: ['leaves'],
    hours: { from: '22:00', to: '07:00' },
    decision: 'deny',
    match: [{ effect: 'sendMail', target: 'ana@example.org', time: '23:30' }],
    notMatch: [{ effect: 'sendMail', target: 'ana@example.org', time: '12:00' }],
  },
  quiet: {
    id: 'read-project',
    effect: ['readFile'],
    target: '/home/*/project/**',
    decision: 'allow',
    match: [{ effect: 'readFile', target: '/home/ana/project/plan.md' }],
    notMatch: [{ effect: 'writeFile', target: '/home/ana/project/plan.md' }],
  },
} as const

export type ExampleName = keyof typeof examples
export const exampleNames = Object.keys(examples) as ExampleName[]

/** One rule as it stands in a file. */
export function exampleText(name: ExampleName): string {
  const { id, decision, match, notMatch, ...rest } = examples[name]
  const fields = Object.entries({ id, ...rest, decision, why: t(`editor.ex.${name}`), match, notMatch })
  const lines = fields.map(([key, value]) => `  ${JSON.stringify(key)}: ${written(value)}`)
  return `{\n${lines.join(',\n')}\n}`
}

// On one line, with room between: the way that people write it.
function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${written(each)}`)
  return `{ ${fields.join(', ')} }`
}

/** A whole file to begin with. */
export function template(): string {
  const rule = exampleText('mail').replace(/^/gm, '  ')
  return `// ${t('editor.c1')}\n[\n  // ${t('editor.c2')}\n  // ${t('editor.c3')}\n${rule}\n]\n`
}
