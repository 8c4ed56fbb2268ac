// How a local calendar calls itself and which colour it has: the files `displayname` and `color` beside its events, as
// vdirsyncer and khal have them.
import { lstat, open } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from '../../store/files.ts'

const MOST = 1000

/** A colour as `#rrggbb`; undefined where it is none. */
export function colorOf(text: string | undefined): string | undefined {
  const found = /^\s*(#[0-9a-f]{6})(?:[0-9a-f]{2})?\s*$/i.exec(text ?? '')
  return found?.[1]?.toLowerCase()
}

/** A name on one line, without what can't be seen; undefined where nothing is left. */
export function nameOf(text: string | undefined): string | undefined {
  const clean = (text ?? '')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)
  return clean === '' ? undefined : clean
}

async function head(path: string): Promise<string | undefined> {
  const stat = await lstat(path).catch(() => undefined)
  if (!stat?.isFile()) return undefined
  const handle = await open(path).catch(() => undefined)
  try {
    const { buffer, bytesRead } = (await handle?.read(Buffer.alloc(MOST), 0, MOST, 0)) ?? {}
    return buffer?.toString('utf8', 0, bytesRead)
  } finally {
    await handle?.close()
  }
}

/** Both, where they are set. */
export async function readLook(folder: string): Promise<{ name?: string; color?: string }> {
  const [name, color] = await Promise.all([head(join(folder, 'displayname')), head(join(folder, 'color'))])
  const [cleanName, cleanColor] = [nameOf(name), colorOf(color)]
  return { ...(cleanName ? { name: cleanName } : {}), ...(cleanColor ? { color: cleanColor } : {}) }
}

/** Sets what is given. */
export function writeLook(folder: string, look: { name?: string | undefined; color?: string | undefined }): void {
  if (look.name !== undefined) replaceFile(join(folder, 'displayname'), `${look.name}\n`, true)
  if (look.color !== undefined) replaceFile(join(folder, 'color'), `${look.color}\n`, true)
}
