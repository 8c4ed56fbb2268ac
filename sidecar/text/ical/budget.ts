// What one question may cost: a hostile rule is cut off with an error, not stepped through.
import { StewardError } from '../errors.ts'

export const MOST_OCCURRENCES = 500_000
const MOST_STEPS = 20_000_000

export class Budget {
  private steps = 0
  private found = 0

  /** Steps of work that were done. */
  spend(steps: number): void {
    this.steps += steps
    if (this.steps > MOST_STEPS)
      throw new StewardError(
        'TOO_LARGE',
        'The rules of this calendar take too long to work out.',
        'Ask for a shorter time, or take out events that repeat every second or minute.',
      )
  }

  /** Occurrences that were found. */
  add(count: number): void {
    this.found += count
    if (this.found > MOST_OCCURRENCES)
      throw new StewardError(
        'TOO_LARGE',
        `There are more than ${MOST_OCCURRENCES} occurrences in that time.`,
        'Ask for a shorter time.',
      )
  }
}
