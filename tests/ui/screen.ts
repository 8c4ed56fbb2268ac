// A screen that nobody sees, and what is on it.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Screen {
  display: string
  /** The colour of a pixel, as #RRGGBB. */
  colourAt(x: number, y: number): string
  /** Keeps what is on it as a PNG. */
  picture(file: string): void
  /** What xdotool says to these arguments. */
  tool(...args: string[]): string
  close(): Promise<void>
}

/** Starts Xvfb on a free number, which it chooses and tells by itself. */
export async function startScreen(): Promise<Screen> {
  const args = ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp']
  const server: ChildProcess = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const [, , , told] = server.stdio
  const number = told && 'setEncoding' in told ? String((await once(told, 'data'))[0]).trim() : ''
  const display = `:${number}`
  const env = { ...process.env, DISPLAY: display }
  const run = (program: string, ...rest: string[]) => execFileSync(program, rest, { env, encoding: 'utf8' }).trim()
  return {
    display,
    colourAt(x, y) {
      const crop = `1x1+${x}+${y}`
      const text = run('import', '-silent', '-window', 'root', '-crop', crop, '-depth', '8', 'txt:-')
      return /#[0-9A-F]{6}/.exec(text)?.[0] ?? text
    },
    picture: (file) => void run('import', '-silent', '-window', 'root', file),
    tool: (...rest) => run('xdotool', ...rest),
    async close() {
      const ended = once(server, 'exit')
      server.kill()
      await ended
    },
  }
}

export interface Site {
  url: string
  /** What was asked for, in order. */
  asked: string[]
  close(): void
}

/** A page of one colour under a policy as strict as ours, on a free port. */
export async function startSite(colour: string, body = ''): Promise<Site> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.url}`)
    response.setHeader('content-type', 'text/html')
    const policy = "default-src 'none'; style-src 'unsafe-inline'; require-trusted-types-for 'script'"
    response.setHeader('content-security-policy', policy)
    response.end(`<!doctype html><title>Steward</title><body bgcolor="${colour}">${body}`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/#t=one-time`,
    asked,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Waits until it is so; what it is at the end is what a failing test shows. */
export async function until<T>(read: () => T, isSo: (value: T) => boolean, patience = 20_000): Promise<T> {
  const end = Date.now() + patience
  for (;;) {
    const value = read()
    if (isSo(value) || Date.now() > end) return value
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
