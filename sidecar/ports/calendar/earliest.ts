// The first so many events of any number: what can't be among them any more is let go.
import type { EventView } from '../../text/agenda/types.ts'

const byStart = (a: EventView, b: EventView): number =>
  a.startsAt - b.startsAt || a.endsAt - b.endsAt || (a.title < b.title ? -1 : a.title > b.title ? 1 : 0)

export class Earliest {
  private kept: EventView[] = []
  private readonly limit: number
  private isCut = false

  constructor(limit: number) {
    this.limit = limit
  }

  add(event: EventView): void {
    this.kept.push(event)
    if (this.kept.length > this.limit * 2 + 1000) this.trim()
  }

  /** In order, and whether there are more. */
  taken(): { list: EventView[]; cut: boolean } {
    this.trim()
    return { list: this.kept, cut: this.isCut }
  }

  private trim(): void {
    this.kept.sort(byStart)
    if (this.kept.length <= this.limit) return
    this.kept = this.kept.slice(0, this.limit)
    this.isCut = true
  }
}
