// The user's rule files: read, refused by line, replaced at one stroke.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { LoadedRule } from '../../policy/rules.ts'
import type { RefusedFile } from '../../sidecar/api/types.ts'
import { openRules } from '../../sidecar/rules.ts'
import { hostileStrings } from '../policy/hostile.ts'

const rule = (id: string, more: Record<string, unknown> = {}) => ({
  ...{ id, effect: ['readEnv'], target: 'LANG', decision: 'deny', why: 'No.' },
  ...{ match: [{ effect: 'readEnv', target: 'LANG' }], notMatch: [] },
  ...more,
})
const text = (...rules: unknown[]) => JSON.stringify(rules, null, 2)

function home() {
  const folder = mkdtempSync(join(tmpdir(), 'steward-rules-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const paths = { rules: join(folder, 'rules'), state: join(folder, 'state') }
  for (const path of Object.values(paths)) mkdirSync(path)
  const told: { rules: readonly LoadedRule[]; refused: readonly RefusedFile[] }[] = []
  return {
    ...paths,
    told,
    write: (name: string, what: string) => writeFileSync(join(paths.rules, name), what),
    open: () => openRules(paths, (rules, refused) => void told.push({ rules, refused })),
  }
}

const own = (rules: readonly LoadedRule[]) => rules.filter(({ source }) => source === 'user').map(({ id }) => id)

describe('[policy.rule-files] rule files', () => {
  test('are read in the order of their names, comments and all; other files are not', async () => {
    const { write, open } = home()
    write('b.json', text(rule('second')))
    write('a.jsonc', `// mine\n[${JSON.stringify(rule('first'))},]`)
    write('a.jsonc.former', 'no rules')
    write('notes.txt', 'no rules')
    const handle = await open()
    expect([own(handle.rules), handle.refused]).toEqual([['first', 'second'], []])
  })

  test.each<[string, string, number, string]>([
    ['that is not JSON', '[\n{\n"id": }\n]', 3, 'is not JSON: ValueExpected'],
    ['that is empty', '', 1, 'is not JSON'],
    ['that is no list', '\n\n{"id": "x"}', 3, 'expected array'],
    ['with an unknown field', text(rule('x', { targets: 'y' })), 17, 'targets: there is no such field'],
    ['with a field twice', '[\n{"id": "x",\n"id": "y"}]', 3, 'the field "id" is there twice'],
    ['with a field that is none', '[{"id": "x",\n"__proto__": {}}]', 2, 'the field "__proto__" can not be used'],
    ['with an id twice', `[\n${JSON.stringify(rule('x'))},\n${JSON.stringify(rule('x'))}\n]`, 3, 'has the same id'],
    [
      'with an example that fails',
      `[${JSON.stringify(rule('x')).replace('"match":[', '"match":[\n\n')}]`.replace(
        '"LANG","decision"',
        '"HOME","decision"',
      ),
      3,
      'should match, and does not',
    ],
    ['nested without end', `[\n${'['.repeat(100_000)}`, 2, 'is nested too deep'],
  ])('one %s is refused with its line and the reason', async (_what, broken, line, why) => {
    const { write, open, rules: folder } = home()
    write('rules.jsonc', broken)
    const handle = await open()
    expect(handle.refused).toEqual([
      { file: join(folder, 'rules.jsonc'), line, why: expect.stringContaining(why), inForce: 0 },
    ])
    expect(own(handle.rules)).toEqual([])
    await expect(handle.set(broken, 'mine.json')).rejects.toThrow(`mine.json, line ${line}: `)
  })

  test('one that is refused leaves its former rules in force, over a restart too', async () => {
    const { write, open, told } = home()
    write('rules.jsonc', text(rule('kept')))
    const first = await open()
    write('rules.jsonc', text(rule('kept', { decision: 'maybe' })))
    await first.set()
    expect([own(first.rules), first.refused[0]?.inForce]).toEqual([['kept'], 1])
    expect(told.at(-1)?.refused).toHaveLength(1)
    const second = await open()
    expect([own(second.rules), second.refused[0]?.line]).toEqual([['kept'], 8])
  })

  test('one that is taken away takes its rules with it', async () => {
    const { write, open, rules } = home()
    write('rules.jsonc', text(rule('gone')))
    await open()
    rmSync(join(rules, 'rules.jsonc'))
    expect(own((await open()).rules)).toEqual([])
  })

  test('an id in two files is refused in the second', async () => {
    const { write, open } = home()
    write('a.json', text(rule('x')))
    write('b.json', text(rule('x'), rule('y')))
    const handle = await open()
    expect([own(handle.rules), handle.refused[0]?.why]).toEqual([['x'], 'rule "x": a rule in a.json has the same id'])
  })

  test('are set at one stroke, and the former file is kept', async () => {
    const { open, rules, told } = home()
    const handle = await open()
    expect(await handle.set(text(rule('one')))).toEqual({ files: [{ file: join(rules, 'rules.jsonc'), rules: 1 }] })
    const former = join(rules, 'rules.jsonc.former')
    expect(await handle.set(text(rule('two'), rule('three')))).toMatchObject({ former })
    expect(readFileSync(former, 'utf8')).toBe(text(rule('one')))
    expect(own(told.at(-1)?.rules ?? [])).toEqual(['two', 'three'])
    expect(readdirSync(rules).sort()).toEqual(['rules.jsonc', 'rules.jsonc.former'])
  })

  test('that are only tested or tried change nothing', async () => {
    const { open, rules, told } = home()
    const handle = await open()
    expect(await handle.test(text(rule('x')), 'mine.json')).toEqual([{ file: 'mine.json', rules: 1 }])
    expect(own(await handle.try(text(rule('x'))))).toEqual(['x'])
    await expect(handle.test('[{}]', 'mine.json')).rejects.toThrow('mine.json, line 1: rule number 1: id')
    expect([own(handle.rules), told, readdirSync(rules)]).toEqual([[], [], []])
  })

  test('that can not be written leave everything as it was', async () => {
    const { open, rules } = home()
    const handle = await open()
    await handle.set(text(rule('one')))
    rmSync(rules, { recursive: true })
    writeFileSync(rules, 'in the way')
    await expect(handle.set(text(rule('two')))).rejects.toThrow()
    expect(own(handle.rules)).toEqual(['one'])
  })

  test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'that can not be read are refused',
    async () => {
      const { write, open, rules } = home()
      write('rules.jsonc', text(rule('one')))
      chmodSync(join(rules, 'rules.jsonc'), 0)
      expect((await open()).refused[0]?.why).toContain('can not be read')
    },
  )

  test('that are damaged where they are kept do no harm', async () => {
    const { write, open, state } = home()
    write('rules.jsonc', text(rule('one')))
    for (const damaged of ['', '[', '{"rules.jsonc": 5}', 'null']) {
      writeFileSync(join(state, 'rules-in-force.json'), damaged)
      expect(own((await open()).rules)).toEqual(['one'])
    }
  })

  test('[policy.hostile] whatever text they hold, they are taken or refused', async () => {
    const { open, state } = home()
    const handle = await open()
    for (const odd of hostileStrings())
      for (const value of [odd, text(rule('x', { why: odd })), text(rule(odd)), text(rule('x', { [odd]: odd }))])
        await handle.set(value).catch((thrown) => expect(thrown).toMatchObject({ code: 'BAD_INPUT' }))
    expect(existsSync(join(state, 'rules-in-force.json'))).toBe(true)
  })
})
