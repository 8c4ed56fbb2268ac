// Where the session's bus listens. Only sockets of this computer: a bus elsewhere has no tray for us.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const unquote = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function toSocket(address: string, runtime: string | undefined): string[] {
  const [transport, list = ''] = address.split(/:(.*)/s)
  if (transport !== 'unix') return []
  const given = new Map(list.split(',').map((pair) => pair.split(/=(.*)/s) as [string, string | undefined]))
  const path = unquote(given.get('path') ?? '')
  const abstract = unquote(given.get('abstract') ?? '')
  if (path) return [path]
  // In the kernel's own space of names, which begins with a zero.
  if (abstract) return [`\0${abstract}`]
  return given.get('runtime') === 'yes' && runtime ? [join(runtime, 'bus')] : []
}

/** The sockets to try, in this order. */
export function busSockets(env: NodeJS.ProcessEnv, exists: (path: string) => boolean = existsSync): string[] {
  const { DBUS_SESSION_BUS_ADDRESS: addresses, XDG_RUNTIME_DIR: runtime } = env
  if (addresses) return addresses.split(';').flatMap((address) => toSocket(address, runtime))
  const usual = runtime ? join(runtime, 'bus') : undefined
  return usual !== undefined && exists(usual) ? [usual] : []
}
