import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { systemParts, systemPort } from '../../sidecar/ports/system.ts'
import { bind, portContext, sessionAt } from './bind.ts'

const session = sessionAt('/')
const read = bind(systemPort(), portContext(session).context)

test('every part answers here, or says that it is not available', async () => {
  for (const part of systemParts) {
    const facts = await read(part).catch((error) => error)
    if (facts instanceof Error) expect(facts).toMatchObject({ code: 'UNAVAILABLE' })
    else expect(Object.keys(facts).length, part).toBeGreaterThan(0)
  }
})

test('what the computer is comes without any library', async () => {
  expect(await read('os')).toMatchObject({ platform: process.platform, architecture: process.arch })
  expect(await read('memory')).toMatchObject({ totalBytes: expect.any(Number) })
  expect(await read('time')).toMatchObject({ now: '2023-11-14T22:13:20.000Z' })
})

test('[port.no-hardware-ids] no hardware address is in any of it, neither plain nor inside another', async () => {
  const all = JSON.stringify(await Promise.all(systemParts.map((part) => read(part).catch(() => ({}))))).toLowerCase()
  const addresses = Object.values(networkInterfaces()).flatMap((list = []) => list)
  for (const { mac } of addresses.filter(({ mac }) => mac !== '00:00:00:00:00:00')) {
    expect(all).not.toContain(mac)
    expect(all).not.toContain(mac.replaceAll(':', ''))
    const [, , , d = '', e = '', f = ''] = mac.split(':')
    expect(all).not.toContain(`ff:fe${d}:${Number.parseInt(e + f, 16).toString(16)}`)
  }
  expect(all).not.toMatch(/serial|"mac"|uuid/)
})

test.each(['', 'bios', 'OS ', '__proto__', 'constructor'])('%j is no part', async (part) => {
  await expect(read(part)).rejects.toEqual(
    expect.objectContaining({ code: 'BAD_TARGET', hint: expect.stringContaining('memory') }),
  )
})

test('case does not matter, and an aborted signal ends it', async () => {
  expect(await systemPort().canonical('CPU', session)).toBe('cpu')
  const { context } = portContext(session, { signal: AbortSignal.abort(new Error('enough')) })
  await expect(bind(systemPort(), context)('disks')).rejects.toThrow('enough')
})
