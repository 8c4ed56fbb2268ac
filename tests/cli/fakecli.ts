// The command line on a fake sidecar, as a process of its own: for signals and pipes.
import { runCli } from '../../sidecar/cli/run.ts'
import { createFake } from './fake.ts'

const fake = createFake()
process.exitCode = await runCli(process.argv.slice(2), {
  connect: async ({ onEvent }) => fake.connect(onEvent),
  serve: async () => 0,
  replay: async () => 0,
  restore: async () => ({ movedAside: '/old-data', configMovedAside: '/old-config', entries: 2 }),
  demo: async (folder) => ({ folder, calls: 1, approvals: 0, suspensions: 0 }),
  paths: { config: '/c', data: '/d', state: '/nowhere/s', configFile: '/c/config.jsonc' },
  version: '1.2.3',
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
})
