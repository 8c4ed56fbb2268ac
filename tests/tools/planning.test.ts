import { describe, expect, test } from 'vitest'
import { StewardError } from '../../sidecar/text/errors.ts'
import { reloadTools } from '../../sidecar/tools/extension.ts'
import { askUser } from '../../sidecar/tools/planning.ts'
import { runContext, sessionAt } from '../ports/bind.ts'

const context = runContext(sessionAt('/'))

test('a question reaches the port with what was said and nothing else, and the answers come back', async () => {
  const asked: unknown[] = []
  const ports = {
    askUser: async (...all: unknown[]) => {
      asked.push(all)
      return ['Friday']
    },
  }
  const ask = async (input: object) => askUser.run(askUser.input.parse(input), ports, context, undefined)
  expect(await ask({ question: ' Which day? ', options: ['Monday', 'Friday'], multiple: false })).toEqual({
    answers: ['Friday'],
  })
  await ask({ question: 'What name?' })
  expect(asked).toEqual([
    ['user', { question: 'Which day?', options: ['Monday', 'Friday'], multiple: false }],
    ['user', { question: 'What name?' }],
  ])
})

describe('reload_tools', () => {
  const files = [
    { path: '/t/a.ts', state: 'new', target: '/t/a.ts#1' },
    { path: '/t/b.ts', state: 'same', target: '/t/b.ts#2' },
    { path: '/t/c.ts', state: 'gone', target: '/t/c.ts#3' },
    { path: '/t/d.ts', state: 'changed', target: '/t/d.ts#4' },
  ]
  const readSystem = async (part: string) => (part === 'custom-tools' ? { folder: '/t', files } : {})
  const prepare = async () => {
    const prepared = await reloadTools.prepare?.({}, { readSystem } as never, context)
    if (prepared === undefined) throw new Error('nothing was prepared')
    return prepared
  }

  test('[custom.reload] what changed is asked for, file by file with its hash, and shown', async () => {
    const prepared = await prepare()
    expect(reloadTools.effects.loadCode({}, prepared)).toEqual(['/t/a.ts#1', '/t/c.ts#3', '/t/d.ts#4'])
    expect(reloadTools.preview?.({}, prepared).body).toContain('gone    /t/c.ts')
  })

  test('a file that does not load is told, and the others still load', async () => {
    const loadCode = async (target: string) => {
      if (target === '/t/d.ts#4') throw new StewardError('BAD_INPUT', 'it does not parse')
      // Of a file that is gone, nothing may have been loaded in this process.
      return { tools: target === '/t/c.ts#3' ? [] : [target.slice(3, 4)] }
    }
    expect(await reloadTools.run({}, { loadCode, readSystem }, context, await prepare())).toEqual({
      folder: '/t',
      loaded: [{ file: '/t/a.ts', tools: ['a'] }],
      removed: ['/t/c.ts'],
      failed: [{ file: '/t/d.ts', why: 'it does not parse' }],
    })
  })

  test('a call that is parked, or reaches too far, does not go on as if a file were bad', async () => {
    for (const thrown of [new Error('parked'), new StewardError('NOT_GRANTED', 'not that one')]) {
      const loadCode = async () => {
        throw thrown
      }
      await expect(reloadTools.run({}, { loadCode, readSystem }, context, await prepare())).rejects.toBe(thrown)
    }
  })
})
