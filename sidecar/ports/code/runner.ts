// The program of a custom tool's process. It is started under Node's permission model with an empty environment, gives up
// what is left of its rights, and only then takes the tool's text from the parent. See host.ts for the other end.
import { Socket } from 'node:net'
import { format } from 'node:util'
import { type ErrorView, StewardError, toView } from '../../text/errors.ts'
import { pack, unpacker } from './codec.ts'
import { declaration, perform, toolsOf } from './declare.ts'
import { harden } from './harden.ts'
import { closeModules } from './modules.ts'
import { startWatch } from './watch.ts'
import type { Fault, PortShape, ToChild } from './wire.ts'

type Call = Extract<ToChild, { t: 'call' }>
interface Waiting {
  resolve(value: unknown): void
  reject(error: unknown): void
}

const pipe = new Socket({ fd: 3, readable: true, writable: true })
const exit = process.exit.bind(process)
const stdout = process.stdout
const send = (message: unknown): boolean => pipe.write(pack(message))
const waiting = new Map<string, Waiting>()
const refusals = new WeakMap<object, number>()
const aborts = new Map<number, AbortController>()
let tools: ReturnType<typeof toolsOf> = new Map()
let asked = 0

function ask(id: number, of: string, method: string, args: unknown[]): Promise<unknown> {
  asked += 1
  const key = `${id}.${asked}`
  const answer = new Promise<unknown>((resolve, reject) => {
    send({ t: 'ask', id, n: asked, of, method, args })
    waiting.set(key, { resolve, reject })
  })
  // Nobody has to wait for a port; the parent knows of its failure in any case.
  answer.catch(() => {})
  return answer
}

// Ports as the parent described them. What is not among them can be named too: the parent refuses it, and writes that down.
function portsOf(id: number, shape: PortShape): object {
  const port = (kind: string, methods: readonly string[]): unknown => {
    const call = (...args: unknown[]): Promise<unknown> => ask(id, kind, '', args)
    for (const name of methods)
      if (name !== '') Reflect.defineProperty(call, name, { value: (...args: unknown[]) => ask(id, kind, name, args) })
    return call
  }
  const ports = Object.fromEntries(Object.entries(shape).map(([kind, methods]) => [kind, port(kind, methods)]))
  return new Proxy(ports, {
    get(all, kind) {
      if (typeof kind !== 'string' || kind === 'then') return undefined
      return Object.hasOwn(all, kind) ? all[kind] : port(kind, [])
    },
  })
}

// The parent holds clock and chance, so they answer with promises here: `await context.clock.now()`.
function contextOf(id: number, session: unknown, signal: AbortSignal): object {
  const asking =
    (method: string) =>
    (...args: unknown[]) =>
      ask(id, 'context', method, args)
  const telling =
    (what: string) =>
    (...args: unknown[]) =>
      void send({ t: 'tell', id, what, args })
  return {
    ...{ signal, session, random: asking('random'), suspend: asking('suspend') },
    clock: { now: asking('now'), zone: asking('zone'), sleep: asking('sleep') },
    ...{ progress: telling('progress'), attach: telling('attach') },
  }
}

function faultOf(thrown: unknown): Fault {
  if (typeof thrown === 'object' && thrown !== null) {
    const ref = refusals.get(thrown)
    if (ref !== undefined) return { code: 'INTERNAL', message: '', ref }
  }
  try {
    const { code, message, hint } = toView(thrown)
    return { code, message: String(message).slice(0, 2000), ...(code === 'INTERNAL' || !hint ? {} : { hint }) }
  } catch {
    return { code: 'INTERNAL', message: 'It threw something that is not an error.' }
  }
}

async function load(url: unknown, text: unknown): Promise<unknown> {
  tools = toolsOf((await importTool(String(url), String(text))).default)
  return Promise.all([...tools.values()].map(declaration))
}

async function serve({ id, op, tool, args, ports, session }: Call): Promise<void> {
  const abort = new AbortController()
  aborts.set(id, abort)
  try {
    const spec = tools.get(tool)
    if (op !== 'load' && !spec) throw new StewardError('UNKNOWN_TOOL', `There is no ${tool} in this file.`)
    const value = spec
      ? await perform(spec, op, args, portsOf(id, ports), contextOf(id, session, abort.signal))
      : await load(args[0], args[1])
    send({ t: 'done', id, value })
  } catch (thrown) {
    send({ t: 'failed', id, fault: faultOf(thrown) })
  } finally {
    aborts.delete(id)
  }
}

function refused(id: number, n: number, view: ErrorView): void {
  const error = new StewardError(view.code, view.message, view.hint)
  refusals.set(error, n)
  settle(id, n)?.reject(error)
}

function settle(id: number, n: number): Waiting | undefined {
  const found = waiting.get(`${id}.${n}`)
  waiting.delete(`${id}.${n}`)
  return found
}

function receive(message: ToChild): void {
  if (message.t === 'call') void serve(message)
  if (message.t === 'answer') settle(message.id, message.n)?.resolve(message.value)
  if (message.t === 'refusal') refused(message.id, message.n, message.error)
  if (message.t === 'abort') aborts.get(message.id)?.abort(new StewardError('CANCELLED', 'The call was cancelled.'))
}

const watching = startWatch(Number(process.argv[2]))
const importTool = await closeModules()
await watching
process.permission.drop('fs.read')
process.permission.drop('worker')
harden((line) => stdout.write(`${line}\n`), format)
pipe.on(
  'data',
  unpacker((message) => receive(message as ToChild)),
)
pipe.on('error', () => exit(0))
pipe.on('close', () => exit(0))
