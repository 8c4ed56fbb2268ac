// The entry of the command line. `serve` passes straight through: a sidecar that starts loads nothing of the printing.
import type { CliHost } from './types.ts'

export type { CliHost } from './types.ts'

/** Runs one command and returns its exit code. Never throws. */
export async function runCli(argv: string[], host: CliHost): Promise<number> {
  const [name, option, ...more] = argv
  if (name === 'serve' && more.length === 0 && (option === undefined || option === '--background'))
    return host.serve({ background: option !== undefined })
  // A guard for other agents: their events come on stdin, and no sidecar is needed.
  if (name === 'policy' && option === 'replay' && more.length === 0) return host.replay()
  const { runOnce } = await import('./once.ts')
  return runOnce(argv, host)
}
