// One calendar while a question is answered: its files in their turn, as long as there is time. A file that can't be worked
// out is told and passed over.
import type { Calendar } from '../../text/ical/document.ts'
import { keeping, type Part, uidOf } from './parsed.ts'
import type { Source } from './questions.ts'
import { type Filed, listed, type Shelf } from './shelf.ts'

export class Reading {
  readonly shelf: Shelf
  readonly source: Source
  private readonly ends: number
  private readonly spoiled: string[] = []
  private isCut = false

  /** It has so many milliseconds to be read and as many to be worked out; `latest` is when the whole answer must be there. */
  constructor(shelf: Shelf, source: Source, most: number, latest: number, uid?: string) {
    this.shelf = shelf
    this.source = source
    const ends = Math.min(performance.now() + most, latest)
    shelf.look(() => performance.now() > ends, uid)
    this.ends = Math.min(performance.now() + most, latest)
  }

  /** Whether it took too long; then the rest is left out. */
  private isLate(): boolean {
    this.isCut ||= performance.now() > this.ends
    return this.isCut
  }

  /** The files with a part that may be meant, each without the parts that are not. */
  *trees(may: (part: Part) => boolean, uid?: string): Generator<[Calendar, Filed], undefined> {
    for (const filed of this.shelf.all()) {
      const parts = filed.parts.filter((part) => (uid === undefined || part.uid === uid) && may(part))
      if (parts.length === 0) continue
      if (this.isLate()) return
      const tree = this.shelf.tree(filed)
      if (!tree) continue
      const uids = new Set(parts.map((part) => part.uid))
      const isAll = parts.length === filed.parts.length
      yield [isAll ? tree : keeping(tree, (component) => uids.has(uidOf(component))), filed]
    }
  }

  /** What is made of each of those files; what one throws is told of that one. */
  *made<T>(may: (part: Part) => boolean, make: (calendar: Calendar) => T[], uid?: string): Generator<T, undefined> {
    for (const [tree, { name }] of this.trees(may, uid)) {
      let found: T[] = []
      try {
        found = make(tree)
      } catch (thrown) {
        this.spoiled.push(`${name}: ${(thrown as Error).message}`)
      }
      yield* found
    }
  }

  /** Files that say when somebody is busy or away apart from events; those with events in the window are among the others. */
  reports(): Calendar[] {
    const own = [...this.shelf.all()].filter(({ reports }) => reports)
    return own.flatMap((filed) => {
      const tree = this.shelf.tree(filed)
      return tree ? [keeping(tree, () => false)] : []
    })
  }

  /** What is to be told of it, if anything. */
  get fault(): string | undefined {
    const late =
      this.isCut && this.shelf.fault === undefined ? ['It takes too long to read; not all of it is shown.'] : []
    const told = [
      ...(this.shelf.fault === undefined ? [] : [this.shelf.fault]),
      ...listed(this.spoiled, 'could not be worked out'),
      ...late,
    ]
    return told.length === 0 ? undefined : told.join(' ')
  }
}
