// What a custom tool can import: `steward`, `zod`, and the few modules of Node that only compute. Everything else is
// refused here, before Node looks for it; the tool's own text comes from the parent, so that no folder need be readable.
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import * as z from 'zod'
import { StewardError } from '../../text/errors.ts'

const pure = [
  ...['node:assert', 'node:assert/strict', 'node:buffer', 'node:crypto', 'node:path', 'node:path/posix'],
  ...['node:path/win32', 'node:querystring', 'node:string_decoder', 'node:url', 'node:util'],
]

// The names that a module of ours has, exported one by one from a value of the runner.
function reexport(url: string, names: readonly string[]): string {
  const lines = names.map((name, i) => `const v${i} = m[${JSON.stringify(name)}]; export { v${i} as ${name} }`)
  return [`const m = globalThis[${JSON.stringify(url)}];`, ...lines].join('\n')
}

/** Closes the door for every import from now on and returns the function that imports a tool's text. */
export async function closeModules(): Promise<(url: string, text: string) => Promise<{ default?: unknown }>> {
  const own: Record<string, Record<string, unknown>> = {
    'steward:zod': { ...z },
    'steward:steward': { defineTool: (tool: unknown) => tool, StewardError, z },
  }
  const sources: Record<string, string> = Object.create(null)
  for (const [url, values] of Object.entries(own)) sources[url] = reexport(url, Object.keys(values))
  const tool = { url: '', source: '' }
  hook(tool, sources)
  // Each is evaluated once, now; after that nothing is left of the handover.
  for (const [url, values] of Object.entries(own)) {
    Reflect.set(globalThis, url, values)
    await import(url.slice('steward:'.length))
    Reflect.deleteProperty(globalThis, url)
  }
  return (url, text) => {
    tool.url = url
    tool.source = url.endsWith('.ts') ? stripTypeScriptTypes(text, { mode: 'strip' }) : text
    return import(url) as Promise<{ default?: unknown }>
  }
}

// Only operators and no methods in here: it stays right whatever a tool does to the objects around it.
function hook(tool: { url: string; source: string }, sources: Record<string, string>): void {
  registerHooks({
    resolve(name) {
      if (name === 'steward' || name === 'zod') return { url: `steward:${name}`, shortCircuit: true }
      if (tool.url !== '' && name === tool.url) return { url: name, shortCircuit: true }
      for (let i = 0; i < pure.length; i++)
        if (pure[i] === name || pure[i] === `node:${name}`) return { url: pure[i] as string, shortCircuit: true }
      throw new StewardError('BAD_INPUT', `It imports ${JSON.stringify(name)}, which a custom tool can't have.`, hint)
    },
    load(url, context, next) {
      const source = url === tool.url ? tool.source : sources[url]
      return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true }
    },
  })
}

const hint = `A custom tool is one file. It can import steward, zod and ${pure.join(', ')}; for files, the network and the rest it declares effects.`
