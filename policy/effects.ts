// The vocabulary of effects: what a call can do to the world, and what each kind weighs before anything else is known.
// The kind is also the name of the port that carries the effect out and the word the audit log uses.

/** What one kind of effect means to the policy. */
export interface EffectMeaning {
  /** Points before anything is known about the target. */
  weight: number
  /** True where it changes something. What does not change anything may run in `prepare` and be repeated freely. */
  changes: boolean
  /** True where something leaves this computer; drafts-only mode stops all of these. */
  leaves: boolean
  /** How its targets are compared. */
  target: 'path' | 'url' | 'mail' | 'name'
  /** Completes the sentence "it …", for receipts and cards. */
  says: string
}

const kind = (
  weight: number,
  target: EffectMeaning['target'],
  says: string,
  more: { changes?: boolean; leaves?: boolean } = {},
): EffectMeaning => ({ weight, target, says, changes: more.changes ?? false, leaves: more.leaves ?? false })

const changes = { changes: true }
const leaves = { leaves: true }
const both = { changes: true, leaves: true }

export const effectKinds = {
  readFile: kind(1, 'path', 'reads files'),
  writeFile: kind(4, 'path', 'writes files', changes),
  deleteFile: kind(5, 'path', 'deletes files', changes),
  readCalendar: kind(1, 'name', 'reads the calendar'),
  writeCalendar: kind(3, 'name', 'changes the calendar', changes),
  inviteAttendees: kind(5, 'mail', 'invites people', both),
  readTasks: kind(1, 'name', 'reads tasks'),
  writeTasks: kind(2, 'name', 'changes tasks', changes),
  notify: kind(1, 'name', 'shows a notification', changes),
  readMail: kind(1, 'name', 'reads mail'),
  draftMail: kind(2, 'name', 'saves a draft', changes),
  organizeMail: kind(3, 'name', 'files mail', changes),
  sendMail: kind(5, 'mail', 'sends mail', both),
  readContacts: kind(1, 'name', 'reads the address book'),
  writeContacts: kind(2, 'name', 'changes the address book', changes),
  browsePage: kind(2, 'url', 'opens web pages', leaves),
  actOnPage: kind(4, 'url', 'acts on a web page', both),
  scriptPage: kind(6, 'url', 'runs a script in a web page', both),
  fetchUrl: kind(2, 'url', 'fetches from the web', leaves),
  sendRequest: kind(5, 'url', 'sends data to a server', both),
  readVault: kind(1, 'name', 'reads notes'),
  writeVault: kind(2, 'name', 'writes notes', changes),
  runCommand: kind(6, 'name', 'runs a command', changes),
  readSystem: kind(1, 'name', 'reads about this computer'),
  readEnv: kind(2, 'name', 'reads environment variables'),
  writeEnv: kind(4, 'name', 'sets environment variables', changes),
  speak: kind(1, 'name', 'speaks aloud', changes),
  listen: kind(4, 'name', 'listens to the microphone'),
  seeScreen: kind(4, 'name', 'looks at the screen'),
  controlComputer: kind(7, 'name', 'moves the mouse and types', changes),
  askUser: kind(1, 'name', 'asks you a question'),
  spawnAgent: kind(3, 'name', 'starts a sub-agent', changes),
  callTool: kind(1, 'name', 'calls other tools'),
  callMcp: kind(5, 'name', 'calls an outside tool', both),
  loadCode: kind(5, 'path', 'loads custom tools', changes),
  createTool: kind(6, 'name', 'proposes a new tool', changes),
  readAudit: kind(1, 'name', 'reads the audit log'),
  sendMessage: kind(5, 'name', 'sends a message', both),
  shareObject: kind(5, 'name', 'shares something with others', both),
  publish: kind(7, 'name', 'publishes something', both),
  pay: kind(8, 'name', 'moves money', both),
  book: kind(7, 'name', 'books or commits to something', both),
  changeAccount: kind(8, 'name', 'changes an account', both),
  changeMembership: kind(6, 'name', 'changes who belongs to a group', both),
  deleteObject: kind(5, 'name', 'deletes something', both),
} as const satisfies Record<string, EffectMeaning>

export type EffectKind = keyof typeof effectKinds

/** What a call will do: a kind and the canonical target it is done to. */
export interface Effect {
  kind: EffectKind
  target: string
}

/** Whether something leaves this computer: by its kind, or because of where this target lies. */
export const leavesComputer = ({ kind, leaves }: { kind: EffectKind; leaves?: boolean }): boolean =>
  leaves === true || meaning(kind).leaves

/** The meaning of a kind, widened from its literal. */
export const meaning = (kind: EffectKind): EffectMeaning => effectKinds[kind]

/** Whether a word is a kind of effect. */
export const isEffectKind = (word: string): word is EffectKind => Object.hasOwn(effectKinds, word)
