// `steward approvals` and `steward grants` in the table of commands.
import type { Command } from './types.ts'

const limit = { value: 'N', summary: 'how many at most' }
const until = { value: 'WHEN', summary: 'until a time: 2h, 7d, 18:00, today, 2026-10-01' }

export const approvalsCommand: Command = {
  name: 'approvals',
  summary: 'Questions that wait for your yes or no',
  usage: [
    'steward approvals [list] [--all]',
    'steward approvals show ID',
    'steward approvals allow ID… [--times N] [--per-day N] [--until WHEN] [--edit JSON]',
    'steward approvals deny ID… [--reason TEXT]',
  ],
  examples: [
    'steward approvals',
    'steward approvals allow ap_1',
    'steward approvals allow ap_2 ap_3',
    'steward approvals allow ap_1 --per-day 5 --until 7d',
    'steward approvals deny ap_1 --reason "wrong folder"',
  ],
  options: {
    all: { summary: 'answered ones too' },
    times: { value: 'N', summary: 'allow the same again, N times in all from now on' },
    'per-day': { value: 'N', summary: 'allow the same again, N times on one day' },
    until,
    edit: { value: 'JSON', summary: 'change the input; what it would do then is asked anew' },
    reason: { value: 'TEXT', summary: 'why not' },
    limit,
  },
  words: [['list', 'show', 'allow', 'deny'], 'approval'],
  load: () => import('./approvals.ts').then((m) => m.approvals),
}

export const grantsCommand: Command = {
  name: 'grants',
  summary: 'Standing leave: list, give, take back',
  usage: [
    'steward grants [list] [--all]',
    'steward grants create EFFECT PATTERN [--tool TOOL] [--times N] [--per-day N] [--until WHEN]',
    'steward grants revoke ID',
    'steward grants suggest',
    'steward grants dismiss ID',
  ],
  examples: [
    'steward grants',
    'steward grants create writeEnv EDITOR --times 3',
    "steward grants create sendMail '*@acme.com' --per-day 5 --until 30d",
    'steward grants revoke gr_1',
    'steward grants suggest',
  ],
  options: {
    all: { summary: 'used up and revoked ones too' },
    tool: { value: 'TOOL', summary: 'only for this tool' },
    times: { value: 'N', summary: 'how often in all' },
    'per-day': { value: 'N', summary: 'how often on one day of your calendar' },
    until,
  },
  words: [['list', 'create', 'revoke', 'suggest', 'dismiss'], 'grant'],
  load: () => import('./grants.ts').then((m) => m.grants),
}
