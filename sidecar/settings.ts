// The settings file as a handle: read once, changed one key at a time, checked whole before anything is written.
import type { SettingsHandle } from './api/types.ts'
import { parseSettings, type Settings } from './kernel/settings.ts'
import { changeConfig, readConfig } from './store/config.ts'
import { StewardError } from './text/errors.ts'

// The comment stands above the braces: what is set later would come before one inside them.
const FIRST = `// Steward's settings. What is left out has its default; \`steward config\` shows them all.
{
}
`

/** The settings in a file. `onChange` is told after a change is on the disk. */
export async function openSettings(
  file: string,
  onChange: (settings: Settings, key: string) => void,
): Promise<SettingsHandle> {
  let current = parseSettings(await readConfig(file), file)
  return {
    get current() {
      return current
    },
    async set(key, value) {
      const path = key.split('.')
      if (path.some((part) => part === '' || part === '__proto__'))
        throw new StewardError(
          'BAD_INPUT',
          `${JSON.stringify(key)} is not a setting.`,
          'See them all with: steward config',
        )
      const changed = structuredClone(await readConfig(file)) as Record<string, unknown>
      place(changed, path, value)
      const next = parseSettings(changed)
      await changeConfig(file, path, value ?? undefined, FIRST)
      current = next
      onChange(next, key)
    },
  }
}

function place(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [first = '', ...rest] = path
  if (rest.length === 0) {
    if (value === null || value === undefined) delete target[first]
    else target[first] = value
    return
  }
  const inner =
    Object.hasOwn(target, first) && typeof target[first] === 'object' && target[first] !== null ? target[first] : {}
  target[first] = inner
  place(inner as Record<string, unknown>, rest, value)
}
