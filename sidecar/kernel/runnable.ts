// Makes a built-in tool runnable: its schemas check what goes in and out, its plans become a list of effects.
import { toJSONSchema } from 'zod/v4/core'
import type { EffectKind } from '../../policy/effects.ts'
import { unlabelled } from '../../policy/flow.ts'
import { StewardError } from '../text/errors.ts'
import type { PlannedEffect, Runnable, Tool } from './define.ts'

const TIMEOUT_MS = 30_000
const NETWORK_TIMEOUT_MS = 60_000
const network: readonly EffectKind[] = [
  'fetchUrl',
  'sendRequest',
  'browsePage',
  'actOnPage',
  'scriptPage',
  'callMcp',
  'sendMail',
  'readMail',
]

/** The runnable of a tool spec. */
export function fromSpec(spec: Tool): Runnable {
  const kinds = Object.keys(spec.effects) as EffectKind[]
  const plans = Object.entries(spec.effects) as [EffectKind, (input: unknown, prepared: unknown) => string[]][]
  const timeout = kinds.some((kind) => network.includes(kind)) ? NETWORK_TIMEOUT_MS : TIMEOUT_MS
  return {
    name: spec.name,
    aliases: spec.aliases ?? [],
    summary: spec.summary,
    category: spec.category,
    version: spec.version ?? 1,
    source: 'built-in',
    kinds,
    roles: spec.roles ?? {},
    labels: spec.labels ?? unlabelled,
    idempotent: spec.idempotent ?? false,
    timeoutMs: spec.timeoutMs ?? timeout,
    examples: spec.examples,
    hasPrepare: spec.prepare !== undefined,
    parse(input) {
      const parsed = spec.input.safeParse(input)
      if (parsed.success) return parsed.data
      throw new StewardError(
        'BAD_INPUT',
        `${spec.name}: ${issues(parsed.error)}`,
        `For example: ${JSON.stringify(spec.examples[0])}`,
      )
    },
    prepare: (input, ports, context) => spec.prepare?.(input, ports as never, context),
    plan(input, prepared, only) {
      const planned: PlannedEffect[] = []
      for (const [kind, plan] of plans)
        if (only(kind)) for (const target of plan(input, prepared)) planned.push({ kind, target })
      return planned
    },
    // Where the reading itself is asked about there is nothing prepared yet, and so nothing to show of it.
    preview: (input, prepared) =>
      spec.prepare && prepared === undefined ? undefined : spec.preview?.(input, prepared),
    secrets: (input) => spec.secrets?.(input) ?? [],
    run: (input, ports, context, prepared) => spec.run(input, ports as never, context, prepared),
    parseOutput(output) {
      const parsed = spec.output.safeParse(output)
      if (parsed.success) return parsed.data
      throw new StewardError(
        'BAD_OUTPUT',
        `${spec.name} returned what it did not promise: ${issues(parsed.error)}`,
        'This is a fault in the tool.',
      )
    },
    undo: (input, output) => spec.undo?.(input, output) ?? null,
    schemas: () => ({
      input: toJSONSchema(spec.input, { io: 'input', unrepresentable: 'any' }),
      output: toJSONSchema(spec.output, { unrepresentable: 'any' }),
    }),
  }
}

/** Path and reason of the first few faults. */
export function issues(error: { issues: readonly { path: PropertyKey[]; message: string }[] }): string {
  const shown = error.issues
    .slice(0, 5)
    .map((issue) => (issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`))
  return shown.join('; ') + (error.issues.length > 5 ? ` (and ${error.issues.length - 5} more)` : '')
}
