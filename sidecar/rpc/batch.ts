// JSON-RPC batches: several messages in one frame, answered in one frame.
import { fits, type Id, tooLargeText } from './messages.ts'
import type { Reply } from './requests.ts'

export const MAX_BATCH = 100

/** Takes each item and sends one array when the last is answered; nothing if no item wanted an answer. */
export function takeBatch(
  items: readonly unknown[],
  take: (item: unknown, reply: Reply) => boolean,
  send: (text: string) => void,
): void {
  const answers: { text: string; id: Id }[] = []
  let left = items.length
  const finishOne = () => {
    left--
    if (left === 0 && answers.length > 0) send(joined(answers))
  }
  const reply: Reply = (text, id) => {
    answers.push({ text, id })
    finishOne()
  }
  for (const item of items) if (!take(item, reply)) finishOne()
}

// Answers that each fit may be too large together: then the longest ones are refused until the rest fits.
function joined(answers: { text: string; id: Id }[]): string {
  const longestFirst = [...answers].sort((a, b) => b.text.length - a.text.length)
  for (const answer of longestFirst) {
    const text = `[${answers.map((each) => each.text).join(',')}]`
    if (fits(text)) return text
    answer.text = tooLargeText(answer.id)
  }
  return `[${answers.map((each) => each.text).join(',')}]`
}
