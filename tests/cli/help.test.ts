import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from '../../sidecar/cli/args.ts'
import { commands } from '../../sidecar/cli/commands.ts'
import { splitLine } from '../../sidecar/cli/words.ts'
import { createFake } from './fake.ts'
import { steward } from './harness.ts'

const shown = commands.filter((command) => !command.hidden)

describe('[cli.help] help', () => {
  it('fits on a screen of 80 by 40, and names every command and exit code', async () => {
    for (const argv of [[], ['help'], ['--help'], ['-h']]) {
      const { out, code } = await steward(argv)
      expect(code).toBe(0)
      const lines = out.trimEnd().split('\n')
      expect(lines.length).toBeLessThanOrEqual(40)
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(80)
      for (const command of shown) expect(out).toMatch(new RegExp(`^ {2}(\\w+, )?${command.name}[, ]`, 'm'))
      for (const code of [0, 1, 2, 3, 4, 5, 6, 7, 130]) expect(out).toMatch(new RegExp(`\\b${code} [a-z]`))
    }
  })

  it.each(shown.map((command) => command.name))('for %s has an example, by both ways', async (name) => {
    const { out, code } = await steward(['help', name])
    expect(code).toBe(0)
    expect(out).toMatch(/Examples:\n {2}\S/)
    expect((await steward([name, '--help'])).out).toBe(out)
  })

  it('gives only examples that the command line accepts', () => {
    for (const command of shown)
      for (const example of command.examples) {
        const found = /(?:^|[|(] *)steward (.*?)(?:\)"|>.*|\|.*)?$/.exec(example)
        if (!found?.[1]) throw new Error(`${example} does not call steward`)
        const parsed = parse(splitLine(found[1].trim()))
        expect(parsed.command?.name ?? 'shell', example).toBe(
          command.name === 'help' ? (parsed.command?.name ?? '') : command.name,
        )
      }
  })

  it('knows its version', async () => {
    expect((await steward(['--version'])).out).toBe('1.2.3\n')
  })

  it('names the nearest command, sub-command and option', async () => {
    expect((await steward(['aproval'])).err).toContain('Did you mean "approvals"?')
    expect((await steward(['audit', 'verfy'])).err).toContain('Did you mean "verify"?')
    expect((await steward(['tools', '--categry', 'x'])).err).toContain('Did you mean --category?')
    expect((await steward(['approvals', 'allow', 'x', '--times', 'many'])).err).toContain(
      '--times needs a whole number',
    )
  })
})

describe('completion', () => {
  const check = (shell: string, args: string[], script: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'steward-completion-'))
    try {
      const file = join(folder, 'script')
      writeFileSync(file, script)
      return spawnSync(shell, [...args, file], { encoding: 'utf8' })
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  it('writes a script that bash accepts', async () => {
    const { out } = await steward(['completion', 'bash'])
    const checked = check('bash', ['-n'], out)
    expect(checked.stderr).toBe('')
    expect(checked.status).toBe(0)
  })

  it.each(['zsh', 'fish'])('writes a script that %s accepts, where it is installed', async (shell) => {
    const { out, code } = await steward(['completion', shell])
    expect(code).toBe(0)
    expect(out).toContain('__complete --')
    const checked = check(shell, ['-n'], out)
    if ((checked.error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return
    expect(checked.stderr).toBe('')
    expect(checked.status).toBe(0)
  })

  it('works in a real bash, with the command it asks', async () => {
    const { out } = await steward(['completion', 'bash'])
    const script = `
      steward() { printf '%s\\n' 'path=' ; }
      ${out}
      COMP_WORDS=(steward call read_file pa) COMP_CWORD=3
      _steward steward pa read_file
      printf '<%s>' "\${COMPREPLY[@]}"`
    const ran = spawnSync('bash', ['-c', script], { encoding: 'utf8' })
    expect(ran.stdout).toBe('<path=>')
  })

  const offers = async (...words: string[]) => {
    const fake = createFake()
    fake.addApproval()
    return (await steward(['__complete', '--', ...words], { fake })).out.split('\n').filter(Boolean)
  }

  it('offers commands, options, tools, fields and ids', async () => {
    expect(await offers('a')).toEqual(['accounts', 'approvals', 'audit', 'autostart'])
    expect(await offers('')).not.toContain('__complete')
    expect(await offers('tools', '--c')).toEqual(['--category'])
    expect(await offers('--j')).toEqual(['--json'])
    expect(await offers('call', 're')).toEqual(['read_file'])
    expect(await offers('call', 'read_file', 'p')).toEqual(['path='])
    expect(await offers('call', 'read_file', 'path=x', 'max')).toEqual(['maxBytes='])
    expect(await offers('policy', 'explain', 'set_env', 'n')).toEqual(['name='])
    expect(await offers('approvals', 'allow', '')).toEqual(['ap_1'])
    expect(await offers('--session', 'call', 'ap')).toEqual(['approvals'])
    expect(await offers('audit', 'query', '--decision', 'a')).toEqual(['allow', 'ask'])
    expect(await offers('backup', '')).toEqual([])
  })

  it('offers nothing, quietly, where the sidecar does not answer or a name is unsafe', async () => {
    const fake = createFake()
    fake.answers['tool/list'] = () => {
      throw new Error('gone')
    }
    expect(await steward(['__complete', '--', 'call', ''], { fake })).toMatchObject({ code: 0, out: '', err: '' })
    fake.answers['tool/list'] = () => ({
      tools: ['$(rm -rf ~)', 'a b', '\u001b[2J', 'fine'].map((name) => ({
        name,
        aliases: [],
        summary: '',
        category: 'custom',
        effects: [],
        source: 'external' as const,
        enabled: true,
      })),
    })
    expect((await steward(['__complete', '--', 'call', ''], { fake })).out).toBe('fine\n')
  })
})
