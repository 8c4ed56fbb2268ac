// The line to the sidecar: opened, lost, opened again. Everything that the page knows comes through here.
import { batch, signal } from '@preact/signals'
import type { EventName } from '../../sidecar/protocol/events.ts'
import type { GivenTo, MethodName, ResultOf } from '../../sidecar/protocol/methods.ts'
import { CallError, Client, type Hello, type WireEvent } from '../client/client.ts'
import { askShell, enter, forget, type Pass, type ShellStatus, tellShell, wireAddress } from '../client/door.ts'

export type Connection =
  | { state: 'entering' }
  | { state: 'open' }
  /** The sidecar is gone; what the shell says of it, where it answers. */
  | { state: 'lost'; shell: ShellStatus | undefined; since: number }
  /** This tab has no key, or one of an earlier start. */
  | { state: 'refused' }

type Listener<N extends EventName> = (data: Extract<WireEvent, { event: N }>['data'], at: number) => void
type AnyListener = (data: unknown, at: number) => void

export const connection = signal<Connection>({ state: 'entering' })

const RETRY_MS = [200, 400, 800, 1500, 3000]
const listeners = new Map<EventName, AnyListener[]>()
const refreshers: (() => Promise<void> | void)[] = []
let client: Client | undefined
let pass: Pass | undefined
let place: Hello | undefined
/** Whether all was loaded at that place. */
let isWhole = false
let waiting: WireEvent[] = []
/** What comes while older events are still asked for. */
let held: WireEvent[] | undefined
let tries = 0
let generation = new AbortController()
let timer: ReturnType<typeof setTimeout> | undefined

/** Hears one kind of event, for as long as the page lives. */
export function hear<N extends EventName>(event: N, listener: Listener<N>): void {
  listeners.set(event, [...(listeners.get(event) ?? []), listener as AnyListener])
}

/** Loads something now that the line is open, and again whenever events were missed. */
export function whenFresh(load: () => Promise<void> | void): void {
  refreshers.push(load)
  // A part that comes later than the line is loaded at once.
  if (connection.peek().state === 'open') void Promise.resolve(load()).catch(() => {})
}

/** Asks the sidecar. */
export function call<N extends MethodName>(name: N, params: GivenTo<N>): Promise<ResultOf<N>> {
  return client ? client.call(name, params) : Promise.reject(new CallError('GONE', 'Steward is not connected.'))
}

/** Gets in and stays connected. */
export async function start(): Promise<void> {
  pass = await enter().catch(() => undefined)
  if (pass === undefined) connection.value = { state: 'refused' }
  else await connect()
}

/** Starts a sidecar that is dead again. */
export async function restart(): Promise<void> {
  if (pass !== undefined && (await tellShell(pass.key, 'restart'))) await lookAfter()
}

/** Ends a sidecar that does not answer, whatever it is at, and has it started again; false where it is not the shell's. */
export async function endEngine(): Promise<boolean> {
  if (pass === undefined || !(await tellShell(pass.key, 'kill'))) return false
  await lookAfter()
  return true
}

/** Opens a link outside of the window. */
export const openOutside = (url: string): Promise<boolean> =>
  pass === undefined ? Promise.resolve(false) : tellShell(pass.key, 'open', { url })

// There is one line at most: whatever begins a turn ends the former, with its timer, its socket and its say.
function turn(): AbortSignal {
  generation.abort()
  generation = new AbortController()
  clearTimeout(timer)
  client = undefined
  held = undefined
  return generation.signal
}

async function connect(): Promise<void> {
  if (pass === undefined) return
  const signal = turn()
  try {
    const opened = await Client.open({
      ...{ url: wireAddress(), key: pass.key, name: pass.name },
      onEvent: (event) => signal.aborted || take(event),
      onClose: () => void (signal.aborted || lookAfter()),
      signal,
    })
    client = opened.client
    await catchUp(opened.hello, signal)
    if (signal.aborted) return
    tries = 0
    connection.value = { state: 'open' }
  } catch {
    if (!signal.aborted) await lookAfter()
  }
}

// The shell knows whether the sidecar comes back by itself.
async function lookAfter(): Promise<void> {
  if (pass === undefined) return
  const signal = turn()
  const shell = await askShell(pass.key)
  if (signal.aborted) return
  if (shell === 'refused') {
    forget()
    connection.value = { state: 'refused' }
    return
  }
  const before = connection.value
  connection.value = { state: 'lost', shell, since: before.state === 'lost' ? before.since : Date.now() }
  const pause = RETRY_MS[Math.min(tries++, RETRY_MS.length - 1)] ?? 3000
  // One that is dead or hangs answers nobody: the shell is asked until it is otherwise.
  const isVain = shell?.sidecar === 'dead' || shell?.sidecar === 'hung'
  timer = setTimeout(() => void (isVain ? lookAfter() : connect()), pause)
}

// What was missed is asked for; where it is not kept any more, or a new sidecar answers, everything is loaded anew.
async function catchUp(hello: Hello, signal: AbortSignal): Promise<void> {
  if (place?.epoch === hello.epoch && isWhole && client) {
    held = []
    const missed = await client.call('events/since', place)
    if (signal.aborted) return
    const since = held
    held = undefined
    if (!missed.lost) {
      for (const event of [...missed.events, ...since]) take(event as WireEvent)
      return
    }
  }
  place = { epoch: hello.epoch, seq: hello.seq }
  isWhole = false
  // One that fails is missed where it is shown, and holds up nothing else.
  await Promise.allSettled(refreshers.map(async (load) => load()))
  isWhole = !signal.aborted
}

// One redraw for all that came since the last: a flood of events costs the page a frame, not a freeze.
function take(event: WireEvent): void {
  if (held) {
    held.push(event)
    return
  }
  if (!place || event.seq <= place.seq) return
  place.seq = event.seq
  waiting.push(event)
  if (waiting.length > 1) return
  if (document.visibilityState === 'visible') requestAnimationFrame(flush)
  else setTimeout(flush, 50)
}

function flush(): void {
  const events = waiting
  waiting = []
  batch(() => {
    for (const { event, data, at } of events) for (const listener of listeners.get(event) ?? []) listener(data, at)
  })
}

/** Whether the user ended Steward from here. */
export const hasQuit = signal(false)

/** Ends Steward: the window, and the engine that was started for it. */
export async function quit(): Promise<void> {
  if (pass === undefined || !(await tellShell(pass.key, 'quit')))
    throw new CallError('GONE', 'Steward is not connected.')
  hasQuit.value = true
}
