// Bundles dist/sidecar.mjs, which the shell and the command start, dist/runner.mjs, in which custom tools run,
// dist/calendarthread.mjs, in which calendars are read, the shell (dist/shell.mjs, dist/windowprocess.mjs) and its page
// (dist/ui, by Vite). Start-up is what this is for: our own code and what every start needs in few files, heavy libraries
// left outside and loaded when used.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { type OutputOptions, type Plugin, rolldown } from 'rolldown'
import { builtins } from './builtins.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')

/** Packages stay outside, but for these: they are small when bundled and used by every start. */
const external = (id: string) => !/^(\.|\0|node:|(zod|hono|@hono\/node-server|ws)(\/|$))/.test(id) && !isAbsolute(id)

async function bundle(input: Record<string, string>, output: OutputOptions, plugins: Plugin[] = []): Promise<string[]> {
  const build = await rolldown({
    input,
    cwd: root,
    platform: 'node',
    external,
    plugins: [...plugins, builtins],
    logLevel: 'warn',
  })
  const written = await build.write({
    dir: dist,
    format: 'esm',
    minify: true,
    comments: { legal: false },
    entryFileNames: '[name].mjs',
    chunkFileNames: 'chunks/[name].mjs',
    ...output,
  })
  await build.close()
  return written.output.map((file) => file.fileName)
}

/** Follows static imports, to know what a module brings with it. */
function importGraph() {
  const imports = new Map<string, readonly string[]>()
  const plugin: Plugin = {
    name: 'import-graph',
    moduleParsed: ({ id, importedIds }) => void imports.set(id, importedIds),
  }
  const reach = (id: string, found = new Set<string>()): Set<string> => {
    if (found.has(id)) return found
    found.add(id)
    for (const next of imports.get(id) ?? []) reach(next, found)
    return found
  }
  return { plugin, reach }
}

/** All that is needed before the first answer goes into one file: every further one costs about a millisecond. */
async function bundleCore(
  input: Record<string, string>,
  first: string[],
  chunks: string,
  plugins: Plugin[] = [],
): Promise<string[]> {
  const { plugin, reach } = importGraph()
  let core: Set<string> | undefined
  const inCore = (id: string) => {
    core ??= new Set(first.flatMap((file) => [...reach(join(root, file))]))
    return core.has(id)
  }
  const codeSplitting = { groups: [{ name: 'core', test: inCore }] }
  return bundle(input, { codeSplitting, chunkFileNames: `${chunks}/[name].mjs` }, [plugin, ...plugins])
}

const bundleSidecar = () =>
  bundleCore({ sidecar: 'sidecar/start.ts' }, ['sidecar/main.ts', 'sidecar/serve.ts'], 'chunks')
const bundleShell = () => bundleCore({ shell: 'ui/shell/main.ts' }, ['ui/shell/open.ts'], 'shell', [withoutHttp2])

/** Hono's server asks of every request whether it is of HTTP/2. We serve none, and that module takes 20 ms to load. */
const withoutHttp2: Plugin = {
  name: 'without-http2',
  resolveId: { order: 'pre', filter: { id: /^node:http2$/ }, handler: () => '\0http2' },
  load: {
    filter: { id: /^\0http2$/ },
    handler: () => 'export class Http2ServerRequest {}\nexport const constants = { NGHTTP2_NO_ERROR: 0 }',
  },
}

/** Files that are processes of their own, each in one piece. */
const bundleWhole = (input: Record<string, string>) => bundle(input, { codeSplitting: false })

async function buildPage(): Promise<void> {
  const vite = await import('vite')
  await vite.build({ configFile: join(root, 'ui', 'vite.config.ts') })
}

/** Chunks of earlier builds go only after the new ones are there, so that a running sidecar finds what it has yet to load. */
function sweep(kept: ReadonlySet<string>): void {
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    const path = name.replaceAll('\\', '/')
    // What is in ui/ belongs to Vite, which sweeps for itself.
    if (path.endsWith('.mjs') && !path.startsWith('ui/') && !kept.has(path)) rmSync(join(dist, name))
  }
}

const frames = [
  ['initialize', { protocolVersion: 1, client: { name: 'build' } }],
  ['tool/list', {}],
  ['tool/call', { tool: 'current_time', input: {} }],
].map(([method, params], at) => `${JSON.stringify({ jsonrpc: '2.0', id: at + 1, method, params })}\n`)

/** Runs the result once: what it compiles on its way to a first tool call is what the compile cache should hold. */
function warm(home: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(dist, 'sidecar.mjs'), 'serve'], {
      env: { ...process.env, STEWARD_HOME: home },
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: 20_000,
      killSignal: 'SIGKILL',
    })
    let replies = ''
    let complaint = ''
    child.stdout.on('data', (chunk) => {
      replies += chunk
      if (replies.includes('"id":3')) child.stdin.end()
    })
    child.stderr.on('data', (chunk) => {
      complaint += chunk
    })
    child.stdin.on('error', () => {})
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code) =>
      resolve(code === 0 && replies.includes('"id":3') ? undefined : complaint.slice(0, 2000) || `exit ${code}`),
    )
    child.stdin.write(frames.join(''))
  })
}

async function warmed(): Promise<string | undefined> {
  rmSync(join(dist, '.cache'), { recursive: true, force: true })
  const home = mkdtempSync(join(tmpdir(), 'steward-build-'))
  try {
    return await warm(home)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** Builds everything in dist/. */
export async function build(): Promise<void> {
  const files = [
    await bundleSidecar(),
    await bundleWhole({ runner: 'sidecar/ports/code/runner.ts' }),
    await bundleWhole({ calendarthread: 'sidecar/ports/calendar/worker.ts' }),
    await bundleShell(),
    await bundleWhole({ windowprocess: 'ui/shell/windowprocess.ts' }),
  ].flat()
  await buildPage()
  sweep(new Set(files))
  const complaint = await warmed()
  const note =
    complaint === undefined ? '' : `\nThe first start will be slower, since the trial run failed: ${complaint}`
  process.stderr.write(`Built ${files.length} files in dist/, and the page.${note}\n`)
}

if (import.meta.main) await build()
