// A process that writes one entry of a local calendar and ends, as kill -9 does, at a step of it.
import { join } from 'node:path'
import { vdirProvider } from '../../sidecar/ports/calendar/vdir.ts'
import { WorkerHost } from '../../sidecar/ports/calendar/workerhost.ts'
import type { ResourceChange } from '../../sidecar/text/agenda/types.ts'

const [root = '', wanted = '', change = ''] = process.argv.slice(2)
let left = Number(wanted)
const host = new WorkerHost({ log: () => undefined })
const provider = vdirProvider({
  folder: join(root, 'calendars'),
  lock: join(root, 'lock'),
  ask: host.ask,
  changed: () => undefined,
  step() {
    left -= 1
    if (left === 0) process.kill(process.pid, 'SIGKILL')
  },
})
await provider.put('personal', JSON.parse(change) as ResourceChange, new AbortController().signal)
await host.close()
