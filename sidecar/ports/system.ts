// readSystem: facts about this computer, part by part. What identifies one machine among all (serial numbers, network
// hardware addresses, hardware ids) is left out, not masked afterwards.
import os from 'node:os'
import { StewardError } from '../text/errors.ts'
import type { Port, PortContext } from './types.ts'

type Facts = Record<string, unknown>

const limitMs = 10_000
const maxRows = 64

// Loaded when it is first needed: most parts and most runs do without it.
const library = async () => (await import('systeminformation')).default

// Names of volumes and folders may contain the id of a disk.
const withoutIds = (text: string): string =>
  text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[0-9A-F]{4}-[0-9A-F]{4}\b/gi, '…')

// An IPv6 address made from the hardware address contains it (RFC 4291, appendix A: ff:fe in the middle).
const showsHardware = (address: string): boolean => /ff:fe[0-9a-f]{2}:[0-9a-f]{1,4}(%.*)?$/i.test(address)

const parts: Record<string, (now: number) => Facts | Promise<Facts>> = {
  os: () => ({
    platform: os.platform(),
    type: os.type(),
    release: os.release(),
    version: os.version(),
    architecture: os.arch(),
    hostname: os.hostname(),
    uptimeSeconds: Math.round(os.uptime()),
  }),
  cpu: () => {
    const cpus = os.cpus()
    return {
      model: cpus[0]?.model.trim() ?? 'unknown',
      cores: cpus.length,
      usable: os.availableParallelism(),
      mhz: cpus[0]?.speed ?? 0,
    }
  },
  memory: () => {
    const total = os.totalmem()
    // A container may be given less than the machine has; without such a limit the answer is 0 or absurdly large.
    return {
      totalBytes: total,
      freeBytes: os.freemem(),
      limitBytes: Math.min(process.constrainedMemory() || total, total),
    }
  },
  load: () => {
    const [one = 0, five = 0, fifteen = 0] = os.loadavg()
    return { one, five, fifteen, perCore: one / Math.max(1, os.cpus().length) }
  },
  time: (now) => ({
    now: new Date(now).toISOString(),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    bootedAt: new Date(now - os.uptime() * 1000).toISOString(),
  }),
  network: () => ({
    interfaces: Object.entries(os.networkInterfaces())
      .slice(0, maxRows)
      .map(([name, addresses = []]) => ({
        // Some systems name an interface after its hardware address.
        name: name.replace(/[0-9a-f]{12}/i, '…'),
        internal: addresses.every(({ internal }) => internal),
        addresses: addresses.map(({ address }) => address).filter((address) => !showsHardware(address)),
      })),
  }),
  disks: async () => ({
    disks: (await (await library()).fsSize()).slice(0, maxRows).map(({ mount, type, size, used, available }) => ({
      mount: withoutIds(mount),
      type,
      totalBytes: size,
      usedBytes: used,
      freeBytes: available,
    })),
  }),
  battery: async () => {
    const { hasBattery, percent, isCharging, acConnected, timeRemaining } = await (await library()).battery()
    return hasBattery
      ? { present: true, percent, charging: isCharging, plugged: acConnected, minutesLeft: timeRemaining }
      : { present: false }
  },
}

export const systemParts = Object.keys(parts)

async function readPart(part: string, { signal, now }: PortContext): Promise<Facts> {
  signal.throwIfAborted()
  const read = parts[part]
  const { promise: late, reject } = Promise.withResolvers<never>()
  const abort = (): void => reject(signal.reason)
  const timer = setTimeout(() => reject(new Error(`no answer within ${limitMs / 1000} s`)), limitMs)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([Promise.resolve(read?.(now()) ?? {}), late])
  } catch (error) {
    signal.throwIfAborted()
    const why = error instanceof Error ? error.message : String(error)
    throw new StewardError(
      'UNAVAILABLE',
      `This computer does not say its ${part}: ${why}`,
      'Ask for the other parts.',
      true,
    )
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}

/** Reads about this computer and this installation; the target is the name of a part. `more` adds parts. */
export const systemPort = (more: Readonly<Record<string, () => Facts | Promise<Facts>>> = {}): Port => ({
  kind: 'readSystem',
  repeatable: true,
  canonical: (target) => {
    const part = typeof target === 'string' ? target.toLowerCase() : ''
    if (Object.hasOwn(parts, part) || Object.hasOwn(more, part)) return part
    throw new StewardError(
      'BAD_TARGET',
      `There is no part ${JSON.stringify(target)}.`,
      `The parts are ${systemParts.join(', ')}.`,
    )
  },
  methods: { call: (part, _args, context) => more[part]?.() ?? readPart(part, context) },
})
