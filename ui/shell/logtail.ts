// The last lines that a process wrote, with what looks secret masked: they are shown to a person.
import { StringDecoder } from 'node:string_decoder'
import { redact } from '../../policy/redact.ts'

const MOST_LINES = 50
const LONGEST_LINE = 2000

export class LogTail {
  #lines: string[] = []
  #rest = ''
  #decoder = new StringDecoder()

  /** The lines so far, oldest first. Masked all together: a private key goes over several. */
  get lines(): string[] {
    return this.#lines.length === 0 ? [] : redact(this.#lines.join('\n')).split('\n')
  }

  /** Takes what a process wrote. */
  push(chunk: Buffer): void {
    const parts = (this.#rest + this.#decoder.write(chunk)).split('\n')
    // A line that never ends is cut, so that it does not grow.
    this.#rest = (parts.pop() ?? '').slice(0, LONGEST_LINE)
    for (const part of parts) this.add(part)
  }

  /** Adds a line of our own. */
  add(line: string): void {
    const text = line.trimEnd().slice(0, LONGEST_LINE)
    if (text === '') return
    this.#lines.push(text)
    if (this.#lines.length > MOST_LINES) this.#lines.shift()
  }

  /** The process is over: what stands after its last newline is a line too. */
  end(): void {
    this.add(this.#rest + this.#decoder.end())
    this.#rest = ''
  }
}
