import { describe, expect, test } from 'vitest'
import { readEnvPort, writeEnvPort } from '../../sidecar/ports/env.ts'
import { systemPort } from '../../sidecar/ports/system.ts'
import type { Port } from '../../sidecar/ports/types.ts'
import { StewardError } from '../../sidecar/text/errors.ts'
import { getEnv, setEnv } from '../../sidecar/tools/environment.ts'
import { getSystemInfo } from '../../sidecar/tools/system.ts'
import { currentTime, sleep } from '../../sidecar/tools/time.ts'
import { sessionAt } from '../ports/bind.ts'
import { runTool } from './run.ts'

const session = sessionAt('/')

describe('get_system_info', () => {
  test('all parts come by default, and only those that are asked for otherwise', async () => {
    const all: { parts: object } = await runTool(getSystemInfo, {}, { session, ports: [systemPort()] })
    expect(Object.keys(all.parts)).toEqual(expect.arrayContaining(['os', 'cpu', 'memory', 'load', 'network', 'time']))
    const some: { parts: object } = await runTool(
      getSystemInfo,
      { parts: ['cpu', 'cpu'] },
      { session, ports: [systemPort()] },
    )
    expect(some).toEqual({ parts: { cpu: expect.objectContaining({ cores: expect.any(Number) }) }, failed: [] })
  })

  test('a part that fails is reported, and the others still come; any other error ends the call', async () => {
    const failing = (part: string, error: Error): Port => {
      const port = systemPort()
      const call = port.methods.call
      return {
        ...port,
        methods: {
          call: (target, args, context) => (target === part ? Promise.reject(error) : call?.(target, args, context)),
        },
      }
    }
    const gone = new StewardError('UNAVAILABLE', 'no battery driver')
    const found = await runTool(
      getSystemInfo,
      { parts: ['os', 'battery'] },
      { session, ports: [failing('battery', gone)] },
    )
    expect(found).toEqual({ parts: { os: expect.anything() }, failed: [{ part: 'battery', why: 'no battery driver' }] })
    const parked = new Error('parked')
    await expect(runTool(getSystemInfo, {}, { session, ports: [failing('battery', parked)] })).rejects.toBe(parked)
  })
})

describe('current_time', () => {
  test("it is told in the user's zone, or in those that are named", async () => {
    expect(await runTool(currentTime, {}, { session })).toEqual({
      epochMs: Date.UTC(2026, 0, 15, 12),
      times: [
        {
          zone: 'Europe/Berlin',
          iso: '2026-01-15T13:00:00+01:00[Europe/Berlin]',
          date: '2026-01-15',
          time: '13:00:00',
          weekday: 'Thursday',
          offset: '+01:00',
        },
      ],
    })
    const two: { times: { time: string; weekday: string }[] } = await runTool(
      currentTime,
      { zones: ['UTC', 'Pacific/Auckland'] },
      { session },
    )
    expect(two.times.map(({ time, weekday }) => [time, weekday])).toEqual([
      ['12:00:00', 'Thursday'],
      ['01:00:00', 'Friday'],
    ])
  })

  test('a zone that is none is refused with an example', async () => {
    await expect(runTool(currentTime, { zones: ['Mars/Base'] }, { session })).rejects.toEqual(
      expect.objectContaining({ code: 'BAD_INPUT', hint: expect.stringContaining('Europe/Berlin') }),
    )
  })
})

describe('sleep', () => {
  test("it waits on the context's clock and tells how long it was", async () => {
    let now = 1000
    const wait = async (ms: number) => {
      now += ms + 5
    }
    const clock = { now: () => now, zone: () => 'UTC', sleep: wait }
    expect(await runTool(sleep, { ms: 60_000 }, { session, context: { clock } })).toEqual({ sleptMs: 60_005 })
  })

  test.each([-1, 1.5, 86_400_001, '5'])('%s is no time to wait', async (ms) => {
    await expect(runTool(sleep, { ms }, { session })).rejects.toThrow()
  })
})

describe('get_env and set_env', () => {
  function ports(base: NodeJS.ProcessEnv): Port[] {
    const kept = new Map<string, string | null>()
    const overlay = {
      get: (name: string) => kept.get(name),
      set: (name: string, value: string | null | undefined) =>
        void (value === undefined ? kept.delete(name) : kept.set(name, value)),
      names: () => [...kept.keys()],
    }
    return [readEnvPort({ base, overlay }), writeEnvPort({ base, overlay })]
  }
  const base = { LANG: 'C', GITHUB_TOKEN: 'ghp_x' }

  test('without names, the names are listed and no value is read', async () => {
    expect(await runTool(getEnv, {}, { session, ports: ports(base) })).toEqual({ names: ['GITHUB_TOKEN', 'LANG'] })
    expect(getEnv.effects.readEnv(getEnv.input.parse({}), undefined)).toEqual(['*'])
  })

  test('[port.secret-names] what looks like a secret is neither planned nor read unless it is to be revealed', async () => {
    const input = { names: ['LANG', 'GITHUB_TOKEN', 'NOT_SET'] }
    expect(await runTool(getEnv, input, { session, ports: ports(base) })).toEqual({
      values: { LANG: 'C' },
      hidden: ['GITHUB_TOKEN'],
    })
    expect(getEnv.effects.readEnv(getEnv.input.parse(input), undefined)).toEqual(['LANG', 'NOT_SET'])
    expect(await runTool(getEnv, { ...input, reveal: true }, { session, ports: ports(base) })).toEqual({
      values: { LANG: 'C', GITHUB_TOKEN: 'ghp_x' },
    })
    expect(getEnv.effects.readEnv(getEnv.input.parse({ ...input, reveal: true }), undefined)).toEqual([
      'LANG',
      'GITHUB_TOKEN',
      'NOT_SET',
    ])
  })

  test('what is set can be read, and what is removed is gone', async () => {
    const shared = ports(base)
    expect(await runTool(setEnv, { name: 'LANG', value: 'de' }, { session, ports: shared })).toEqual({
      name: 'LANG',
      existed: true,
      changed: true,
    })
    expect(await runTool(getEnv, { names: 'LANG' }, { session, ports: shared })).toEqual({ values: { LANG: 'de' } })
    expect(await runTool(setEnv, { name: 'LANG', value: null }, { session, ports: shared })).toEqual({
      name: 'LANG',
      existed: true,
      changed: true,
    })
    expect(await runTool(setEnv, { name: 'LANG', value: null }, { session, ports: shared })).toEqual({
      name: 'LANG',
      existed: false,
      changed: false,
    })
  })

  test('the card shows the value, but not of what looks like a secret', () => {
    expect(setEnv.preview?.({ name: 'LANG', value: 'de' }, undefined)).toEqual({ title: 'Set LANG', body: 'LANG=de' })
    expect(setEnv.preview?.({ name: 'API_KEY', value: 'hush' }, undefined)).toEqual({
      title: 'Set API_KEY',
      body: 'API_KEY=(hidden, 4 characters)',
    })
    expect(setEnv.preview?.({ name: 'LANG', value: null }, undefined)).toMatchObject({ title: 'Remove LANG' })
  })
})
