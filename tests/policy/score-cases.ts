// What a careful person would expect: effects in, the score, and what is decided with the default rules.
import type { Decision } from '../../policy/decide.ts'
import type { EffectKind } from '../../policy/effects.ts'
import type { EffectFacts } from '../../policy/score.ts'

type Facts = Omit<EffectFacts, 'kind' | 'target'>

export interface ScoreCase {
  says: string
  effects: EffectFacts[]
  score: number
  /** By the score and the default rules together. */
  decision: Decision
}

export const one = (kind: EffectKind, facts: Facts = {}, target = 'x'): EffectFacts[] => [{ kind, target, ...facts }]
export const many = (kind: EffectKind, count: number, facts: Facts = {}): EffectFacts[] =>
  Array.from({ length: count }, (_, at) => ({ kind, target: `x${at}`, ...facts }))

const first = { firstTime: true }
const undoable = { undoable: true }
const outside = { outside: true }
const sandboxed = { sandboxed: true }
const sensitive = { sensitive: true }
const is = (says: string, effects: EffectFacts[], score: number, decision: Decision): ScoreCase => ({
  ...{ says, effects, score, decision },
})

export const scoreCases: readonly ScoreCase[] = [
  is('a call that touches nothing is harmless', [], 1, 'allow'),

  // Files.
  is('reading a note of the session is harmless', one('readFile'), 1, 'allow'),
  is('reading a thousand of them is, too', many('readFile', 1000), 1, 'allow'),
  is('the first read of a file is nothing special', one('readFile', first), 1, 'allow'),
  is('reading outside is asked about', one('readFile', outside), 3, 'ask'),
  is('reading a key is asked about, wherever it lies', one('readFile', sensitive), 4, 'ask'),
  is('reading a key outside is asked about', one('readFile', { ...outside, ...sensitive }), 6, 'ask'),
  is('writing a file that can be restored just happens', one('writeFile', undoable), 3, 'allow'),
  is('a new file in the session is told', one('writeFile', { ...undoable, ...first }), 4, 'warn'),
  is('writing over a file for good is told', one('writeFile'), 4, 'warn'),
  is('writing outside is asked about', one('writeFile', { ...outside, ...undoable }), 5, 'ask'),
  is('writing many files is asked about', many('writeFile', 11), 6, 'ask'),
  is('ten files that can be restored just change', many('writeFile', 10, undoable), 3, 'allow'),
  is('writing where programs start from is asked about', one('writeFile', { ...sensitive, ...undoable }), 6, 'ask'),
  is('Steward’s own files are not for tools', one('writeFile', { own: true, ...undoable }), 3, 'deny'),
  is('nor is its log', one('deleteFile', { own: true, sensitive: true }), 8, 'deny'),
  is('deleting into the trash is told', one('deleteFile', undoable), 4, 'warn'),
  is('deleting for good is asked about', one('deleteFile'), 5, 'ask'),
  is('deleting what was never touched is asked about', one('deleteFile', first), 6, 'ask'),
  is('deleting hundreds into the trash is asked about', many('deleteFile', 200, undoable), 7, 'ask'),
  is('so is a folder with hundreds in it', one('deleteFile', { ...undoable, count: 200 }), 7, 'ask'),

  // Calendar, tasks, notes, contacts.
  is('looking into the calendar is harmless', one('readCalendar'), 1, 'allow'),
  is('an appointment that can be taken back just happens', one('writeCalendar', { ...undoable, ...first }), 3, 'allow'),
  is('moving thirty appointments is told', one('writeCalendar', { ...undoable, count: 30 }), 4, 'warn'),
  is('inviting somebody known is told', one('inviteAttendees'), 5, 'warn'),
  is('inviting somebody for the first time is asked about', one('inviteAttendees', first), 6, 'ask'),
  is('a task just happens', one('writeTasks', first), 3, 'allow'),
  is('a note of a known file just happens', one('writeVault', undoable), 1, 'allow'),
  is('a card in the address book just happens', one('writeContacts', undoable), 1, 'allow'),
  is('a notification just happens', one('notify'), 1, 'allow'),

  // Mail.
  is('reading mail is harmless', one('readMail'), 1, 'allow'),
  is('a draft just happens', one('draftMail', first), 3, 'allow'),
  is('filing a mail just happens', one('organizeMail', undoable), 2, 'allow'),
  is('filing a whole mailbox is told', one('organizeMail', { ...undoable, count: 5000 }), 5, 'warn'),
  is('mail to somebody known is told', one('sendMail'), 5, 'warn'),
  is('mail to somebody known that waits in the outbox is told', one('sendMail', undoable), 4, 'warn'),
  is('with an attachment it weighs more', one('sendMail', { attachments: 1 }), 6, 'ask'),
  is('the first mail to somebody is asked about', one('sendMail', first), 6, 'ask'),
  is('even if it can be taken back for a while', one('sendMail', { ...first, ...undoable }), 5, 'ask'),
  is('the first mail with files is asked about', one('sendMail', { ...first, attachments: 2 }), 7, 'ask'),
  is('mail to a stranger is asked about', one('sendMail', { ...first, ...outside }), 8, 'ask'),
  is('mail to a crowd is asked about', many('sendMail', 101), 8, 'ask'),
  is('a secret is never mailed', one('sendMail', { secret: true }), 8, 'deny'),

  // Web and browser.
  is('fetching a page for the first time just happens', one('fetchUrl', first), 3, 'allow'),
  is('opening a page just happens', one('browsePage', first), 3, 'allow'),
  is('a page that nobody vouched for is told', one('browsePage', { ...first, ...outside }), 5, 'warn'),
  is('a link with a secret in it is never opened', one('fetchUrl', { secret: true }), 5, 'deny'),
  is('pressing a button on a known page is told', one('actOnPage', {}, 'https://x.org'), 4, 'warn'),
  is('on an unencrypted page it is asked about', one('actOnPage', {}, 'http://x.org'), 4, 'ask'),
  is('a script in a page is asked about', one('scriptPage', undoable), 5, 'ask'),
  is('sending data to a known server is told', one('sendRequest', {}, 'https://x.org'), 5, 'warn'),
  is('sending data to a new server is asked about', one('sendRequest', first, 'https://x.org'), 6, 'ask'),

  // This computer.
  is('looking at an ordinary variable is harmless', one('readEnv'), 2, 'allow'),
  is('reading a secret variable is asked about', one('readEnv', sensitive), 5, 'ask'),
  is('setting a variable is asked about', one('writeEnv', undoable), 3, 'ask'),
  is('a command is asked about', one('runCommand'), 6, 'ask'),
  is('a command in a sandbox is told', one('runCommand', sandboxed), 4, 'warn'),
  is('a new command in a sandbox is told', one('runCommand', { ...sandboxed, ...first }), 5, 'warn'),
  is('the microphone is asked about', one('listen'), 4, 'ask'),
  is('the screen is asked about', one('seeScreen'), 4, 'ask'),
  is('the mouse is asked about', one('controlComputer'), 7, 'ask'),
  is('speaking just happens', one('speak'), 1, 'allow'),
  is('new code is asked about, in a sandbox too', one('loadCode', sandboxed), 3, 'ask'),
  is('a sub-agent just happens', one('spawnAgent'), 3, 'allow'),

  // Outside tools, by what they do.
  is('a call of an outside tool is told', one('callMcp'), 5, 'warn'),
  is('the first call of an outside tool is asked about', one('callMcp', first), 6, 'ask'),
  is('a message to somebody known is told', one('sendMessage'), 5, 'warn'),
  is('the first message to somebody is asked about', one('sendMessage', { ...first, ...undoable }), 5, 'ask'),
  is('a message to a stranger is asked about', one('sendMessage', outside), 7, 'ask'),
  is('sharing with somebody known is told', one('shareObject', undoable), 4, 'warn'),
  is('sharing with somebody new is asked about', one('shareObject', { ...first, ...undoable }), 5, 'ask'),
  is('sharing a hundred things is asked about', one('shareObject', { count: 100 }), 7, 'ask'),
  is('publishing is asked about', one('publish'), 7, 'ask'),
  is('even what can be taken down again', one('publish', undoable), 6, 'ask'),
  is('paying is asked about', one('pay'), 8, 'ask'),
  is('paying in a sandbox is asked about, too', one('pay', { ...sandboxed, ...undoable }), 5, 'ask'),
  is('paying a stranger for the first time is as bad as it gets', one('pay', { ...first, ...outside }), 10, 'ask'),
  is('booking is asked about', one('book'), 7, 'ask'),
  is('booking with free cancellation is asked about', one('book', undoable), 6, 'ask'),
  is('changing an account is asked about', one('changeAccount', undoable), 7, 'ask'),
  is('who belongs to a group is asked about', one('changeMembership', undoable), 5, 'ask'),
  is('deleting outside for good is asked about', one('deleteObject'), 5, 'ask'),
  is('deleting outside into a trash is told', one('deleteObject', undoable), 4, 'warn'),

  // Together.
  is('reading and then sending weighs as sending', [...one('readFile'), ...one('sendMail')], 5, 'warn'),
  is('sending and deleting weighs more than either', [...one('deleteFile', undoable), ...one('sendMail')], 6, 'ask'),
  is(
    'a secret by any way out is denied',
    [...one('writeFile', undoable), ...one('publish', { secret: true })],
    10,
    'deny',
  ),
]
