// A small server on stdio for the tests: trivial handlers on a real connection. Prints where nobody should, on purpose.
import { openConnection } from '../../sidecar/rpc/connection.ts'
import { takeStdio, watchParent } from '../../sidecar/rpc/stdio.ts'
import { toView } from '../../sidecar/text/errors.ts'
import { trivialHandlers } from './harness.ts'

const stdio = takeStdio()
watchParent(() => process.exit(0))
// biome-ignore lint/suspicious/noConsole: the test looks where this goes
console.log('stray console')
process.stdout.write('stray write\n')

const handlers = trivialHandlers({
  'control/status': () => ({ stopped: false, running: process.ppid, queued: 0, waiting: 0, suspended: 0 }),
  'settings/get': ({ key }) => ({ settings: 'x'.repeat(Number(key ?? 0)) }),
  'settings/set': ({ value }) => ({ settings: value }),
  'tool/stats': async () => ({ stats: [] }),
  'call/show': (_, { signal }) => new Promise((_resolve, reject) => signal.addEventListener('abort', reject)),
  shutdown: (_, { connection }) => {
    void connection.close()
    return { ok: true }
  },
})
openConnection({ ...stdio, handlers, role: 'hand', describeError: toView })
