// `steward autostart`
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { StewardError } from '../text/errors.ts'
import { noMore, pick } from './args.ts'
import { type System, type Way, waysOf } from './autostartplace.ts'
import { checkJob, type Job } from './autostarttext.ts'
import type { Action, Answer, Run } from './types.ts'
import { visible } from './visible.ts'

/** Variables that move Steward's folders. What is relative in them is so to here, where a login does not begin. */
const movers = ['STEWARD_HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME']

/** The launcher, from the sources as from the bundle. */
function launcherAbove(folder: string): string {
  const launcher = join(folder, 'sidecar', 'cli', 'bin.mjs')
  const above = dirname(folder)
  return above === folder || existsSync(launcher) ? launcher : launcherAbove(above)
}

function jobOf({ env }: Run['host']): Job {
  const set = movers.flatMap((name) => (env[name] ? [[name, resolve(env[name])]] : []))
  const job = { node: process.execPath, launcher: launcherAbove(import.meta.dirname), env: Object.fromEntries(set) }
  checkJob(job)
  return job
}

function systemOf({ env }: Run['host']): System {
  const { platform } = process
  return { platform, env, home: env.HOME || homedir(), isSystemd: existsSync('/run/systemd/system') }
}

function refuseForeign(way: Way): never {
  const message = `${visible(way.place)} was not made by "steward autostart on".`
  throw new StewardError('CONFLICT', message, 'It is left as it is. Move it away first, if it is not needed.')
}

async function on(run: Run): Promise<Answer> {
  noMore(run.args, 1, 'steward autostart on')
  const job = jobOf(run.host)
  const [way, ...others] = waysOf(systemOf(run.host))
  if (way.state(job) === 'foreign') refuseForeign(way)
  way.on(job)
  // A computer that changed its ways would start it twice.
  for (const other of others) if (other.state(job) !== 'off' && other.state(job) !== 'foreign') other.off()
  const value = { state: 'on', by: way.by, place: way.place }
  const moved = process.platform === 'win32' && job.env.STEWARD_HOME !== undefined
  const note = 'STEWARD_HOME is not part of the task: set it for your account too (setx STEWARD_HOME …).'
  return {
    value,
    text: `Steward starts at your next login (${way.by}: ${visible(way.place)}).`,
    ...(moved ? { notes: [note] } : {}),
  }
}

async function off(run: Run): Promise<Answer> {
  noMore(run.args, 1, 'steward autostart off')
  const job = jobOf(run.host)
  const ways = waysOf(systemOf(run.host))
  const made = ways.filter((way) => way.state(job) === 'on' || way.state(job) === 'outdated')
  for (const way of made) way.off()
  const value = { state: 'off', removed: made.map(({ place }) => place) }
  if (made.length === 0) return { value, text: 'Steward does not start at login.' }
  return { value, text: made.map(({ place }) => `Removed ${visible(place)}. What runs now goes on.`) }
}

const words = {
  on: 'Steward starts at login',
  off: 'Steward does not start at login.',
  outdated: 'Something older starts at login',
  foreign: 'Something that is not Steward’s starts at login',
} as const

async function status(run: Run): Promise<Answer> {
  noMore(run.args, 1, 'steward autostart status')
  const job = jobOf(run.host)
  const found = waysOf(systemOf(run.host)).find((way) => way.state(job) !== 'off')
  if (found === undefined) return { value: { state: 'off' }, text: words.off }
  const state = found.state(job)
  const value = { state, by: found.by, place: found.place }
  const mend = state === 'outdated' ? [`To bring it up to date: ${run.spell('autostart on')}`] : []
  return { value, text: `${words[state]} (${found.by}: ${visible(found.place)}).`, notes: mend }
}

const actions: Readonly<Record<string, Action>> = { on, off, status }

/** Whether the sidecar is there from login on, so that the window only has to attach. */
export const autostart: Action = async (run) => pick('autostart', run.args[0] ?? 'status', actions)(run)
