// Start at login: what each system is given, read by that system's own tools where they can be had, and taken back again.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type System, waysOf } from '../../sidecar/cli/autostartplace.ts'
import {
  checkJob,
  desktopEntry,
  type Job,
  launchAgent,
  scheduledTask,
  systemdUnit,
  windowsQuoted,
} from '../../sidecar/cli/autostarttext.ts'
import { steward } from '../cli/harness.ts'
import { needs } from '../servers/apt.ts'
import { until } from './screen.ts'

const linux = process.platform === 'linux'

let home: string

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'steward-autostart-'))
})

afterEach(() => rmSync(home, { recursive: true, force: true }))

/** A folder whose name has whatever some format gives a meaning to. */
const odd = `it's "odd" $HOME %h %% \\n \`x\` & <b> ; # a=b 你好`

/** A runtime that only writes down how it was started. */
function oddJob(): Job & { log: string } {
  const folder = join(home, odd)
  mkdirSync(folder)
  const log = join(home, 'log')
  const node = join(folder, 'node')
  writeFileSync(node, `#!/bin/sh\n{ printf '%s\\n' "$STEWARD_HOME" "$@"; } > '${log}'.new; mv '${log}'.new '${log}'\n`)
  chmodSync(node, 0o755)
  return { node, launcher: join(folder, 'bin.mjs'), env: { STEWARD_HOME: join(folder, 'home') }, log }
}

const expected = (job: Job) => [job.env.STEWARD_HOME, job.launcher, 'serve', '--background']
const written = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [])

describe('[autostart.quoting] odd paths', () => {
  test.runIf(linux && needs(['systemd']))('are what systemd takes a unit to say', () => {
    const job = oddJob()
    const unit = join(home, 'steward.service')
    const env = { ...process.env, XDG_RUNTIME_DIR: home }
    const verify = (given: Job) => {
      writeFileSync(unit, systemdUnit(given))
      return spawnSync('systemd-analyze', ['--user', 'verify', unit], { env, encoding: 'utf8' })
    }
    const good = verify(job)
    expect(good.stderr).not.toContain('steward.service')
    expect(good.status).toBe(0)
    // It looks for the program, and says what it understood by it.
    const missing = join(home, 'odd $HOME %h %% `x` & <b> ; # a=b 你好', 'node')
    expect(verify({ ...job, node: missing }).stderr).toContain(`Command ${missing} is not executable`)
  })

  test.runIf(linux && needs(['desktop-file-utils', 'libglib2.0-bin']))('are what a desktop starts', async () => {
    const job = oddJob()
    const entry = join(home, 'steward.desktop')
    writeFileSync(entry, desktopEntry(job))
    expect(execFileSync('desktop-file-validate', [entry], { encoding: 'utf8' })).toBe('')
    execFileSync('gio', ['launch', entry])
    expect(
      await until(
        () => written(job.log),
        (lines) => lines.length > 0,
        10_000,
      ),
    ).toEqual(expected(job))
  })

  test.runIf(linux && needs(['libxml2-utils']))('are whole in the XML of macOS and Windows', () => {
    const job = oddJob()
    const read = (text: string, path: string) => {
      const file = join(home, 'file.xml')
      writeFileSync(file, text.replace('encoding="UTF-16"', 'encoding="UTF-8"'))
      const output = execFileSync('xmllint', ['--nonet', '--xpath', path, file], { encoding: 'utf8' })
      return output.replace(/\n$/, '')
    }
    const agent = launchAgent(job)
    const string = (at: number) =>
      read(agent, `string(//key[.='ProgramArguments']/following-sibling::array[1]/string[${at}])`)
    expect([1, 2, 3, 4].map(string)).toEqual([job.node, job.launcher, 'serve', '--background'])
    expect(read(agent, "string(//key[.='STEWARD_HOME']/following-sibling::string[1])")).toBe(job.env.STEWARD_HOME)
    const line = read(scheduledTask(job, 'PC\\me & you'), "string(//*[local-name()='Arguments'])")
    expect(line).toBe(`--headless ${windowsQuoted(job.node)} ${windowsQuoted(job.launcher)} serve --background`)
  })

  test('are quoted as Windows programs take them apart', () => {
    expect(windowsQuoted('C:\\Program Files\\node.exe')).toBe('"C:\\Program Files\\node.exe"')
    expect(windowsQuoted('C:\\end\\')).toBe('"C:\\end\\\\"')
    expect(windowsQuoted('a\\"b')).toBe('"a\\\\\\"b"')
  })

  test('with control characters are refused', () => {
    const job = { node: '/bin/node', launcher: '/a\nExecStart=/bin/evil', env: {} }
    expect(() => checkJob(job)).toThrow(expect.objectContaining({ code: 'BAD_TARGET' }))
  })
})

/** All files and links under a folder. */
const files = () =>
  readdirSync(home, { recursive: true, encoding: 'utf8' })
    .filter((name) => !lstatSync(join(home, name)).isDirectory())
    .sort()

const job: Job = { node: '/opt/node', launcher: '/opt/bin.mjs', env: {} }
const system = (over: Partial<System>): System => ({ platform: 'linux', env: {}, home, isSystemd: false, ...over })

describe('[autostart.exact] off takes away exactly what on made', () => {
  test.each([
    [
      'systemd',
      { isSystemd: true },
      ['default.target.wants/steward.service', 'steward.service'],
      '.config/systemd/user',
    ],
    ['desktop', {}, ['steward.desktop'], '.config/autostart'],
    ['launchd', { platform: 'darwin' }, ['io.steward.sidecar.plist'], 'Library/LaunchAgents'],
  ] as const)('by %s', (by, over, names, folder) => {
    mkdirSync(join(home, folder), { recursive: true })
    writeFileSync(join(home, folder, 'other'), 'theirs')
    const [way] = waysOf(system(over))
    expect([way.by, way.state(job)]).toEqual([by, 'off'])
    way.on(job)
    way.on(job)
    expect(files()).toEqual([`${folder}/other`, ...names.map((name) => `${folder}/${name}`)].sort())
    expect([way.state(job), way.state({ ...job, node: '/else/node' })]).toEqual(['on', 'outdated'])
    way.off()
    expect([files(), way.state(job)]).toEqual([[`${folder}/other`], 'off'])
  })
})

describe.runIf(linux)('[autostart.exact] steward autostart', () => {
  const run = (...argv: string[]) => steward(['autostart', ...argv, '--json'], { env: { HOME: home } })

  test('on, status and off say what is so', async () => {
    expect(JSON.parse((await run()).out)).toEqual({ state: 'off' })
    const { place } = JSON.parse((await run('on')).out)
    expect(readFileSync(place, 'utf8')).toContain(process.execPath)
    expect(JSON.parse((await run('status')).out)).toMatchObject({ state: 'on', place })
    expect(JSON.parse((await run('off')).out)).toEqual({ state: 'off', removed: [place] })
    expect(JSON.parse((await run('off')).out)).toEqual({ state: 'off', removed: [] })
    expect(files()).toEqual([])
  })

  test('leaves what somebody else put there', async () => {
    const { place } = JSON.parse((await run('on')).out)
    writeFileSync(place, 'theirs')
    expect(JSON.parse((await run('on')).out)).toMatchObject({ error: { code: 'CONFLICT' } })
    expect(JSON.parse((await run('off')).out)).toMatchObject({ removed: [] })
    expect(readFileSync(place, 'utf8')).toBe('theirs')
  })
})
