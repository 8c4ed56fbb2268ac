// `steward do`, and sentences in the shell, as a real process.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'steward-do-'))
const script = new URL('../../sidecar/main.ts', import.meta.url).pathname
afterAll(() => fs.rmSync(home, { recursive: true, force: true, maxRetries: 5 }))

async function steward(argv: string[], stdin = '') {
  const child = spawn(process.execPath, [script, ...argv], { env: { ...process.env, STEWARD_HOME: home }, cwd: home })
  const ran = { out: '', err: '' }
  child.stdout.on('data', (piece) => {
    ran.out += piece
  })
  child.stderr.on('data', (piece) => {
    ran.err += piece
  })
  child.stdin.end(stdin)
  const [code] = await once(child, 'close')
  return { code, ...ran }
}

describe('[intent.cli] steward do', () => {
  test('runs what was said, and says as what it was understood', async () => {
    const { code, out, err } = await steward(['do', 'what', 'time', 'is', 'it', 'in', 'Tokyo'])
    expect(code).toBe(0)
    expect(out).toContain('Asia/Tokyo')
    expect(err).toContain('current_time')
  })

  test('with --dry-run only says what it understood', async () => {
    const { code, out } = await steward(['do', 'set EDITOR to vi', '--dry-run'])
    expect([code, out]).toEqual([0, 'set_env name=EDITOR value=vi\n'])
  })

  test('in JSON it is one value, with the call in it', async () => {
    const { out } = await steward(['do', '现在几点', '--json'])
    expect(JSON.parse(out)).toMatchObject({ understood: 'call', tool: 'current_time', call: { state: 'done' } })
  })

  test('offers what may be meant, and ends with another code where nothing is', async () => {
    const several = await steward(['do', 'send an email to Bob'])
    expect([several.code, several.out]).toEqual([2, expect.stringContaining('email_send')])
    const none = await steward(['do', 'tell me a joke'])
    expect([none.code, none.err]).toEqual([5, expect.stringContaining('steward tools')])
    expect((await steward(['do'])).code).toBe(2)
  })

  test('waits for an answer like any call', async () => {
    const { code, err } = await steward(['do', 'set EDITOR to vi', '--no-wait'])
    expect([code, err]).toEqual([3, expect.stringContaining('error')])
  })
})

describe('[intent.cli] in the shell', () => {
  test('a line that is no command is tried as a sentence', async () => {
    const { code, out } = await steward(['shell'], "what's the time in Paris\n东京现在几点\nsleep 5 ms\n")
    expect(code).toBe(0)
    expect(out).toContain('Europe/Paris')
    expect(out).toContain('Asia/Tokyo')
    expect(out).toContain('sleptMs')
  })

  test('commands, calls and slips stay what they were', async () => {
    const slip = await steward(['shell'], 'curent_time\n')
    expect(slip.err).toContain('Did you mean "current_time"?')
    const quote = await steward(['shell'], 'call read_file path="a\n')
    expect(quote.err).toContain('A " is not closed.')
    const wrong = await steward(['shell'], 'read_file nonsense\n')
    expect(wrong.err).toContain('"nonsense" is neither key=value nor JSON.')
    const plain = await steward(['shell'], 'current_time zones=UTC\n')
    expect([plain.code, plain.out]).toEqual([0, expect.stringContaining('UTC')])
  })
})
