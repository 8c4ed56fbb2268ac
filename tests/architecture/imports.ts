// Who may import whom, as data. Imports go one way, downwards; what is not in a row is forbidden.

export interface Allowed {
  /** Folders or files of ours that may be imported. A unit may always import itself. */
  ours: readonly string[]
  /** Folders or files of ours of which only types may be imported. */
  types?: readonly string[]
  /** npm packages; `*` means any. */
  packages?: readonly string[]
  /** Node's own modules, without `node:`; `*` means any. */
  node?: readonly string[]
}

const errors = 'sidecar/text/errors.ts'
/** Node modules that compute and touch nothing outside the process. */
const pure = [
  'async_hooks',
  'buffer',
  'crypto',
  'events',
  'path',
  'string_decoder',
  'timers/promises',
  'url',
  'util',
  'v8',
]
const any = ['*']

/** The longest matching key is the unit of a file. */
export const importTable: Readonly<Record<string, Allowed>> = {
  // Files directly in sidecar/ are the composition: they may import everything.
  sidecar: { ours: ['sidecar', 'policy', 'package.json'], packages: any, node: any },
  'sidecar/protocol': { ours: [errors], packages: ['zod'] },
  'sidecar/rpc': { ours: ['sidecar/protocol', 'sidecar/text'], packages: ['zod'], node: any },
  'sidecar/api': {
    ours: ['sidecar/protocol', 'sidecar/kernel', 'sidecar/tasks', 'sidecar/text', 'policy'],
    types: ['sidecar/rpc', 'sidecar/store', 'sidecar/ports/types.ts', 'sidecar/ports/calendar/types.ts'],
    packages: ['zod'],
    node: pure,
  },
  'sidecar/cli': { ours: ['sidecar/protocol', 'sidecar/rpc', 'sidecar/text'], packages: ['zod'], node: any },
  'sidecar/kernel': {
    ours: ['policy', 'sidecar/store', 'sidecar/text'],
    types: ['sidecar/ports/types.ts'],
    packages: ['zod'],
    node: pure,
  },
  'sidecar/tools': { ours: ['sidecar/kernel/define.ts', 'sidecar/text'], packages: ['zod'] },
  'sidecar/text': { ours: [], packages: any, node: pure },
  'sidecar/ports': {
    // Labels are read and spelled where they are stored.
    ours: ['sidecar/store', 'sidecar/text', 'policy/flow.ts'],
    types: ['policy'],
    packages: any,
    node: any,
  },
  'sidecar/ports/code': {
    ours: ['sidecar/ports', 'sidecar/store', 'sidecar/text'],
    types: ['policy', 'sidecar/kernel/define.ts'],
    packages: any,
    node: any,
  },
  // What goes to the desktop is masked like what goes on record.
  'sidecar/ports/notifier': { ours: ['sidecar/text', 'policy/redact.ts'], node: ['child_process'] },
  'sidecar/tasks': {
    ours: ['sidecar/kernel', 'sidecar/store', 'sidecar/text', 'policy'],
    types: ['sidecar/ports/types.ts', 'sidecar/ports/calendar/types.ts'],
    packages: ['zod'],
    node: pure,
  },
  'sidecar/mcp': {
    ours: ['sidecar/kernel', 'sidecar/ports', 'sidecar/store', 'sidecar/text', 'policy'],
    packages: any,
    node: any,
  },
  'sidecar/agent': { ours: ['sidecar/kernel', 'sidecar/text', 'policy'], packages: any, node: pure },
  'sidecar/store': { ours: ['sidecar/text'], packages: ['tar', 'jsonc-parser'], node: any },
  'sidecar/demo': { ours: [], types: ['sidecar/protocol', 'sidecar/rpc'], node: ['fs', 'path'] },
  policy: { ours: [], packages: ['zod'], node: ['crypto'] },
  // Files directly in ui/ are for the build.
  ui: { ours: [], packages: ['vite'], node: any },
  'ui/shell': {
    ours: [
      'sidecar/protocol',
      'sidecar/rpc',
      'sidecar/text',
      'sidecar/store/paths.ts',
      'sidecar/ports/notifier',
      'policy/redact.ts',
    ],
    types: ['ui/client'],
    packages: any,
    node: any,
  },
  // Of the contract the page has types only: a schema would take its library along.
  'ui/client': { ours: [], types: ['sidecar/protocol'] },
  'ui/state': { ours: ['ui/client'], types: ['sidecar/protocol'], packages: any },
  'ui/views': { ours: ['ui/client', 'ui/state'], types: ['sidecar/protocol'], packages: any },
}

/** Files that may name stdout: the wire, what hands it to the command line, and what has a process of its own. */
export const mayPrint: readonly string[] = [
  'sidecar/rpc/stdio.ts',
  'sidecar/main.ts',
  'sidecar/ports/code/runner.ts',
  'ui/shell/main.ts',
]

/** Files whose readers want a default export. */
export const defaultExports: readonly string[] = ['ui/vite.config.ts']

/** What a tool can't name: it reaches the world, the clock, chance or other code past the ports and the context. */
export const worldly: ReadonlySet<string> = new Set([
  ...['fetch', 'process', 'globalThis', 'global', 'navigator', 'require', 'eval'],
  ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'performance', 'crypto', 'console'],
  ...['XMLHttpRequest', 'WebSocket', 'EventSource', 'Worker', 'BroadcastChannel', 'WebAssembly', 'Function'],
])

/** The same, for members of things that are otherwise harmless. */
export const worldlyMembers: ReadonlySet<string> = new Set(['Date.now', 'Math.random', 'Temporal.Now', 'import.meta'])

export const longestFile = 300
