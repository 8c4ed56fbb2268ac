// A week of ordinary calls: some fail, one is denied, one is taken back, and leave was given for some.
import { join } from 'node:path'
import type { Beat, Stage } from './stage.ts'

const read = (path: string) => (stage: Stage) => stage.call('read_file', { path })
const tool = (name: string, input: object) => (stage: Stage) => stage.call(name, input)

const bank = (month: string) => (stage: Stage) =>
  stage.allowed('read_file', { path: join(stage.folder, 'bank', `2026-${month}.csv`) })

const archive = (name: string) => (stage: Stage) =>
  stage.call('read_file', { path: join(stage.folder, 'archive/2025', name) })

async function leaveForArchive({ client, folder, end }: Stage): Promise<void> {
  const pattern = `${join(folder, 'archive')}/**`
  await client.call('grant/create', { kind: 'readFile', pattern, times: 10, until: end + 14 * 86_400_000 })
  await client.call('grant/create', { kind: 'writeEnv', pattern: 'PRINT_*', tool: 'set_env', perDay: 5 })
}

async function takeBack(stage: Stage): Promise<void> {
  const { callId } = await stage.call('set_env', { name: 'PRINT_PROFILE', value: 'FOGRA52' })
  await stage.client.call('call/undo', { callId })
}

async function refused(stage: Stage): Promise<void> {
  const call = await stage.call('set_env', { name: 'HTTPS_PROXY', value: 'http://192.0.2.10:8080' })
  await stage.answer(call, 'deny', 'Not from a note that somebody left.')
}

/** What was done in the last seven days. */
export const week = (): Beat[] => [
  { at: [6, '08:41'], play: tool('current_time', {}) },
  { at: [6, '08:44'], play: tool('list_directory', { path: '.', recursive: true }) },
  { at: [6, '08:52'], play: read('projects/harbour-cafe/brief.md') },
  { at: [6, '10:15'], play: tool('current_time', { zones: ['Europe/Stockholm', 'Asia/Tokyo', 'America/New_York'] }) },
  { at: [6, '16:20'], play: bank('08') },
  { at: [5, '09:03'], play: tool('get_system_info', { parts: ['memory', 'load'] }) },
  { at: [5, '09:30'], play: leaveForArchive },
  { at: [5, '09:31'], play: archive('stamps.txt') },
  { at: [5, '11:12'], play: read('projects/tidewater/timeline.json') },
  { at: [5, '11:14'], play: tool('json_parse', { text: '{"milestone": "First proofs", "due": "week 4"}' }) },
  { at: [5, '15:48'], play: read('projects/tidewater/budget.xlsx') },
  { at: [4, '08:37'], play: tool('current_time', {}) },
  { at: [4, '09:20'], play: bank('09') },
  { at: [4, '10:02'], play: read('admin/rates.json') },
  { at: [4, '10:03'], play: tool('json_parse', { text: '{"hour": 950, "day": 7200, "currency": "SEK",}' }) },
  { at: [4, '13:31'], play: takeBack },
  { at: [3, '08:55'], play: archive('sign-painter.txt') },
  { at: [3, '09:40'], play: tool('get_file_info', { path: 'admin/invoices-2026.csv', hash: true }) },
  { at: [3, '09:41'], play: read('admin/invoices-2026.csv') },
  { at: [3, '11:05'], play: refused },
  {
    at: [3, '14:26'],
    play: tool('json_stringify', { value: { client: 'Bergström Bakery', reminder: 1, open: 7200 } }),
  },
  { at: [2, '08:49'], play: tool('set_env', { name: 'PATH', value: '/opt/print/bin' }) },
  { at: [2, '10:10'], play: tool('current_time', { zones: ['Mars/Olympus_Mons'] }) },
  { at: [2, '10:11'], play: tool('current_time', { zones: ['Atlantic/Reykjavik', 'Europe/Lisbon'] }) },
  { at: [2, '15:02'], play: bank('10') },
  { at: [2, '16:33'], play: read('letters/landlord.txt') },
  { at: [1, '08:58'], play: tool('get_system_info', { parts: ['os', 'cpu', 'memory'] }) },
  { at: [1, '09:17'], play: tool('set_env', { name: 'PRINT_COPIES', value: '500' }) },
  { at: [1, '11:46'], play: tool('base64_encode', { text: 'Lindqvist Studio, Gothenburg' }) },
  { at: [1, '14:09'], play: tool('list_directory', { path: 'projects/harbour-cafe' }) },
  { at: { minutesAgo: 236 }, play: tool('current_time', {}) },
  { at: { minutesAgo: 228 }, play: read('projects/harbour-cafe/menu.json') },
  { at: { minutesAgo: 227 }, play: tool('json_parse', { text: '{"cover": "sea green", "pages": 4, "format": "A5"}' }) },
  { at: { minutesAgo: 151 }, play: read('projects/tidewater/interview-ingrid.txt') },
]
