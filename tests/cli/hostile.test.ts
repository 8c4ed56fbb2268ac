import { describe, expect, it } from 'vitest'
import { safeJson, visible, visibleLines } from '../../sidecar/cli/visible.ts'
import { columns, cut, wrap } from '../../sidecar/cli/width.ts'
import { createFake } from './fake.ts'
import { steward } from './harness.ts'

const hostile = [
  '\u001b[2J\u001b[31mred',
  '\u001b]0;title\u0007',
  '\u001b]8;;http://evil\u001b\\link\u001b]8;;\u001b\\',
  'pay 1\rpay 9',
  'a\bb\u007fc',
  '\u009b31mC1',
  'invoice\u202Efdp.exe',
  '\u2066isolate\u2069',
  'zero\u200bwidth\u200djoin\ufeff',
  'tag\u{e0041}\u{e007f}',
  'soft\u00adhyphen',
  'line\u2028separator\u2029',
  'filler\u3164\u115f',
  'selector\ufe01\u{e0101}',
  'lone \ud800 surrogate',
  'nul \u0000',
]
const raw =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly what must not be there
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\u{e0000}-\u{e01ef}]/u

describe('[cli.hostile-text] text from data', () => {
  it.each(hostile)('%j is shown, not obeyed', (text) => {
    const shown = visible(text)
    expect(shown).not.toMatch(raw)
    expect(shown).not.toBe(text)
    expect(visibleLines(text).join('')).not.toMatch(raw)
    const json = safeJson({ text })
    expect(json).not.toMatch(raw)
    expect(JSON.parse(json).text).toBe(text)
  })

  it('keeps what is harmless: letters of all scripts, marks, emoji', () => {
    for (const text of ['notes.txt', 'Grüße é', '文件夹', 'مرحبا', '👩‍👩‍👧 ❤️ 👍🏽']) expect(visible(text)).toBe(text)
  })

  it('keeps lines and tabs only where several lines belong', () => {
    expect(visible('a\nb\tc')).toBe('a␊b␉c')
    expect(visibleLines('a\r\nb\tc')).toEqual(['a', 'b\tc'])
  })

  it('reaches the terminal only in its visible form, wherever it stands', async () => {
    const evil = hostile.join(' ')
    const fake = createFake()
    fake.addApproval({
      tool: evil,
      input: { evil },
      effects: [{ kind: evil, target: evil }],
      why: [evil],
      preview: { title: evil, body: evil },
      receipt: { score: 5, lines: [{ points: 1, why: evil }] },
      reason: evil,
      session: evil,
    })
    fake.answers['tool/call'] = (params) => ({
      callId: params.callId ?? 'c',
      tool: evil,
      session: evil,
      state: 'done',
      ok: true,
      output: { [evil]: evil, list: [{ [evil]: evil }], more: [evil] },
      createdAt: 1,
      startedAt: 1,
      durationMs: 1,
      receipt: { score: 1, lines: [] },
      labels: { trust: 'user', secrecy: 'public' },
      attachments: [{ id: 'a', name: evil, mime: evil, bytes: 1 }],
    })
    fake.answers['audit/query'] = () => ({ records: [{ seq: 1, type: evil, tool: evil, [evil]: evil }, evil] })
    fake.answers['tool/list'] = () => ({
      tools: [
        {
          name: evil,
          aliases: [],
          summary: evil,
          category: evil,
          effects: [evil],
          source: 'external',
          enabled: true,
          needs: evil,
        },
      ],
    })
    fake.answers['doctor/run'] = () => ({ findings: [{ id: 'x', level: 'warn', text: evil, how: evil }] })
    fake.answers['settings/get'] = () => ({ settings: { [evil]: evil } })
    const lines = [
      ['tools'],
      ['call', 'x'],
      ['approvals'],
      ['approvals', 'show', 'ap_1'],
      ['approvals', 'deny', 'ap_1'],
      ['audit', 'query'],
      ['doctor'],
      ['config'],
      [evil],
      ['tools', `--${evil}`],
    ]
    for (const argv of lines) {
      for (const json of [[], ['--json']]) {
        const { out, err } = await steward([...argv, ...json], { fake, columns: 60 })
        expect(out + err, argv[0]).not.toMatch(raw)
        expect(out + err).not.toBe('')
      }
    }
  })
})

describe('width', () => {
  it('counts Chinese, Korean and emoji as two columns, marks as none', () => {
    expect(columns('abc')).toBe(3)
    expect(columns('文件')).toBe(4)
    expect(columns('한글')).toBe(4)
    expect(columns('e\u0301')).toBe(1)
    expect(columns('👩‍👩‍👧')).toBe(2)
    expect(columns('❤️')).toBe(2)
  })

  it('cuts and wraps by columns, and wrapping loses nothing', () => {
    expect(cut('文件文件', 5)).toBe('文件…')
    expect(columns(cut('文件文件', 4))).toBeLessThanOrEqual(4)
    for (const line of wrap('文件夹 abc /a/very/long/path/without/spaces', 10))
      expect(columns(line)).toBeLessThanOrEqual(10)
    expect(wrap('/a/very/long/path', 5).join('')).toBe('/a/very/long/path')
    expect(wrap('文文', 1).join('')).toBe('文文')
  })

  it('is 80 where a terminal says that it has none', async () => {
    const fake = createFake()
    fake.addApproval()
    const given = { fake, terminal: true, columns: 0 }
    expect((await steward(['approvals', 'show', 'ap_1', '--no-color'], given)).out).toContain('Set EDITOR to vi')
    const asked = await steward(['call', 'set_env', 'name=A', 'value=b', '--no-color'], { ...given, types: ['l\n'] })
    expect(asked.err).toContain('Set EDITOR to vi')
  })

  it('fits tables to the terminal, but never cuts an id', async () => {
    const fake = createFake()
    fake.addApproval({ preview: { title: '设置环境变量'.repeat(20) }, tool: 'set_env_with_a_long_name' })
    const { out } = await steward(['approvals', 'list', '--no-color'], { fake, terminal: true, columns: 60 })
    for (const line of out.trimEnd().split('\n')) expect(columns(line)).toBeLessThanOrEqual(60)
    expect(out).toContain('ap_1')
    expect(out).toContain('…')
  })
})
