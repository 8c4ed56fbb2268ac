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
  preview: ({ names, reveal }) => ({
    title: names === undefined ? 'List the names of environment variables' : `Read ${list(names).join(', ')}`,
    ...(reveal ? { body: 'Values that look like secrets are shown, too.' } : {}),
  }),
  labels: { trust: 'own', secrecy: 'private' },
  examples: [{}, { names: 'LANG' }, { names: ['GITHUB_TOKEN'], reveal: true }],
  phrases: [
    '(list|show|show me|what are) [all] [the|my] (environment variables|env variables|env vars|environment)',
    '(show|get|print|read|echo|whats|what is|tell me) [me] [the] (environment variable|env variable|env var|variable|env) {names:variable}',
    '[what is|whats|show|get|tell me] the value of {names:env}',
    '(print|echo) {names:env}',
    '(show|read|get|what is|whats) {names:dollar}',
    '(reveal|show the secret) {names:env} {reveal=true}',
    '[列出|显示|查看|看看|有哪些|看一下][所有|全部][的](环境变量)[有哪些|列表]',
    '(显示|查看|读取|看看|看一下)[一下]环境变量{names:variable}[的值]',
    '环境变量{names:variable}[的值](是什么|是多少)',
    '[查看|显示|看看]{names:env}的值[是什么|是多少]',
  ],
  sentences: [
    ['show environment variable LANG', { names: 'LANG' }],
    ['查看环境变量 PATH', { names: 'PATH' }],
  ],
  words: ['env', 'variable', '环境变量'],
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
  phrases: [
    '(set|change) [the] [environment variable|env variable|env var|variable|env] {name:env} (to|=|as) {value}',
    '(set|change) [the] (environment variable|env variable|env var|variable) {name:variable} (to|=|as) {value}',
    'export {name:variable} = {value}',
    'unset {name:env} {value=null}',
    '(unset|remove|delete|clear) [the] (environment variable|env variable|env var|variable) {name:variable} {value=null}',
    '[把](设置|设定)[环境变量]{name:env}(为|成|=|等于){value}',
    '把[环境变量]{name:env}(设为|设成|设置为|设置成|改成|改为){value}',
    '(删除|移除|取消|清除)[变量]{name:dollar} {value=null}',
    '(删除|移除|取消|清除)环境变量{name:variable} {value=null}',
  ],
  sentences: [
    ['set EDITOR to vi', { name: 'EDITOR', value: 'vi' }],
    ['unset EDITOR', { name: 'EDITOR', value: null }],
    ['把 EDITOR 设为 vi', { name: 'EDITOR', value: 'vi' }],
  ],
  words: ['env', 'variable', 'unset', 'export', '环境变量', '设置变量'],
  async run({ name, value }, { writeEnv }) {
    const { before } = await writeEnv(name, value)
    return { name, existed: before !== null, changed: before !== value }
  },
})

export const environmentTools: readonly Tool[] = [getEnv, setEnv]
