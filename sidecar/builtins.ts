// A bundler plugin: static imports of Node's own modules become plain look-ups, and heavy ones wait for their first use.
// Node makes an ES module facade for each `import 'node:…'` and so runs every lazy getter in it: 5 ms for node:fs or
// node:util alone. node:crypto takes 7 ms to load, and nothing needs it before the first call.
import type { Plugin } from 'rolldown'

const prefix = '\0builtin:'

/** Loaded by Node's own start, or cheap. */
const light = new Set(['async_hooks', 'buffer', 'events', 'fs', 'module', 'os', 'path', 'stream', 'url', 'util'])

/** A class must be there at once, to be extended or tested against; a function can load its module when it is called. */
const isPlainFunction = (value: unknown, name: string) => typeof value === 'function' && !/^[A-Z]/.test(name)

function exportLine(name: string, value: unknown, lazy: boolean): string {
  if (lazy && isPlainFunction(value, name)) return `export function ${name}(...args) { return load().${name}(...args) }`
  return `export const ${name} = /* @__PURE__ */ pick('${name}')`
}

function builtinSource(specifier: string): string {
  const exported = process.getBuiltinModule(specifier) as Record<string, unknown> | undefined
  if (exported === undefined) throw new Error(`${specifier} is no module of this Node`)
  const lazy = !light.has(specifier.replace(/^node:/, ''))
  const names = Object.keys(exported).filter((name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== 'default')
  return [
    `const load = () => process.getBuiltinModule('${specifier}')`,
    'const pick = (name) => load()[name]',
    'export default /* @__PURE__ */ load()',
    ...names.map((name) => exportLine(name, exported[name], lazy)),
  ].join('\n')
}

export const builtins: Plugin = {
  name: 'builtins',
  resolveId: {
    filter: { id: /^node:/ },
    handler: (specifier, _importer, { kind }) =>
      kind === 'import-statement' ? { id: `${prefix}${specifier}`, moduleSideEffects: false } : null,
  },
  load: {
    filter: { id: /^\0builtin:/ },
    handler: (id) => ({ code: builtinSource(id.slice(prefix.length)), moduleSideEffects: false }),
  },
}
