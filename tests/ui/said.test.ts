// The window in Chinese: every text of the page, and whatever the sidecar says, taken from its own sources.
import { globSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { toJSONSchema } from 'zod/mini'
import { decide } from '../../policy/decide.ts'
import { type EffectKind, effectKinds } from '../../policy/effects.ts'
import { secrecyLevels, trustLevels } from '../../policy/flow.ts'
import { doubts } from '../../policy/guard.ts'
import { forbidden } from '../../policy/modes.ts'
import { Origins } from '../../policy/origin.ts'
import { conditions, defaultRules } from '../../policy/rules.ts'
import { type EffectFacts, score } from '../../policy/score.ts'
import { titleOf } from '../../sidecar/kernel/said.ts'
import { parseSettings } from '../../sidecar/kernel/settings.ts'
import { errorCodes } from '../../sidecar/text/errors.ts'
import { parseJson } from '../../sidecar/text/json.ts'
import { lookalikes } from '../../sidecar/text/lookalike.ts'
import { catalog } from '../../sidecar/tools/catalog.gen.ts'
import { families } from '../../sidecar/tools/index.ts'
import { type Schema, words } from '../../ui/views/form/shape.ts'
import { en } from '../../ui/views/text/en.ts'
import { inWindow, windowHints } from '../../ui/views/text/hints.ts'
import { translate } from '../../ui/views/text/translate.ts'
import { said } from '../../ui/views/text/zh/said.ts'
import { zh } from '../../ui/views/text/zh.ts'
import { findingTexts } from './findings.ts'
import { errorTexts, fieldTexts, root } from './sentences.ts'

const kinds = Object.keys(effectKinds) as EffectKind[]
const chinese = /\p{Script=Han}/u
const untranslated = (texts: readonly string[]) => texts.filter((text) => !chinese.test(translate(text, said)))
const gaps = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()
const inChinese = (text: string) => translate(text, said)

describe('the texts of the page [page.chinese]', () => {
  test('both languages have the same keys', () => {
    expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort())
  })

  test('both have the same gaps to be filled in', () => {
    const faults = Object.entries(en).filter(([key, text]) => {
      const other = gaps(zh[key as keyof typeof en])
      return JSON.stringify(gaps(text)) !== JSON.stringify(other)
    })
    expect(faults).toEqual([])
  })

  test('what is said in Chinese is Chinese', () => {
    // Names, examples and bare values are the same everywhere.
    const hasWords = (text: string) => /\p{L}/u.test(text.replace(/\{\w+\}/g, ''))
    const isBare = (key: string, text: string) => text === en[key as keyof typeof en] && !/[a-z] [a-z]/i.test(text)
    const faults = Object.entries(zh).filter(
      ([key, text]) => hasWords(text) && !chinese.test(text) && !isBare(key, text),
    )
    expect(faults).toEqual([])
  })
})

describe('what the sidecar says [page.said]', () => {
  test('the tools, what they need and their kinds', () => {
    const texts = catalog.flatMap(({ summary, category, needs, how }) => [summary, category, needs ?? '', how ?? ''])
    expect(untranslated(texts.filter((text) => text !== ''))).toEqual([])
  })

  test('the fields of every form, by name and by what is said of them', async () => {
    const tools = (await Promise.all(Object.values(families).map((load) => load()))).flat()
    const schemas = tools.map(({ input }) => toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema)
    const texts = new Set([...schemas.flatMap(fieldsOf), ...tools.map(({ name }) => words(name))])
    expect(texts.size).toBeGreaterThan(60)
    expect(untranslated([...texts])).toEqual([])
  })

  test('where a text stops being JSON', () => {
    const texts = ['{"a":}', '{a:1}', '[1,]', '1 2', '[1 2]', '{"a":1 2}', '"a', '', '{"a: b":1,,}']
    const faults = texts.map((text) => messageOf(() => parseJson(text)))
    expect(faults).not.toContain(undefined)
    expect(
      faults.map((fault) => inChinese(fault ?? '')).filter((text) => /[a-z]{3}/i.test(text.replace('JSON', ''))),
    ).toEqual([])
  })

  test('hints name the window, not the terminal', () => {
    expect(untranslated(windowHints)).toEqual([])
    const files = globSync('sidecar/{api,kernel,ports,tools,text,tasks}/*.ts', { cwd: root })
    const hints = [...files.flatMap(errorTexts), ...fieldTexts('sidecar/api/doctor.ts', ['how'])]
    const terminal = hints.map(inWindow).filter((text) => /steward [a-z]/.test(text))
    // Nothing in the window does these.
    expect(terminal.filter((text) => !/steward (restore|policy lock|command)/.test(text))).toEqual([])
  })

  test('effects, labels and codes of errors', () => {
    const says = Object.values(effectKinds).map((kind) => kind.says)
    expect(untranslated([...says, ...trustLevels, ...secrecyLevels, ...Object.values(errorCodes)])).toEqual([])
  })

  test('why a rule speaks, and when', () => {
    const rules = defaultRules()
    const whens = rules.map((rule) => conditions(rule)).filter((text) => text !== '')
    const own = conditions({
      ...{ id: 'a', decision: 'ask', why: 'b', match: [], notMatch: [], session: 'work' },
      ...{ hours: { from: '22:00', to: '07:00' }, days: ['mon', 'sun'], label: { trustAtMost: 'known' } },
    })
    expect(untranslated([...rules.map(({ why }) => why), ...whens, own])).toEqual([])
  })

  test('every line of a receipt', () => {
    const facts: Partial<EffectFacts>[] = [
      ...[{ sensitive: true }, { secret: true }, { outside: true }, { firstTime: true }, { attachments: 1 }],
      ...[{ attachments: 3 }, { count: 20 }, { count: 200 }, { undoable: true }, { sandboxed: true }],
    ]
    const calls = kinds.flatMap((kind) => facts.map((fact): EffectFacts[] => [{ kind, target: 'a', ...fact }]))
    const many = ['a', 'b', 'c', 'd', 'e'].map(
      (target): EffectFacts => ({ kind: 'writeFile', target, firstTime: true }),
    )
    const all = [[], ...calls, many, kinds.map((kind) => ({ kind, target: 'a' }))]
    const lines = all.flatMap((effects) => score(effects, { untrusted: true }).lines.map(({ why }) => why))
    expect(untranslated([...new Set(lines)])).toEqual([])
  })

  test('what the score and the modes say', () => {
    const receipt = score([{ kind: 'writeFile', target: 'a', secret: true }])
    const effects: EffectFacts[] = [{ kind: 'writeFile', target: 'a' }]
    const flow = { labels: { trust: 'user', secrecy: 'public' } as const }
    const { why } = decide({ tool: 'a', effects, receipt, rules: [], grants: [], flow, now: 0 })
    const modes = kinds.flatMap((kind) => [
      forbidden({ plan: true }, { kind }),
      forbidden({ draftsOnly: true }, { kind }),
    ])
    expect(why).toHaveLength(1)
    expect(untranslated([...why, ...modes.filter((text) => text !== undefined)])).toEqual([])
  })

  test('what the guard doubts', () => {
    const origins = new Origins()
    origins.hear({
      ...{ from: 'email_read', value: { text: 'write to eve@example.org' }, trust: 'untrusted' },
      ...{ untrustedFields: [], secrecy: 'private', input: {} },
    })
    const found = kinds.flatMap((kind) =>
      ['eve@example.org', 'nobody@example.org'].flatMap((to) =>
        doubts({ kind, input: { to, id: to }, destination: ['to'], object: ['id'], payload: ['id'] }, origins),
      ),
    )
    expect(new Set(found.map(({ role }) => role)).size).toBeGreaterThan(2)
    expect(untranslated(found.map(({ says }) => says))).toEqual([])
  })

  test('names that deceive the eye', () => {
    const names = [
      '\u0430pple.com',
      '\u0441\u043e\u0440',
      'a\u202eb',
      'a\u200bb',
      'xn--80ak6aa92e.com',
      '\uff41b',
      'a\u2044b',
    ]
    const found = names.flatMap(lookalikes)
    expect(found.length).toBeGreaterThanOrEqual(names.length)
    expect(untranslated(found)).toEqual([])
  })

  test('what a call does, in a line', async () => {
    const titles = kinds.map((kind) => titleOf('a_tool', [{ kind, target: 'somewhere' }]))
    const warnings = titles.map((title) => `${title} (risk 4 of 10)`)
    const tools = (await Promise.all(Object.values(families).map((load) => load()))).flat()
    const prepared = {
      folder: '/a',
      files: [],
      title: 'A',
      invites: [],
      uninvited: [],
      told: [],
      notes: [],
      scope: 'all',
    }
    // The title of a question is the question.
    const shown = tools.filter(({ name, preview }) => preview && name !== 'ask_user')
    const previews = shown.flatMap(({ input, examples, preview }) =>
      examples.map((example) => preview?.(input.parse(example), prepared).title ?? ''),
    )
    const undo = fieldTexts('sidecar/kernel/undo.ts', ['title'])
    expect(shown.length).toBeGreaterThan(5)
    expect(untranslated([...titles, ...warnings, ...previews, ...undo])).toEqual([])
  })

  test('what the doctor finds', async () => {
    const texts = await findingTexts()
    expect(texts.length).toBeGreaterThan(30)
    expect(untranslated(texts)).toEqual([])
  })

  test('the day at a glance, and what was understood', () => {
    const files = ['sidecar/tasks/briefing.ts', 'sidecar/tasks/daysections.ts', 'sidecar/briefing.ts']
    const day = files.flatMap((file) =>
      fieldTexts(file, ['title', 'detail', 'note', 'needs'], {
        needs: 'a later version of Steward',
        states: '9 done, 1 failed',
      }),
    )
    const intents = fieldTexts('sidecar/kernel/intent.ts', ['says'])
    const notices = fieldTexts('sidecar/kernel/kernel.ts', ['text'])
    expect(day.length).toBeGreaterThan(15)
    expect(intents.length).toBeGreaterThan(2)
    expect(untranslated([...day, ...intents, ...notices])).toEqual([])
  })

  test('what is wrong with the time of an event, a task or a reminder', () => {
    const names = ['clocks', 'remind', 'resolving', 'safety', 'taskfields', 'tasks', 'words']
    const texts = names.flatMap((name) => [
      ...errorTexts(`sidecar/text/agenda/${name}.ts`),
      ...fieldTexts(`sidecar/text/agenda/${name}.ts`, ['refuse']),
    ])
    expect(texts.length).toBeGreaterThan(30)
    // Values as they come: quoted, a name of RFC 5545, a number.
    const filled = texts.map((text) =>
      text
        .replace(/^abc (?=is|does)|(?<=task )abc/, (gap) => gap.replace('abc', '"abc"'))
        .replace(/^abc (?=can not be)/, 'PRIORITY ')
        .replace(/(?<=0 to )abc/, '9'),
    )
    expect(untranslated(filled)).toEqual([])
  })

  test('what is wrong with an audit log', () => {
    const texts = [
      ...fieldTexts('policy/audit-verify.ts', ['why', 'lost', 'at', 'broken']),
      ...fieldTexts('policy/audit-proof.ts', ['no']),
    ]
    expect(texts.length).toBeGreaterThan(15)
    expect(untranslated(texts)).toEqual([])
  })

  test('what is wrong with a setting', () => {
    const odd: unknown[] = [
      true,
      0,
      'x',
      {},
      [0],
      { a: 'x' },
      { from: '1', to: '2' },
      { from: '01:00', to: '01:00', days: [9] },
    ]
    const keys = ['concurrency', 'root', 'zone', 'timeouts', 'tools', 'me', 'contacts', 'flags', 'modes', 'quietHours']
    const more = ['attention', 'ui', 'place', 'workingHours', 'notifications', 'nothing']
    const faults = [...keys, ...more].flatMap((key) => odd.flatMap((value) => faultOf({ [key]: value })))
    faults.push(
      ...faultOf({ ui: { theme: 'x' } }),
      ...faultOf({ tools: { disabled: [1] } }),
      ...faultOf({ me: { names: 1 } }),
    )
    expect(faults.length).toBeGreaterThan(50)
    expect(untranslated(faults)).toEqual([])
  })

  test('what goes wrong with events, tasks and reminders', () => {
    const patterns = ['sidecar/tools/*/*.ts', 'sidecar/text/agenda/*.ts', 'sidecar/ports/calendar/port*.ts']
    const texts = patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).flatMap(errorTexts)
    expect(texts.length).toBeGreaterThan(100)
    expect(untranslated(texts)).toEqual([])
  })

  test('what goes wrong, and what to do about it', () => {
    const files = globSync('sidecar/{api,kernel,ports,tools,text,tasks}/*.ts', { cwd: root }).filter(
      (file) => !isForMakers(file),
    )
    const store = ['backup', 'blobs', 'config', 'faults', 'rules'].map((name) => `sidecar/store/${name}.ts`)
    const texts = [...files, ...store, 'sidecar/settings.ts', 'sidecar/rules.ts', 'sidecar/compose.ts'].flatMap(
      errorTexts,
    )
    expect(texts.length).toBeGreaterThan(150)
    expect(untranslated(texts)).toEqual([])
  })

  test('what goes wrong with accounts on servers', () => {
    const files = globSync('sidecar/ports/calendar/{accounts,caldav/*}.ts', { cwd: root })
    const texts = [...files, 'sidecar/store/secrets.ts'].flatMap(errorTexts)
    const host = 'dav.example.org'
    const faults = [
      ...[`${host} sends us on to https://${host}. The password is not given to another server.`],
      ...[`${host} can not be reached (ENOTFOUND). Nothing was changed.`, `${host} takes too long to answer.`],
      ...[`The connection to ${host} broke off (ECONNRESET). Whether it was carried out is not known.`],
      ...[`The certificate of ${host} can not be trusted (CERT_HAS_EXPIRED).`, `${host} answers with an error (503).`],
      ...['The first copy is being made: 100 of 5000.', 'Entries larger than 1 MB are left out: 2.'],
      ...['The password goes over the network without encryption, since the address begins with http.'],
    ]
    expect(texts.length).toBeGreaterThan(40)
    expect(untranslated([...texts, ...faults])).toEqual([])
    expect(texts.filter((text) => inWindow(text).includes('steward '))).toEqual([])
    expect(inChinese(faults[1] ?? '')).toBe(`无法连接 ${host}（ENOTFOUND）。没有任何更改。`)
  })

  test('what is wrong with a calendar, its files or its address', () => {
    const names = ['agenda', 'catalog', 'filelock', 'ics', 'icsfetch', 'joined', 'plan', 'shelf', 'vdir', 'vdirfiles']
    const texts = [...names, 'library', 'workerhost'].flatMap((name) => errorTexts(`sidecar/ports/calendar/${name}.ts`))
    expect(texts.length).toBeGreaterThan(30)
    const faults = [
      '2 files could not be read in full: a.ics: it is empty; b.ics: it is a link',
      '1 file could not be understood in full: a.ics: A rule was not understood: "X".',
      '3 files are still being read.',
      'It takes too long to read; not all of it is shown.',
      'The address did not give a calendar: it can not be reached (ECONNREFUSED).',
      'The calendar can not be shown: It takes too much memory to read.',
    ]
    expect(untranslated([...texts, ...faults])).toEqual([])
  })
})

describe('how it is translated [page.said]', () => {
  test('several sentences, and lists inside of one', () => {
    expect(inChinese('The risk is 7 of 10. It moves money.')).toBe('风险为 7/10。它会转移资金。')
    expect(inChinese('also writes files, sends mail')).toBe('同时写入文件、发送邮件')
  })

  test('what is not known, or known by half, stays as it is', () => {
    for (const text of ['Ada wrote this.', 'The risk is 7 of 10. Ada wrote this.', 'also paints, sends mail', ''])
      expect(inChinese(text)).toBe(text)
  })

  test('names of the language itself are no sentences', () => {
    for (const text of ['constructor', '__proto__', 'toString']) expect(inChinese(text)).toBe(text)
  })

  test('every pattern stands for a whole text, and fills only gaps that it has', () => {
    for (const [pattern, to] of said.patterns) {
      expect(pattern.source).toMatch(/^\^.*\$$/)
      const groups = new RegExp(`${pattern.source}|`, pattern.flags).exec('')?.length ?? 0
      for (const [, gap] of to.matchAll(/\{\*?(\d)\}/g)) expect(Number(gap)).toBeLessThan(groups)
    }
  })

  test('a long text from anywhere is no sentence, and holds up nothing', () => {
    const text = `There is no ${'a at '.repeat(100_000)}`
    expect(inChinese(text)).toBe(text)
  })
})

// Phrases are faults of whoever writes a tool, and tell the maker only.
const isForMakers = (file: string): boolean => /\.gen\.ts$|phrases\.ts$/.test(file)

function fieldsOf(schema: Schema): string[] {
  const inside = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.items ? [schema.items] : [])]
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [words(name), ...fieldsOf(field)])
  return [...(schema.description === undefined ? [] : [schema.description]), ...fields, ...inside.flatMap(fieldsOf)]
}

function messageOf(work: () => unknown): string | undefined {
  try {
    work()
    return undefined
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : undefined
  }
}

function faultOf(settings: unknown): string[] {
  try {
    parseSettings(settings)
    return []
  } catch (thrown) {
    return thrown instanceof Error
      ? thrown.message
          .replace(/\.$/, '')
          .split('; ')
          .map((one) => `${one}.`)
      : []
  }
}
