// Ports whose every effect is a line in a file outside the data folder, on the disk before they return.
import fs from 'node:fs'
import path from 'node:path'
import type { EffectKind } from '../../policy/effects.ts'
import type { Port, PortContext } from '../../sidecar/ports/types.ts'
import { reach } from './kill.ts'

export interface EffectLine {
  kind: string
  target: string
  call: string
  identity: string
  pid: number
}

/** The lines that were written so far. A line that was cut off by a kill is no effect. */
export function readEffects(file: string): EffectLine[] {
  if (!fs.existsSync(file)) return []
  const lines = fs.readFileSync(file, 'utf8').split('\n')
  lines.pop()
  return lines.map((line) => JSON.parse(line) as EffectLine)
}

function writeEffect(file: string, line: EffectLine): void {
  const handle = fs.openSync(file, 'a')
  try {
    fs.writeSync(handle, `${JSON.stringify(line)}\n`)
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

/** All ports, writing to one file; `folder` holds what is read and what is written as a whole. */
export function effectPorts(file: string, folder: string): Port[] {
  const act = (kind: EffectKind, target: string, { callId, identity }: PortContext) => {
    reach('before-effect')
    writeEffect(file, { kind, target, call: callId, identity, pid: process.pid })
    reach('after-effect')
  }
  const port = (kind: EffectKind, more: Partial<Port> = {}): Port => ({
    kind,
    canonical: (target) => target,
    methods: { call: async (target, _args, context) => act(kind, target, context) },
    ...more,
  })
  const look: Port['look'] = async (_target, _args, { identity }) => {
    reach('in-look')
    return readEffects(file).some((line) => line.identity === identity) ? 'done' : 'not done'
  }
  const fileOf = (target: string) => path.join(folder, target.replaceAll('/', '-'))
  const read = (target: string) => fs.readFileSync(fileOf(target), { encoding: 'utf8', flag: 'a+' })
  return [
    port('writeTasks', { look }),
    port('notify'),
    port('sendMail', {
      look,
      methods: {
        call: async (target, _args, context) => act('sendMail', target, context),
        along: async (target, [next], context) => {
          await context.leave(String(next))
          act('sendMail', target, context)
        },
      },
    }),
    port('readVault', {
      methods: {
        call: async (target) => {
          reach('in-prepare')
          return read(target)
        },
        slow: async (target) => {
          await new Promise((resolve) => setTimeout(resolve, 400))
          return read(target)
        },
      },
    }),
    port('writeVault', {
      repeatable: true,
      methods: {
        call: async (target, [text], context) => {
          await context.undoWith(read(target))
          act('writeVault', target, context)
          fs.writeFileSync(fileOf(target), String(text))
        },
      },
      undo: async (target, before) => {
        fs.writeFileSync(fileOf(target), String(before))
        reach('in-undo')
      },
    }),
  ]
}
