// Paths as text: nothing here looks at the disk, so every system's rules can be tested on any of them.

export type Platform = 'win32' | 'darwin' | 'linux' | (string & {})

const separatorOf = (platform: Platform): string => (platform === 'win32' ? '\\' : '/')

/**
 * The spelling by which two canonical paths are compared. Only ASCII case and Unicode composition are folded, and only
 * where the system ignores them: folding less than the system does can lead to one more question, never to one fewer.
 */
export function foldPath(path: string, platform: Platform): string {
  if (platform !== 'win32' && platform !== 'darwin') return path
  const composed = platform === 'darwin' ? path.normalize('NFC') : path
  return composed.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** Whether a canonical path is a canonical folder or lies in it. By separator, so that /work-evil is not in /work. */
export function isInside(folder: string, path: string, platform: Platform): boolean {
  const separator = separatorOf(platform)
  const outer = foldPath(folder, platform)
  const inner = foldPath(path, platform)
  return inner === outer || inner.startsWith(outer.endsWith(separator) ? outer : outer + separator)
}

/** A canonical path as seen from a canonical folder that holds it, with forward slashes. */
export function below(folder: string, path: string): string {
  const rest = path.slice(folder.length)
  const spelled = /^[a-z]:\\/i.test(folder) ? rest.replaceAll('\\', '/') : rest
  return spelled.replace(/^\//, '') || '.'
}

const maxPathBytes = 4096
/** Names that Windows gives to devices, with or without an extension, in any folder. */
export const deviceName = /^(con|prn|aux|nul|conin\$|conout\$|clock\$|(com|lpt)[0-9¹²³])\s*(\..*)?$/i

/** Why a path can't be used on a system at all, or undefined where it can. */
export function badPath(path: string, platform: Platform): string | undefined {
  if (path === '') return 'it is empty'
  if (path.includes('\0')) return 'it contains a NUL character'
  if (!path.isWellFormed()) return 'it is not well-formed Unicode'
  if (new TextEncoder().encode(path).length > maxPathBytes) return `it is longer than ${maxPathBytes} bytes`
  return platform === 'win32' ? badOnWindows(path) : undefined
}

function badOnWindows(path: string): string | undefined {
  if (/^[\\/]{2}/.test(path)) return 'network and device paths are not opened'
  const rest = path.replace(/^[a-z]:/i, '')
  if (rest.includes(':')) return 'it names an alternate data stream'
  if (rest !== path && !/^[\\/]/.test(rest)) return 'it depends on the current folder of a drive'
  if (/[<>"|?*]/.test(rest)) return 'it contains a character that Windows does not allow'
  const names = rest.split(/[\\/]/)
  if (names.some((name) => deviceName.test(name))) return 'it names a device'
  if (names.some((name) => !/^\.{0,2}$/.test(name) && /[. ]$/.test(name)))
    return 'a name in it ends in a dot or a space'
  return undefined
}
