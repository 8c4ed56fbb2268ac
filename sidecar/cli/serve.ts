import { noMore } from './args.ts'
import type { Answer, Run } from './types.ts'

/** The sidecar itself, until stdin ends. Its stdout belongs to the protocol: nothing is printed here. */
export async function serve(run: Run): Promise<Answer> {
  noMore(run.args, 0, 'steward serve [--background]')
  const code = await run.host.serve({ background: run.options.background === true })
  return { value: undefined, text: [], code }
}
