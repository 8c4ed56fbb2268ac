// Notes that were captured in passing.
import type { Beat, Stage } from './stage.ts'

const note =
  (text: string, more: object = {}) =>
  (stage: Stage) =>
    stage.call('quick_note', { text, ...more })

async function secondThought(stage: Stage): Promise<void> {
  const { callId } = await stage.call('quick_note', { text: 'Rope border for the menu? #harbour-cafe' })
  await stage.client.call('call/undo', { callId })
}

/** Notes of the week; one was thought better of. */
export const notes = (): Beat[] => [
  { at: [6, '09:10'], play: note('Noor wants it warm, not nostalgic. No anchors, no ropes. #harbour-cafe') },
  { at: [6, '09:12'], play: secondThought },
  {
    at: [5, '16:05'],
    play: note('22 mm is the smallest that prints cleanly on the loyalty card. Pear wood keeps its edges longest.', {
      title: 'Stamps for the loyalty card',
      tags: ['harbour-cafe', 'craft'],
      source: 'Olle Sjöberg',
    }),
  },
  { at: [4, '17:20'], play: note('Ask Ingrid for the photograph with the borrowed boat #tidewater #interview') },
  {
    at: [2, '12:40'],
    play: note('- uncoated, 170 g\n- folds without cracking along the grain\n- see [[Stamps for the loyalty card]]', {
      title: 'Paper for the menu',
      tags: ['print'],
    }),
  },
  { at: [1, '16:48'], play: note('Bergström Bakery: invoice 2026-033 is still open, call before the weekend #admin') },
  { at: { minutesAgo: 96 }, play: note('灯光偏暖时，价格要大两号才看得清 #harbour-cafe', { source: 'Noor Haddad' }) },
]
