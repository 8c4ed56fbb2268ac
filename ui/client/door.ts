// How the page gets in: the one-time token of its address becomes a key, which stays in this tab.

const KEPT = 'steward.key'
const KEPT_NAME = 'steward.name'

/** What lets this tab in, and what it is called. */
export interface Pass {
  key: string
  name: string
}

/** Where the shell says what became of the sidecar. */
export interface ShellStatus {
  sidecar: 'running' | 'starting' | 'hung' | 'dead'
  restarts: number
  log: string[]
  attached: boolean
}

/** The pass of this tab; none where the address was used before, or there was none. */
export async function enter(): Promise<Pass | undefined> {
  const token = new URLSearchParams(location.hash.slice(1)).get('t')
  if (token === null) return kept()
  // Out of the address at once: it must not end up in a bookmark or a picture of the screen.
  history.replaceState(null, '', location.pathname)
  const answer = await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  if (!answer.ok) return kept()
  const pass = (await answer.json()) as Pass
  sessionStorage.setItem(KEPT, pass.key)
  sessionStorage.setItem(KEPT_NAME, pass.name)
  return pass
}

function kept(): Pass | undefined {
  const key = sessionStorage.getItem(KEPT)
  return key === null ? undefined : { key, name: sessionStorage.getItem(KEPT_NAME) ?? 'window' }
}

/** Forgets a key that is no longer good. */
export const forget = (): void => sessionStorage.removeItem(KEPT)

/** Asks the shell; undefined where it is gone, `refused` where it does not know us any more. */
export async function askShell(key: string): Promise<ShellStatus | 'refused' | undefined> {
  try {
    const answer = await fetch('/status', { headers: bearer(key) })
    if (answer.status === 401 || answer.status === 403) return 'refused'
    return answer.ok ? ((await answer.json()) as ShellStatus) : undefined
  } catch {
    return undefined
  }
}

/** Tells the shell to do something. */
export async function tellShell(
  key: string,
  what: 'restart' | 'kill' | 'quit' | 'open',
  body: object = {},
): Promise<boolean> {
  try {
    const headers = { ...bearer(key), 'content-type': 'application/json' }
    return (await fetch(`/${what}`, { method: 'POST', headers, body: JSON.stringify(body) })).ok
  } catch {
    return false
  }
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

/** The address of the wire. */
export const wireAddress = (): string => `ws://${location.host}/ws`
