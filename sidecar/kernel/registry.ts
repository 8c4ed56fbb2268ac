// Every tool there is. Families are loaded when one of their tools is first needed; listing loads none of them.
import { type EffectKind, meaning } from '../../policy/effects.ts'
import { StewardError } from '../text/errors.ts'
import { nearest } from '../text/nearest.ts'
import { type CatalogEntry, type Runnable, type Tool, UNDO } from './define.ts'
import { fromSpec } from './runnable.ts'

export interface ToolSummary {
  name: string
  aliases: string[]
  summary: string
  category: string
  effects: string[]
  source: 'built-in' | 'external' | 'stub'
  enabled: boolean
  needs?: string
}

export interface RegistrySettings {
  disabled(): readonly string[]
  /** Built-in tools that the user lets an external one replace. */
  replaceable(): readonly string[]
  flag(name: string): boolean
}

export class Registry {
  readonly #entries = new Map<string, CatalogEntry>()
  readonly #aliases = new Map<string, string>()
  readonly #loaded = new Map<string, Runnable>()
  readonly #external = new Map<string, Runnable>()
  readonly #families: Readonly<Record<string, () => Promise<readonly Tool[]>>>
  readonly #settings: RegistrySettings

  constructor(parts: {
    catalog: readonly CatalogEntry[]
    families: Readonly<Record<string, () => Promise<readonly Tool[]>>>
    settings: RegistrySettings
  }) {
    this.#families = parts.families
    this.#settings = parts.settings
    for (const entry of parts.catalog) {
      this.#entries.set(entry.name, entry)
      for (const alias of entry.aliases) this.#aliases.set(alias, entry.name)
    }
  }

  /** The tool of a name or alias, ready to run. Built-in families that are loaded already answer at once. */
  get(name: string): Runnable | Promise<Runnable> {
    const main = this.resolve(name)
    const external = this.#external.get(main)
    const known = external ?? this.#loaded.get(main)
    const entry = this.#entries.get(main)
    if (!known && !entry) throw unknownTool(name, this.#names())
    if (this.#settings.disabled().includes(main))
      throw new StewardError('TOOL_DISABLED', `${main} is switched off.`, `Switch it on with: steward enable ${main}`)
    if (entry?.flag !== undefined && !this.#settings.flag(entry.flag))
      throw new StewardError(
        'TOOL_DISABLED',
        `${main} is behind the flag ${entry.flag}.`,
        `Switch it on with: steward config set flags.${entry.flag} true`,
      )
    if (known) return known
    if (entry?.family === undefined)
      throw new StewardError('NOT_CONFIGURED', `${main} needs ${entry?.needs}.`, entry?.how)
    return this.#loadFamily(entry.family, main)
  }

  /** A tool to look at, whether it is switched on or not. */
  async load(name: string): Promise<Runnable> {
    const main = this.resolve(name)
    const family = this.#entries.get(main)?.family
    const known = this.#external.get(main) ?? this.#loaded.get(main)
    if (known) return known
    if (family === undefined) throw unknownTool(name, this.#names())
    return this.#loadFamily(family, main)
  }

  /** The main name behind a name or alias. */
  resolve(name: string): string {
    return this.#aliases.get(name) ?? name
  }

  /** Every tool once, by category and name. */
  list(filter: { category?: string | undefined; query?: string | undefined } = {}): ToolSummary[] {
    const disabled = new Set(this.#settings.disabled())
    const words = filter.query?.toLowerCase().split(/\s+/).filter(Boolean) ?? []
    return this.#names()
      .map((name) => this.#summary(name, !disabled.has(name)))
      .filter((tool) => filter.category === undefined || tool.category === filter.category)
      .filter((tool) => {
        const text = `${tool.name} ${tool.aliases.join(' ')} ${tool.summary} ${tool.category}`.toLowerCase()
        return words.every((word) => text.includes(word))
      })
      .sort((a, b) => a.category.localeCompare(b.category) || a.name.localeCompare(b.name))
  }

  /** What is known of one tool, stubs included. */
  entry(name: string): { summary: ToolSummary; how?: string } {
    const main = this.resolve(name)
    if (!this.#external.has(main) && !this.#entries.has(main)) throw unknownTool(name, this.#names())
    const how = this.#external.has(main) ? undefined : this.#entries.get(main)?.how
    return {
      summary: this.#summary(main, !this.#settings.disabled().includes(main)),
      ...(how === undefined ? {} : { how }),
    }
  }

  /** Adds tools from outside. A built-in is replaced only where the user's settings name it; a stub always gives way. */
  addExternal(tools: readonly Runnable[]): void {
    for (const tool of tools) {
      const refusal = this.#refusal(tool)
      if (refusal !== undefined)
        throw new StewardError(
          'CONFLICT',
          refusal,
          `Rename the tool, or list its name under tools.replace in the settings.`,
        )
    }
    for (const tool of tools) this.#external.set(tool.name, tool)
  }

  removeExternal(names: readonly string[]): void {
    for (const name of names) this.#external.delete(name)
  }

  #refusal(tool: Runnable): string | undefined {
    if (tool.name === UNDO) return `${UNDO} is the kernel's own word.`
    const taken = this.#aliases.get(tool.name) ?? tool.name
    const entry = this.#entries.get(taken)
    if (entry && entry.family !== undefined && !this.#settings.replaceable().includes(taken))
      return `${tool.name} is a built-in tool, and ${tool.file ?? 'an outside tool'} must not replace it in silence.`
    const other = this.#external.get(tool.name)
    if (other && other.file !== tool.file) return `${tool.name} comes from ${other.file ?? 'another place'} already.`
    return undefined
  }

  async #loadFamily(family: string, name: string): Promise<Runnable> {
    const tools = (await this.#families[family]?.()) ?? []
    for (const tool of tools) if (!this.#loaded.has(tool.name)) this.#loaded.set(tool.name, fromSpec(tool))
    const tool = this.#loaded.get(name)
    if (!tool)
      throw new StewardError(
        'INTERNAL',
        `The catalogue lists ${name}, but ${family} has no such tool.`,
        'Run: npm run gen',
      )
    return tool
  }

  #names(): string[] {
    return [...new Set([...this.#entries.keys(), ...this.#external.keys()])]
  }

  #summary(name: string, enabled: boolean): ToolSummary {
    const tool = this.#external.get(name)
    if (tool) {
      const { aliases, summary, category, kinds } = tool
      return { name, aliases: [...aliases], summary, category, effects: [...kinds], source: 'external', enabled }
    }
    const entry = this.#entries.get(name)
    if (!entry) throw unknownTool(name, [])
    const { aliases, summary, category, effects, family, needs } = entry
    const source = family === undefined ? 'stub' : 'built-in'
    return {
      name,
      aliases: [...aliases],
      summary,
      category,
      effects: [...effects],
      source,
      enabled,
      ...(needs === undefined ? {} : { needs }),
    }
  }
}

/** Whether a kind may be used before the user was asked. */
export const readsOnly = (kind: EffectKind): boolean => !meaning(kind).changes

function unknownTool(name: string, names: readonly string[]): StewardError {
  const close = nearest(name, names)
  const hint =
    close === undefined
      ? 'List them with: steward tools. A custom tool that is new or was changed comes with: steward call reload_tools'
      : `Did you mean ${close}?`
  return new StewardError('UNKNOWN_TOOL', `There is no tool ${JSON.stringify(name.slice(0, 100))}.`, hint)
}
