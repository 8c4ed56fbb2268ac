// Which browsers can open a window of their own for one page: those that Chromium is in.
import { posix, win32 } from 'node:path'

type Env = Readonly<Record<string, string | undefined>>

const linuxNames = [
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge-stable',
  'microsoft-edge',
  'brave-browser',
  'brave',
]

const macApps = ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser']

const windowsPrograms = [
  ['Google', 'Chrome', 'Application', 'chrome.exe'],
  ['Chromium', 'Application', 'chrome.exe'],
  ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
  ['BraveSoftware', 'Brave-Browser', 'Application', 'brave.exe'],
]

/** A snap sees no hidden folders, which ours are: it comes last, and keeps its profile elsewhere. */
export const isSnap = (path: string): boolean => path.startsWith('/snap/')

function linux({ PATH = '' }: Env): string[] {
  // Relative entries would make it depend on where Steward was started.
  const folders = [...PATH.split(':').filter((each) => each.startsWith('/')), '/usr/bin', '/opt/google/chrome']
  const all = linuxNames.flatMap((name) => folders.map((folder) => posix.join(folder, name)))
  return [...all.filter((path) => !isSnap(path)), '/snap/bin/chromium']
}

function mac({ HOME }: Env): string[] {
  const folders = ['/Applications', ...(HOME ? [posix.join(HOME, 'Applications')] : [])]
  return macApps.flatMap((app) => folders.map((at) => posix.join(at, `${app}.app`, 'Contents', 'MacOS', app)))
}

function windows(env: Env): string[] {
  const folders = [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA]
  const roots = folders.filter((each) => each !== undefined && each !== '')
  return windowsPrograms.flatMap((parts) => roots.map((at) => win32.join(at ?? '', ...parts)))
}

/** The program of an installed Chromium, Chrome, Edge or Brave, or nothing. */
export function findBrowser(
  platform: NodeJS.Platform,
  env: Env,
  exists: (path: string) => boolean,
): string | undefined {
  const places = platform === 'win32' ? windows : platform === 'darwin' ? mac : linux
  return places(env).find(exists)
}
