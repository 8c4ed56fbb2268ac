// Real sidecars with a real Secret Service on a bus of their own.
import fs from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { needs } from '../servers/apt.ts'
import { type SecretService, secretServicePackages, startSecretService } from '../servers/secretservice.ts'
import { ending, type Sidecar, spawnSidecar, startSidecar, tempFolder } from './process.ts'

const isThere = process.platform === 'linux' && needs(secretServicePackages)
const random = (seed: number) => (Math.imul(seed, 2654435761) >>> 0) / 2 ** 32
const kills = process.env.STEWARD_FULL === '1' ? 40 : 6
const services: SecretService[] = []

afterEach(async () => {
  for (const service of services.splice(0)) await service.stop()
})

async function newService(): Promise<SecretService> {
  const service = await startSecretService()
  services.push(service)
  return service
}

const keyText = (home: string) => fs.readFileSync(path.join(home, 'state/audit-key.json'), 'utf8')
const start = (home: string, service?: SecretService) =>
  startSidecar({ home, env: { ...service?.env, STEWARD_KEYCHAIN: service ? 'on' : 'off' } })

async function change({ client }: Sidecar, to = 2): Promise<void> {
  await client.call('settings/set', { key: 'concurrency', value: to })
}

async function finding({ client }: Sidecar) {
  const { findings } = await client.call('doctor/run', {})
  return findings.find(({ id }) => id === 'key')
}

describe.runIf(isThere)('[audit.keychain] a sidecar with a Secret Service', () => {
  it('moves its key there at its next seal, and the next one signs with it', async () => {
    const service = await newService()
    const home = tempFolder()
    const first = await start(home)
    await change(first)
    expect(await finding(first)).toMatchObject({
      level: 'note',
      text: expect.stringContaining('STEWARD_KEYCHAIN is off'),
    })
    await first.end()
    expect(keyText(home)).toContain('private')
    const second = await start(home, service)
    await change(second, 3)
    expect(await finding(second)).toMatchObject({ level: 'note', text: expect.stringContaining('next seal moves it') })
    expect(await second.end()).toBe(0)
    expect(keyText(home)).not.toContain('private')
    const third = await start(home, service)
    await change(third, 4)
    expect(await finding(third)).toMatchObject({ level: 'ok' })
    await third.end()
    const last = await start(home, service)
    expect(await last.client.call('audit/verify', {})).toMatchObject({
      ...{ ok: true, sealed: { restarts: 0, checkpoints: 3 } },
    })
  })

  it('that does not answer goes on working, says so, and seals when it does', async () => {
    const service = await newService()
    const home = tempFolder()
    const first = await start(home, service)
    await change(first)
    await first.end()
    expect(keyText(home)).not.toContain('private')
    service.freeze()
    const second = await start(home, service)
    await change(second, 3)
    const asked = finding(second)
    // Meanwhile everything else is answered.
    await change(second, 4)
    expect(await second.client.call('audit/verify', {})).toMatchObject({ ok: true })
    expect(await asked).toMatchObject({ level: 'warn', how: expect.stringContaining('Unlock the keychain') })
    expect(await second.end()).toBe(0)
    service.thaw()
    const third = await start(home, service)
    await change(third, 5)
    await third.end()
    const last = await start(home, service)
    const { ok, records, sealed } = await last.client.call('audit/verify', {})
    expect([ok, sealed?.seq, sealed?.restarts]).toEqual([true, records, 0])
  })

  it('that is gone for good begins anew in a file when it is told to, and the log says so', async () => {
    const service = await newService()
    const home = tempFolder()
    const first = await start(home, service)
    await change(first)
    await first.end()
    const second = await start(home)
    await change(second, 3)
    await second.end()
    expect(keyText(home)).toContain('private')
    const last = await start(home)
    expect(await last.client.call('audit/verify', {})).toMatchObject({ ok: true, sealed: { restarts: 1 } })
    const { records } = await last.client.call('audit/query', { type: 'genesis' })
    expect(records[0]).toMatchObject({ restored: true, lost: true })
  })

  it('and a one-shot command seals before it ends', async () => {
    const service = await newService()
    const home = tempFolder()
    const env = { ...service.env, STEWARD_KEYCHAIN: 'on' }
    for (let at = 0; at < 2; at++) {
      const child = spawnSidecar({ home, args: ['call', 'current_time'], env })
      child.stdout.resume()
      expect(await ending(child)).toBe(0)
    }
    expect(keyText(home)).not.toContain('private')
    const last = await start(home, service)
    const { ok, records, sealed } = await last.client.call('audit/verify', {})
    expect([ok, sealed?.seq]).toEqual([true, records])
  })
})

describe.runIf(isThere)('[audit.keychain-crash] a sidecar that is killed again and again while its key moves', () => {
  it('leaves a log that verifies and a key that fits', async () => {
    const service = await newService()
    const home = tempFolder()
    const first = await start(home)
    await change(first)
    await first.end()
    for (let at = 1; at <= kills; at++) {
      const one = await start(home, service)
      void change(one, 2 + (at % 50)).catch(() => {})
      void one.end()
      await new Promise((resolve) => setTimeout(resolve, random(at) * 250))
      await one.kill()
    }
    const last = await start(home, service)
    await change(last, 60)
    await last.end()
    const after = await start(home, service)
    const { ok, records, sealed, firstBad } = await after.client.call('audit/verify', {})
    expect([ok, firstBad, sealed?.seq, sealed?.restarts]).toEqual([true, undefined, records, 0])
    expect(keyText(home)).not.toContain('private')
  })
})
