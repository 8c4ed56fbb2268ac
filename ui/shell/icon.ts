// The window's icon, drawn as pixels: a tick on a rounded square. A library for images would be a lot for one tick.

const ground = [0x1f, 0x5f, 0x5b] as const
const samples = [0.125, 0.375, 0.625, 0.875] as const

type Point = readonly [number, number]

// In a square of side 1.
const corner = 0.22
const stroke = 0.065
const tick: readonly (readonly [Point, Point])[] = [
  [
    [0.26, 0.53],
    [0.43, 0.7],
  ],
  [
    [0.43, 0.7],
    [0.75, 0.33],
  ],
]

function isInSquare(x: number, y: number): boolean {
  const across = Math.max(0, Math.abs(x - 0.5) - (0.5 - corner))
  const down = Math.max(0, Math.abs(y - 0.5) - (0.5 - corner))
  return Math.hypot(across, down) <= corner
}

function distance(x: number, y: number, [[ax, ay], [bx, by]]: readonly [Point, Point]): number {
  const along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
  const t = Math.min(1, Math.max(0, along))
  return Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay))
}

/** The icon as RGBA, `size` by `size` pixels. */
export function drawIcon(size: number): Buffer {
  const pixels = Buffer.alloc(size * size * 4)
  for (let at = 0; at < size * size; at++) {
    let inside = 0
    let white = 0
    for (const dx of samples)
      for (const dy of samples) {
        const [x, y] = [((at % size) + dx) / size, (Math.floor(at / size) + dy) / size]
        if (!isInSquare(x, y)) continue
        inside++
        if (tick.some((line) => distance(x, y, line) <= stroke)) white++
      }
    const share = inside === 0 ? 0 : white / inside
    const colour = ground.map((part) => Math.round(part + (255 - part) * share))
    pixels.set([...colour, Math.round((255 * inside) / samples.length ** 2)], at * 4)
  }
  return pixels
}
