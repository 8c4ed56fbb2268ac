// What is refused before anything else looks at a request. Any page in any browser of this computer can send to a port
// of 127.0.0.1, and a name that somebody else owns can lead here; both give themselves away in what browsers add.
import type { IncomingMessage } from 'node:http'

export interface Refusal {
  status: 400 | 403 | 405 | 421
  error: string
}

const methods: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'POST'])

/** A person who follows a link to us, or types the address; the page itself holds no secret. */
const isNavigation = ({ url, method, headers }: IncomingMessage): boolean =>
  url === '/' &&
  method === 'GET' &&
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document'

function isFromElsewhere(request: IncomingMessage): boolean {
  const site = request.headers['sec-fetch-site']
  // The same site is another port of this computer, and so another program.
  return site !== undefined && site !== 'same-origin' && site !== 'none' && !isNavigation(request)
}

/** Why a request is not for us, or nothing. */
export function refusal(request: IncomingMessage, port: number): Refusal | undefined {
  const { host = [], origin = [] } = request.headersDistinct
  if (host.length !== 1 || host[0] !== `127.0.0.1:${port}`) return { status: 421, error: 'host' }
  if (!request.url?.startsWith('/')) return { status: 400, error: 'target' }
  if (origin.some((one) => one !== `http://127.0.0.1:${port}`) || origin.length > 1)
    return { status: 403, error: 'origin' }
  if (isFromElsewhere(request)) return { status: 403, error: 'site' }
  return methods.has(request.method) ? undefined : { status: 405, error: 'method' }
}

const policy = (port: number) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ws://127.0.0.1:${port}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

/** The headers of every answer. */
export const securityHeaders = (port: number): Record<string, string> => ({
  'Content-Security-Policy': policy(port),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cache-Control': 'no-store',
})
