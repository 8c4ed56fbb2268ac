// loadCode: a file in the tools folder becomes tools. The target names the file and the hash of what it holds, so that
// what was approved is what is loaded, byte for byte.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Runnable } from '../../kernel/define.ts'
import { StewardError, toView } from '../../text/errors.ts'
import type { CodeFile, Port } from '../types.ts'
import type { CodeHost } from './host.ts'

/** Which files the user let in, and with which bytes. */
export interface ApprovedCode {
  all(): ReadonlyMap<string, string>
  keep(path: string, sha256: string): void
  drop(path: string): void
}

export interface CodeParts {
  folder: string
  approved: ApprovedCode
  log: (line: string) => void
  add: (tools: readonly Runnable[]) => void
  remove: (names: readonly string[]) => void
}

interface Loaded {
  host: CodeHost
  names: string[]
}

const MARK = '#sha256='
const GONE = 'gone'

/** The target that stands for one file as it is now. */
export const codeTarget = (file: CodeFile): string => `${file.path}${MARK}${file.state === 'gone' ? GONE : file.sha256}`

export class CodeLoader {
  readonly #parts: CodeParts
  readonly #loaded = new Map<string, Loaded>()

  constructor(parts: CodeParts) {
    this.#parts = parts
  }

  /** What is in the folder, compared with what is loaded. */
  async scan(): Promise<CodeFile[]> {
    const { scanTools } = await import('./folder.ts')
    return scanTools(this.#parts.folder, this.#parts.approved.all())
  }

  /** Loads what was approved before and has not changed since. One that fails is told in the log and stops no other. */
  async start(): Promise<void> {
    for (const file of await this.scan()) {
      if (file.state !== 'same') continue
      await this.#load(file.path, file.sha256).catch((thrown) =>
        this.#parts.log(`${file.path}: ${toView(thrown).message}`),
      )
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#loaded.values()].map(({ host }) => host.close()))
    this.#loaded.clear()
  }

  port(): Port {
    return {
      kind: 'loadCode',
      repeatable: true,
      canonical: (target) => this.#target(target).join(MARK),
      methods: {
        call: async (target) => {
          const [path, sha256] = this.#target(target)
          if (sha256 === GONE) return this.#unload(path)
          const tools = await this.#load(path, sha256)
          this.#parts.approved.keep(path, sha256)
          await this.#helpEditors()
          return { tools }
        },
      },
    }
  }

  // So that an editor beside the tools knows what they can import.
  async #helpEditors(): Promise<void> {
    const { toolTypes } = await import('./editor.ts')
    await writeFile(join(this.#parts.folder, 'steward.d.ts'), toolTypes(), { mode: 0o600 }).catch(() => {})
  }

  #target(target: string): [string, string] {
    const [path, sha256, ...more] = target.split(MARK)
    const name = path?.slice(this.#parts.folder.length + 1) ?? ''
    const isHere = path === join(this.#parts.folder, name) && name !== '' && !/[/\\]/.test(name)
    if (!isHere || sha256 === undefined || more.length > 0)
      throw new StewardError(
        'BAD_TARGET',
        `${target} is not a file of the tools folder.`,
        `Put it into ${this.#parts.folder}.`,
      )
    return [path, sha256]
  }

  async #load(path: string, sha256: string): Promise<string[]> {
    const { openHost } = await import('./host.ts')
    const host = openHost({ file: path, toolsFolder: this.#parts.folder, sha256, log: this.#parts.log })
    try {
      const tools = (await host.load()).map((tool) => ({ ...tool, code: sha256 }))
      this.#forget(path)
      this.#parts.add(tools)
      const names = tools.map((tool) => tool.name)
      this.#loaded.set(path, { host, names })
      return names
    } catch (thrown) {
      await host.close()
      throw thrown
    }
  }

  #unload(path: string): { tools: string[] } {
    const names = this.#forget(path)
    this.#parts.approved.drop(path)
    return { tools: names }
  }

  #forget(path: string): string[] {
    const old = this.#loaded.get(path)
    if (!old) return []
    this.#parts.remove(old.names)
    void old.host.close()
    this.#loaded.delete(path)
    return old.names
  }
}
