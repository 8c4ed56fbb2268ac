// initialize, shutdown, control, doctor, events, backup: the sidecar itself.
import { PROTOCOL_VERSION } from '../protocol/errors.ts'
import type { Api, ApiParts } from './types.ts'

type ControlMethods =
  | 'initialize'
  | 'shutdown'
  | 'control/stop'
  | 'control/release'
  | 'control/status'
  | 'doctor/run'
  | 'events/since'
  | 'backup/create'

export const controlApi = (parts: ApiParts): Api<ControlMethods> => {
  const { kernel, version } = parts
  return {
    initialize: () => ({
      protocolVersion: PROTOCOL_VERSION,
      server: { name: 'steward', version },
      epoch: kernel.events.epoch,
      seq: kernel.events.seq,
      pid: process.pid,
    }),
    shutdown: () => {
      // The answer goes out first.
      setImmediate(parts.shutdown)
      return { ok: true }
    },
    'control/stop': async ({ reason }) => ({ stopped: true, aborted: await kernel.answers.stop(reason ?? '') }),
    'control/release': () => {
      kernel.release()
      return { stopped: false }
    },
    'control/status': () => ({
      stopped: kernel.latch.stopped,
      ...(kernel.latch.reason ? { reason: kernel.latch.reason } : {}),
      running: kernel.slots.running,
      queued: kernel.slots.queued,
      waiting: kernel.journal.count('waiting'),
      suspended: kernel.journal.count('suspended'),
    }),
    'doctor/run': async () => ({ findings: await (await import('./doctor.ts')).examine(parts) }),
    'events/since': ({ epoch, seq, limit }) => kernel.events.since(epoch, seq, limit),
    'backup/create': ({ file }) => parts.backup(file),
  }
}
