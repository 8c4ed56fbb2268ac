import { expect, test } from 'vitest'
import { counted } from '../../sidecar/text/count.ts'

test('only one is singular', () => {
  expect([0, 1, 2].map((n) => counted(n, 'call'))).toEqual(['0 calls', '1 call', '2 calls'])
  expect([0, 1, 2].map((n) => counted(n, 'entry', 'entries'))).toEqual(['0 entries', '1 entry', '2 entries'])
})
