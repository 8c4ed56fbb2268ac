// What a person reads: counts, kinds of fields, hints, and everything once.
import { describe, expect, it } from 'vitest'
import { createArrivals } from '../../sidecar/cli/arrivals.ts'
import { kindOf, types } from '../../sidecar/cli/schema.ts'
import { createFake } from './fake.ts'
import { steward } from './harness.ts'

describe('counts', () => {
  it('of one are singular', async () => {
    const fake = createFake()
    const { tools } = await fake.connect().call('tool/list', { query: 'slow' })
    fake.answers['tool/list'] = () => ({ tools: tools.map((tool) => ({ ...tool, needs: 'a key' })) })
    fake.answers['backup/create'] = ({ file }) => ({ file, bytes: 1, entries: 1 })
    fake.answers['control/stop'] = () => ({ stopped: true, aborted: 1 })
    await steward(['call', 'current_time', '--id', 'c_1'], { fake })
    fake.addApproval()
    const out = async (...argv: string[]) => (await steward(argv, { fake })).out
    expect(await out('tools')).toContain('What the 1 other needs')
    expect(await out('backup', '/b')).toContain('1 entry, 1 byte.')
    expect(await out('stop')).toContain('1 call was ended.')
    expect(await out('audit', 'verify')).toContain('1 record,')
    expect(await out('calls', 'show', 'c_1')).toContain('1 attempt\n')
    expect((await steward(['shell'], { fake })).err).toContain('1 approval waits for you')
    fake.addApproval()
    expect((await steward(['shell'], { fake })).err).toContain('2 approvals wait for you')
  })
})

describe('the kind of a field', () => {
  it('names every part of a union', async () => {
    expect((await steward(['describe', 'set_env'])).out).toContain('value: text or null')
    const { out } = await steward(['describe', 'read_file'])
    expect(out).toContain('maxBytes: whole number')
    expect(out).toContain('tags: list of text')
    expect(out).toContain('either: number or true/false')
    expect(out).toContain('any: anything')
  })

  it('is told of choices, lists of several kinds and types in a list', () => {
    const kind = (schema: object) => kindOf(schema as Record<string, unknown>, {})
    expect(kind({ type: 'string', enum: ['day', 'week'] })).toBe('"day" or "week"')
    expect(kind({ const: 3 })).toBe('3')
    expect(kind({ type: ['string', 'null'] })).toBe('text or null')
    expect(kind({ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } })).toBe(
      'list of (text or null)',
    )
  })

  it('has an end, though a schema holds itself', () => {
    const self = { $ref: '#/$defs/self' }
    const whole = { $defs: { self: { anyOf: [{ type: 'string' }, { type: 'array', items: self }, self] } } }
    expect(kindOf(self, whole)).toMatch(/^text or list of \(text or /)
    expect(types(self, whole)).toContain('array')
  })
})

describe('an example', () => {
  it('is given for input that does not fit, and for nothing that a tool says later', async () => {
    const unfit = await steward(['call', 'read_file', 'maxBytes=3'])
    expect(unfit.err).toContain('For example: steward call read_file path=notes.txt')
    const untyped = await steward(['call', 'read_file', 'notes.txt'])
    expect(untyped.err).toContain('For example: steward call read_file path=notes.txt')
    for (const answer of [await steward(['call', 'read_file', 'path=photo']), await refusedAtLoad()]) {
      expect(answer.code).toBe(2)
      expect(answer.err).toContain('Mend it.')
      expect(answer.err).not.toContain('For example')
    }
  })

  async function refusedAtLoad() {
    const { RemoteError } = await import('../../sidecar/rpc/client.ts')
    const fake = createFake()
    fake.answers['tool/call'] = () => {
      throw new RemoteError(-32000, 'It imports "node:fs".', { code: 'BAD_INPUT', hint: 'Mend it.' })
    }
    return steward(['call', 'read_file', 'path=x'], { fake })
  }
})

describe('in the shell', () => {
  const shell = (stdin: string, fake = createFake()) => steward(['shell'], { stdin, fake })

  it('hints are spelled as they are typed there', async () => {
    const { err } = await shell('stop\ncurrent_time\napprovals show ap_9\ntools --categry x\n')
    expect(err).toContain('Lift it: release')
    expect(err).toContain('Those that wait: approvals')
    expect(err).toContain('More: help tools')
    expect(err).not.toContain('steward ')
    expect((await steward(['approvals', 'show', 'ap_9'])).err).toContain('Those that wait: steward approvals')
  })

  it('what the shell does not do keeps its name', async () => {
    const fake = createFake()
    const how = 'Run: steward restore FILE, or look with: steward calls'
    fake.answers['doctor/run'] = () => ({ findings: [{ id: 'x', level: 'warn', text: 'bad', how }] })
    expect((await shell('doctor\n', fake)).out).toContain('Run: steward restore FILE, or look with: calls')
    expect((await steward(['doctor'], { fake })).out).toContain(how)
  })

  it('STOP is told once by who sets or lifts it', async () => {
    const { out, err } = await shell('stop\nrelease\nstop\n')
    expect(out.match(/Stopped\./g)).toHaveLength(2)
    expect(out.match(/Released/g)).toHaveLength(1)
    expect(out + err).not.toMatch(/STOP (is set|was lifted)/)
  })

  it('STOP by somebody else is told', () => {
    const told: string[] = []
    let busy = true
    const paint = (text: string) => text
    const arrivals = createArrivals({
      width: 80,
      paint: { bold: paint, dim: paint, red: paint, green: paint, yellow: paint, cyan: paint },
      idle: () => !busy,
      tell: (lines) => told.push(...lines),
    })
    let seq = 0
    const health = (stopped: boolean) =>
      arrivals.onEvent({ seq: ++seq, at: 1, event: 'health/changed', data: { stopped } })
    // Our own, and lifted by another before our answer came.
    health(true)
    health(false)
    arrivals.shown('stop', 'set')
    arrivals.flush()
    expect(told).toEqual(['STOP was lifted.'])
    busy = false
    health(true)
    expect(told).toEqual(['STOP was lifted.', 'STOP is set. Lift it: release'])
  })
})

describe('backup and restore', () => {
  it('name what was left out, and both folders that were moved aside', async () => {
    const fake = createFake()
    const skipped = ['/d/attachments/link', '/c/tools/\u001b[2Jsocket']
    fake.answers['backup/create'] = ({ file }) => ({ file, bytes: 10, entries: 2, skipped })
    const { err, out } = await steward(['backup', '/b'], { fake })
    expect(out).toBe('Wrote /b: 2 entries, 10 bytes.\n')
    expect(err).toContain('  /d/attachments/link\n')
    expect(err).not.toContain('\u001b')
    expect((await steward(['backup', '/b'])).err).toBe('')
    const restored = await steward(['restore', '/b'])
    expect(restored.out).toContain('/old-data\n')
    expect(restored.out).toContain('/old-config\n')
  })
})
