// A filter for replayed sessions: results that are lists or maps go on as block text, everything else as it is.
import { createInterface } from 'node:readline'
import { toYaml } from './yaml.ts'

for await (const line of createInterface({ input: process.stdin })) {
  const event = JSON.parse(line) as { result?: unknown }
  const { result } = event
  const isFull = typeof result === 'object' && result !== null && Object.keys(result).length > 0
  process.stdout.write(`${JSON.stringify(isFull ? { ...event, result: toYaml(result) } : event)}\n`)
}
