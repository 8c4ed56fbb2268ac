// The entry: decides which Steward this process is, and hands the command line what it needs.
import { runCli } from './cli/run.ts'
import type { CliHost } from './cli/types.ts'
import { resolvePaths } from './store/paths.ts'
import { version } from './version.ts'

/** Runs the `steward` command with these arguments and returns its exit code. */
export function main(argv: string[]): Promise<number> {
  const paths = resolvePaths(process.env)
  const host: CliHost = {
    connect: async (options) => (await import('./connect.ts')).connect(paths, version, options),
    serve: async (options) => (await import('./serve.ts')).serve(paths, version, options),
    replay: async () => (await import('./replay.ts')).replay(),
    restore: async (file) => (await import('./connect.ts')).restore(paths, version, file),
    demo: async (folder) => (await import('./demo.ts')).makeDemo(folder, version),
    paths,
    version,
    // Getters: a sidecar on stdio must not open these streams.
    get stdin() {
      return process.stdin
    },
    get stdout() {
      return process.stdout
    },
    get stderr() {
      return process.stderr
    },
    env: process.env,
  }
  return runCli(argv, host)
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2))
