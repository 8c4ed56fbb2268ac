import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runnerFile } from '../../../sidecar/ports/code/launch.ts'
import { fixtures } from './fake.ts'

const source = (name: string): string => fileURLToPath(new URL(`../../../sidecar/ports/code/${name}`, import.meta.url))
let dist = ''

beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), 'steward-dist-'))
  for (const name of ['runner', 'host']) {
    const build = await rolldown({ input: { [name]: source(`${name}.ts`) }, platform: 'node' })
    await build.write({ dir: dist, format: 'esm', entryFileNames: '[name].mjs' })
  }
})

afterAll(() => rmSync(dist, { recursive: true, force: true }))

const program = `
const [host, folder] = process.argv.slice(1)
const { openHost } = await import(host)
const opened = openHost({ file: folder + '/pair.mjs', toolsFolder: folder, log: () => {} })
const digest = (await opened.load())[1]
console.log(JSON.stringify(await digest.run(await digest.parse({ text: 'a' }, 's'), {}, { session: { id: 's' } }, undefined)))
`

describe('the runner', () => {
  it('is its source when the sources run', () => {
    expect(runnerFile()).toBe(source('runner.ts'))
  })

  it('is one file beside the bundle when that runs', () => {
    const host = pathToFileURL(join(dist, 'host.mjs')).href
    const out = execFileSync(process.execPath, ['--input-type=module', '-e', program, host, fixtures], {
      encoding: 'utf8',
    })
    expect(JSON.parse(out)).toEqual({ sha256: expect.stringMatching(/^ca978112ca1bbdca/) })
  })
})
