// Reading files and folders.
import * as z from 'zod'
import { defineTool, type Tool } from '../kernel/define.ts'
import { decodeText, encodingOf, firstCharacter, lineRange, looksBinary, wholeCharacters } from '../text/decode.ts'
import { StewardError } from '../text/errors.ts'
import { globMatcher } from '../text/glob.ts'
import { below } from '../text/paths.ts'

const path = z.string().describe('Absolute, from ~, or relative to the folder of the session')
// A file may come from anybody.
const labels = { trust: 'untrusted', secrecy: 'private' } as const

const binary = (file: string) =>
  new StewardError('BAD_INPUT', `${file} does not hold text.`, 'Read it with as: "base64", or look at get_file_info.')

export const readFile = defineTool({
  name: 'read_file',
  aliases: ['file_read', 'read'],
  summary:
    'Reads a file as text or base64, whole or by bytes (offset, maxBytes) or lines (line, lines). Long ones are cut and marked.',
  category: 'files',
  input: z.object({
    path,
    as: z.enum(['text', 'base64']).default('text'),
    offset: z.number().int().min(0).default(0).describe('First byte'),
    maxBytes: z.number().int().min(4).max(4_000_000).default(100_000),
    line: z.number().int().min(1).optional().describe('First line to return, counted from offset'),
    lines: z.number().int().min(1).optional().describe('How many lines to return'),
  }),
  output: z.object({
    text: z.string().optional(),
    base64: z.string().optional(),
    encoding: z.string().optional(),
    bytes: z.number().describe('How many bytes were read'),
    cut: z.boolean(),
    next: z.number().optional().describe('The offset to go on from'),
    lines: z.object({ from: z.number(), to: z.number(), of: z.number().optional() }).optional(),
  }),
  effects: { readFile: (input) => [input.path] },
  roles: { object: ['path'] },
  labels,
  idempotent: true,
  examples: [
    { path: 'README.md' },
    { path: 'README.md', line: 10, lines: 20 },
    { path: '~/photo.jpg', as: 'base64', maxBytes: 1000 },
  ],
  async run({ path: file, as, offset, maxBytes, line, lines }, { readFile: read }) {
    const bytes = await read(file, maxBytes + 1, offset)
    const more = bytes.length > maxBytes
    const kept = bytes.subarray(0, maxBytes)
    const next = (length: number) =>
      more ? { bytes: length, cut: true, next: offset + length } : { bytes: length, cut: false }
    if (as === 'base64') return { base64: kept.toBase64(), ...next(kept.length) }
    const { encoding } = encodingOf(offset === 0 ? bytes : await read(file, 3))
    if (looksBinary(kept, encoding)) throw binary(file)
    const length = more ? wholeCharacters(kept, encoding) : kept.length
    const text = decodeText(kept.subarray(firstCharacter(kept, encoding, offset), length), encoding)
    if (line === undefined && lines === undefined) return { text, encoding, ...next(length) }
    return { ...pickLines(text, line ?? 1, lines, more), encoding, ...next(length) }
  },
})

function pickLines(text: string, from: number, count: number | undefined, more: boolean) {
  const { to, of, text: chosen } = lineRange(text, from, count ?? Number.MAX_SAFE_INTEGER)
  if (from <= of) return { text: chosen, lines: more ? { from, to } : { from, to, of } }
  const hint = more ? 'Raise maxBytes, or go on from an offset further in.' : 'Ask for an earlier line.'
  throw new StewardError('NOT_FOUND', `What was read has ${of} lines; there is no line ${from}.`, hint)
}

const kind = z.enum(['file', 'directory', 'link', 'other'])
const scan = 20_000

export const listDirectory = defineTool({
  name: 'list_directory',
  aliases: ['list_files', 'file_list'],
  summary:
    'Lists a folder, with all below it if you like, and only what fits a glob pattern. Links are shown, not followed.',
  category: 'files',
  input: z.object({
    path: path.default('.'),
    recursive: z.boolean().default(false),
    pattern: z
      .string()
      .min(1)
      .max(300)
      .optional()
      .describe('Such as *.md or src/**/*.ts; implies recursive where it has a / or **'),
    hidden: z.boolean().default(false).describe('Also names that begin with a dot'),
    limit: z.number().int().min(1).max(10_000).default(1000),
  }),
  output: z.object({
    folder: z.string(),
    entries: z.array(
      z.object({
        name: z.string(),
        kind,
        bytes: z.number(),
        modified: z.string(),
        to: z.string().optional().describe('Where a link points'),
      }),
    ),
    cut: z.boolean().describe('There may be more than is shown'),
  }),
  effects: { readFile: (input) => [input.path] },
  roles: { object: ['path'] },
  labels,
  idempotent: true,
  examples: [{}, { path: '~/Documents', recursive: true, pattern: '*.pdf' }],
  async run({ path: where, recursive, pattern, hidden, limit }, { readFile: read }) {
    const fits = pattern === undefined ? () => true : globMatcher(pattern)
    const folder = (await read.info(where)).path
    const deep = recursive || /\/|\*\*/.test(pattern ?? '')
    const found = await read.list(where, { recursive: deep, hidden, limit: pattern === undefined ? limit : scan })
    const entries = found.entries
      .map(({ path: full, modified, mode: _, ...rest }) => ({
        ...rest,
        name: below(folder, full),
        modified: new Date(modified).toISOString(),
      }))
      .filter(({ name }) => fits(name))
    return { folder, entries: entries.slice(0, limit), cut: found.cut || entries.length > limit }
  },
})

export const getFileInfo = defineTool({
  name: 'get_file_info',
  summary: 'What a file or folder is: kind, size, time of last change, permissions, and on request its SHA-256.',
  category: 'files',
  input: z.object({ path, hash: z.boolean().default(false).describe('Also read the whole file for its SHA-256') }),
  output: z.object({
    path: z.string().describe('The real path, links resolved'),
    kind,
    bytes: z.number(),
    modified: z.string(),
    permissions: z.string().describe('Octal, as in chmod'),
    sha256: z.string().optional(),
  }),
  effects: { readFile: (input) => [input.path] },
  roles: { object: ['path'] },
  labels,
  idempotent: true,
  examples: [{ path: 'README.md' }, { path: 'README.md', hash: true }],
  async run({ path: file, hash }, { readFile: read }) {
    const { path: real, kind: what, bytes, modified, mode } = await read.info(file)
    const facts = {
      path: real,
      kind: what,
      bytes,
      modified: new Date(modified).toISOString(),
      permissions: mode.toString(8),
    }
    return hash ? { ...facts, sha256: await read.hash(file) } : facts
  },
})

export const fileTools: readonly Tool[] = [readFile, listDirectory, getFileInfo]
