// readEnv and writeEnv: the environment as tools and commands see it. What is set lives in an overlay that outlives a
// restart; Steward's own environment is never changed.
import { StewardError } from '../text/errors.ts'
import type { Platform } from '../text/paths.ts'
import { isLoaderName, isSecretName } from '../text/sensitive.ts'
import type { Port } from './types.ts'

/** What was set by `writeEnv`. A string was set, null was removed, undefined was never touched. */
export interface EnvOverlay {
  get(name: string): string | null | undefined
  /** undefined forgets the name: it is again what the base says. */
  set(name: string, value: string | null | undefined): void
  names(): string[]
}

export interface EnvSource {
  base: NodeJS.ProcessEnv
  overlay: EnvOverlay
  platform?: Platform
}

// Windows stops at 32,767 characters, Linux at 128 KiB; what passes everywhere can be handed to a command anywhere.
const maxValue = 32_000

/** What `writeEnv` keeps so that it can be taken back. */
interface Kept {
  before: string | null
  after: string | null
  /** Whether the overlay had an entry of its own before. */
  overlaid: boolean
}

function canonicalName(name: string, platform: Platform): string {
  if (typeof name === 'string' && /^[A-Za-z_][A-Za-z0-9_]{0,254}$/.test(name))
    return platform === 'win32' ? name.toUpperCase() : name
  throw new StewardError(
    'BAD_TARGET',
    `${JSON.stringify(name)} is not the name of an environment variable.`,
    'Use letters, digits and underscores, beginning with a letter or an underscore.',
  )
}

/** The value that holds now, or undefined. */
function present({ base, overlay, platform }: EnvSource, name: string): string | undefined {
  const set = overlay.get(name)
  if (set !== undefined) return set ?? undefined
  if (platform !== 'win32') return Object.hasOwn(base, name) ? base[name] : undefined
  const spelled = Object.keys(base).find((one) => one.toUpperCase() === name)
  return spelled === undefined ? undefined : base[spelled]
}

function allNames(source: EnvSource): string[] {
  const known = Object.keys(source.base).map((name) => (source.platform === 'win32' ? name.toUpperCase() : name))
  return [...new Set([...known, ...source.overlay.names()])]
    .filter((name) => present(source, name) !== undefined)
    .sort()
}

const withPlatform = (source: EnvSource): EnvSource & { platform: Platform } => ({
  platform: process.platform,
  ...source,
})

/** Reads single variables; `*` is the target that lists their names, and leave for it is leave for no value. */
export function readEnvPort(given: EnvSource): Port {
  const source = withPlatform(given)
  return {
    kind: 'readEnv',
    repeatable: true,
    canonical: (target) => (target === '*' ? target : canonicalName(target, source.platform)),
    facts: (target) => ({ sensitive: isSecretName(target) }),
    methods: {
      call: (name) => {
        if (name !== '*') return present(source, name)
        throw new StewardError('BAD_TARGET', 'Variables are read one by one.', 'Name each variable that is needed.')
      },
      names: (target) => {
        if (target === '*') return allNames(source)
        throw new StewardError('BAD_TARGET', 'The names are listed all together.', 'Use "*" as the target.')
      },
    },
  }
}

/** Sets or removes one variable. */
export function writeEnvPort(given: EnvSource): Port {
  const source = withPlatform(given)
  return {
    kind: 'writeEnv',
    repeatable: true,
    canonical: (target) => canonicalName(target, source.platform),
    facts: (target) => ({ sensitive: isSecretName(target) || isLoaderName(target) }),
    methods: {
      call: async (name, [value], context) => {
        const after = checkValue(value)
        const before = present(source, name) ?? null
        const kept: Kept = { before, after, overlaid: source.overlay.get(name) !== undefined }
        await context.undoWith(kept)
        source.overlay.set(name, after)
        return { before }
      },
    },
    undo: async (name, data) => {
      const kept = data as Kept
      const isBack = (source.overlay.get(name) !== undefined) === kept.overlaid
      // Cut off after it was taken back: nothing is left to do.
      if (isBack && (present(source, name) ?? null) === kept.before) return
      if ((present(source, name) ?? null) !== kept.after)
        throw new StewardError(
          'CONFLICT',
          `${name} was changed again since.`,
          'Look at it with get_env and set it by hand.',
        )
      source.overlay.set(name, kept.overlaid ? kept.before : undefined)
    },
  }
}

function checkValue(value: unknown): string | null {
  if (value === null) return null
  if (typeof value === 'string' && value.length <= maxValue && !value.includes('\0')) return value
  throw new StewardError(
    'BAD_INPUT',
    `The value must be text of at most ${maxValue} characters without NUL, or null.`,
    'Use null to remove the variable; put long values into a file.',
  )
}
