// Strings that break programs. A few that are always there, and the Big List of Naughty Strings where it is.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const few = [
  '',
  ' ',
  '\0',
  '\u001b[31mred\u001b[0m',
  '\u202e\u2066abc',
  '__proto__',
  'constructor',
  '\ud800',
  '😀'.repeat(100),
  '*'.repeat(200),
  '**/'.repeat(100),
  '\\'.repeat(101),
  "'; DROP TABLE calls;--",
  '\n{"seq":1}\n',
  '{{7*7}}<script>alert(1)</script>',
  'NaN',
  '-1e999',
  '../../etc/passwd',
]

/** All of them, each once. */
export function hostileStrings(): string[] {
  const folder = process.env.STEWARD_CORPORA
  const file = folder === undefined ? undefined : join(folder, 'security/blns.json')
  if (file === undefined || !existsSync(file)) return few
  const { strings } = JSON.parse(readFileSync(file, 'utf8')) as { strings: string[] }
  return [...new Set([...few, ...strings])]
}
