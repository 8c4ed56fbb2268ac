import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_FRAME_BYTES } from '../../sidecar/protocol/errors.ts'
import { createSplitter, type Frame } from '../../sidecar/rpc/frames.ts'

function split(chunks: Buffer[], limit?: number): Frame[] {
  const splitter = createSplitter(limit)
  return [...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.end()]
}

/** What the splitter should say, done the slow and obvious way. */
function expected(bytes: Buffer, limit: number): Frame[] {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const lines: Buffer[] = []
  const line: number[] = []
  for (const byte of [...bytes, 10]) {
    if (byte === 10) lines.push(Buffer.from(line.splice(0)))
    else line.push(byte)
  }
  return lines.flatMap((each): Frame[] => {
    if (each.length > limit) return [{ fault: 'TOO_LARGE' }]
    try {
      const text = strict.decode(each).replace(/\r$/, '')
      return /^[ \t\r]*$/.test(text) ? [] : [text]
    } catch {
      return [{ fault: 'PARSE' }]
    }
  })
}

function cut(bytes: Buffer, at: number[]): Buffer[] {
  const edges = [...new Set(at.map((each) => each % (bytes.length + 1)))].sort((a, b) => a - b)
  return [0, ...edges].map((edge, index) => bytes.subarray(edge, edges[index] ?? bytes.length))
}

const interesting = fc.oneof(
  fc.constantFrom(
    ...['\n', '\r\n', ' ', '\t', '{}', 'é', '😀', '\ufeff', '\0', 'x'.repeat(30)].map((s) => Buffer.from(s)),
  ),
  fc.constantFrom(Buffer.from([0xff]), Buffer.from([0xc3]), Buffer.from([0xf0, 0x9f]), Buffer.from([0xed, 0xa0, 0x80])),
  fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
)
const bytes = fc.array(interesting, { maxLength: 60 }).map((parts) => Buffer.concat(parts))

describe('[wire.frames] the splitter', () => {
  it('gives the same frames for any bytes, however they are cut into chunks', () => {
    fc.assert(
      fc.property(
        bytes,
        fc.array(fc.nat({ max: 2000 }), { maxLength: 30 }),
        fc.integer({ min: 1, max: 100 }),
        (all, at, limit) => {
          expect(split(cut(all, at), limit)).toEqual(expected(all, limit))
        },
      ),
      { numRuns: process.env.STEWARD_FULL ? 20_000 : 1000 },
    )
  })

  it('gives the same frames byte by byte', () => {
    fc.assert(
      fc.property(bytes, (all) => {
        expect(
          split(
            [...all].map((byte) => Buffer.from([byte])),
            40,
          ),
        ).toEqual(expected(all, 40))
      }),
      { numRuns: process.env.STEWARD_FULL ? 2000 : 200 },
    )
  })

  it('reads thousands of frames from one chunk', () => {
    const lines = Array.from({ length: 10_000 }, (_, n) => `{"id":${n}}`)
    expect(split([Buffer.from(`${lines.join('\n')}\n`)])).toEqual(lines)
  })

  it('takes a line of exactly the limit and skips one that is longer by a byte', () => {
    const fits = Buffer.alloc(MAX_FRAME_BYTES, 'a')
    const frames = split([fits, Buffer.from('a\nnext\n'), fits, Buffer.from('\n')])
    expect(frames.map((frame) => (typeof frame === 'string' ? frame.length : frame.fault))).toEqual([
      'TOO_LARGE',
      4,
      MAX_FRAME_BYTES,
    ])
  })

  it('holds nothing of a line without end', () => {
    const splitter = createSplitter()
    const chunk = Buffer.alloc(1024 * 1024, 'a')
    const reports = []
    globalThis.gc?.()
    const before = process.memoryUsage().arrayBuffers
    for (let n = 0; n < 500; n++) reports.push(...splitter.push(chunk))
    expect(reports).toEqual([{ fault: 'TOO_LARGE' }])
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 1024 * 1024)
    expect(splitter.push(Buffer.from('\n{}\n'))).toEqual(['{}'])
  })
})
