// Where the program lies: the same from the sources and from the bundle, which is in another folder.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

const launcher = ['sidecar', 'cli', 'bin.mjs']

function rootAbove(folder: string): string {
  const above = dirname(folder)
  return above === folder || existsSync(join(folder, ...launcher)) ? folder : rootAbove(above)
}

const root = rootAbove(import.meta.dirname)

/** The launcher, which every process of ours is started with. */
export const binFile = join(root, ...launcher)

/** The built page. */
export const pageFolder = join(root, 'dist', 'ui')
