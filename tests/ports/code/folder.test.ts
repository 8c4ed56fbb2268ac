import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { toolTypes } from '../../../sidecar/ports/code/editor.ts'
import { MAX_TOOL_BYTES, scanTools } from '../../../sidecar/ports/code/folder.ts'
import { toolsFolder } from './fake.ts'

const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url))
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

describe('the tools folder', () => {
  it('tells what is new, changed, the same and gone', () => {
    const folder = toolsFolder()
    const path = (name: string): string => join(folder, name)
    for (const name of ['a.mjs', 'b.ts', 'c.mjs']) writeFileSync(path(name), name)
    expect(scanTools(folder, new Map())).toEqual(
      ['a.mjs', 'b.ts', 'c.mjs'].map((name) => ({ path: path(name), sha256: sha256(name), state: 'new' })),
    )
    const known = new Map(['a.mjs', 'b.ts', 'c.mjs'].map((name) => [path(name), sha256(name)]))
    writeFileSync(path('b.ts'), 'other')
    rmSync(path('c.mjs'))
    expect(scanTools(folder, known).map((file) => file.state)).toEqual(['same', 'changed', 'gone'])
  })

  it('holds only files of the right kind and size, and no links', () => {
    const folder = toolsFolder()
    const outside = toolsFolder('pair.mjs')
    for (const name of ['steward.d.ts', 'notes.md', 'old.js', '.hidden.mjs']) writeFileSync(join(folder, name), 'x')
    writeFileSync(join(folder, 'large.mjs'), 'x'.repeat(MAX_TOOL_BYTES + 1))
    mkdirSync(join(folder, 'folder.mjs'))
    symlinkSync(join(outside, 'pair.mjs'), join(folder, 'link.mjs'))
    expect(scanTools(folder, new Map())).toEqual([])
  })

  it('may be missing', () => {
    expect(scanTools('/nowhere/tools', new Map([['/nowhere/tools/a.mjs', 'x']]))).toEqual([
      { path: '/nowhere/tools/a.mjs', sha256: 'x', state: 'gone' },
    ])
  })

  it('can be checked by a compiler', () => {
    const folder = toolsFolder('word_count.ts')
    writeFileSync(join(folder, 'steward.d.ts'), toolTypes())
    symlinkSync(modules, join(folder, 'node_modules'))
    const args = ['--strict', '--noEmit', '--skipLibCheck', '--module', 'nodenext', '--target', 'esnext', '--types', '']
    const check = (): string => {
      const done = spawnSync(join(modules, '.bin', 'tsc'), [...args, 'steward.d.ts', 'word_count.ts'], { cwd: folder })
      return done.stdout.toString()
    }
    expect(check()).toBe('')
    const tool = readFileSync(join(folder, 'word_count.ts'), 'utf8')
    writeFileSync(join(folder, 'word_count.ts'), tool.replace('{ readFile }, context', '{ sendMail }, context'))
    expect(check()).toContain('sendMail')
  })

  it('tells editors of every port there is', () => {
    const types = readFileSync(new URL('../../../sidecar/ports/types.ts', import.meta.url), 'utf8')
    const ports = /interface Ports \{([\s\S]*?)\n\}/.exec(types)?.[1] ?? ''
    const kinds = [...ports.matchAll(/^ {2}(\w+)[:(]/gm)].map((match) => match[1])
    expect(kinds).toContain('readFile')
    for (const kind of kinds) expect(toolTypes()).toMatch(new RegExp(`^ {4}${kind}[:(]`, 'm'))
  })
})
