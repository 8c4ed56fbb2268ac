// Bundles dist/sidecar.mjs, which the shell and the command start, and dist/runner.mjs, in which custom tools run.
// Start-up is what this is for: our own code and zod in few files, heavy libraries left outside and loaded when used.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { type OutputOptions, type Plugin, rolldown } from 'rolldown'
import { builtins } from './builtins.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')

/** Packages stay outside, but for zod: it is small when bundled and used by every start. */
const external = (id: string) => !/^(\.|\0|node:|zod(\/|$))/.test(id) && !isAbsolute(id)

async function bundle(input: Record<string, string>, output: OutputOptions, plugins: Plugin[] = []): Promise<string[]> {
  const build = await rolldown({
    input,
    cwd: root,
    platform: 'node',
    external,
    plugins: [builtins, ...plugins],
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

/** All that `serve` needs before its first answer goes into one file: every further one costs about a millisecond. */
async function bundleSidecar(): Promise<string[]> {
  const { plugin, reach } = importGraph()
  let core: Set<string> | undefined
  const inCore = (id: string) => {
    core ??= new Set(['main.ts', 'serve.ts'].flatMap((file) => [...reach(join(import.meta.dirname, file))]))
    return core.has(id)
  }
  return bundle({ sidecar: 'sidecar/start.ts' }, { codeSplitting: { groups: [{ name: 'core', test: inCore }] } }, [
    plugin,
  ])
}

/** Chunks of earlier builds go only after the new ones are there, so that a running sidecar finds what it has yet to load. */
function sweep(kept: ReadonlySet<string>): void {
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    const path = name.replaceAll('\\', '/')
    if (path.endsWith('.mjs') && !kept.has(path)) rmSync(join(dist, name))
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
  const sidecar = await bundleSidecar()
  const runner = await bundle({ runner: 'sidecar/ports/code/runner.ts' }, { codeSplitting: false })
  sweep(new Set([...sidecar, ...runner]))
  const complaint = await warmed()
  const note =
    complaint === undefined ? '' : `\nThe first start will be slower, since the trial run failed: ${complaint}`
  process.stderr.write(`Built ${sidecar.length + runner.length} files in dist/.${note}\n`)
}

if (import.meta.main) await build()
