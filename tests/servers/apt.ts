// Real programs that a test needs, from the packages of Debian.
import { spawnSync } from 'node:child_process'

const run = (command: string, args: string[]) =>
  spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })

const isInstalled = (name: string): boolean => /^Status: .* installed$/m.test(run('dpkg', ['-s', name]).stdout ?? '')

function install(missing: string[]): string | undefined {
  if (run('apt-get', ['--version']).status !== 0) return 'there is no apt-get here'
  if (process.getuid?.() !== 0) return 'only root can install them'
  process.stderr.write(`Installing for a test: ${missing.join(' ')}\n`)
  const tries = [['install'], ['update'], ['install']]
  const results = tries.map(([verb = '']) => {
    if (missing.every(isInstalled)) return ''
    const names = verb === 'install' ? ['--no-install-recommends', ...missing] : []
    return run('apt-get', ['-y', '-q', verb, ...names]).stderr
  })
  return missing.every(isInstalled) ? undefined : `apt-get failed: ${results.at(-1)?.trim().slice(-500)}`
}

/** Whether these packages are there, after trying to install them. Where CI is set, not being able is a failure. */
export function needs(packages: string[]): boolean {
  const missing = packages.filter((name) => !isInstalled(name))
  if (missing.length === 0) return true
  const why = install(missing)
  if (why === undefined) return true
  const text = `Left out, since ${missing.join(', ')} can not be had: ${why}.`
  if (process.env.CI) throw new Error(text)
  process.stderr.write(`${text}\n`)
  return false
}
