// The user's rules as a handle: read from their folder, checked whole before they come into force. A file that is refused
// changes nothing: the rules that were in force from it stay, over a restart too.
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { RuleError } from '../policy/rulefile.ts'
import { defaultRules, type LoadedRule, mergeRules, parseRules } from '../policy/rules.ts'
import type { RefusedFile, RuleFileView, RulesHandle } from './api/types.ts'
import { replaceFile } from './store/files.ts'
import type { Paths } from './store/paths.ts'
import { parseRuleText, RuleSyntaxError, readRuleFile, replaceRuleFile, ruleFiles } from './store/rules.ts'
import { StewardError } from './text/errors.ts'

/** The file that `policy/setRules` writes; there may be others beside it. */
const OWN_FILE = 'rules.jsonc'

/** Rules in force, by the name of their file. */
type InForce = Record<string, LoadedRule[]>

interface Loaded {
  files: RuleFileView[]
  inForce: InForce
}

/** Opens the user's rules. `onChange` is told whenever other rules come into force, or a file is refused. */
export async function openRules(
  paths: Pick<Paths, 'rules' | 'state'>,
  onChange: (rules: readonly LoadedRule[], refused: readonly RefusedFile[]) => void,
): Promise<RulesHandle & { readonly rules: readonly LoadedRule[] }> {
  const keptFile = join(paths.state, 'rules-in-force.json')
  const own = join(paths.rules, OWN_FILE)
  const defaults = defaultRules()
  const merged = (inForce: InForce) => mergeRules(defaults, Object.values(inForce).flat())
  let loaded = await load(paths.rules, ruleFiles(paths.rules).length > 0 ? readKept(keptFile) : {})
  let rules = merged(loaded.inForce)
  keep(keptFile, loaded.inForce)
  const use = (next: Loaded) => {
    loaded = next
    rules = merged(next.inForce)
    keep(keptFile, next.inForce)
    onChange(rules, refusedOf(next))
  }
  /** The folder as it would be with this text in the user's own file; throws where that is refused. */
  const tried = async (text: string, name: string): Promise<Loaded> => {
    const next = await load(paths.rules, loaded.inForce, { file: own, text })
    const fault = next.files.find(({ file }) => file === own)?.refused
    if (!fault) return next
    throw new StewardError(
      'BAD_INPUT',
      `${name}, line ${fault.line}: ${fault.why}`,
      'Mend that line and try again; the rules in force have not changed.',
    )
  }
  return {
    get rules() {
      return rules
    },
    get refused() {
      return refusedOf(loaded)
    },
    source: () => ruleFiles(paths.rules).map((file) => ({ name: basename(file), text: readText(file) })),
    async test(text, name = OWN_FILE) {
      if (text === undefined) return (await load(paths.rules, loaded.inForce)).files
      return (await tried(text, name)).files.filter(({ file }) => file === own).map((one) => ({ ...one, file: name }))
    },
    async try(text, name = OWN_FILE) {
      return merged((await tried(text, name)).inForce)
    },
    async set(text, name = OWN_FILE) {
      if (text === undefined) {
        use(await load(paths.rules, loaded.inForce))
        return { files: loaded.files }
      }
      const next = await tried(text, name)
      const former = replaceRuleFile(own, text)
      use(next)
      return { files: loaded.files, ...(former === undefined ? {} : { former }) }
    },
  }
}

const refusedOf = ({ files }: Loaded): RefusedFile[] =>
  files.flatMap(({ file, rules, refused }) => (refused ? [{ file, ...refused, inForce: rules }] : []))

async function load(folder: string, before: InForce, instead?: { file: string; text: string }): Promise<Loaded> {
  const found = new Set([...ruleFiles(folder), ...(instead ? [instead.file] : [])])
  const loaded: Loaded = { files: [], inForce: {} }
  const ids = new Map<string, string>()
  for (const file of [...found].sort()) {
    const name = basename(file)
    try {
      const rules = await readFile(file, instead?.file === file ? instead.text : undefined, ids)
      loaded.inForce[name] = rules
      loaded.files.push({ file, rules: rules.length })
    } catch (thrown) {
      if (!(thrown instanceof RuleSyntaxError)) throw thrown
      const stays = (before[name] ?? []).filter(({ id }) => !ids.has(id))
      loaded.inForce[name] = stays
      loaded.files.push({ file, rules: stays.length, refused: { line: thrown.line, why: thrown.message } })
    }
    for (const { id } of loaded.inForce[name] ?? []) ids.set(id, name)
  }
  return loaded
}

function readText(file: string): string {
  try {
    return readRuleFile(file)
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown)
    throw new StewardError('UNAVAILABLE', `${file} ${why}.`, 'Look at the file, then try again.')
  }
}

async function readFile(file: string, text: string | undefined, ids: Map<string, string>): Promise<LoadedRule[]> {
  const { value, lineOf } = await parseRuleText(text ?? readRuleFile(file))
  const refuse = (path: readonly (string | number)[], why: string) => new RuleSyntaxError(lineOf(path), why)
  let rules: LoadedRule[]
  try {
    rules = parseRules(file, value)
  } catch (thrown) {
    if (!(thrown instanceof RuleError)) throw thrown
    throw refuse(thrown.path, `rule ${thrown.rule}: ${thrown.why}`)
  }
  const twice = rules.findIndex(({ id }) => ids.has(id))
  const id = rules[twice]?.id
  if (id === undefined) return rules
  throw refuse([twice, 'id'], `rule ${JSON.stringify(id)}: a rule in ${ids.get(id)} has the same id`)
}

// Written by Steward alone, but on a disk: what can't be read is as good as not there, and the file itself is looked at anew.
function readKept(file: string): InForce {
  try {
    const kept: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
    return Object.fromEntries(
      Object.entries(kept as Record<string, unknown>).map(([name, rules]) => [name, parseRules(name, rules)]),
    )
  } catch {
    return {}
  }
}

function keep(file: string, inForce: InForce): void {
  const plain = Object.entries(inForce).map(([name, rules]) => [name, rules.map(({ source: _, ...rule }) => rule)])
  const text = JSON.stringify(Object.fromEntries(plain))
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '{}'
  if (text !== before) replaceFile(file, text, true)
}
