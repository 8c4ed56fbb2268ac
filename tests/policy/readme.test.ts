// What the README shows is run as it stands.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const home = resolve(import.meta.dirname, '../..')
const readme = readFileSync(join(home, 'policy/README.md'), 'utf8')
const block = (language: string) => readme.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? ''

test('the example of the README does what the README says, and its check finds the log whole', () => {
  const folder = mkdtempSync(join(tmpdir(), 'steward-readme-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['policy', 'node_modules']) symlinkSync(join(home, name), join(folder, name), 'junction')
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'example.ts'), block('ts'))
  const printed = execFileSync(process.execPath, ['example.ts'], { cwd: folder, encoding: 'utf8' })
  expect(printed).toContain("/home/ana/a.md warn 4 [ 'The risk is 4 of 10.' ]")
  expect(printed).toContain("/srv/www/index.html deny 4 [ 'The server is not ours to change.' ]")
  const head = /head: '(\w{64})'/.exec(printed)?.[1]

  const script = block('sh').split("'")[1] ?? ''
  const check = () =>
    execFileSync(process.execPath, ['-e', script], {
      input: readFileSync(join(folder, 'audit.jsonl')),
      encoding: 'utf8',
      stdio: 'pipe',
    })
  expect(check()).toBe(`2 ${head}\n`)
  const changed = readFileSync(join(folder, 'audit.jsonl'), 'utf8').replace('"warn"', '"allow"')
  writeFileSync(join(folder, 'audit.jsonl'), changed)
  expect(check).toThrow('record 2')
})
