import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'

const script = new URL('./fakecli.ts', import.meta.url).pathname

function start(argv: string[]) {
  const child = spawn(process.execPath, [script, ...argv], { stdio: 'pipe' })
  const ran = { out: '', err: '' }
  child.stdout.on('data', (piece) => {
    ran.out += piece
  })
  child.stderr.on('data', (piece) => {
    ran.err += piece
  })
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ...ran }))
  return { child, ran, ended }
}

async function says(child: ChildProcess, ran: { err: string; out: string }, text: string): Promise<void> {
  while (!ran.err.includes(text) && !ran.out.includes(text)) {
    if (child.exitCode !== null) throw new Error(`It ended without saying ${text}: ${ran.err}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

const shell = async (input: string, argv: string[] = []) => {
  const { child, ended } = start(['shell', ...argv])
  child.stdin.end(input)
  return ended
}

describe('[cli.interrupt] Ctrl-C', () => {
  it('cancels the call, and the exit code says so', async () => {
    const { child, ran, ended } = start(['shell'])
    child.stdin.write('slow\nstatus\n')
    await says(child, ran, 'it runs')
    child.kill('SIGINT')
    await says(child, ran, 'Ready.')
    child.stdin.end()
    const shellEnd = await ended
    expect(shellEnd.err).toContain('Cancelling')
    expect(shellEnd.code).toBe(0)
  })

  it('ends a single command with 130 after cancelling', async () => {
    const { child, ran, ended } = start(['call', 'slow', '--json'])
    await says(child, ran, 'it runs')
    child.kill('SIGINT')
    const { code, out, err } = await ended
    expect(code).toBe(130)
    expect(err).toContain('Cancelling')
    expect(JSON.parse(out).error.code).toBe('CANCELLED')
  })

  it('leaves at once when it comes again', async () => {
    const { child, ran, ended } = start(['call', 'stuck'])
    await says(child, ran, 'it runs')
    child.kill('SIGINT')
    await says(child, ran, 'Cancelling')
    child.kill('SIGINT')
    expect((await ended).code).toBe(130)
  })
})

describe('[cli.shell] the shell on a pipe', () => {
  it('reads commands line by line and ends with the code of the last', async () => {
    const { code, out, err } = await shell('current_time\n\n# a remark\ncall read_file {"path": "a b"}\n')
    expect(code).toBe(0)
    expect(out).toContain('Europe/Berlin')
    expect(out).toContain('read a b')
    for (const tool of ['current_time', 'get_system_info', 'list_directory']) expect(err).toContain(tool)
    expect((await shell('current_time\ncall nothing\n')).code).toBe(5)
    expect((await shell('call nothing\ncurrent_time')).code).toBe(0)
  })

  it('goes on after every error', async () => {
    const { code, out, err } = await shell('curent_time\nsay "x\ntools --bad\ncall read_file {"pa\nstatus\n')
    expect(code).toBe(0)
    expect(out).toContain('Ready.')
    expect(err.match(/error:/g)).toHaveLength(4)
    expect(err).toContain('Did you mean "current_time"?')
  })

  it('has its own short words, and answers what was shown last', async () => {
    const { code, out, err } = await shell(
      'list file\nset_env name=A value=b\napprove\nset_env name=C value=d\ndeny ap_2 no\n',
    )
    expect(code).toBe(0)
    expect(out).toContain('read_file')
    expect(out).toContain('set:')
    expect(out).toContain('Denied.')
    expect(err).toContain('approvals allow ap_1')
    // What the call itself has told does not arrive a second time.
    expect(err).not.toContain('Approval wanted')
  })

  it('asks and answers questions, undoes, audits, helps and quits', async () => {
    const lines = [
      'ask_user question=Tea?',
      'waiting',
      'answer su_1 tea',
      'calls',
      'audit verify',
      'help',
      'quit',
      'call nothing',
    ]
    const { code, out } = await shell(lines.join('\n'))
    expect(code).toBe(0)
    for (const part of ['Tea?', 'answer:', 'ask_user', 'verifies', 'approve [ID]']) expect(out).toContain(part)
  })

  it('tells what arrives meanwhile', async () => {
    const { err } = await shell('doctor\napprove\n')
    expect(err).toContain('Approval wanted:')
    expect(err).toContain('Set EDITOR to vi')
    // A bare answer is only for what the person's own command has shown.
    expect(err).toContain('The id is missing')
  })

  it('prints one JSON value a line with --json', async () => {
    const { out } = await shell('current_time\nnonsense\n', ['--json'])
    const values = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(values).toMatchObject([{ tool: 'current_time' }, { error: { code: 'BAD_INPUT' } }])
  })
})

describe('a pipe that closes early', () => {
  it('is no error', async () => {
    const child = spawn('bash', ['-c', `"$0" "$1" help | head -1; exit "\${PIPESTATUS[0]}"`, process.execPath, script])
    let err = ''
    child.stderr.on('data', (piece) => {
      err += piece
    })
    const [code] = await once(child, 'close')
    expect(err).toBe('')
    expect(code).toBe(0)
  })
})
