// What the ask bar offers for some words: what they mean, tools, places, commands. Each row knows what taking it does.
import { isPending, understood } from '../../state/ask.ts'
import { release, stop, stopped } from '../../state/control.ts'
import { quit } from '../../state/link.ts'
import { foundNotes, openNote } from '../../state/notes.ts'
import { type Place, places } from '../../state/route.ts'
import { setSetting } from '../../state/settings.ts'
import { type ToolSummary, tools } from '../../state/tools.ts'
import { words } from '../form/shape.ts'
import type { IconName } from '../parts/icon.tsx'
import { isPlain } from '../parts/value.tsx'
import type { Key } from '../text/en.ts'
import { said } from '../text/said.ts'
import { t } from '../text/t.ts'
import { fits } from '../tools/fits.ts'
import { exampleKeys } from './examples.ts'

export type Taken =
  /** Says something only. */
  | { does: 'nothing' }
  | { does: 'type'; text: string }
  | { does: 'words'; text: string }
  | { does: 'form'; tool: string; input?: Record<string, unknown> | undefined }
  | { does: 'go'; to: Place; item?: string | undefined }
  | { does: 'run'; run: () => Promise<unknown> }
  | { does: 'call'; tool: string; input: Record<string, unknown> }

export interface Row {
  id: string
  group: string
  icon: IconName
  title: string
  detail?: string | undefined
  taken: Taken
}

const MOST_TOOLS = 6
const settingsSections = [
  ...(['you', 'look', 'time', 'attention', 'modes', 'files', 'calls', 'flags'] as const),
  ...(['accounts', 'backup', 'doctor', 'program'] as const),
]
const settingsRows: readonly [Key, string, unknown][] = [
  ['ask.dark', 'ui.theme', 'dark'],
  ['ask.light', 'ui.theme', 'light'],
  ['ask.system', 'ui.theme', 'system'],
  ['ask.chinese', 'ui.language', 'zh'],
  ['ask.english', 'ui.language', 'en'],
]

/** The rows for what is typed, the likeliest first: what it says, what begins with it, and then what has it anywhere. */
export function rowsFor(text: string): Row[] {
  const query = text.trim()
  const sections = query === '' ? [] : settingsSections.map(sectionRow)
  const own = [...places.map(placeRow), ...sections, ...commands(query)].filter(({ title }) => isNear(title, query))
  const [begins, holds] = [own.filter(isBegunBy(query)), own.filter((row) => !isBegunBy(query)(row))]
  const isCall = understood.value?.understood === 'call'
  const found = [
    ...(isCall ? meant(query) : []),
    ...begins,
    ...(isCall ? [] : meant(query)),
    ...named(query),
    ...holds,
    ...notes(),
  ]
  if (query === '') return [...examples(), ...found]
  // A note is written only where it is chosen: never because nothing else was there.
  return [...(found.length === 0 ? [lost()] : []), ...found, noteRow(query)]
}

const lost = (): Row => ({
  ...{ id: 'lost', group: t('ask.results'), icon: 'search' },
  ...(isPending.value ? { title: t('ask.looking') } : { title: t('ask.lost'), detail: t('ask.lostHow') }),
  taken: { does: 'nothing' },
})

const examples = (): Row[] =>
  exampleKeys.map((key) => ({
    ...{ id: `e-${key}`, group: t('ask.examples'), icon: 'run', title: t(key) },
    taken: { does: 'type', text: t(key) },
  }))

const isBegunBy =
  (query: string) =>
  ({ title }: Row): boolean =>
    title.toLowerCase().startsWith(query.toLowerCase())

function meant(text: string): Row[] {
  const now = understood.value
  if (!now || now.understood === 'nothing') return []
  if (now.understood === 'call')
    return [
      {
        id: 'words',
        group: t('ask.understood'),
        icon: 'run',
        title: meaningOf(now.tool, now.input),
        detail: now.tool,
        taken: { does: 'words', text },
      },
    ]
  return now.choices.slice(0, MOST_TOOLS).map(({ tool, title, input, missing }) => ({
    ...{ id: `m-${tool}`, group: t('ask.maybe'), icon: 'tools' as const, title: said(title) },
    detail:
      missing.length > 0 ? `${tool} · ${t('ask.missing', { names: missing.map(needOf).join(t('form.and')) })}` : tool,
    taken: { does: 'form' as const, tool, input: input as Record<string, unknown> },
  }))
}

// A field by its name, or what the tool waits for in words.
const needOf = (need: string): string => said(need.includes(' ') ? need : words(need))

// The tool's name as words, and what it would be given.
function meaningOf(tool = '', input: unknown): string {
  const given = Object.entries(isPlain(input) ? input : {}).map(
    ([name, value]) => `${said(words(name))}: ${shown(value)}`,
  )
  return [said(words(tool)), ...given].join(' · ')
}

const shown = (value: unknown): string =>
  Array.isArray(value) ? value.map(shown).join(', ') : typeof value === 'string' ? value : JSON.stringify(value)

// Those that were written before what would be written now.
const notes = (): Row[] =>
  foundNotes.value.map(({ file, title, tags }) => ({
    ...{ id: `n-${file}`, group: t('ask.notes'), icon: 'note' as const, title },
    detail: tags.map((tag) => `#${tag}`).join(' '),
    taken: { does: 'run' as const, run: () => openNote(file) },
  }))

function named(query: string): Row[] {
  if (query === '') return []
  const offered = new Set(understood.value?.choices.map(({ tool }) => tool))
  const rank = ({ name, source }: ToolSummary) =>
    (source === 'stub' ? 2 : 0) + (name.includes(query.replaceAll(' ', '_')) ? 0 : 1)
  return tools.value
    .filter((tool) => tool.enabled && !offered.has(tool.name) && fits(tool, query))
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MOST_TOOLS)
    .map(toolRow)
}

const toolRow = ({ name, summary }: ToolSummary): Row => ({
  ...{ id: `t-${name}`, group: t('ask.tools'), icon: 'tools', title: name, detail: said(summary) },
  taken: { does: 'form', tool: name },
})

const placeRow = (to: Place): Row => ({
  ...{ id: `p-${to}`, group: t('ask.places'), icon: to, title: t(`place.${to}`) },
  taken: { does: 'go', to },
})

const sectionRow = (section: (typeof settingsSections)[number]): Row => ({
  ...{ id: `s-${section}`, group: t('place.settings'), icon: 'settings', title: t(`settings.section.${section}`) },
  taken: { does: 'go', to: 'settings', item: section },
})

function commands(query: string): Row[] {
  const isSet = stopped.value.set
  const rows: Row[] = [
    {
      ...{ id: 'c-stop', group: t('ask.commands'), icon: 'warn', title: t(isSet ? 'ask.release' : 'ask.stop') },
      taken: { does: 'run', run: isSet ? release : stop },
    },
    ...(isQuit(query) ? [quitRow()] : []),
    ...settingsRows.map(([key, setting, value]) => ({
      ...{ id: `c-${key}`, group: t('ask.commands'), icon: 'settings' as const, title: t(key) },
      taken: { does: 'run' as const, run: () => setSetting(setting, value) },
    })),
  ]
  return query === '' ? [] : rows
}

// Its whole first word is needed: a letter and Enter must not end everything.
const isQuit = (query: string): boolean => isNear(query, t('ask.quit').split(' ')[0] ?? '')

const quitRow = (): Row => ({
  ...{ id: 'c-quit', group: t('ask.commands'), icon: 'close', title: t('ask.quit') },
  taken: { does: 'run', run: quit },
})

const noteRow = (text: string): Row => ({
  ...{ id: 'note', group: t('ask.notes'), icon: 'note', title: t('ask.note', { text }) },
  taken: { does: 'call', tool: 'quick_note', input: { text } },
})

const isNear = (title: string, query: string): boolean => title.toLowerCase().includes(query.toLowerCase())
