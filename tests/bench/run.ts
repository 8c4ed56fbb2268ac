// `npm run bench`: one table of ratios, each against its peer in the same run. Nothing here passes or fails.
// --only NAME runs one benchmark, --json prints the rows, --entry FILE measures another bundle, --save keeps the ratios.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { auditBench } from './audit.ts'
import { calendarBench } from './calendar.ts'
import { flowBench } from './flow.ts'
import type { Row } from './measure.ts'
import { memoryBench } from './memory.ts'
import { policyBench } from './policy.ts'
import { roundtripBench } from './roundtrips.ts'
import { startBench } from './start.ts'
import { windowBench } from './window.ts'

const benches = [
  startBench,
  memoryBench,
  roundtripBench,
  policyBench,
  flowBench,
  auditBench,
  windowBench,
  calendarBench,
]
const baselineFile = join(import.meta.dirname, 'baseline.json')

type Baseline = Record<string, number>

const ratio = (row: Row) => row.ours / row.peer
const figure = (value: number) => (value >= 1000 ? `${(value / 1000).toFixed(1)}k` : value.toFixed(1))

const aimText = ({ aim }: Row) => (aim === undefined ? '' : 'most' in aim ? `≤ ${aim.most}` : `≥ ${aim.least}`)

function cells(row: Row, baseline: Baseline): string[] {
  return [
    row.name,
    `${figure(row.ours)} ${row.unit}`,
    `${figure(row.peer)} ${row.unit}`,
    `${ratio(row).toFixed(2)} ×`,
    aimText(row),
    baseline[row.name]?.toFixed(2) ?? '',
    [row.peerName, row.note].filter(Boolean).join('; '),
  ]
}

function table(rows: readonly Row[], baseline: Baseline): string {
  const lines = [
    ['what', 'steward', 'peer', 'ratio', 'aim', 'baseline', 'against'],
    ...rows.map((row) => cells(row, baseline)),
  ]
  const widths = lines[0]?.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0))) ?? []
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, at) => cell.padEnd(widths[at] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

const readBaseline = (): Baseline =>
  existsSync(baselineFile) ? (JSON.parse(readFileSync(baselineFile, 'utf8')) as Baseline) : {}

function save(rows: readonly Row[]): void {
  const fresh = Object.fromEntries(rows.map((row) => [row.name, Number(ratio(row).toFixed(3))]))
  writeFileSync(baselineFile, `${JSON.stringify({ ...readBaseline(), ...fresh }, null, 2)}\n`)
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      json: { type: 'boolean', default: false },
      save: { type: 'boolean', default: false },
      entry: { type: 'string', default: join(import.meta.dirname, '../../dist/sidecar.mjs') },
    },
  })
  const chosen = benches.filter(({ name }) => values.only === undefined || name === values.only)
  if (chosen.length === 0) {
    process.stderr.write(`No such benchmark. There are: ${benches.map(({ name }) => name).join(', ')}.\n`)
    return 2
  }
  const home = mkdtempSync(join(tmpdir(), 'steward-bench-'))
  try {
    const rows: Row[] = []
    for (const bench of chosen) rows.push(...(await bench.run({ entry: resolve(values.entry), home })))
    const shown = rows.map((row) => ({ ...row, ratio: ratio(row) }))
    process.stdout.write(values.json ? `${JSON.stringify(shown, null, 2)}\n` : table(rows, readBaseline()))
    if (values.save) save(rows)
    return 0
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

process.exitCode = await main()
