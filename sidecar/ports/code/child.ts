// One process of a custom tool, seen from Steward: it is given one call at a time, and all that it says is checked. Whatever
// goes wrong ends the child and fails the call; nothing that a child does can end the parent.
import type { ChildProcess } from 'node:child_process'
import type { Duplex, Readable } from 'node:stream'
import { type ErrorCode, StewardError, toView } from '../../text/errors.ts'
import { pack, unpacker } from './codec.ts'
import { type Fault, type FromChild, fromChild, type Operation, type PortShape, type ToChild } from './wire.ts'

/** What the parent does for a call while it runs. */
export interface Service {
  ports: PortShape
  session: unknown
  ask(of: string, method: string, args: unknown[]): unknown
  tell(what: string, args: unknown[]): void
}

export interface CallOptions {
  op: Operation
  tool: string
  args: unknown[]
  service?: Service
  signal?: AbortSignal
  /** For calls that nobody else puts a limit to. */
  timeoutMs?: number
}

interface Running {
  id: number
  service: Service | undefined
  /** Asked and not yet answered; and all messages so far. */
  open: number
  messages: number
  thrown: Map<number, unknown>
  succeed(value: unknown): void
  fail(error: unknown): void
}

const KILL_AFTER_MS = 100
const MAX_OPEN = 256
const MAX_MESSAGES = 100_000
const MAX_UNSENT = 64 * 1024 * 1024
const MAX_STRAYS = 1000
const MAX_LINES = 200
const MAX_LINE = 500

// What a tool may say of itself. That it was denied or stopped is for Steward to say.
const toolCodes: readonly string[] = [
  ...(['BAD_INPUT', 'BAD_OUTPUT', 'BAD_TARGET', 'NOT_FOUND'] satisfies ErrorCode[]),
  ...(['NOT_CONFIGURED', 'CONFLICT', 'UNAVAILABLE', 'TOO_LARGE'] satisfies ErrorCode[]),
]

const isParked = (thrown: unknown): boolean =>
  typeof thrown === 'object' && thrown !== null && 'parked' in thrown && thrown.parked === true

/** Why a call was cancelled, as an error that can be shown. */
export const abortReason = (signal: AbortSignal): StewardError =>
  signal.reason instanceof StewardError ? signal.reason : new StewardError('CANCELLED', 'The call was cancelled.')

export class Child {
  readonly #process: ChildProcess
  readonly #pipe: Duplex
  readonly #file: string
  readonly #log: (line: string) => void
  /** Settles when the process is gone and all of its output is read. */
  readonly gone: Promise<void>
  #running: Running | undefined
  /** Set when it is to end, with why if that is known before it is gone. */
  #doomed = false
  #verdict: unknown
  #ended = false
  #calls = 0
  #strays = 0
  #lines = 0
  #last: string[] = []

  constructor(started: ChildProcess, file: string, log: (line: string) => void) {
    this.#process = started
    this.#pipe = started.stdio[3] as Duplex
    this.#file = file
    this.#log = log
    this.gone = new Promise((resolve) => {
      started.on('error', (error) => this.#close(`It could not be started: ${error.message}`, resolve))
      started.on('close', (code, signal) => this.#close(`It ended with ${signal ?? `exit code ${code}`}.`, resolve))
    })
    const feed = unpacker((message) => this.#receive(fromChild(message)))
    this.#pipe.on('data', (chunk: Buffer) => this.#guarded(() => feed(chunk)))
    this.#pipe.on('error', () => this.kill())
    if (started.stdout) this.#listen(started.stdout, (line) => this.#line(line))
    if (started.stderr) this.#listen(started.stderr, (line) => this.#complaint(line))
  }

  get alive(): boolean {
    return !this.#ended && !this.#doomed
  }

  /** Whether the parent stays for it: while a call runs, and not while it is idle. */
  hold(on: boolean): void {
    const { stdout, stderr } = this.#process
    for (const one of [this.#process, this.#pipe, stdout, stderr] as ({ ref?(): void; unref?(): void } | null)[])
      if (on) one?.ref?.()
      else one?.unref?.()
  }

  /** Ends the process; the call that runs fails with `verdict`, or with how it ended. */
  kill(verdict?: unknown): void {
    this.#doomed = true
    this.#verdict ??= verdict
    // An idle one does not keep the parent; one that is being ended is waited for.
    this.hold(true)
    this.#process.kill('SIGKILL')
  }

  /** Gives the child a call. The promise settles once, whatever the child does. */
  call(options: CallOptions): Promise<unknown> {
    const { op, tool, args, service, signal } = options
    this.#calls += 1
    this.#lines = 0
    const id = this.#calls
    if (this.#ended) return Promise.reject(this.#interrupted('It has ended.'))
    return new Promise<unknown>((resolve, reject) => {
      const limits = this.#limit(options, id)
      const end = <T>(settle: (value: T) => void) => {
        return (value: T): void => {
          this.#running = undefined
          limits()
          settle(value)
        }
      }
      this.#running = {
        ...{ id, service, open: 0, messages: 0, thrown: new Map<number, unknown>() },
        succeed: end(resolve),
        fail: end(reject),
      }
      if (signal?.aborted) this.#abort(id, signal)
      else this.#send({ t: 'call', id, op, tool, args, ports: service?.ports ?? {}, session: service?.session })
    })
  }

  // Cancellation and time limit of one call; returns what takes both off again.
  #limit({ op, signal, timeoutMs }: CallOptions, id: number): () => void {
    const onAbort = (): void => signal && this.#abort(id, signal)
    signal?.addEventListener('abort', onAbort, { once: true })
    const late = (): void => this.kill(new StewardError('TIMEOUT', `${this.#file}: ${op} took too long.`, endless))
    const timer = timeoutMs === undefined ? undefined : setTimeout(late, timeoutMs).unref()
    return () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
  }

  // Asked to stop, then killed: the call is over when the process is, so that nothing runs on behind its back.
  #abort(id: number, signal: AbortSignal): void {
    this.#doomed = true
    this.#verdict ??= abortReason(signal)
    this.#send({ t: 'abort', id })
    setTimeout(() => this.kill(), KILL_AFTER_MS)
  }

  #send(message: ToChild): void {
    this.#guarded(() => this.#write(message))
  }

  #write(message: ToChild): void {
    if (this.#pipe.writable) this.#pipe.write(pack(message))
    if (this.#pipe.writableLength > MAX_UNSENT) throw new Error('it does not listen')
  }

  // A child that breaks the rules is ended; the parent goes on.
  #guarded(work: () => void): void {
    try {
      work()
    } catch (error) {
      if (error instanceof StewardError) this.#running?.fail(error)
      else this.kill(this.#interrupted(`It broke the protocol: ${toView(error).message.slice(0, 200)}.`))
    }
  }

  #receive(message: FromChild | undefined): void {
    if (!message || message.id > this.#calls) throw new Error('a message of no known shape')
    const running = this.#running
    if (this.#doomed) this.#stopped(message)
    else if (!running || message.id !== running.id) this.#stray()
    else this.#handle(running, message)
  }

  #handle(running: Running, message: FromChild): void {
    running.messages += 1
    if (running.messages > MAX_MESSAGES || running.open > MAX_OPEN) throw new Error('a flood of messages')
    if (message.t === 'done') running.succeed(message.value)
    else if (message.t === 'failed') running.fail(this.#faultOf(message.fault, running))
    else if (message.t === 'tell') this.#tell(running, message)
    else void this.#ask(running, message)
  }

  // It was asked to stop and did: no need to wait any longer.
  #stopped(message: FromChild): void {
    if (message.t === 'done' || message.t === 'failed') this.kill()
  }

  // Left over from a call that is done, as when a tool did not wait for a port.
  #stray(): void {
    this.#strays += 1
    if (this.#strays > MAX_STRAYS) throw new Error('a flood of messages outside a call')
  }

  #tell(running: Running, { what, args }: Extract<FromChild, { t: 'tell' }>): void {
    try {
      if (!running.service) throw new StewardError('NOT_GRANTED', `${what} is not there outside of run.`)
      running.service.tell(what, args)
    } catch (thrown) {
      this.#leave(running, thrown)
    }
  }

  async #ask(running: Running, { n, of, method, args }: Extract<FromChild, { t: 'ask' }>): Promise<void> {
    running.open += 1
    const { id } = running
    try {
      if (!running.service) throw new StewardError('NOT_GRANTED', `${of} is not there outside of run.`)
      const value = await running.service.ask(of, method, args)
      if (this.#running === running) this.#write({ t: 'answer', id, n, value })
    } catch (thrown) {
      if (this.#running !== running) return
      if (isParked(thrown)) return this.#leave(running, thrown)
      running.thrown.set(n, thrown)
      this.#send({ t: 'refusal', id, n, error: toView(thrown) })
    } finally {
      running.open -= 1
    }
  }

  // The call leaves its stack: what was thrown goes on as it is, and the tool's half-run code ends here.
  #leave(running: Running, thrown: unknown): void {
    running.fail(thrown)
    this.kill()
  }

  #faultOf(fault: Fault, running: Running): unknown {
    if (fault.ref !== undefined && running.thrown.has(fault.ref)) return running.thrown.get(fault.ref)
    if (toolCodes.includes(fault.code)) return new StewardError(fault.code as ErrorCode, fault.message, fault.hint)
    return new StewardError('INTERNAL', `${this.#file}: ${fault.message}`, 'This is a fault in the custom tool.')
  }

  #close(why: string, resolve: () => void): void {
    this.#ended = true
    this.#running?.fail(this.#verdict ?? this.#interrupted(why))
    resolve()
  }

  #interrupted(why: string): StewardError {
    const memory = this.#last.some((line) => line.includes('out of memory'))
    const last = this.#last.filter(isTelling).slice(-5).join('\n')
    const what = memory ? 'It used more memory than it may have.' : why
    return new StewardError('INTERRUPTED', `${this.#file}: ${what}${last ? `\n${last}` : ''}`, endless)
  }

  // Its output is for the log, and only so much of it.
  #listen(stream: Readable, take: (line: string) => void): void {
    let rest = ''
    stream.setEncoding('utf8')
    stream.on('error', () => this.kill())
    stream.on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = (lines.pop() ?? '').slice(0, MAX_LINE)
      for (const line of lines) take(printable(line))
    })
    stream.on('end', () => rest && take(printable(rest)))
  }

  #line(line: string): void {
    this.#lines += 1
    if (this.#lines < MAX_LINES) this.#log(line)
    if (this.#lines === MAX_LINES) this.#log('What it printed after this was left out.')
  }

  #complaint(line: string): void {
    this.#last = [...this.#last, line].slice(-20)
    this.#line(line)
  }
}

// Of what Node prints when a program breaks down, the words and not the stack.
const isTelling = (line: string): boolean => line.trim() !== '' && !/^\s+at |^Node\.js v/.test(line)

// Control characters would reach the user's terminal.
const printable = (line: string): string => line.slice(0, MAX_LINE).replace(/\p{Cc}/gu, ' ')

const endless = 'Mend the custom tool, then run `steward call reload_tools`.'
