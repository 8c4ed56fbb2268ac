// `steward audit` in the table of commands.
import type { Command } from './types.ts'

export const auditCommand: Command = {
  name: 'audit',
  summary: 'Verify or search the log of everything done',
  usage: [
    'steward audit verify [--from SEQ:HASH]',
    'steward audit query [--tool TOOL] [--since WHEN] …',
    'steward audit export CALL > FILE',
    'steward audit check FILE [--key KEY]',
  ],
  examples: [
    'steward audit verify',
    'steward audit query --tool set_env --since 1d',
    'steward audit export c_1 > receipt.json',
    'steward audit check receipt.json',
  ],
  options: {
    tool: { value: 'TOOL', summary: 'only this tool' },
    call: { value: 'ID', summary: 'only this call' },
    effect: { value: 'KIND', summary: 'only this kind of effect' },
    decision: { value: 'WORD', summary: 'allow, warn, ask or deny', words: ['allow', 'warn', 'ask', 'deny'] },
    type: { value: 'TYPE', summary: 'only this type of record' },
    since: { value: 'WHEN', summary: 'from a time on: 2h (ago), 2026-10-01' },
    until: { value: 'WHEN', summary: 'up to a time' },
    from: { value: 'SEQ:HASH', summary: 'verify only what came after this seal' },
    key: { value: 'KEY', summary: 'the first key that the log of a proof must have' },
    limit: { value: 'N', summary: 'how many at most' },
  },
  words: [['verify', 'query', 'export', 'check'], 'call'],
  load: () => import('./audit.ts').then((m) => m.audit),
}
