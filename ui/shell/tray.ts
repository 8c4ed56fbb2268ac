// An icon in the tray, by each platform's own means: the session's bus on Linux, a script in a process of its own on macOS
// and Windows. Where there is none, nothing is missing but the icon.
import type { Tray, TrayOptions } from './tray/types.ts'

/** Puts the icon there; undefined where there can be none. */
export async function startTray(
  options: TrayOptions,
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Tray | undefined> {
  if (platform !== 'darwin' && platform !== 'win32') return (await import('./tray/linux.ts')).linuxTray(options, env)
  const { lineTray } = await import('./tray/lines.ts')
  const program =
    platform === 'darwin'
      ? (await import('./tray/macos.ts')).macTray()
      : (await import('./tray/windows.ts')).windowsTray(env)
  return lineTray(program, options)
}
