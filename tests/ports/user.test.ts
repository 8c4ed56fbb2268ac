import { describe, expect, test } from 'vitest'
import { checkAnswer, userPort } from '../../sidecar/ports/user.ts'
import { bind, portContext, sessionAt } from './bind.ts'

const bad = expect.objectContaining({ code: 'BAD_INPUT', hint: expect.any(String) })
const options = ['red', 'green', 'blue']

describe('answers', () => {
  test.each([
    [{ question: 'Which?', options }, ['red'], ['red']],
    [{ question: 'Which?', options }, 'red', ['red']],
    [{ question: 'Which?', options, multiple: true }, ['red', 'blue'], ['red', 'blue']],
    [{ question: 'Which?', options, free: true }, ['pink'], ['pink']],
    [{ question: 'Name?' }, ['Ann'], ['Ann']],
    [{ question: 'Name?', free: false }, ['Ann'], ['Ann']],
    [{ question: 'Name?', options: [] }, ['Ann'], ['Ann']],
  ])('%j takes %j', (question, answer, expected) => {
    expect(checkAnswer(question, answer)).toEqual(expected)
  })

  test.each([
    [{ question: 'Which?', options }, ['pink']],
    [{ question: 'Which?', options }, ['red', 'blue']],
    [{ question: 'Which?', options, multiple: true }, ['red', 'pink']],
    [{ question: 'Which?', options, multiple: true }, ['red', 'red']],
    [{ question: 'Which?', options }, []],
    [{ question: 'Which?', options }, undefined],
    [{ question: 'Which?', options }, { answers: ['red'] }],
    [{ question: 'Which?', options }, [1]],
    [{ question: 'Name?' }, [' ']],
    [{ question: 'Name?' }, ['a', 'b']],
  ])('%j does not take %j', (question, answer) => {
    expect(() => checkAnswer(question, answer)).toThrow(bad)
  })
})

describe('asking', () => {
  test('[ask.question] the question is parked, and the answer is checked when it comes', async () => {
    const asked: unknown[] = []
    const answers: unknown[] = [['green'], ['pink']]
    const suspend = async (reason: string, data: unknown) => {
      asked.push([reason, data])
      return answers.shift()
    }
    const ask = bind(userPort(), portContext(sessionAt('/'), { suspend }).context)
    expect(await ask('user', { question: 'Which?', options, extra: 1 })).toEqual(['green'])
    expect(asked).toEqual([['question', { question: 'Which?', options }]])
    await expect(ask('user', { question: 'Which?', options })).rejects.toEqual(bad)
  })

  test.each([
    undefined,
    {},
    { question: ' ' },
    { question: 'x', options: 'y' },
    { question: 'x', options: [1] },
    { question: 'x', options: ['a', 'a'] },
  ])('%j is no question, and nobody is bothered with it', async (question) => {
    const { context, told } = portContext(sessionAt('/'))
    await expect(bind(userPort(), context)('user', question)).rejects.toEqual(bad)
    expect(told.asked).toEqual([])
  })

  test('nobody but the user can be asked', async () => {
    await expect(bind(userPort(), portContext(sessionAt('/')).context)('root', { question: 'x' })).rejects.toEqual(
      expect.objectContaining({ code: 'BAD_TARGET' }),
    )
  })
})
