// Environment variables, as Steward and what it starts see them.
import * as z from 'zod'
import { defineTool, type Tool } from '../kernel/define.ts'
import { counted } from '../text/count.ts'
import { isSecretName } from '../text/sensitive.ts'

const variable = z.string().min(1).max(255)
const list = (names: string | string[] | undefined): string[] => [...new Set(names === undefined ? [] : [names].flat())]
const hidden = (name: string, reveal: boolean): boolean => !reveal && isSecretName(name)

export const getEnv = defineTool({
  name: 'get_env',
  summary: 'Reads environment variables, or lists their names. What looks like a secret is only read with reveal.',
  category: 'system',
  input: z.object({
    names: z
      .union([variable, z.array(variable).min(1).max(100)])
      .optional()
      .describe('Without it, all names are listed'),
    reveal: z.boolean().default(false).describe('Also read values of names that look like secrets'),
  }),
  output: z.object({
    names: z.array(z.string()).optional(),
    values: z.record(z.string(), z.string()).optional().describe('What is not set is not in it'),
    hidden: z.array(z.string()).optional().describe('Not read: they look like secrets'),
  }),
  effects: {
    readEnv: ({ names, reveal }) => (names === undefined ? ['*'] : list(names).filter((name) => !hidden(name, reveal))),
  },
  roles: { object: ['names'] },
  labels: { trust: 'own', secrecy: 'private' },
  examples: [{}, { names: 'LANG' }, { names: ['GITHUB_TOKEN'], reveal: true }],
  async run({ names, reveal }, { readEnv }) {
    if (names === undefined) return { names: await readEnv.names('*') }
    const values: [string, string][] = []
    for (const name of list(names).filter((one) => !hidden(one, reveal))) {
      const value = await readEnv(name)
      if (value !== undefined) values.push([name, value])
    }
    const kept = list(names).filter((name) => hidden(name, reveal))
    return { values: Object.fromEntries(values), ...(kept.length > 0 ? { hidden: kept } : {}) }
  },
})

export const setEnv = defineTool({
  name: 'set_env',
  summary: 'Sets or removes an environment variable for the tools and commands that Steward runs.',
  category: 'system',
  input: z.object({ name: variable, value: z.string().max(32_000).nullable().describe('null removes the variable') }),
  output: z.object({ name: z.string(), existed: z.boolean(), changed: z.boolean() }),
  effects: { writeEnv: ({ name }) => [name] },
  roles: { object: ['name'], payload: ['value'] },
  preview: ({ name, value }) => ({
    title: value === null ? `Remove ${name}` : `Set ${name}`,
    body:
      value === null
        ? name
        : `${name}=${isSecretName(name) ? `(hidden, ${counted(value.length, 'character')})` : value}`,
  }),
  secrets: ({ name, value }) => (value !== null && isSecretName(name) ? ['value'] : []),
  labels: { trust: 'own', secrecy: 'private' },
  idempotent: true,
  examples: [
    { name: 'LANG', value: 'de_DE.UTF-8' },
    { name: 'LANG', value: null },
  ],
  async run({ name, value }, { writeEnv }) {
    const { before } = await writeEnv(name, value)
    return { name, existed: before !== null, changed: before !== value }
  },
})

export const environmentTools: readonly Tool[] = [getEnv, setEnv]
