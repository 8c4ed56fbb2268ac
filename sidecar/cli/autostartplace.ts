// Where each system looks for what it starts at login. Plain files wherever that will do: they are there to be read, and
// `off` takes away exactly what `on` put there.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { StewardError } from '../text/errors.ts'
import { agentLabel, desktopEntry, type Job, launchAgent, mark, scheduledTask, systemdUnit } from './autostarttext.ts'

export interface System {
  platform: NodeJS.Platform
  env: Readonly<Record<string, string | undefined>>
  home: string
  /** Whether systemd runs this computer. */
  isSystemd: boolean
}

/** One way to be started at login. */
export interface Way {
  by: 'systemd' | 'desktop' | 'launchd' | 'task'
  /** The file, or the name of the task. */
  place: string
  state(job: Job): 'on' | 'off' | 'outdated' | 'foreign'
  on(job: Job): void
  off(): void
}

const readText = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8') : undefined)

interface FileWay {
  by: Way['by']
  place: string
  text: (job: Job) => string
  /** A link that has the system look at the file. */
  link?: string
}

function fileWay({ by, place, text, link }: FileWay): Way {
  const target = link && join('..', 'steward.service')
  const isLinked = () => {
    try {
      return link === undefined || readlinkSync(link) === target
    } catch {
      return false
    }
  }
  return {
    by,
    place,
    state(job) {
      const found = readText(place)
      if (found === undefined) return 'off'
      if (!found.includes(mark)) return 'foreign'
      return found === text(job) && isLinked() ? 'on' : 'outdated'
    },
    on(job) {
      mkdirSync(dirname(place), { recursive: true })
      writeFileSync(place, text(job), { mode: 0o644 })
      if (link === undefined || target === undefined || isLinked()) return
      mkdirSync(dirname(link), { recursive: true })
      rmSync(link, { force: true })
      symlinkSync(target, link)
    },
    off() {
      if (link !== undefined && isLinked()) rmSync(link)
      rmSync(place)
    },
  }
}

function schtasks(...args: string[]): string {
  try {
    return execFileSync('schtasks', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true })
  } catch (thrown) {
    const { stderr, message } = thrown as Error & { stderr?: string }
    const hint = 'Look at it in the Task Scheduler of Windows.'
    throw new StewardError('UNAVAILABLE', `Windows refused: ${stderr?.trim() || message}`, hint)
  }
}

const task = 'Steward'

const taskWay: Way = {
  by: 'task',
  place: task,
  state(job) {
    let found: string
    try {
      found = schtasks('/Query', '/TN', task, '/XML')
    } catch {
      return 'off'
    }
    if (!found.includes('steward autostart off')) return 'foreign'
    // Windows writes the XML anew, in its own way; what is run stays as it was given.
    const run = (text: string) => /<Arguments>(.*?)<\/Arguments>/s.exec(text)?.[1]?.replaceAll('&quot;', '"')
    return run(found) === run(scheduledTask(job, '')) ? 'on' : 'outdated'
  },
  on(job) {
    const file = join(tmpdir(), `steward-task-${process.pid}.xml`)
    const user = `${process.env.USERDOMAIN ?? '.'}\\${userInfo().username}`
    try {
      writeFileSync(file, `\ufeff${scheduledTask(job, user)}`, { encoding: 'utf16le', flag: 'wx' })
      schtasks('/Create', '/TN', task, '/XML', file, '/F')
    } finally {
      rmSync(file, { force: true })
    }
  },
  off: () => void schtasks('/Delete', '/TN', task, '/F'),
}

/** The ways of this system, the one that `on` takes first. */
export function waysOf({ platform, env, home, isSystemd }: System): readonly [Way, ...Way[]] {
  if (platform === 'win32') return [taskWay]
  if (platform === 'darwin') {
    const place = join(home, 'Library', 'LaunchAgents', `${agentLabel}.plist`)
    return [fileWay({ by: 'launchd', place, text: launchAgent })]
  }
  const config = env.XDG_CONFIG_HOME?.startsWith('/') ? env.XDG_CONFIG_HOME : join(home, '.config')
  const units = join(config, 'systemd', 'user')
  const systemd = fileWay({
    by: 'systemd',
    place: join(units, 'steward.service'),
    text: systemdUnit,
    link: join(units, 'default.target.wants', 'steward.service'),
  })
  const desktop = fileWay({ by: 'desktop', place: join(config, 'autostart', 'steward.desktop'), text: desktopEntry })
  return isSystemd ? [systemd, desktop] : [desktop, systemd]
}
