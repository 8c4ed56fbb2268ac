import { describe, expect, test } from 'vitest'
import { type EnvOverlay, readEnvPort, writeEnvPort } from '../../sidecar/ports/env.ts'
import { bind, portContext, sessionAt } from './bind.ts'

function memory(): EnvOverlay {
  const kept = new Map<string, string | null>()
  return {
    get: (name) => kept.get(name),
    set: (name, value) => void (value === undefined ? kept.delete(name) : kept.set(name, value)),
    names: () => [...kept.keys()],
  }
}

function setup(base: NodeJS.ProcessEnv = { LANG: 'C', HOME: '/home/ann' }, platform = 'linux') {
  const source = { base, overlay: memory(), platform }
  const { context, told } = portContext(sessionAt('/'))
  const writer = writeEnvPort(source)
  return { source, told, context, writer, read: bind(readEnvPort(source), context), write: bind(writer, context) }
}

const code = (wanted: string) => expect.objectContaining({ code: wanted })

describe('the environment', () => {
  test('[port.environment] what is set hides what was there, and the real environment is not touched', async () => {
    const base = { LANG: 'C' }
    const { read, write } = setup(base)
    expect(await write('LANG', 'de_DE')).toEqual({ before: 'C' })
    expect(await write('NEW', 'x')).toEqual({ before: null })
    expect(await read('LANG')).toBe('de_DE')
    expect(await read.names?.('*')).toEqual(['LANG', 'NEW'])
    expect(await write('LANG', null)).toEqual({ before: 'de_DE' })
    expect(await read('LANG')).toBeUndefined()
    expect(await read.names?.('*')).toEqual(['NEW'])
    expect(base).toEqual({ LANG: 'C' })
  })

  test('undo data is kept before anything is set', async () => {
    const { context, writer, source } = setup()
    const seen: unknown[] = []
    const undoWith = async (data: unknown) => void seen.push([data, source.overlay.get('LANG')])
    await writer.methods.call?.('LANG', ['x'], { ...context, undoWith })
    expect(seen).toEqual([[{ before: 'C', after: 'x', overlaid: false }, undefined]])
  })

  test('[undo.restores] undo restores what was there: a value of the system, a value that was set, a removal, nothing', async () => {
    const { read, write, told, writer, source, context } = setup()
    await write('LANG', 'one')
    await write('LANG', null)
    await write('LANG', 'two')
    await write('NEW', 'x')
    const [first, second, third, fourth] = told.undo
    await writer.undo?.('NEW', fourth, context)
    expect(await read('NEW')).toBeUndefined()
    await writer.undo?.('LANG', third, context)
    expect(source.overlay.get('LANG')).toBeNull()
    await writer.undo?.('LANG', second, context)
    expect(await read('LANG')).toBe('one')
    await writer.undo?.('LANG', first, context)
    expect(source.overlay.get('LANG')).toBeUndefined()
    expect(await read('LANG')).toBe('C')
  })

  test('[undo.restores] undo does not overwrite what came after', async () => {
    const { read, write, told, writer, context } = setup()
    await write('LANG', 'one')
    await write('LANG', 'two')
    await expect(writer.undo?.('LANG', told.undo[0], context)).rejects.toEqual(code('CONFLICT'))
    expect(await read('LANG')).toBe('two')
  })

  test.each(['', 'A-B', '1A', 'A B', 'A=B', 'A\0', 'ÄB', 'A'.repeat(256)])('%j is no name', async (name) => {
    const { read, write } = setup()
    await expect(read(name)).rejects.toEqual(code('BAD_TARGET'))
    await expect(write(name, 'x')).rejects.toEqual(code('BAD_TARGET'))
  })

  test('leave to list the names is leave for no value', async () => {
    const { read, write } = setup()
    await expect(read('*')).rejects.toEqual(code('BAD_TARGET'))
    await expect(read.names?.('LANG')).rejects.toEqual(code('BAD_TARGET'))
    await expect(write('*', 'x')).rejects.toEqual(code('BAD_TARGET'))
    expect(readEnvPort(setup().source).covers).toBeUndefined()
  })

  test('names that every object has are not there', async () => {
    const { read } = setup()
    expect(await read('constructor')).toBeUndefined()
    expect(await read('__proto__')).toBeUndefined()
  })

  test.each([1, undefined, 'a\0b', 'x'.repeat(32_001), {}])('%s is no value', async (value) => {
    const { write, source, told } = setup()
    await expect(write('LANG', value)).rejects.toEqual(code('BAD_INPUT'))
    expect([source.overlay.names(), told.undo]).toEqual([[], []])
  })

  test('on Windows the case of a name does not matter', async () => {
    const { read, write } = setup({ Path: 'C:\\' }, 'win32')
    expect(await read('PATH')).toBe('C:\\')
    expect(await write('path', 'D:\\')).toEqual({ before: 'C:\\' })
    expect(await read('Path')).toBe('D:\\')
    expect(await read.names?.('*')).toEqual(['PATH'])
  })

  test('secrets are sensitive to read, and secrets and loaders are sensitive to set', () => {
    const { source, writer } = setup()
    const reader = readEnvPort(source)
    const session = sessionAt('/')
    expect([reader.facts?.('GITHUB_TOKEN', session), reader.facts?.('LD_PRELOAD', session)]).toEqual([
      { sensitive: true },
      { sensitive: false },
    ])
    expect(['GITHUB_TOKEN', 'LD_PRELOAD', 'LANG'].map((name) => writer.facts?.(name, session).sensitive)).toEqual([
      true,
      true,
      false,
    ])
  })
})
