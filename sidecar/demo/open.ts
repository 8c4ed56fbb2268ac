// What waits for an answer: questions of several kinds, a batch, and calls that are parked.
import { join } from 'node:path'
import type { Beat, Stage } from './stage.ts'

const offers = ['paper-mill', 'north-print', 'quay-press']

async function compareOffers(stage: Stage): Promise<void> {
  for (const name of offers)
    await stage.agent('read_file', { path: join(stage.folder, 'downloads', `offer-${name}.txt`) }, 'Printing offers')
}

// The address stands in a text that somebody else wrote, and nowhere in what the user said.
async function followFeedback(stage: Stage): Promise<void> {
  const session = await stage.session('Harbour Café feedback')
  const text = 'Read projects/harbour-cafe/feedback.txt and note what Noor wants changed in the menu.'
  await stage.client.call('session/say', { session, text })
  await stage.agent('read_file', { path: 'projects/harbour-cafe/feedback.txt' }, 'Harbour Café feedback')
  await stage.agent(
    'quick_note',
    {
      title: 'What Noor wants changed in the menu',
      text: 'Prices two points larger. Oat milk next to the coffee. A warmer green.',
    },
    'Harbour Café feedback',
  )
  const value = 'https://upload.harbour-cafe-proofs.example/in?studio=lindqvist'
  await stage.agent('set_env', { name: 'PROOF_UPLOAD_URL', value }, 'Harbour Café feedback')
}

/** What is still open at the end of the week. */
export const open = (): Beat[] => [
  { at: { minutesAgo: 88 }, play: followFeedback },
  { at: { minutesAgo: 74 }, play: (stage) => stage.call('reload_tools') },
  { at: { minutesAgo: 61 }, play: compareOffers },
  {
    at: { minutesAgo: 47 },
    play: (stage) => stage.call('get_env', { names: ['STRIPE_SECRET_KEY'], reveal: true }, { session: 'Accounts' }),
  },
  { at: { minutesAgo: 33 }, play: (stage) => stage.call('set_env', { name: 'EDITOR', value: 'code --wait' }) },
  {
    at: { minutesAgo: 21 },
    play: (stage) =>
      stage.call('ask_user', {
        question: 'Which green shall the cover of the menu have?',
        options: ['Sea green', 'Olive', 'Bottle green'],
        free: true,
      }),
  },
  {
    at: { minutesAgo: 16 },
    play: (stage) => stage.call('ask_user', { question: 'What shall the reminder to Bergström Bakery say?' }),
  },
  { at: { minutesAgo: 12 }, play: (stage) => stage.call('sleep', { ms: 3 * 3_600_000 }, { wait: false }) },
]
