// The doctor while the disk refuses what waits to be written.
import { expect, it } from 'vitest'
import { examine } from '../../sidecar/api/doctor.ts'
import type { ApiParts } from '../../sidecar/api/types.ts'
import { watching } from './disk.ts'
import { freshFolder, openInside } from './inside.ts'

const emptyAgenda = {
  list: async () => [],
  events: async () => ({ events: [], cut: false, faults: [] }),
  accounts: { list: async () => [], sync: async () => [] },
}

it('[store.doctor] tells that the disk refuses, and everything else all the same', async () => {
  const { kernel, folder, abandon } = openInside(freshFolder())
  const parts = {
    ...{ kernel, paths: { state: folder }, rules: { refused: [] } },
    inspectFolders: () => [{ folder, state: 'closed' }],
    keyPlace: async () => ({ where: 'keychain', isShut: true, why: 'It is locked' }),
    secretPlace: async () => undefined,
    days: { agenda: async () => emptyAgenda },
  } as unknown as ApiParts
  const levels = async () => Object.fromEntries((await examine(parts)).map(({ id, level }) => [id, level]))
  kernel.journal.record('note', {})
  const rest = {
    ...{ runtime: 'ok', folder: 'ok', database: 'ok', audit: 'ok', key: 'warn', rules: 'ok' },
    ...{ stop: 'ok', waiting: 'ok', unknown: 'ok', tools: 'ok', calendars: 'ok' },
  }
  expect(await levels()).toEqual({ disk: 'ok', ...rest })
  const end = watching({ refuse: (place) => (place === 'audit write' ? 'ENOSPC' : undefined) })
  kernel.journal.record('note', {})
  expect((await examine(parts))[0]).toMatchObject({
    id: 'disk',
    level: 'error',
    text: expect.stringContaining('refused'),
  })
  expect(await levels()).toEqual({ disk: 'error', ...rest })
  end()
  expect(await levels()).toEqual({ disk: 'ok', ...rest })
  abandon()
})
