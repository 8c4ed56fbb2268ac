import { describe, expect, test } from 'vitest'
import { type Form, forms, play } from './session.ts'
import { moneySessions } from './sessions-money.ts'
import { moreSessions } from './sessions-more.ts'
import { peopleSessions } from './sessions-people.ts'
import { thingSessions } from './sessions-things.ts'

const all = [...moneySessions, ...peopleSessions, ...thingSessions, ...moreSessions]

describe.each(Object.keys(forms) as Form[])('[flow.sessions] a session whose results come as %s', (form) => {
  test.each(all.map((one) => [one.name, one] as const))('%s', (_name, one) => {
    expect(play(one, form)).toEqual([])
  })
})

test('[flow.sessions] there are sessions enough, and each is judged in both ways somewhere', () => {
  const expected = all.flatMap(({ steps }) =>
    steps.flatMap((step) => (step.call && step.call.kind !== 'read' ? [step.expect] : [])),
  )
  expect(all.length).toBeGreaterThanOrEqual(60)
  expect(expected.filter((one) => one === 'allow').length).toBeGreaterThan(50)
  expect(expected.filter((one) => one === 'ask').length).toBeGreaterThan(50)
})
