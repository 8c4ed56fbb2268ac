// What dist/sidecar.mjs is made from: tiny, because Node's compile cache has to be on before the first large module is read.
import { constants, enableCompileCache } from 'node:module'

/** Beside the bundle where that can be written, else in the user's own cache folder: never where others can plant code. */
function useCompileCache(): void {
  const beside = enableCompileCache({ directory: `${import.meta.dirname}/.cache`, portable: true })
  if (beside.status !== constants.compileCacheStatus.FAILED) return
  const { XDG_CACHE_HOME, LOCALAPPDATA, HOME } = process.env
  const own = XDG_CACHE_HOME ?? LOCALAPPDATA ?? (HOME && `${HOME}/.cache`)
  if (own) enableCompileCache({ directory: `${own}/steward/compile` })
}

useCompileCache()

/** Runs the `steward` command with these arguments and returns its exit code. */
export async function main(argv: string[]): Promise<number> {
  const sidecar = await import('./main.ts')
  return sidecar.main(argv)
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2))
