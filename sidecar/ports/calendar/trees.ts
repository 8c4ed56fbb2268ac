// Parsed calendars, as many as fit: what was not used for longest goes first, and is read again when it is needed.
import type { Calendar } from '../../text/ical/document.ts'

export class Trees {
  private readonly kept = new Map<string, { calendar: Calendar; cost: number }>()
  private readonly most: number
  private total = 0

  /** Most is in bytes. */
  constructor(most: number) {
    this.most = most
  }

  get(path: string): Calendar | undefined {
    const found = this.kept.get(path)
    if (!found) return undefined
    this.kept.delete(path)
    this.kept.set(path, found)
    return found.calendar
  }

  put(path: string, calendar: Calendar, cost: number): void {
    this.drop(path)
    if (cost > this.most) return
    this.kept.set(path, { calendar, cost })
    this.total += cost
    for (const [oldest] of this.kept) {
      if (this.total <= this.most) break
      this.drop(oldest)
    }
  }

  drop(path: string): void {
    this.total -= this.kept.get(path)?.cost ?? 0
    this.kept.delete(path)
  }
}
