// settings/*
import { StewardError } from '../text/errors.ts'
import type { Api, ApiParts } from './types.ts'

export const settingsApi = ({ kernel, settings }: ApiParts): Api<'settings/get' | 'settings/set'> => ({
  'settings/get': ({ key }) => ({ settings: key === undefined ? settings.current : at(settings.current, key) }),
  'settings/set': async ({ key, value }) => {
    await settings.set(key, value)
    await kernel.journal.durable()
    return { settings: settings.current }
  },
})

function at(settings: object, key: string): unknown {
  let value: unknown = settings
  for (const part of key.split('.')) {
    const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, part)
    if (!isThere) return known(settings, key)
    value = (value as Record<string, unknown>)[part]
  }
  return value
}

// A key that may be set but is not has no value; one that could never be set is a slip.
function known(settings: object, key: string): null {
  const [first = ''] = key.split('.')
  if (
    Object.hasOwn(settings, first) ||
    ['root', 'zone', 'quietHours', 'place', 'workingHours', 'weekStart', 'dateOrder'].includes(first)
  )
    return null
  throw new StewardError(
    'NOT_FOUND',
    `There is no setting ${JSON.stringify(key)}.`,
    'See them all with: steward config',
  )
}
