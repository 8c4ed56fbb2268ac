// What the user means by a sentence: a call that can be made, some to choose from, or nothing. Nothing is run here.
import { type Fields, fieldsOf, missingIn } from '../text/fields.ts'
import { checkLength, createMatcher, type Meant, type Spoken } from '../text/intents.ts'
import { lookUp, pickOut } from '../text/lookup.ts'
import { namedKinds } from '../text/phrases.ts'
import { spellCall, typedInput, typedParts } from '../text/typed.ts'
import { type Runnable, shownInput } from './define.ts'
import type { Registry, ToolSummary } from './registry.ts'

export interface Choice {
  tool: string
  title: string
  input: Record<string, unknown>
  /** Fields that must still be given, or what the tool waits for. */
  missing: string[]
}

export interface Understood {
  understood: 'call' | 'choices' | 'nothing'
  says: string
  choices: Choice[]
  /** The call to make, if it is one; `shown` is its input without its secrets, and `said` the sentence without them. */
  call?: { tool: string; input: Record<string, unknown>; shown: Record<string, unknown>; said: string }
}

export class Intents {
  readonly #registry: Registry
  readonly #load: () => Promise<readonly Spoken[]>
  #made: { names: string; spoken: readonly Spoken[]; match: (text: string) => Meant[] } | undefined

  constructor(registry: Registry, load: () => Promise<readonly Spoken[]>) {
    this.#registry = registry
    this.#load = load
  }

  /** Typed out, or by a phrase, or looked up: in this order, and only the first two make a call. */
  async understand(text: string, session: string): Promise<Understood> {
    checkLength(text)
    const tools = new Map(this.#registry.list().map((tool) => [tool.name, tool]))
    const typed = await this.#typed(text, session, tools)
    if (typed) return typed
    const { spoken, match } = await this.#matcher(tools)
    const [only, ...others] = match(text)
    if (only && others.length === 0) return this.#one(only, text, session, tools)
    if (only) return choose([only, ...others].map((meant) => this.#offer(meant.tool, meant.input, tools)))
    return choose(await this.#lookedUp(text, spoken, tools))
  }

  // A built-in that an outside tool took the place of no longer answers to its phrases.
  async #matcher(tools: ReadonlyMap<string, ToolSummary>) {
    const all = await this.#load()
    const spoken = all.filter(({ tool }) => tools.get(tool)?.source === 'built-in')
    const names = spoken.map(({ tool }) => tool).join()
    if (this.#made?.names !== names) this.#made = { names, spoken, match: createMatcher(spoken) }
    return this.#made
  }

  async #typed(text: string, session: string, tools: ReadonlyMap<string, ToolSummary>) {
    const parts = typedParts(text)
    const tool = parts && tools.get(this.#registry.resolve(parts.name))
    if (!tool) return undefined
    if (tool.source === 'stub') return choose([this.#offer(tool.name, {}, tools)])
    const input = typedInput(parts.rest, await this.#fields(tool.name))
    return this.#one({ tool: tool.name, input, score: 0 }, text, session, tools)
  }

  async #fields(tool: string): Promise<Fields> {
    return fieldsOf((await this.#registry.load(tool)).schemas().input)
  }

  async #one(
    { tool, input }: Meant,
    text: string,
    session: string,
    tools: ReadonlyMap<string, ToolSummary>,
  ): Promise<Understood> {
    const missing = missingIn(await this.#fields(tool), input)
    if (missing.length > 0) return choose([{ ...this.#offer(tool, input, tools), missing }])
    const runnable = await this.#registry.load(tool)
    const parsed = await runnable.parse(input, session)
    const { shown, said } = withoutSecrets(runnable, parsed, input, text)
    return { understood: 'call', says: spellCall(tool, shown), choices: [], call: { tool, input, shown, said } }
  }

  #offer(tool: string, input: Record<string, unknown>, tools: ReadonlyMap<string, ToolSummary>): Choice {
    const found = tools.get(tool)
    const missing = found?.needs === undefined ? [] : [found.needs]
    return { tool, title: found?.summary ?? tool, input, missing }
  }

  async #lookedUp(text: string, spoken: readonly Spoken[], tools: ReadonlyMap<string, ToolSummary>) {
    const known = new Map(spoken.map((one) => [one.tool, one]))
    const entries = [...tools.values()]
      .filter((tool) => tool.enabled)
      .map((tool) => ({ ...tool, words: known.get(tool.name)?.words ?? [], works: tool.source !== 'stub' }))
    return Promise.all(
      lookUp(text, entries).map(async ({ name }) => {
        if (tools.get(name)?.source === 'stub') return this.#offer(name, {}, tools)
        const fields = await this.#fields(name)
        const input = pickOut(text, fields, namedKinds(known.get(name)?.phrases ?? []))
        return { ...this.#offer(name, input, tools), missing: missingIn(fields, input) }
      }),
    )
  }
}

function choose(choices: Choice[]): Understood {
  const [first] = choices
  if (!first) return { understood: 'nothing', says: 'No tool fits these words.', choices }
  const needs = first.missing.length > 0 ? ` It needs: ${first.missing.join(', ')}.` : ''
  const says = choices.length === 1 ? `This may be ${first.tool}.${needs}` : 'Several tools may fit.'
  return { understood: 'choices', says, choices }
}

function withoutSecrets(tool: Runnable, parsed: unknown, input: Record<string, unknown>, text: string) {
  const open = parsed as Record<string, unknown>
  const seen = shownInput(tool, parsed) as Record<string, unknown>
  const secret = Object.keys(input).filter((name) => seen[name] !== open[name])
  const shown = { ...input, ...Object.fromEntries(secret.map((name) => [name, seen[name]])) }
  const said = secret.reduce((rest, name) => rest.replaceAll(String(input[name]), String(seen[name])), text)
  return { shown, said }
}
