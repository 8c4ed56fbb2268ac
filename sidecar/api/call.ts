// call/* and attachment/*
import { undoCall } from '../kernel/undo.ts'
import { detailCall, viewCall } from '../kernel/view.ts'
import type { Api, ApiParts } from './types.ts'

type CallMethods = 'call/list' | 'call/show' | 'call/cancel' | 'call/undo' | 'call/settle' | 'attachment/read'

export const callApi = ({ kernel, ready }: ApiParts): Api<CallMethods> => {
  const { journal, executor, answers, blobs } = kernel
  return {
    'call/list': (filter) => ({ calls: journal.list(filter).map((row) => viewCall(row, Date.now())) }),
    'call/show': async ({ callId, wait }) => {
      if (wait) await ready()
      if (wait) await (await executor.underWay(callId))?.atRest()
      // Nobody is told of what is not on the disk.
      journal.flush()
      const row = executor.find(callId)
      // A tool that is gone is no reason not to show its calls.
      const tool = await kernel.registry.load(row.tool).catch(() => undefined)
      return detailCall(row, Date.now(), tool)
    },
    'call/cancel': async ({ callId }) => {
      await ready()
      return answers.cancel(callId)
    },
    'call/undo': ({ callId }) => undoCall(callId, journal, executor),
    'call/settle': ({ callId, as }) => answers.settle(callId, as),
    'attachment/read': ({ id, offset, length }) => {
      const { bytes, end } = blobs.read(id, offset, length)
      return { base64: Buffer.from(bytes).toString('base64'), bytes: bytes.length, end }
    },
  }
}
