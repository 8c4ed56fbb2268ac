// Pixels as a PNG, which macOS and Windows read. https://www.w3.org/TR/png-3/
import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A square of RGBA pixels. */
export function toPng(pixels: Buffer, size: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(size, 0)
  head.writeUInt32BE(size, 4)
  // Eight bits a channel, with alpha.
  head.set([8, 6, 0, 0, 0], 8)
  // Each line begins with how it is filtered: not at all.
  const lines = Array.from({ length: size }, (_, y) =>
    Buffer.concat([Buffer.alloc(1), pixels.subarray(y * size * 4, (y + 1) * size * 4)]),
  )
  const data = deflateSync(Buffer.concat(lines))
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}
