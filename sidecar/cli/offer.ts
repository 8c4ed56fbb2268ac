// The words that could come next: for the shells' completion scripts and for our own shell.
import { commands, globalOptions } from './commands.ts'
import type { Client, Command, Options, Words } from './types.ts'

type Find = (client: Client, before: readonly string[]) => Promise<string[]>

const toolAmong = (before: readonly string[]) => before.at(before[0] === 'explain' ? 1 : 0) ?? ''

const finders: Readonly<Record<string, Find>> = {
  tool: async (client) => (await client.call('tool/list', {})).tools.map((tool) => tool.name),
  approval: async (client) => (await client.call('approval/list', {})).approvals.map((each) => each.id),
  suspension: async (client) => (await client.call('suspension/list', {})).suspensions.map((each) => each.id),
  call: async (client) => (await client.call('call/list', {})).calls.map((each) => each.callId),
  grant: async (client) => (await client.call('grant/list', {})).grants.map((each) => each.id),
  calendar: async (client) => (await client.call('calendar/list', {})).calendars.map(({ id }) => id),
  // Other sub-commands take words or files in this place.
  event: async (client, [word = '']) => {
    if (/^(?:edit|remove)-calendar$/.test(word)) return finders.calendar?.(client, []) ?? []
    if (!['move', 'edit', 'delete'].includes(word)) return []
    const now = Temporal.Instant.fromEpochMilliseconds(Date.now()).round('minute')
    const to = now.add({ hours: 24 * 60 }).toString()
    const { events } = await client.call('calendar/events', { from: now.toString(), to, limit: 200 })
    return events.map(({ uid }) => uid)
  },
  task: async (client, [word = '']) => {
    const states = word === 'reopen' ? { states: ['done' as const, 'cancelled' as const] } : {}
    const asks = ['done', 'reopen', 'cancel', 'edit'].includes(word)
    return asks ? (await client.call('task/list', { ...states, limit: 200 })).tasks.map(({ uid }) => uid) : []
  },
  reminder: async (client, [word = '']) => {
    if (!['cancel', 'dismiss', 'snooze'].includes(word)) return []
    const { due, coming } = await client.call('reminder/list', {})
    return (word === 'cancel' ? [...due, ...coming] : due).map(({ uid }) => uid)
  },
  account: async (client, [word = '']) => {
    if (word === 'add') return ['caldav', 'ics']
    return (await client.call('account/list', {})).accounts.map(({ id }) => id)
  },
  input: async (client, before) => {
    const { input } = await client.call('tool/describe', { tool: toolAmong(before) })
    return Object.keys((input as { properties?: object }).properties ?? {}).map((name) => `${name}=`)
  },
}

/** Ids and names are plain words; what is not could be read by a shell as more than a word. */
const safe = (word: string) => /^[\w.:=/@+-]+$/.test(word)

async function wordsOf(words: Words | undefined, before: readonly string[], client: () => Promise<Client>) {
  if (words === undefined || words === 'file') return []
  if (words === 'command') return commands.filter((each) => !each.hidden).map((each) => each.name)
  if (typeof words !== 'string') return [...words]
  try {
    return (await finders[words]?.(await client(), before)) ?? []
  } catch {
    // Completion that can't help says nothing.
    return []
  }
}

interface Typed {
  command: Command | undefined
  /** The command's words so far, options left out. */
  before: string[]
  /** The option whose value comes next. */
  option: Options[string] | undefined
}

function read(words: readonly string[], start?: Command): Typed {
  let command = start
  let option: Options[string] | undefined
  const before: string[] = []
  for (const word of words) {
    if (option) option = undefined
    else if (word.startsWith('--')) {
      const found = { ...globalOptions, ...command?.options }[word.slice(2)]
      option = found?.value === undefined ? undefined : found
    } else if (word.startsWith('-') && word !== '-') continue
    else if (!command) command = commands.find((each) => each.name === word)
    else before.push(word)
  }
  return { command, before, option }
}

/** All that may stand in the place of the last word. */
export async function offers(words: readonly string[], client: () => Promise<Client>): Promise<string[]> {
  const current = words.at(-1) ?? ''
  const { command, before, option } = read(words.slice(0, -1))
  let found: string[]
  if (option) found = await wordsOf(option.words, before, client)
  else if (current.startsWith('-'))
    found = Object.keys({ ...globalOptions, ...command?.options }).map((name) => `--${name}`)
  else if (!command) found = before.length > 0 ? [] : await wordsOf('command', [], client)
  else {
    const places = command.words ?? []
    const at = Math.min(before.length, places.at(-1) === 'input' ? places.length - 1 : before.length)
    found = await wordsOf(places[at], before, client)
  }
  return [...new Set(found)].filter((word) => word.startsWith(current) && safe(word)).sort()
}
