// Holds the shape of the code: who imports whom, what tools can't name, how long files are, what is generated.
// Each check is also shown a fault that it must find.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { generated, staleFiles } from '../sidecar/gen.ts'
import { fileCycles, folderCycles, importFaults } from './architecture/direction.ts'
import { looseVersions, resolvedAddresses, trackedBuilds } from './architecture/packages.ts'
import { type Fault, type Project, projectAt, projectOf } from './architecture/project.ts'
import { longFiles, printingFiles, unwantedForms, worldlyTools } from './architecture/style.ts'

type Planted = Record<string, string>

interface Check {
  name: string
  faults: (project: Project) => Fault[]
  /** Each of these has exactly the fault that is quoted. */
  planted: [files: Planted, says: string][]
  /** These look alike and have none. */
  innocent: Planted
}

const checks: Check[] = [
  {
    name: 'imports only what its row of the table allows',
    faults: importFaults,
    planted: [
      [
        { 'sidecar/tools/a.ts': "import { x } from '../ports/files.ts'" },
        'sidecar/tools may not import sidecar/ports/files.ts',
      ],
      [
        { 'sidecar/tools/a.ts': "import type { X } from '../store/database.ts'" },
        'sidecar/tools may not import sidecar/store/database.ts',
      ],
      [{ 'sidecar/tools/a.ts': "import { b } from './b.ts'" }, 'sidecar/tools may not import sidecar/tools/b.ts'],
      [{ 'sidecar/tools/a.ts': "import { readFile } from 'node:fs'" }, 'sidecar/tools may not import node:fs'],
      [{ 'sidecar/tools/a.ts': "const fs = await import('node:' + 'fs')" }, 'sidecar/tools may not compute an import'],
      [{ 'sidecar/tools/a.ts': "import got from 'got'" }, 'sidecar/tools may not import the package got'],
      [
        { 'sidecar/kernel/a.ts': "import { filePort } from '../ports/types.ts'" },
        'sidecar/kernel may not import sidecar/ports/types.ts',
      ],
      [{ 'sidecar/kernel/a.ts': "import { connect } from 'node:net'" }, 'sidecar/kernel may not import node:net'],
      [{ 'sidecar/store/a.ts': "import * as z from 'zod'" }, 'sidecar/store may not import the package zod'],
      [
        { 'sidecar/text/a.ts': "type T = import('../kernel/define.ts').Tool" },
        'sidecar/text may not import sidecar/kernel/define.ts',
      ],
      [
        { 'policy/a.ts': "export { x } from '../sidecar/text/errors.ts'" },
        'policy may not import sidecar/text/errors.ts',
      ],
      [{ 'policy/a.ts': "import { readFileSync } from 'node:fs'" }, 'policy may not import node:fs'],
      [
        { 'ui/views/a.ts': "import { run } from '../../sidecar/kernel/execute.ts'" },
        'ui/views may not import sidecar/kernel/execute.ts',
      ],
      [
        { 'ui/views/a.tsx': "import { run } from '../../sidecar/kernel/execute.ts'\nexport const a = <p>{run}</p>" },
        'ui/views may not import sidecar/kernel/execute.ts',
      ],
      [
        { 'ui/state/a.ts': "import { methods } from '../../sidecar/protocol/methods.ts'" },
        'ui/state may not import sidecar/protocol/methods.ts',
      ],
      [{ 'ui/views/a.tsx': "import { readFile } from 'node:fs'" }, 'ui/views may not import node:fs'],
      [
        { 'ui/shell/a.ts': "import { openDatabase } from '../../sidecar/store/database.ts'" },
        'ui/shell may not import sidecar/store/database.ts',
      ],
      [{ 'sidecar/novel/a.ts': '' }, 'its folder has no row in the table'],
      [{ 'ui/novel/a.tsx': '' }, 'its folder has no row in the table'],
    ],
    innocent: {
      'sidecar/tools/a.ts':
        "import * as z from 'zod'\nimport { defineTool } from '../kernel/define.ts'\nimport { x } from '../text/x.ts'",
      'sidecar/tools/index.ts': "export const families = { a: async () => (await import('./a.ts')).list }",
      'sidecar/tools/web/a.ts': "import { b } from './b.ts'",
      'sidecar/kernel/a.ts': "import type { Ports } from '../ports/types.ts'",
      'sidecar/ports/code/a.ts': "import type { Tool } from '../../kernel/define.ts'",
      'sidecar/main.ts': "import { x } from './kernel/a.ts'\nimport { y } from './ports/code/a.ts'",
      'policy/a.ts': "import * as z from 'zod'\nimport { createHash } from 'node:crypto'",
      'ui/views/a.tsx':
        "import type { M } from '../../sidecar/protocol/methods.ts'\nexport const a = (m: M) => <p>{<b>{m}</b>}</p>",
      'ui/shell/a.ts': "import { resolvePaths } from '../../sidecar/store/paths.ts'",
      'ui/vite.config.ts': "import { defineConfig } from 'vite'",
    },
  },
  {
    name: 'is in no cycle of files',
    faults: fileCycles,
    planted: [
      [
        {
          'policy/a.ts': "import './b.ts'",
          'policy/b.ts': "import './c.ts'",
          'policy/c.ts': "export { a } from './a.ts'",
        },
        'cycle: policy/a.ts <-> policy/b.ts <-> policy/c.ts',
      ],
    ],
    innocent: {
      'policy/a.ts': "import './b.ts'",
      'policy/b.ts': "import type { A } from './a.ts'\nexport const later = () => import('./a.ts')",
    },
  },
  {
    name: 'is in no cycle of folders',
    faults: folderCycles,
    planted: [
      [
        {
          'sidecar/rpc/a.ts': "export const later = () => import('../api/a.ts')",
          'sidecar/api/a.ts': '',
          'sidecar/api/b.ts': "import '../rpc/b.ts'",
        },
        'cycle: sidecar/api <-> sidecar/rpc',
      ],
    ],
    innocent: { 'sidecar/main.ts': "import './rpc/a.ts'", 'sidecar/rpc/a.ts': "import './b.ts'" },
  },
  {
    name: 'has at most 300 lines',
    faults: longFiles,
    planted: [
      [{ 'policy/a.ts': '//\n'.repeat(301) }, '301 lines, and 300 are allowed'],
      [{ 'ui/views/a.tsx': '//\n'.repeat(301) }, '301 lines, and 300 are allowed'],
    ],
    innocent: { 'policy/a.ts': '//\n'.repeat(300), 'sidecar/tools/catalog.gen.ts': '//\n'.repeat(301) },
  },
  {
    name: 'names nothing worldly if it is a tool',
    faults: worldlyTools,
    planted: [
      ...['fetch', 'process', 'globalThis', 'setTimeout', 'require', 'eval'].map((name): [Planted, string] => [
        { 'sidecar/tools/a.ts': `export const x = ${name}` },
        `uses ${name}`,
      ]),
      [{ 'sidecar/tools/a.ts': 'Date.now()' }, 'uses Date.now'],
      [{ 'sidecar/tools/a.ts': "Math['random']()" }, 'uses Math.random'],
      [{ 'sidecar/tools/a.ts': 'new Date()' }, 'uses new Date()'],
      [{ 'sidecar/tools/a.ts': 'const { now } = Date' }, 'takes Date apart'],
      [{ 'sidecar/tools/a.ts': 'import.meta.url' }, 'uses import.meta'],
    ],
    innocent: {
      'sidecar/tools/a.ts': 'const x = { process: 1, fetch() {} }\nx.process\nx.fetch()\nnew Date(0)\nMath.max(1, 2)',
      'sidecar/ports/a.ts': 'process.env.HOME',
    },
  },
  {
    name: 'leaves stdout alone',
    faults: printingFiles,
    planted: [
      [{ 'sidecar/kernel/a.ts': "console.log('x')" }, 'uses console.log'],
      [{ 'sidecar/cli/a.ts': "process.stdout.write('x')" }, 'uses process.stdout'],
      [{ 'sidecar/ports/a.ts': "import { writeSync } from 'node:fs'\nwriteSync(1, 'x')" }, 'writes to descriptor 1'],
    ],
    innocent: {
      'sidecar/rpc/stdio.ts': "process.stdout.write('x')",
      'sidecar/kernel/a.ts': "console.error('x')\nprocess.stderr.write('x')",
    },
  },
  {
    name: 'uses no enum, namespace, barrel or default export',
    faults: unwantedForms,
    planted: [
      [{ 'policy/a.ts': 'export enum A { B }' }, 'declares an enum'],
      [{ 'policy/a.ts': 'export namespace A { export const b = 1 }' }, 'declares a namespace'],
      [{ 'policy/a.ts': "export * from './b.ts'" }, 'is a barrel (export *)'],
      [{ 'policy/a.ts': 'export default 1' }, 'has a default export'],
      [{ 'ui/views/a.tsx': 'export default () => <p>a</p>' }, 'has a default export'],
    ],
    innocent: {
      'sidecar/tools/a.ts': 'export default []',
      'policy/a.ts': "export const a = ['b'] as const",
      'ui/vite.config.ts': 'export default {}',
    },
  },
  {
    name: 'has no download address in the lock',
    faults: resolvedAddresses,
    planted: [
      [
        {
          'package-lock.json':
            '{"packages":{"node_modules/a":{"version":"1.0.0","resolved":"https://example.org/a.tgz"}}}',
        },
        'node_modules/a has a download address',
      ],
    ],
    innocent: { 'package-lock.json': '{"packages":{"node_modules/a":{"version":"1.0.0"}}}' },
  },
  {
    name: 'depends on exact versions',
    faults: looseVersions,
    planted: [
      [{ 'package.json': '{"dependencies":{"a":"^1.0.0"}}' }, 'dependencies: a is ^1.0.0, not one version'],
      [{ 'package.json': '{"devDependencies":{"a":"latest"}}' }, 'devDependencies: a is latest, not one version'],
    ],
    innocent: { 'package.json': '{"dependencies":{"a":"1.0.0","b":"2.0.0-rc.1"}}' },
  },
  {
    name: 'keeps what is built out of git',
    faults: trackedBuilds,
    planted: [
      [{ '.gitignore': 'dist/\n', 'dist/sidecar.mjs': '' }, 'is built, and git holds it'],
      [{ '.gitignore': 'node_modules/\n' }, 'does not name dist/'],
    ],
    innocent: { '.gitignore': 'dist/\n' },
  },
]

const told = (faults: Fault[]) => faults.map(({ file, line, says }) => `${file}${line ? `:${line}` : ''} ${says}`)
const planted = (files: Planted) => projectOf(new Map(Object.entries(files)))

describe('the code', () => {
  const project = projectAt(join(import.meta.dirname, '..'))

  it.each(checks)('$name', ({ faults }) => {
    expect(told(faults(project))).toEqual([])
  })

  it('has fresh generated files', async () => {
    expect(await staleFiles()).toEqual([])
  })
})

describe('the checker', () => {
  const cases = checks.flatMap(({ name, faults, planted: plants }) =>
    plants.map(([files, says]) => ({ name, faults, files, says })),
  )

  it.each(cases)('finds a fault against "$name": $says', ({ faults, files, says }) => {
    expect(faults(planted(files)).map((fault) => fault.says)).toEqual([says])
  })

  it.each(checks)('finds none in innocent code that looks alike: $name', ({ faults, innocent }) => {
    expect(told(faults(planted(innocent)))).toEqual([])
  })

  it('finds a generated file that was edited, and one that is missing', async () => {
    const wanted = await generated()
    const edited = (path: string) => (path.endsWith('.md') ? `${wanted.get(path)}more` : wanted.get(path))
    const missing = (path: string) => (path.endsWith('schema.gen.json') ? undefined : wanted.get(path))
    expect(await staleFiles(edited)).toEqual(['sidecar/tools/reference.gen.md'])
    expect(await staleFiles(missing)).toEqual(['sidecar/protocol/schema.gen.json'])
  })
})
